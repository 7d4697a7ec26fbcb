// Looks up fields and formats their ranges and words.
#include "study/contact_laws.h"
#include "study/file/storage.h"
#include "study/schema/schema_catalogue.h"
#include "study/schema/schema_table.h"
#include "study/schema/schema_words.h"
#include "study/study_kind.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const study_kind *schema_section_kind(const schema_section *section) {
  for (const study_kind *const *k = study_kinds; *k; k++)
    for (const schema_section *const *s = (*k)->sections; s && *s; s++)
      if (*s == section) return *k;
  return NULL;
}

const schema_field *schema_find_field(const char *path) {
  const schema_field *f;
  for (int i = 0; (f = schema_field_at(i)); i++)
    if (!strcmp(f->path, path) || (f->also && !strcmp(f->also, path))) return f;
  return NULL;
}

const schema_section *schema_find_section(const char *name) {
  const schema_section *s;
  for (int i = 0; (s = schema_section_at(i)); i++)
    if (!strcmp(s->name, name)) return s;
  return NULL;
}

const schema_field *schema_type_of(const schema_field *field) {
  char path[128];
  int group = (int)(strrchr(field->path, '.') - field->path);
  snprintf(path, sizeof path, "%.*s.%s", group, field->path,
           schema_in_group(field->path, "contact") ? "law" : "type");
  return schema_find_field(path);
}

const char *schema_types_that_know(const schema_field *field, char buffer[SCHEMA_TYPES_SIZE]) {
  if (field->only != SCHEMA_BY_LAW) return field->only;
  return law_words_that_know(strchr(field->path, '.') + 1, buffer, SCHEMA_TYPES_SIZE);
}

int schema_applies(const study *self, const schema_field *field, int entry, char *word, size_t size) {
  if (!field->only) return 1;
  const schema_field *type = schema_type_of(field);
  const int index = *(const int *)study_field(self, type, entry);
  char only[SCHEMA_TYPES_SIZE];
  return schema_word_index(schema_types_that_know(field, only), schema_field_word(type, index, word, size)) >=
         0;
}

// Returns 1 if none of the first `before` quantities has this word, to list each word once.
static int is_first(const char *word, const study_kind *const *last, int before) {
  const study_quantity *q;
  for (const study_kind *const *k = study_kinds; k <= last; k++)
    for (int i = 0; (k < last || i < before) && (q = study_kind_quantity(*k, i)); i++)
      if (!strcmp(q->word, word)) return 0;
  return 1;
}

static const char *quantity_word(int index) {
  const study_quantity *q;
  for (const study_kind *const *k = study_kinds; *k; k++)
    for (int i = 0; (q = study_kind_quantity(*k, i)); i++)
      if (is_first(q->word, k, i) && index-- == 0) return q->word;
  return "";
}

const char *schema_field_word(const schema_field *field, int index, char *buffer, size_t size) {
  if (field->type == FIELD_WORD) return schema_word(field->words, index, buffer, size);
  const char *word = field->type == FIELD_QUANTITY ? quantity_word(index) : "";
  for (int i = 0; i <= index && field->type == FIELD_KIND && study_kinds[i]; i++)
    if (i == index) word = study_kinds[i]->name;
  for (int i = 0; i <= index && field->type == FIELD_LAW && law_kinds[i]; i++)
    if (i == index) word = law_kinds[i]->name;
  snprintf(buffer, size, "%s", word);
  return buffer;
}

const char *schema_doc(const schema_field *field, char buffer[SCHEMA_DOC]) {
  size_t used = (size_t)snprintf(buffer, SCHEMA_DOC, "%s", field->doc);
  for (int i = 0; field->type == FIELD_KIND && study_kinds[i] && used < SCHEMA_DOC; i++)
    used += (size_t)snprintf(buffer + used, SCHEMA_DOC - used, "%s%s",
                             i == 0 ? ": " : study_kinds_separator(i, ", or "), study_kinds[i]->doc);
  for (int i = 0; field->type == FIELD_LAW && law_kinds[i] && used < SCHEMA_DOC; i++)
    used += (size_t)snprintf(buffer + used, SCHEMA_DOC - used, "%s%s: %s", i == 0 ? "" : "; ",
                             law_kinds[i]->name, law_kinds[i]->doc);
  for (const study_kind *const *k = study_kinds; *k; k++)
    for (const study_note *note = (*k)->notes; note && note->path && used < SCHEMA_DOC; note++)
      if (!strcmp(note->path, field->path))
        used += (size_t)snprintf(buffer + used, SCHEMA_DOC - used, "; %s", note->text);
  return buffer;
}

typedef struct key_list {
  arena *memory;
  const char **name;
  int n, failed;
} key_list;

// Adds the component of `path` behind `group`.
static void add_key(key_list *keys, const char *path, const char *group) {
  if (!path || !schema_in_group(path, group)) return;
  const char *key = path + strlen(group) + (*group != 0);
  size_t length = strcspn(key, ".");
  for (int i = 0; i < keys->n; i++)
    if (strlen(keys->name[i]) == length && !memcmp(keys->name[i], key, length)) return;
  char *copy = arena_allocate(keys->memory, length + 1);
  if (!copy) {
    keys->failed = 1;
    return;
  }
  keys->name[keys->n++] = memcpy(copy, key, length);
}

const char *const *schema_keys(arena *memory, const char *group, int *n) {
  key_list keys = {.memory = memory};
  int fields = 0, sections = 0;
  while (schema_field_at(fields)) fields++;
  while (schema_section_at(sections)) sections++;
  keys.name = arena_allocate(memory, sizeof(char *) * (size_t)(2 * fields + sections + 1));
  if (!keys.name) return NULL;
  for (int i = 0; i < fields; i++) add_key(&keys, schema_field_at(i)->path, group);
  for (int i = 0; i < sections; i++) add_key(&keys, schema_section_at(i)->name, group);
  for (int i = 0; i < fields; i++) add_key(&keys, schema_field_at(i)->also, group);
  *n = keys.n;
  return keys.failed ? NULL : keys.name;
}

const char *schema_range_text(const schema_field *field, char *buffer, size_t size) {
  const char *unit = field->unit ? field->unit : "", *blank = field->unit ? " " : "";
  double low = field->minimum, high = field->maximum;
  int positive = low == POSITIVE;
  if (isinf(low) && isinf(high))
    snprintf(buffer, size, "any number%s%s", field->unit ? " in " : "", unit);
  else if (isinf(high))
    snprintf(buffer, size, "%s %.16g%s%s", positive ? "more than" : "at least", positive ? 0 : low, blank,
             unit);
  else if (positive)
    snprintf(buffer, size, "more than 0, at most %.16g%s%s", high, blank, unit);
  else
    snprintf(buffer, size, "%.16g to %.16g%s%s", low, high, blank, unit);
  return buffer;
}

const char *schema_allowed_text(const schema_field *field, double value, char *buffer, size_t size) {
  schema_range_text(field, buffer, size);
  size_t used = strlen(buffer);
  if (field->minimum == POSITIVE && value > 0 && value < POSITIVE)
    snprintf(buffer + used, size - used, ", at least %.3g: smaller numbers lose their digits", POSITIVE);
  return buffer;
}
