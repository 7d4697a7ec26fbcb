// Splits paths and lists of words.

#include "study/schema/schema_words.h"

#include <stdio.h>
#include <string.h>

int schema_in_group(const char *path, const char *group) {
  size_t n = strlen(group);
  return !n || (!strncmp(path, group, n) && path[n] == '.');
}

// Returns the next word of a blank-separated list, NULL after the last.
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
