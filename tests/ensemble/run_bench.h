// Helpers for tests of runs to files: a folder, default options, comparison of results, expected
// errors.
#ifndef CHATTER_TESTS_RUN_BENCH_H
#define CHATTER_TESTS_RUN_BENCH_H

#include <sys/stat.h>
#include <unistd.h>

#include "ensemble/run_study.h"
#include "ensemble_bench.h"
#include "results/result_set.h"
#include "results/results_file.h"
#include "study/file/parse.h"
#include "study/file/storage.h"

static char folder[] = "/tmp/chatter-run-XXXXXX";
static study config;

static const char *in_folder(const char *name) {
  static char paths[8][256];
  static int next;
  char *path = paths[next++ % 8];
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

static run_options quiet(const char *device) {
  run_options o = run_default();
  o.device.device = device;
  o.device.threads = 2;
  o.progress = 0;
  o.checkpoint_every = 1e9;
  return o;
}

static size_t bytes_of(const result_variable *v) {
  size_t n = v->type == RESULT_DOUBLE ? sizeof(double) : sizeof(int);
  for (int d = 0; d < v->n_dims; d++) n *= v->size[d];
  return n;
}

__attribute__((unused)) static void same_results(const char *a_path, const char *b_path, int line) {
  result_set *a, *b;
  CHECK_OK(results_read(a_path, &a));
  CHECK_OK(results_read(b_path, &b));
  int compared = 0;
  for (int i = 0; i < a->n_variables; i++) {
    const result_variable *x = &a->variables[i], *y = result_set_find(b, x->name);
    if (x->type == RESULT_STRING) continue;
    int same = y && bytes_of(x) == bytes_of(y) && memcmp(x->data, y->data, bytes_of(x)) == 0;
    if (!same) {
      fprintf(stderr, "line %d: variable '%s' differs\n", line, x->name);
      check_failures++;
    }
    compared++;
  }
  TEST_CHECK(compared >= 9); // trajectory, status, end_time, steps, two parameters, outputs
  result_set_destroy(a);
  result_set_destroy(b);
}
#define SAME(a, b) same_results(in_folder(a), in_folder(b), __LINE__)

__attribute__((unused)) static void raises(chatter_status got, chatter_status expected, const char *text,
                                           int line) {
  int found = 0;
  for (int i = 0; i < error_count(); i++) found |= strstr(error_message(i), text) != NULL;
  if (got != expected || !found) {
    fprintf(stderr, "line %d: status %d, expected %d with '%s'\n", line, got, expected, text);
    log_errors();
    check_failures++;
  }
  error_clear();
}
#define RAISES(call, status, text) raises(call, status, text, __LINE__)

static void run_bench_begin(void) {
  log_quiet(1);
  if (!mkdtemp(folder)) exit(1);
  CHECK_OK(study_parse(bench_chain_impacts, strlen(bench_chain_impacts), "bench.yaml", 0, NULL, &config));
}

static int run_bench_end(void) {
  char command[300];
  study_destroy(&config);
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  return system(command) == 0 ? TEST_END() : 1;
}

#endif
