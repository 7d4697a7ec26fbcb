// Reads files and numbers; compares, joins and lists words.
#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

// Returns a buffer size: a regular file's size and one byte that shows its end; other files do not
// tell their size.
static size_t first_capacity(FILE *file) {
  struct stat info;
  if (fstat(fileno(file), &info) != 0 || !S_ISREG(info.st_mode) || info.st_size < 65536) return 65536;
  return (size_t)info.st_size + 2;
}

// Reads at most `most` bytes and one more; if `is_text`, it stops with the block that holds a zero
// byte.
static chatter_status read_stream(FILE *file, const char *path, size_t most, int is_text,
                                  chatter_status unreadable, char **text, size_t *length) {
  size_t used = 0, capacity = first_capacity(file);
  char *bytes = malloc(capacity);
  while (bytes) {
    size_t wanted = capacity - 1 - used < (1 << 20) ? capacity - 1 - used : 1 << 20;
    size_t got = fread(bytes + used, 1, wanted, file);
    used += got;
    if (got < wanted || used > most || (is_text && memchr(bytes + used - got, 0, got))) break;
    if (used < capacity - 1) continue;
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
  chatter_status status = read_stream(file, path, SIZE_MAX, 0, unreadable, text, length);
  fclose(file);
  return status;
}

static chatter_status raise_large(const char *path, size_t most, chatter_status malformed) {
  int giga = most >= 1000000000;
  return error_raise(malformed, "%s: larger than %zu %s, which is the most that is read here", path,
                     most / (giga ? 1000000000 : 1000000), giga ? "GB" : "MB");
}

// Refuses a file that is too large before reading it.
static chatter_status check_size(FILE *file, const char *path, size_t most, chatter_status malformed) {
  struct stat info;
  if (fstat(fileno(file), &info) != 0 || !S_ISREG(info.st_mode)) return CHATTER_OK;
  if ((size_t)info.st_size > most) return raise_large(path, most, malformed);
  double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  if ((double)info.st_size <= memory / 2) return CHATTER_OK;
  return error_raise(CHATTER_DEVICE, "%s: %.3g GB; allowed on this machine: half of its memory, %.3g GB",
                     path, 1e-9 * (double)info.st_size, 0.5e-9 * memory);
}

chatter_status text_read_bounded(const char *path, size_t most, chatter_status unreadable,
                                 chatter_status malformed, char **text, size_t *length) {
  *text = NULL;
  *length = 0;
  int is_input = strcmp(path, "-") == 0;
  FILE *file = is_input ? stdin : fopen(path, "rb");
  if (is_input) path = "standard input";
  if (!file) return error_raise(unreadable, "%s: cannot open: %s", path, strerror(errno));
  chatter_status status = check_size(file, path, most, malformed);
  if (status == CHATTER_OK) status = read_stream(file, path, most, 1, unreadable, text, length);
  if (!is_input) fclose(file);
  if (status != CHATTER_OK || *length <= most) return status;
  free(*text);
  *text = NULL;
  return raise_large(path, most, malformed);
}

int text_is_hdf5(const char *path) {
  static const char signature[8] = "\x89HDF\r\n\x1a\n";
  char begin[sizeof signature] = "";
  struct stat info;
  if (stat(path, &info) != 0 || !S_ISREG(info.st_mode)) return 0;
  FILE *file = fopen(path, "rb");
  int is = file && fread(begin, 1, sizeof begin, file) == sizeof begin &&
           memcmp(begin, signature, sizeof begin) == 0;
  if (file) fclose(file);
  return is;
}

const char *text_number_digits(double value, int digits, int most, char *buffer, size_t size) {
  char text[40];
  do snprintf(text, sizeof text, "%.*g", digits, value);
  while (digits++ < most && strtod(text, NULL) != value);
  snprintf(buffer, size, "%s", text);
  return buffer;
}

void text_list_add(char *list, size_t size, const char *word) {
  static const char more[] = "…";
  const char *gap = *list ? ", " : "";
  const size_t used = strlen(list), room = size - used, tail = sizeof ", …" - 1;
  if (used >= sizeof more - 1 && !strcmp(list + used - (sizeof more - 1), more)) return;
  snprintf(list + used, room, "%s%s", gap, strlen(gap) + strlen(word) + tail < room ? word : more);
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

static int minimum_of_three(int a, int b) {
  return a < b ? a : b;
}

enum { MAX_WORD_LENGTH = 96 }; // longer names are compared by their beginning

int text_distance(const char *a, const char *b) {
  int row[3][MAX_WORD_LENGTH + 1]; // the last three rows of the table suffice for swaps of neighbours
  int *before = row[0], *last = row[1], *now = row[2];
  int n = (int)strnlen(a, MAX_WORD_LENGTH), m = (int)strnlen(b, MAX_WORD_LENGTH);
  for (int j = 0; j <= m; j++) last[j] = j;
  for (int i = 1; i <= n; i++) {
    now[0] = i;
    for (int j = 1; j <= m; j++) {
      int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
      now[j] = minimum_of_three(minimum_of_three(last[j], now[j - 1]) + 1, last[j - 1] + (x != y));
      if (i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) && tolower((unsigned char)a[i - 2]) == y)
        now[j] = minimum_of_three(now[j], before[j - 2] + 1);
    }
    int *free_row = before;
    before = last;
    last = now;
    now = free_row;
  }
  return last[m];
}

// Returns 1 if each part of a, separated by _ or -, is a part of b.
static int has_parts(const char *a, const char *b) {
  static const char gaps[] = "_-";
  for (size_t n; *a; a += n + (a[n] != 0)) {
    const char *own = b;
    n = strcspn(a, gaps);
    while (*own && (strcspn(own, gaps) != n || strncasecmp(own, a, n) != 0)) {
      own += strcspn(own, gaps);
      own += *own != 0;
    }
    if (!*own) return 0;
  }
  return 1;
}

// Returns text_distance, or 1 if only the order of the parts differs: large_house, house_large.
static int turned_distance(const char *a, const char *b) {
  const int distance = text_distance(a, b);
  return distance > 1 && has_parts(a, b) && has_parts(b, a) ? 1 : distance;
}

const char *text_nearest(const char *word, int n, const char *const *candidates) {
  int length = (int)strnlen(word, MAX_WORD_LENGTH);
  int best = minimum_of_three((length + 2) / 3, length - 1) +
             1; // up to a third of the letters may be wrong, never all
  const char *nearest = NULL;
  for (int i = 0; i < n; i++) {
    const int distance = turned_distance(word, candidates[i]);
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

static int compare_lines(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

// Cuts `text` into its lines; returns how many. line NULL: only counts.
static size_t cut_lines(char *text, char **line) {
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
  qsort(line, n, sizeof *line, compare_lines);
  for (size_t i = 0; i < n; i++) {
    if (i > 0 && strcmp(line[i], line[i - 1]) == 0) continue;
    if (end > out) *end++ = '\n';
    const size_t length = strlen(line[i]);
    memcpy(end, line[i], length);
    end += length;
  }
  *end = 0;
}

char *text_join_lines(const char *a, const char *b) {
  const size_t size_a = strlen(a), size_b = strlen(b);
  char *both = malloc(size_a + size_b + 2), *out = malloc(size_a + size_b + 2), **line = NULL;
  if (both && out) {
    memcpy(both, a, size_a);
    both[size_a] = '\n';
    memcpy(both + size_a + 1, b, size_b + 1);
    const size_t n = cut_lines(both, NULL);
    line = malloc((n + 1) * sizeof *line);
    if (line) write_distinct(cut_lines(both, line), line, out);
  }
  if (!line) {
    free(out);
    out = NULL;
  }
  free(both);
  free(line);
  return out;
}
