// Reads the study of results.
#include "results/read/own_study.h"

#include <stdio.h>
#include <string.h>

#include "study/file/parse.h"

enum { MAX_OVERRIDES = 512 };

// Lists the --set texts of the run, one a line, followed by those of the caller.
static int list_overrides(char *lines, int n_set, const char *const *set, const char *list[MAX_OVERRIDES]) {
  char *rest = NULL;
  int n = 0;
  for (char *line = lines ? strtok_r(lines, "\n", &rest) : NULL; line && n < MAX_OVERRIDES;
       line = strtok_r(NULL, "\n", &rest))
    list[n++] = line;
  for (int i = 0; i < n_set && n < MAX_OVERRIDES; i++) list[n++] = set[i];
  return n;
}

static chatter_status parse_stored_study(const result_set *results, const char *path, int without_plot,
                                         int n_set, const char *const *set, study *out) {
  const char *text = result_set_find_text(results, "study"), *list[MAX_OVERRIDES],
             *before = result_set_find_text(results, "overrides");
  char name[STUDY_PATH];
  if (!text) return error_raise(CHATTER_IO, "%s: holds no study", path);
  char *lines = before ? arena_string(results->memory, before) : NULL;
  if (before && !lines) return error_raise(CHATTER_DEVICE, "out of memory for the study of %s", path);
  int n = 0;
  const int all = list_overrides(lines, n_set, set, list);
  for (int i = 0; i < all; i++)
    if (!without_plot || strncmp(list[i], "plot.", 5) != 0) list[n++] = list[i];
  snprintf(name, sizeof name, "%.400s:study", path);
  return study_parse(text, strlen(text), name, n, list, out);
}

chatter_status results_read_study(const result_set *results, const char *path, int n_set,
                                  const char *const *set, study *out) {
  return parse_stored_study(results, path, 0, n_set, set, out);
}

chatter_status results_read_study_without_plot(const result_set *results, const char *path, study *out) {
  return parse_stored_study(results, path, 1, 0, NULL, out);
}
