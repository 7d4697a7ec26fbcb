// Helpers for tests of the C API: studies in a temporary folder, and evaluation of single rows.
#ifndef CHATTER_TESTS_API_BENCH_H
#define CHATTER_TESTS_API_BENCH_H

#include "chatter/chatter.h"
#include "tests/scratch.h"

// A mass before a wall; the second row of `inputs` is a structural number.
static const char wall_study[] =
    "study: transient\n"
    "model: {type: chain, masses: [1], springs: [100]}\n"
    "reduction: {method: modal, damping: 0.02}\n"
    "contact: {nodes: 1, law: unilateral, gap: 0.01, restitution: 0.6}\n"
    "excitation: {node: 1, amplitude: 1, frequency: 1.5}\n"
    "integrator: {scheme: moreau, steps_per_period: 200, periods: 20, window: 5}\n"
    "inputs: {f: excitation.frequency, stiffness: model.springs.0}\n"
    "outputs:\n"
    "  amplitude: {node: 1, reduce: half_peak_to_peak}\n"
    "  impulse: {quantity: normal_force, contact: sum, reduce: integral}\n"
    "  course: {node: 1, reduce: series}\n";

static inline const char *api_study(const char *name) {
  const char *path = in_folder(name);
  FILE *file = fopen(path, "w");
  TEST_CHECK(file && fputs(wall_study, file) > 0);
  if (file) fclose(file);
  return path;
}

static inline chatter_study *api_open(const char *path, const chatter_options *options) {
  chatter_study *study = NULL;
  if (chatter_open(path, options, &study) != 0) fprintf(stderr, "%s\n", chatter_error());
  TEST_CHECK(study != NULL);
  if (!study) exit(1);
  return study;
}

// Evaluates one row (f, stiffness) with two outputs. Returns the exit code.
static inline int api_row(chatter_study *study, double f, double stiffness, double out[2], int *status) {
  static const char *const names[] = {"f", "stiffness"};
  return chatter_evaluate(study, 1, 2, names, (double[]){f, stiffness}, 2, out, status);
}

// Evaluates the same row with a newly opened handle, to which nothing was bound before.
static inline void api_fresh_row(const char *path, double f, double stiffness, double out[2]) {
  chatter_study *study = api_open(path, NULL);
  TEST_CHECK(api_row(study, f, stiffness, out, NULL) == 0);
  chatter_close(study);
}

// A number of steps that takes hours: no test waits for its end.
static const double endless = 1e9;
static inline int api_endless(chatter_study *study, double out[2]) {
  static const char *const names[] = {"integrator.periods"};
  return chatter_evaluate(study, 1, 1, names, &endless, 2, out, NULL);
}

#endif
