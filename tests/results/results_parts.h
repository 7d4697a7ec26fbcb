// Parts of an artificial ensemble for the tests of the results layer: every value follows from the
// number of the trajectory.
#ifndef CHATTER_TESTS_RESULTS_PARTS_H
#define CHATTER_TESTS_RESULTS_PARTS_H

#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "results/write/result_writer.h"
#include "tests/check.h"
#include "tests/same_bytes.h"
#include "results/result_set.h"

enum { PART_WINDOWS = 4 };

static double part_value(int trajectory, int window) {
  return sin(trajectory * 1.7 + window) / 3;
}

// Trajectories first, first + stride, ... (count of them); numbers 4 and 11 have a time series.
static result_set *make_part(int first, int stride, int count) {
  int n_series = 0;
  for (int i = 0; i < count; i++) n_series += first + i * stride == 4 || first + i * stride == 11;
  size_t sizes[] = {(size_t)count, PART_WINDOWS}, series[] = {(size_t)n_series, 5}, fixed[] = {6};
  result_set *set = result_set_create();
  int *trajectory = result_set_add(set, "trajectory", RESULT_INT, "trajectory", sizes, "", "number");
  int *status = result_set_add(set, "status", RESULT_INT, "trajectory", sizes, "", "outcome");
  set->variables[1].flag_meanings = "ok diverged not_run";
  double *load = result_set_add(set, "excitation.frequency", RESULT_DOUBLE, "trajectory", sizes, "Hz", "");
  double *windows = result_set_add(set, "amplitude", RESULT_DOUBLE, "trajectory,window", sizes, "m", "");
  int *impacts = result_set_add(set, "impacts", RESULT_INT, "trajectory", sizes, "", "");
  char **id = result_set_add(set, "sample_id", RESULT_STRING, "trajectory", sizes, "", "");
  double *line = result_set_add(set, "boundary", RESULT_DOUBLE, "r1", fixed, "", "");
  int *chosen = n_series ? result_set_add(set, "series", RESULT_INT, "series", series, "", "") : NULL;
  double *history =
      n_series ? result_set_add(set, "history", RESULT_DOUBLE, "series,sample", series, "m", "") : NULL;
  for (int i = 0, s = 0; i < count; i++) {
    char text[32];
    int k = first + i * stride;
    snprintf(text, sizeof text, "sample %d", k);
    trajectory[i] = k;
    status[i] = k % 2;
    load[i] = 267 + k / 7.0;
    impacts[i] = 3 * k;
    id[i] = arena_string(set->memory, text);
    for (int w = 0; w < PART_WINDOWS; w++) windows[i * PART_WINDOWS + w] = part_value(k, w);
    if (k != 4 && k != 11) continue;
    chosen[s] = k;
    for (int j = 0; j < 5; j++) history[s * 5 + j] = k + 0.1 * j;
    s++;
  }
  for (int i = 0; i < 6; i++) line[i] = i / 3.0;
  result_set_text(set, "study", "study: transient\n");
  result_set_text(set, "study_sha256", "11aa");
  result_set_text(set, "reduced_hash", "22bb");
  result_set_number(set, "seed", 7);
  return set;
}

static inline void append_part(result_writer *writer, int first, int stride, int count) {
  result_set *part = make_part(first, stride, count);
  CHECK_OK(result_writer_append_part(writer, part));
  result_set_destroy(part);
}

#endif
