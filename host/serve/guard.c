#include "serve/guard.h"

#include <stdio.h>
#include <string.h>

#include "study/schema/schema.h"

enum { LONGEST = 512 };

static int is_file(const char *path) {
  const schema_field *field = schema_find_field(path);
  return field && (field->type == FIELD_FILE || field->type == FIELD_FILES);
}

// "drives.quake.file", "drives.0.file": entries have an index or a name, the key has neither.
static int is_file_of_entry(const char *path) {
  char plain[LONGEST] = "", words[LONGEST], ends[LONGEST], *rest = NULL;
  snprintf(words, sizeof words, "%s", path);
  for (char *word = strtok_r(words, ".", &rest); word; word = strtok_r(NULL, ".", &rest)) {
    if (strspn(word, "0123456789") == strlen(word)) continue;
    if (plain[0]) strcat(plain, ".");
    strcat(plain, word);
  }
  const char *first = strchr(plain, '.'), *last = strrchr(plain, '.');
  if (is_file(path) || is_file(plain)) return 1;
  if (!first || first == last) return 0;
  snprintf(ends, sizeof ends, "%.*s%s", (int)(first - plain), plain, last);
  return is_file(ends);
}

int guard_names_file(const char *path, json_t *value) {
  char below[2 * LONGEST];
  const char *key;
  size_t index;
  json_t *item;
  if (strlen(path) > LONGEST / 2) return 1; // no key is so long
  if (is_file_of_entry(path)) return 1;
  json_object_foreach(value, key, item) {
    if (strlen(path) + strlen(key) > LONGEST / 2) return 1;
    snprintf(below, sizeof below, "%s.%s", path, key);
    if (guard_names_file(below, item)) return 1;
  }
  json_array_foreach(value, index, item) {
    if ((json_is_object(item) || json_is_array(item)) && guard_names_file(path, item)) return 1;
  }
  return 0;
}
