// Cost of a call of the C API besides its steps, and rows per second by the size of blocks.
//   build/bench/bench_coupling [STUDY.yaml]
// Default: models/plate/steady.yaml, from the source folder.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "chatter/chatter.h"

static const char chain[] = "study: transient\n"
                            "model: {type: chain, masses: [1], springs: [100]}\n"
                            "reduction: {method: modal, damping: 0.02}\n"
                            "contact: {nodes: 1, law: unilateral, gap: 0.01, restitution: 0.6}\n"
                            "excitation: {node: 1, amplitude: 1, frequency: 1.5}\n"
                            "integrator: {scheme: moreau, steps_per_period: 200, periods: 20, window: 5}\n"
                            "outputs: {amplitude: {node: 1, reduce: half_peak_to_peak}}\n";

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void check(int code) {
  if (code == 0) return;
  fprintf(stderr, "%s\n", chatter_error());
  exit(code);
}

// Returns ms per call of n rows, each with another frequency; `periods` 0: that of the study.
static double time_calls(chatter_study *study, int calls, long n, double periods) {
  const char *const names[] = {"excitation.frequency", "integrator.periods", "integrator.window"};
  const int n_outputs = chatter_output_count(study), n_inputs = periods > 0 ? 3 : 1;
  double *inputs = calloc((size_t)(3 * n), sizeof *inputs);
  double *outputs = calloc((size_t)(n * n_outputs), sizeof *outputs), begun = 0;
  chatter_input frequency = {.size = sizeof frequency};
  check(chatter_find_input(study, names[0], &frequency));
  for (int c = -1; c < calls; c++) { // the first one binds
    if (c == 0) begun = seconds();
    for (long i = 0; i < n; i++) {
      inputs[n_inputs * i] = frequency.value * (1 + 1e-4 * (double)((c + 1) * n + i) / (double)(calls * n));
      if (periods > 0) inputs[3 * i + 1] = inputs[3 * i + 2] = periods;
    }
    check(chatter_evaluate(study, n, n_inputs, names, inputs, n_outputs, outputs, NULL));
  }
  const double taken = seconds() - begun;
  free(inputs);
  free(outputs);
  return 1e3 * taken / calls;
}

static void measure(const char *name, const char *path) {
  chatter_study *study;
  check(chatter_open(path, NULL, &study));
  printf("%s\n  one row of one period: %.3f ms a call\n", name, time_calls(study, 1000, 1, 1));
  for (long n = 1; n <= 1024; n *= 4) {
    const double ms = time_calls(study, n < 64 ? 32 : 4, n, 0);
    printf("  %4ld rows of the study's length: %9.3f ms a call, %8.0f rows/s\n", n, ms, 1e3 * (double)n / ms);
  }
  chatter_close(study);
}

int main(int n_words, char **words) {
  char path[] = "/tmp/chatter_coupling_XXXXXX";
  const int file = mkstemp(path);
  FILE *text = file < 0 ? NULL : fdopen(file, "w");
  if (!text || fputs(chain, text) < 0 || fclose(text) != 0) return 6;
  measure("one mass before a wall, 200 steps a period", path);
  remove(path);
  measure("plate, 500 steps a period", n_words > 1 ? words[1] : "models/plate/steady.yaml");
  return 0;
}
