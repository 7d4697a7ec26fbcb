// Harmonic balance: µs of processor time per converged point and core, for the cantilever and the
// blades (3 harmonics) and for the plate (20 harmonics, 4096 samples), by the lanes of the CPU, one
// thread; and the resulting curves per second. The bound is the time of the linear part of a Newton
// iteration at the core's FMA peak: transfer functions, Jacobian, factors; contacts come on top.
// usage: bench_response [TRAJECTORIES]
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "bench/programs/peak.h"
#include "ensemble/batch/devices.h"
#include "ensemble/batch/job/job_bind.h"
#include "kernels/response/response_layout.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "study/samples/design.h"
#include "study/samples/samples.h"
#include "tests/check.h"

typedef struct bench_case {
  const char *name, *file, *more; // lines appended to the study
} bench_case;
static const bench_case CASES[] = {
    {"cantilever", "cantilever/peak.yaml",
     "ensemble: {seed: 3, design: {type: random, count: %ld, parameters: {excitation.amplitude: "
     "{distribution: "
     "uniform, from: 0.2, to: 5}}}}\n"},
    {"blades", "blade-damper-blade/peak.yaml",
     "ensemble: {seed: 3, design: {type: random, count: %ld, parameters: {excitation.amplitude: "
     "{distribution: "
     "uniform, from: 2, to: 30}}}}\n"},
    {"plate", "plate/response.yaml",
     "ensemble: {seed: 3, design: {type: random, count: %ld, parameters: {response.at: {distribution: "
     "uniform, from: "
     "270, to: 300}}}}\n"},
};

static char *text_of(const bench_case *which, long n, char *path, size_t size) {
  snprintf(path, size, "%s/models/%s", getenv("CHATTER_SOURCE") ? getenv("CHATTER_SOURCE") : ".",
           which->file);
  FILE *file = fopen(path, "r");
  if (!file) {
    fprintf(stderr, "%s: run it in the source folder, or name that in CHATTER_SOURCE\n", path);
    exit(1);
  }
  static char text[16384];
  const size_t read = fread(text, 1, sizeof text - 1024, file);
  fclose(file);
  char line[512];
  snprintf(line, sizeof line, which->more, n);
  snprintf(text + read, sizeof text - read, "%s", line);
  return text;
}

// Flops of the linear part of one iteration: transfer functions with first and second derivatives,
// Jacobian, LU.
static double linear_flops(const int *dim) {
  const double n = hb_n_unknowns(dim) + 2, boundary = dim[DIM_HB_BOUNDARY], ports = hb_n_ports(dim);
  const double transfer =
      hb_n_harmonics(dim) * (double)dim[DIM_HB_MODES] * (40 + ports * (boundary * 9 + 17));
  return transfer + 4 * n * n * boundary / dim[DIM_HB_POINTS] + 2 * n * n * n / 3;
}

static void row(const bench_case *which, long n, int lanes, double gflops) {
  char path[512];
  const char *text = text_of(which, n, path, sizeof path);
  study config;
  samples values;
  run_plan plan;
  device_set devices;
  batch_job job;
  CHECK_OK(study_parse(text, strlen(text), path, 0, NULL, &config));
  CHECK_OK(samples_from_design(&config, &values));
  CHECK_OK(plan_create(&config, &values, 1, 1, NULL, &plan));
  CHECK_OK(plan_open_group(&plan, 0));
  CHECK_OK(devices_open(&(device_choice){.device = "cpu", .threads = 1, .lanes = lanes}, &devices));
  CHECK_OK(batch_job_create(&plan, 0, plan.groups[0].n, plan.groups[0].trajectory, &job));
  CHECK_OK(batch_job_upload(&job, &devices.device[0]));
  const double start = seconds();
  CHECK_OK(batch_job_advance(&job, 1e12));
  const double taken = seconds() - start;
  CHECK_OK(batch_job_fetch(&job));
  double points = 0, solves = 0, tries = 0;
  for (long i = 0; i < job.n; i++) {
    points += job.host.state[HB_N_POINTS * job.host.stride + i];
    solves += job.host.state[HB_N_ITERATIONS * job.host.stride + i];
    tries += job.host.state[STATE_STEPS * job.host.stride + i];
  }
  const double iterations = solves + tries; // each try ends with an evaluation at the point
  const double bound = linear_flops(job.host.sizes.dim) * iterations / gflops * 1e-9;
  printf(
      "%-10s %d lanes: %8.2f us a converged solution, %8.2f us a kept point (%.1f kept, %.1f solutions, %.1f "
      "iterations a curve); linear part at the peak of one core %.0f %%; %.0f curves/s\n",
      which->name, lanes, 1e6 * taken / tries, 1e6 * taken / points, points / (double)job.n,
      tries / (double)job.n, solves / (double)job.n, 100 * bound / taken, (double)job.n / taken);
  batch_job_destroy(&job);
  devices_close(&devices);
  plan_destroy(&plan);
  samples_destroy(&values);
  study_destroy(&config);
}

int main(int argc, char **argv) {
  const long n = argc > 1 ? atol(argv[1]) : 64;
  const double gflops = peak_gflops();
  printf("FMA peak of one core %.1f Gflop/s\n", gflops);
  for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++)
    for (int lanes = 8; lanes >= 1; lanes = lanes == 8 ? 4 : lanes == 4 ? 1 : 0)
      row(&CASES[c], strcmp(CASES[c].name, "plate") ? n : n / 4, lanes, gflops);
  return TEST_END();
}
