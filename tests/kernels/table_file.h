// Common parts of the tables of the contact laws (laws/*.csv): the keys of a law in the head, rows
// of numbers with empty cells, files NAME.csv and NAME-VARIANT.csv of each law.
#ifndef CHATTER_TESTS_TABLE_FILE_H
#define CHATTER_TESTS_TABLE_FILE_H

#include <glob.h>
#include <unistd.h>

#include "base/log.h"
#include "study/file/parse.h"
#include "study/study.h"
#include "tests/check.h"

// Reads `contact: {…}` of the head through the study reader, along x of a model `of`.
#define TABLE_CHAIN "type: chain, masses: [1], springs: [1]"
#define TABLE_SOLID "type: calculix, deck: none.inp" // is not read
static inline void table_study(const char *name, const char *of, const char *keys, study *s) {
  static char text[2000];
  snprintf(text, sizeof text,
           "study: transient\nmodel: {%s}\n"
           "reduction: {method: modal}\ncontact: {nodes: 1, normal: x, %.*s}\n"
           "integrator: {scheme: %s, step: 1e-3, duration: 1}\n"
           "outputs: {x: {node: 1, direction: x, reduce: max}}\n",
           of, (int)strcspn(keys, "\n"), keys, strstr(keys, "restitution") ? "moreau" : "leapfrog");
  CHECK_OK(study_parse(text, strlen(text), name, 0, NULL, s));
}

static inline void table_numbers(const char *text, int n, double *to) {
  char *end;
  for (int i = 0; i < n; i++, text = end) to[i] = strtod(text, &end);
}

// Reads a row of n cells into `row`, NaN for empty cells. Returns 0 if the line is not a row.
static inline int table_row(const char *line, int n, double *row) {
  if (*line < '0' || *line > '9') return 0;
  for (int i = 0; i < n; i++, line += strcspn(line, ",\n"), line += *line == ',')
    row[i] = *line == ',' || *line == '\n' ? NAN : strtod(line, NULL);
  return 1;
}

// Gives the name of the file without folder and extension.
static inline void table_name(const char *path, char *name, size_t size) {
  const char *base = strrchr(path, '/') + 1;
  snprintf(name, size, "%.*s", (int)strcspn(base, "."), base);
}

// Runs the check for every table of every law of the list; a law without a table fails.
static inline void tables_each(const char *const *word, size_t n, void (*check)(const char *path)) {
  char folder[400];
  snprintf(folder, sizeof folder, "%s/tests/kernels/laws", source_folder());
  if (access(folder, R_OK) != 0) TEST_SKIP("the source folder is not there");
  for (size_t i = 0; i < n; i++) {
    char pattern[2][450];
    glob_t found;
    for (int k = 0; k < 2; k++)
      snprintf(pattern[k], sizeof pattern[k], "%s/%s%s.csv", folder, word[i], k ? "-*" : "");
    if (glob(pattern[0], 0, NULL, &found) != 0) {
      fprintf(stderr, "law %s has no table %s\n", word[i], pattern[0]), check_failures++;
      continue;
    }
    glob(pattern[1], GLOB_APPEND, NULL, &found);
    for (size_t k = 0; k < found.gl_pathc; k++) check(found.gl_pathv[k]);
    globfree(&found);
  }
}

#endif
