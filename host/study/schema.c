#include "study/schema.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const schema_field *schema_find_field(const char *path) {
  for (int i = 0; i < schema_n_fields; i++) {
    const schema_field *f = &schema_fields[i];
    if (!strcmp(f->path, path) || (f->also && !strcmp(f->also, path))) return f;
  }
  return NULL;
}

const schema_section *schema_find_section(const char *name) {
  for (int i = 0; i < schema_n_sections; i++)
    if (!strcmp(schema_sections[i].name, name)) return &schema_sections[i];
  return NULL;
}

int schema_in_group(const char *path, const char *group) {
  size_t n = strlen(group);
  return !n || (!strncmp(path, group, n) && path[n] == '.');
}

const schema_section *schema_section_of(const schema_field *field) {
  const schema_section *found = NULL; // the longest name: sections may stand in sections
  for (int i = 0; i < schema_n_sections; i++) {
    const schema_section *s = &schema_sections[i];
    if (schema_in_group(field->path, s->name) && (!found || strlen(s->name) > strlen(found->name))) found = s;
  }
  return found;
}

const schema_field *schema_type_of(const schema_field *field) {
  char path[128];
  int group = (int)(strrchr(field->path, '.') - field->path);
  snprintf(path, sizeof path, "%.*s.%s", group, field->path,
           schema_in_group(field->path, "contact") ? "law" : "type");
  return schema_find_field(path);
}

int schema_applies(const study *self, const schema_field *field, int entry, char *word, size_t size) {
  if (!field->only) return 1;
  const schema_field *type = schema_type_of(field);
  const int index = *(const int *)study_field(self, type, entry);
  return schema_word_index(field->only, schema_word(type->words, index, word, size)) >= 0;
}

// The next word of a blank-separated list, NULL after the last
static const char *next_word(const char **rest, size_t *length) {
  const char *word = *rest + strspn(*rest, " ");
  *length = strcspn(word, " ");
  *rest = word + *length;
  return *length ? word : NULL;
}

int schema_word_index(const char *words, const char *word) {
  size_t n = 0;
  const char *w = NULL;
  for (int i = 0; (w = next_word(&words, &n)); i++)
    if (strlen(word) == n && !memcmp(w, word, n)) return i;
  return -1;
}

const char *schema_word(const char *words, int index, char *buffer, size_t size) {
  size_t n = 0;
  const char *w = NULL;
  buffer[0] = 0;
  for (int i = 0; (w = next_word(&words, &n)); i++)
    if (i == index) snprintf(buffer, size, "%.*s", (int)n, w);
  return buffer;
}

typedef struct key_list {
  arena *memory;
  const char **name;
  int n, failed;
} key_list;

// The component of `path` behind `group`
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
  keys.name = arena_allocate(memory, sizeof(char *) * (size_t)(2 * schema_n_fields + schema_n_sections));
  if (!keys.name) return NULL;
  for (int i = 0; i < schema_n_fields; i++) add_key(&keys, schema_fields[i].path, group);
  for (int i = 0; i < schema_n_sections; i++) add_key(&keys, schema_sections[i].name, group);
  for (int i = 0; i < schema_n_fields; i++) add_key(&keys, schema_fields[i].also, group);
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
