// Looks up kinds of studies and their quantities.
#include "study/study_kind.h"

#include <stdio.h>
#include <string.h>

const study_kind *study_kind_find(const char *name) {
  for (const study_kind *const *k = study_kinds; *k; k++)
    if (strcmp((*k)->name, name) == 0) return *k;
  return NULL;
}

int study_kind_has(const study_kind *self, const study_kind *other) {
  if (self == other) return 1;
  for (const study_kind *const *used = self ? self->uses : NULL; used && *used; used++)
    if (study_kind_has(*used, other)) return 1;
  return 0;
}

const study_quantity *study_kind_quantity(const study_kind *self, int index) {
  const char *rows = self->quantities;
  const study_quantity *row = rows ? (const void *)(rows + self->quantity_size * (size_t)index) : NULL;
  return row && row->word ? row : NULL;
}

const study_quantity *study_quantity_find(const study_kind *self, const char *word) {
  const study_quantity *q;
  for (int i = 0; (q = study_kind_quantity(self, i)); i++)
    if (strcmp(q->word, word) == 0) return q;
  for (const study_kind *const *used = self->uses; used && *used; used++) {
    const study_quantity *found = study_quantity_find(*used, word);
    if (found) return found;
  }
  return NULL;
}

const study_quantity *study_quantity_for(const study_kind *kind, const char *word) {
  const study_quantity *found = kind ? study_quantity_find(kind, word) : NULL;
  for (const study_kind *const *k = study_kinds; *k && !found; k++) found = study_quantity_find(*k, word);
  return found;
}

const study_kind *study_quantity_kind(const study_quantity *quantity) {
  const study_quantity *q;
  for (const study_kind *const *k = study_kinds; *k; k++)
    for (int i = 0; (q = study_kind_quantity(*k, i)); i++)
      if (q == quantity) return *k;
  return NULL;
}

int study_is_field(const output_config *output) {
  return output->quantity && output->quantity->place == QUANTITY_OF_FIELD;
}

const study_companion *study_companion_of(const study *config, const output_config *output, int index) {
  const study_companion *c = config->kind ? config->kind->companions : NULL;
  for (; c && c->end; c++)
    if (c->is_beside(config, output) && index-- == 0) return c;
  return NULL;
}

const char *study_kinds_separator(int index, const char *last) {
  return index == 0 ? "" : study_kinds[index + 1] ? ", " : last;
}

const char *study_kinds_text(const char *last, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (int i = 0; study_kinds[i] && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%s", study_kinds_separator(i, last),
                             study_kinds[i]->name);
  return text;
}
