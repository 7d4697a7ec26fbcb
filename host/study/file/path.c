// Dotted paths of ensemble parameters and of places in messages.
#include "study/file/path.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "study/file/document.h"
#include "study/file/storage.h"
#include "study/schema/schema_catalogue.h"
#include "study/schema/schema_words.h"
#include "study/study_kind.h"

const input_alias *path_find_input(const study *self, const char *name) {
  for (int i = 0; i < self->n_inputs; i++)
    if (!strcmp(self->inputs[i].name, name)) return &self->inputs[i];
  return NULL;
}

const char *path_resolve_alias(const study *self, const char *path_or_alias) {
  const input_alias *input = path_find_input(self, path_or_alias);
  return input ? input->path : path_or_alias;
}

const char *path_resolve_alias_at(const study *self, const char *path_or_alias, int k,
                                  char text[STUDY_PATH]) {
  const input_alias *input = path_find_input(self, path_or_alias);
  if (k == 0) return input ? input->path : path_or_alias;
  return input ? schema_word(input->also, k - 1, text, STUDY_PATH)[0] ? text : NULL : NULL;
}

const char *path_entry_name(const study *self, const schema_section *s, int entry) {
  return (const char *)study_entry(self, s, entry) + s->name_offset;
}

static const schema_section *find_section_of_path(const char *path) {
  const schema_section *found = NULL;
  const schema_section *s;
  for (int i = 0; (s = schema_section_at(i)); i++)
    if (schema_in_group(path, s->name) && (!found || strlen(s->name) > strlen(found->name))) found = s;
  return found;
}

// Reads the number of "12.rest" or "12" and sets *rest behind it. Returns -1 if there is no leading
// number.
static int leading_index(const char *text, const char **rest) {
  if (!isdigit((unsigned char)*text) || strspn(text, "0123456789") > 6) return -1;
  char *end = NULL;
  long index = strtol(text, &end, 10);
  if (*end && *end != '.') return -1;
  *rest = *end ? end + 1 : end;
  return (int)index;
}

// Finds the entry of a repeated section and the key behind it.
static path_outcome find_entry(const study *self, const schema_section *s, const char *text, int *entry,
                               const char **key) {
  int n = study_count_entries(self, s);
  *entry = 0;
  *key = text;
  if (s->shape == SECTION_MAP) return PATH_OK;
  if (s->shape == SECTION_LIST) {
    int index = leading_index(text, key);
    if (index < 0 && n > 1) return PATH_WHICH_ENTRY;
    *entry = index < 0 ? 0 : index;
    return *entry < n ? PATH_OK : PATH_NO_ENTRY;
  }
  for (*entry = 0; *entry < n; ++*entry) {
    const char *name = path_entry_name(self, s, *entry);
    size_t length = strlen(name);
    if (strncmp(text, name, length) || text[length] != '.') continue;
    *key = text + length + 1;
    return PATH_OK;
  }
  return PATH_NO_ENTRY;
}

int path_is_list(const schema_field *f) {
  return f->type == FIELD_LIST || f->type == FIELD_PAIR || f->type == FIELD_COLUMNS;
}

static path_outcome find_key(const char *group, const char *key, study_location *out) {
  char path[STUDY_PATH * 2];
  snprintf(path, sizeof path, "%s%s%s", group, *group ? "." : "", key);
  out->element = -1;
  out->field = schema_find_field(path);
  if (out->field) return PATH_OK;
  char *dot = strrchr(path, '.');
  const char *rest = NULL;
  int element = dot ? leading_index(dot + 1, &rest) : -1;
  if (element < 0) return PATH_UNKNOWN;
  *dot = 0;
  out->field = schema_find_field(path);
  out->element = element;
  return out->field && path_is_list(out->field) ? PATH_OK : PATH_UNKNOWN;
}

path_outcome path_find_location(const study *self, const char *path_or_alias, study_location *out) {
  *out = (study_location){.element = -1};
  const char *path = path_resolve_alias(self, path_or_alias);
  if (strlen(path) >= STUDY_PATH) return PATH_UNKNOWN;
  const schema_section *s = out->section = find_section_of_path(path);
  if (!s) {
    snprintf(out->path, sizeof out->path, "%s", path);
    return find_key("", path, out);
  }
  const char *key = path;
  path_outcome outcome = find_entry(self, s, path + strlen(s->name) + 1, &out->entry, &key);
  if (outcome == PATH_NO_ENTRY || outcome == PATH_WHICH_ENTRY) {
    study_location probe;
    return find_key(s->name, key, &probe) == PATH_OK ? outcome : PATH_UNKNOWN;
  }
  outcome = find_key(s->name, key, out);
  if (outcome != PATH_OK) return outcome;
  const char *rest = out->field->path + strlen(s->name);
  if (s->shape == SECTION_LIST)
    snprintf(out->path, sizeof out->path, "%s.%d%s", s->name, out->entry, rest);
  else if (s->shape == SECTION_NAMED)
    snprintf(out->path, sizeof out->path, "%s.%s%s", s->name, path_entry_name(self, s, out->entry), rest);
  else
    snprintf(out->path, sizeof out->path, "%s", out->field->path);
  return PATH_OK;
}

int study_varies(const study *self, const char *part) {
  char text[STUDY_PATH];
  const char *path;
  for (int p = 0; p < self->ensemble.n_parameters; p++)
    for (int k = 0; (path = path_resolve_alias_at(self, self->ensemble.parameters[p].path, k, text)); k++)
      if (strstr(path, part)) return 1;
  return 0;
}

int study_entry_varies(const study *self, const char *path, int entry) {
  study_location at;
  char text[STUDY_PATH];
  const char *one;
  for (int p = 0; p < self->ensemble.n_parameters; p++)
    for (int k = 0; (one = path_resolve_alias_at(self, self->ensemble.parameters[p].path, k, text)); k++)
      if (path_find_location(self, one, &at) == PATH_OK && at.entry == entry &&
          strcmp(at.field->path, path) == 0)
        return 1;
  return 0;
}
