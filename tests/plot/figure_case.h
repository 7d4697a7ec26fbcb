// Helpers of the tests of figures: results are drawn as SVG and PNG and searched for texts.
#ifndef CHATTER_TESTS_FIGURE_CASE_H
#define CHATTER_TESTS_FIGURE_CASE_H

#include <unistd.h>

#include "base/log.h"
#include "base/text.h"
#include "results/results_file.h"
#include "tests/check.h"
#include "plot/plot.h"
#include "results/result_set.h"
#include "tests/scratch.h"

static result_set *begin(size_t n, const char *title) {
  result_set *set = result_set_create();
  int *trajectory = result_set_add(set, "trajectory", RESULT_INT, "trajectory", &n, "1", "");
  result_set_add(set, "status", RESULT_INT, "trajectory", &n, "1", "outcome");
  set->variables[1].flag_meanings = "ok diverged not_run";
  result_set_role(set, "status", RESULT_STATUS);
  for (size_t i = 0; i < n; i++) trajectory[i] = (int)i;
  result_set_text(set, "title", title);
  return set;
}

static inline double *parameter(result_set *set, size_t n, const char *path, const char *units) {
  char text[100];
  snprintf(text, sizeof text, "ensemble parameter %s", path);
  double *value = result_set_add(set, path, RESULT_DOUBLE, "trajectory", &n, units, text);
  result_set_role(set, path, RESULT_PARAMETER);
  return value;
}

static inline double *output(result_set *set, size_t n, const char *name, const char *units,
                             const char *words) {
  double *value = result_set_add(set, name, RESULT_DOUBLE, "trajectory", &n, units, words);
  result_set_role(set, name, RESULT_OUTPUT);
  return value;
}

// Adds an output for comparison, with a neutral name.
static inline double *comparison(result_set *set, size_t n, const char *name, const char *of,
                                 const char *label) {
  double *value = result_set_add(set, name, RESULT_DOUBLE, "trajectory", &n, "m", "");
  result_set_compares(set, name, of, label);
  return value;
}

// Draws SVG and PNG; the SVG must contain all of `texts` up to the first NULL and none of those up
// to the second. Destroys the set.
static inline void check_figure(result_set *set, const char *name, const char *const *texts) {
  char results[40], svg[40], png[40], *text = NULL;
  size_t length = 0;
  snprintf(results, sizeof results, "%s.h5", name);
  snprintf(svg, sizeof svg, "%s.svg", name);
  snprintf(png, sizeof png, "%s.png", name);
  CHECK_OK(results_write(set, in_folder(results), 0));
  result_set_destroy(set);
  CHECK_OK(plot_results(in_folder(results), in_folder(svg), 0, 0, NULL));
  // script and data exist already
  CHECK_OK(plot_results(in_folder(results), in_folder(png), 0, 0, NULL));
  CHECK_OK(text_read_file(in_folder(svg), CHATTER_IO, &text, &length));
  for (; *texts; texts++)
    if (!strstr(text, *texts)) {
      fprintf(stderr, "%s does not hold '%s'\n", svg, *texts);
      check_failures++;
    }
  for (texts++; *texts; texts++) // after the first NULL: texts that must not occur
    if (strstr(text, *texts)) {
      fprintf(stderr, "%s holds '%s'\n", svg, *texts);
      check_failures++;
    }
  free(text);
  CHECK_OK(text_read_file(in_folder(png), CHATTER_IO, &text, &length));
  TEST_CHECK(length > 5000 && memcmp(text, "\x89PNG", 4) == 0);
  free(text);
}

#endif
