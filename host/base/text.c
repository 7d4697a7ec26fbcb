#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static chatter_status read_stream(FILE *file, const char *path, chatter_status unreadable, char **text,
                                  size_t *length) {
  size_t used = 0, capacity = 65536;
  char *bytes = malloc(capacity);
  while (bytes) {
    used += fread(bytes + used, 1, capacity - 1 - used, file);
    if (used < capacity - 1) break;
    char *larger = realloc(bytes, capacity *= 2);
    if (!larger) free(bytes);
    bytes = larger;
  }
  if (!bytes) return error_raise(CHATTER_DEVICE, "%s: out of memory while reading", path);
  if (ferror(file)) {
    free(bytes);
    return error_raise(unreadable, "%s: cannot read: %s", path, strerror(errno));
  }
  bytes[used] = 0;
  *text = bytes;
  *length = used;
  return CHATTER_OK;
}

chatter_status text_read_file(const char *path, chatter_status unreadable, char **text, size_t *length) {
  *text = NULL;
  *length = 0;
  FILE *file = fopen(path, "rb");
  if (!file) return error_raise(unreadable, "%s: cannot open: %s", path, strerror(errno));
  chatter_status status = read_stream(file, path, unreadable, text, length);
  fclose(file);
  return status;
}

chatter_status text_read_input(const char *name, chatter_status unreadable, char **text, size_t *length) {
  *text = NULL;
  *length = 0;
  return read_stream(stdin, name, unreadable, text, length);
}

const char *text_plural(long n, const char *one, const char *many) {
  return n == 1 ? one : many;
}

static const char *skip_digits(const char *c, int *n) {
  for (; isdigit((unsigned char)*c); c++) ++*n;
  return c;
}

number_outcome text_number(const char *text, double *value) {
  const char *c = text + (*text == '+' || *text == '-');
  const char *const words[] = {"nan", "inf", "infinity", ".nan", ".inf"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcasecmp(c, words[i])) return NUMBER_NOT_FINITE;
  int mantissa = 0, exponent = 0;
  c = skip_digits(c, &mantissa);
  if (*c == '.') c = skip_digits(c + 1, &mantissa);
  if (!mantissa) return NUMBER_NONE;
  if (*c == 'e' || *c == 'E') {
    c += 1 + (c[1] == '+' || c[1] == '-');
    c = skip_digits(c, &exponent);
    if (!exponent) return NUMBER_NONE;
  }
  if (*c) return NUMBER_NONE;
  *value = strtod(text, NULL);
  return isfinite(*value) ? NUMBER_OK : NUMBER_NOT_FINITE;
}

static int minimum(int a, int b) {
  return a < b ? a : b;
}

enum { LONGEST = 96 }; // of names; longer ones are compared by their beginning

int text_distance(const char *a, const char *b) {
  int row[3][LONGEST + 1]; // the last three rows of the table are enough for swaps of neighbours
  int *before = row[0], *last = row[1], *now = row[2];
  int n = (int)strnlen(a, LONGEST), m = (int)strnlen(b, LONGEST);
  for (int j = 0; j <= m; j++) last[j] = j;
  for (int i = 1; i <= n; i++) {
    now[0] = i;
    for (int j = 1; j <= m; j++) {
      int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
      now[j] = minimum(minimum(last[j], now[j - 1]) + 1, last[j - 1] + (x != y));
      if (i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) && tolower((unsigned char)a[i - 2]) == y)
        now[j] = minimum(now[j], before[j - 2] + 1);
    }
    int *free_row = before;
    before = last;
    last = now;
    now = free_row;
  }
  return last[m];
}

const char *text_nearest(const char *word, int n, const char *const *candidates) {
  int length = (int)strnlen(word, LONGEST);
  int best = minimum((length + 2) / 3, length - 1) + 1; // a third of the letters may be wrong, never all
  const char *nearest = NULL;
  for (int i = 0; i < n; i++) {
    int distance = text_distance(word, candidates[i]);
    if (distance >= best) continue;
    best = distance;
    nearest = candidates[i];
  }
  return nearest;
}

const char *text_did_you_mean(const char *word, int n, const char *const *candidates, char *buffer,
                              size_t size) {
  const char *nearest = text_nearest(word, n, candidates);
  if (nearest)
    snprintf(buffer, size, " (did you mean '%s'?)", nearest);
  else if (size)
    buffer[0] = 0;
  return buffer;
}
