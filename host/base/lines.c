#include "base/lines.h"

#include <stdlib.h>
#include <string.h>

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

// Cuts `text` into its lines; how many. line NULL: only counts them.
static size_t cut(char *text, char **line) {
  size_t n = 0;
  for (char *at = text; *at;) {
    const size_t length = strcspn(at, "\n");
    const int is_last = at[length] == 0;
    if (line && length > 0) line[n] = at, at[length] = 0;
    n += length > 0;
    at += length + !is_last;
  }
  return n;
}

static void write_distinct(size_t n, char **line, char *out) {
  char *end = out;
  qsort(line, n, sizeof *line, by_text);
  for (size_t i = 0; i < n; i++) {
    if (i > 0 && strcmp(line[i], line[i - 1]) == 0) continue;
    if (end > out) *end++ = '\n';
    const size_t length = strlen(line[i]);
    memcpy(end, line[i], length);
    end += length;
  }
  *end = 0;
}

char *lines_join(const char *a, const char *b) {
  const size_t size_a = strlen(a), size_b = strlen(b);
  char *both = malloc(size_a + size_b + 2), *out = malloc(size_a + size_b + 2), **line = NULL;
  if (both && out) {
    memcpy(both, a, size_a);
    both[size_a] = '\n';
    memcpy(both + size_a + 1, b, size_b + 1);
    const size_t n = cut(both, NULL);
    line = malloc((n + 1) * sizeof *line);
    if (line) write_distinct(cut(both, line), line, out);
  }
  if (!line) {
    free(out);
    out = NULL;
  }
  free(both);
  free(line);
  return out;
}
