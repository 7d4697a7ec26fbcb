// Speed of the leapfrog kernel on a plate-like model (20 modes, 3 contact points), on this machine's CPU:
// µs per trajectory-step and core, flop per step, part of the measured FMA peak, scaling over threads.
//   bench_plate_step [steps [trajectories [load in N]]]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/programs/kernel_case.h"
#include "bench/programs/peak.h"
#include "machines/backend.h"
#include "kernels/transient/transient_layout.h"

#define KERNEL KERNEL_DECLARE
#include "kernels/transient/kernels.h"
#undef KERNEL

enum { MODES = 20, POINTS = 3 };
static const double PI = 3.14159265358979323846;

static void fill_model(double *model, const int *dim) {
  for (int k = 0; k < MODES; k++) {
    const double omega = 2 * PI * 278.09 * pow(26841.3 / 278.09, k / 19.0);
    model[transient_model_at(dim, MODEL_OMEGA2) + k] = omega * omega;
    model[transient_model_at(dim, MODEL_PHI_F) + k] = (k % 3 ? 3.1 : -3.2) * cos(k);
    for (int b = 0; b < POINTS; b++)
      model[transient_model_at(dim, MODEL_PHI_B) + b * MODES + k] =
          3.2 * cos(0.7 * k) + 0.8 * (b - 1) * sin(1.3 * k);
  }
  const double f[9] = {4e-9, 1e-9, -5e-10, 1e-9, 3e-9, 1e-9, -5e-10, 1e-9, 4e-9};
  memcpy(model + transient_model_at(dim, MODEL_FLEXIBILITY), f, sizeof f);
  for (int i = 0; i < POINTS; i++)
    model[transient_model_at(dim, MODEL_ROW_SCALE) + i] =
        1 / (fabs(f[3 * i]) + fabs(f[3 * i + 1]) + fabs(f[3 * i + 2]));
}

static double load = 60; // N: contact in every tenth step

static void make(bench_case *c, long n, double steps, int counters) {
  kernel_sizes sizes = {.kind = &kernel_leapfrog};
  int *dim = sizes.dim;
  dim[DIM_MODES] = MODES, dim[DIM_BOUNDARY] = dim[DIM_CONTACT_POINTS] = POINTS;
  dim[DIM_LOADS] = dim[DIM_CONTACT_ENTRIES] = 1;
  dim[DIM_POINT_LAYOUT] = POINT_LAYOUT_NORMAL;
  dim[DIM_SIGNALS] = counters,
  dim[DIM_ACCUMULATOR_ROWS] = counters * N_ACCUMULATORS; // steps that needed a solve
  const bench_case_sizes size = {.n_model = transient_n_model(dim),
                                 .n_tables = transient_n_tables(dim),
                                 .n_state = transient_n_state(dim),
                                 .n_parameters = transient_n_parameters(dim),
                                 .n_varying = 1};
  bench_case_make(c, sizes, size, n, steps);
  const long stride = c->batch.stride;
  fill_model(c->model, dim);
  for (int j = 0; j < POINTS; j++) {
    int *point = c->tables + transient_point_table(dim, j);
    point[POINT_NORMAL] = j, point[POINT_TANGENT] = point[POINT_TANGENT_2] = -1;
  }
  if (counters) {
    c->tables[transient_signal_table(dim, 0) + SIGNAL_KIND] = SIGNAL_ITERATIONS;
    c->tables[transient_signal_table(dim, 0) + SIGNAL_KEEP] = KEEP_MEAN;
  }
  double *p = c->parameters;
  p[TRANSIENT_DT] = 1 / (278.09 * 500), p[TRANSIENT_DIVERGENCE_LIMIT] = 1e6;
  p[TRANSIENT_TOLERANCE] = 1e-10, p[TRANSIENT_MAX_ITERATIONS] = 1000, p[TRANSIENT_RELAXATION] = 1.5;
  p[transient_entry_parameter(dim, 0) + ENTRY_GAP] = 1e-4;
  p[transient_drive_parameter(dim, 0) + DRIVE_AMPLITUDE] = load;
  double *frequency = bench_case_vary(c, size, transient_drive_parameter(dim, 0) + TURNS_FREQUENCY);
  for (long i = 0; i < stride; i++) frequency[i] = 267 + 39 * (double)(i % n) / (double)n;
  for (int k = 0; k < MODES; k++)
    p[transient_damping_parameter(dim) + k] =
        0.02 * sqrt(c->model[transient_model_at(dim, MODEL_OMEGA2) + k]);
}

// Returns the seconds of the second half of a run; on request the fraction of trajectory-steps in
// contact.
static double measure(const char *name, int lanes, int threads, long n, double steps, double *contact) {
  bench_case c;
  backend b;
  backend_options options = backend_default();
  options.lanes = lanes, options.threads = threads;
  if (backend_open(name, options, &b) != BACKEND_OK) return NAN;
  make(&c, n, steps, contact != NULL);
  c.batch.step_end = steps / 2;
  b.launch(&b, &c.batch);
  c.batch.step_end = steps;
  const double start = seconds();
  b.launch(&b, &c.batch);
  const double time = seconds() - start;
  if (contact) {
    const int *dim = c.batch.sizes.dim;
    *contact = 0;
    for (long i = 0; i < n; i++)
      *contact += c.state[(transient_row_observed(dim) + ACCUMULATOR_COUNT) * c.batch.stride + i] /
                  (steps * (double)n);
  }
  b.close(&b);
  bench_case_free(&c);
  return time;
}

int main(int argc, char **argv) {
  const double steps = argc > 1 ? atof(argv[1]) : 200000;
  const long n = argc > 2 ? atol(argv[2]) : 64;
  if (argc > 3) load = atof(argv[3]);
  double contact = 0;
  measure("cpu", 0, 1, n, steps, &contact);
  const int dim[KERNEL_MAX_DIMS] = {
      [DIM_MODES] = MODES, [DIM_BOUNDARY] = POINTS, [DIM_CONTACT_POINTS] = POINTS, [DIM_LOADS] = 1};
  const double open = transient_flops(dim), peak = peak_gflops();
  printf("contact in %.1f %% of the trajectory-steps, open step %.0f flop, FMA peak of a core %.1f Gflop/s\n",
         100 * contact, open, peak);
  printf("state of a trajectory %ld bytes\n", 8L * (STATE_STEPPER_FIRST + 2 * MODES + 2 * POINTS));
  const struct {
    const char *name;
    int lanes, threads;
  } runs[] = {{"cpu", 8, 1}, {"cpu:v3", 4, 1}, {"cpu", 1, 1}, {"cpu:baseline", 1, 1}, {"cpu", 8, 2}};
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    const double part = runs[i].lanes == 1 ? 0.1 : 1,
                 time = measure(runs[i].name, runs[i].lanes, runs[i].threads, n, steps * part, NULL);
    const double each = time / (0.5 * steps * part * (double)n);
    printf("%-12s lanes %d threads %d: %.5f us per trajectory-step and core, %.1f %% of peak (open flops "
           "only)\n",
           runs[i].name, runs[i].lanes, runs[i].threads, 1e6 * each, 100 * open / each / 1e9 / peak);
  }
  return 0;
}
