#include "results/read/own_study.h"

#include <stdio.h>
#include <string.h>

enum { MOST_OVERRIDES = 512 };

// The --set texts of the run, one a line, and behind them those of the caller.
static int list_overrides(char *lines, int n_set, const char *const *set, const char *list[MOST_OVERRIDES]) {
  char *rest = NULL;
  int n = 0;
  for (char *line = lines ? strtok_r(lines, "\n", &rest) : NULL; line && n < MOST_OVERRIDES;
       line = strtok_r(NULL, "\n", &rest))
    list[n++] = line;
  for (int i = 0; i < n_set && n < MOST_OVERRIDES; i++) list[n++] = set[i];
  return n;
}

chatter_status results_own_study(const result_set *results, const char *path, int n_set,
                                 const char *const *set, study *out) {
  const char *text = result_set_find_text(results, "study"), *list[MOST_OVERRIDES],
             *before = result_set_find_text(results, "overrides");
  char name[STUDY_PATH];
  if (!text) return error_raise(CHATTER_IO, "%s: holds no study", path);
  char *lines = before ? arena_string(results->memory, before) : NULL;
  if (before && !lines) return error_raise(CHATTER_DEVICE, "out of memory for the study of %s", path);
  const int n = list_overrides(lines, n_set, set, list);
  snprintf(name, sizeof name, "%.400s:study", path);
  return study_parse(text, strlen(text), name, n, list, out);
}
