// Speed of the leapfrog kernel on a plate-like model (20 modes, 3 contact points), on this machine's CPU:
// µs per trajectory-step and core, flop per step, part of the measured FMA peak, scaling over threads.
//   bench_plate_step [steps [trajectories [load in N]]]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/programs/peak.h"
#include "machines/backend.h"
#include "machines/kernel_kind.h"
#include "kernels/transient/flops.h"

#define KERNEL KERNEL_DECLARE
#include "kernels/transient/kernels.h"
#undef KERNEL

enum { MODES = 20, POINTS = 3, PARAMETERS = 256 };
static const double PI = 3.14159265358979323846;

typedef struct bench_case {
  kernel_batch batch;
  double *model, *parameters, *state;
  int *tables, *varies;
  long *offset;
} bench_case;

static void fill_model(double *model, const int *dim) {
  for (int k = 0; k < MODES; k++) {
    const double omega = 2 * PI * 278.09 * pow(26841.3 / 278.09, k / 19.0);
    model[transient_model(dim, MODEL_OMEGA2) + k] = omega * omega;
    model[transient_model(dim, MODEL_PHI_F) + k] = (k % 3 ? 3.1 : -3.2) * cos(k);
    for (int b = 0; b < POINTS; b++)
      model[transient_model(dim, MODEL_PHI_B) + b * MODES + k] =
          3.2 * cos(0.7 * k) + 0.8 * (b - 1) * sin(1.3 * k);
  }
  const double f[9] = {4e-9, 1e-9, -5e-10, 1e-9, 3e-9, 1e-9, -5e-10, 1e-9, 4e-9};
  memcpy(model + transient_model(dim, MODEL_FLEXIBILITY), f, sizeof f);
  for (int i = 0; i < POINTS; i++)
    model[transient_model(dim, MODEL_ROW_SCALE) + i] =
        1 / (fabs(f[3 * i]) + fabs(f[3 * i + 1]) + fabs(f[3 * i + 2]));
}

static double load = 60; // N: contact in every tenth step

static void make(bench_case *c, long n, double steps, int counters) {
  kernel_sizes sizes = {.kind = &kernel_leapfrog};
  int *dim = sizes.dim;
  dim[DIM_MODES] = MODES, dim[DIM_BOUNDARY] = dim[DIM_POINTS] = POINTS;
  dim[DIM_LOADS] = dim[DIM_ENTRIES] = 1;
  dim[DIM_LAYOUT] = LAYOUT_NORMAL;
  dim[DIM_SIGNALS] = counters, dim[DIM_OBSERVED] = counters * N_ACCUMULATE; // steps that needed a solve
  const long stride = (n + BATCH_ALIGN - 1) / BATCH_ALIGN * BATCH_ALIGN, n_p = transient_n_parameters(dim);
  c->model = calloc((size_t)transient_model(dim, MODEL_END), sizeof(double));
  c->tables = calloc((size_t)transient_n_tables(dim), sizeof(int));
  c->state = calloc((size_t)(transient_n_state(dim) * stride), sizeof(double));
  c->parameters = calloc((size_t)(PARAMETERS + stride), sizeof(double));
  c->varies = calloc((size_t)n_p, sizeof(int));
  c->offset = calloc((size_t)n_p, sizeof(long));
  if (!c->model || !c->tables || !c->state || !c->parameters || !c->varies || !c->offset) exit(5);
  fill_model(c->model, dim);
  for (int j = 0; j < POINTS; j++) {
    int *point = c->tables + transient_point(dim, j);
    point[POINT_NORMAL] = j, point[POINT_TANGENT] = point[POINT_TANGENT_2] = -1;
  }
  if (counters) {
    c->tables[transient_signal(dim, 0) + SIGNAL_KIND] = SIGNAL_ITERATIONS;
    c->tables[transient_signal(dim, 0) + SIGNAL_KEEP] = KEEP_MEAN;
  }
  for (long i = 0; i < n_p; i++) c->offset[i] = i;
  double *p = c->parameters;
  p[PARAMETER_STEPS] = steps, p[PARAMETER_SERIES] = -1;
  p[TRANSIENT_DT] = 1 / (278.09 * 500), p[TRANSIENT_DIVERGENCE] = 1e6;
  p[TRANSIENT_TOLERANCE] = 1e-10, p[TRANSIENT_ITERATIONS] = 1000, p[TRANSIENT_RELAXATION] = 1.5;
  p[transient_entry(dim, 0) + ENTRY_GAP] = 1e-4;
  p[transient_drive(dim, 0) + DRIVE_AMPLITUDE] = load;
  const int frequency = transient_drive(dim, 0) + TURNS_FREQUENCY;
  c->varies[frequency] = 1, c->offset[frequency] = PARAMETERS;
  for (long i = 0; i < stride; i++) p[PARAMETERS + i] = 267 + 39 * (double)(i % n) / (double)n;
  for (int k = 0; k < MODES; k++)
    p[transient_damping(dim) + k] = 0.02 * sqrt(c->model[transient_model(dim, MODEL_OMEGA2) + k]);
  c->batch = (kernel_batch){.sizes = sizes,
                            .n_trajectories = n,
                            .stride = stride,
                            .step_end = steps,
                            .model = c->model,
                            .tables = c->tables,
                            .parameters = c->parameters,
                            .parameter_offset = c->offset,
                            .parameter_varies = c->varies,
                            .state = c->state};
}

static void destroy(bench_case *c) {
  free(c->model), free(c->tables), free(c->state), free(c->parameters), free(c->varies), free(c->offset);
}

// Seconds of the second half of a run; fraction of trajectory-steps in contact on request.
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
      *contact += c.state[(transient_row_observed(dim) + ACCUMULATE_COUNT) * c.batch.stride + i] /
                  (steps * (double)n);
  }
  b.close(&b);
  destroy(&c);
  return time;
}

int main(int argc, char **argv) {
  const double steps = argc > 1 ? atof(argv[1]) : 200000;
  const long n = argc > 2 ? atol(argv[2]) : 64;
  if (argc > 3) load = atof(argv[3]);
  double contact = 0;
  measure("cpu", 0, 1, n, steps, &contact);
  const int dim[KERNEL_DIMS] = {
      [DIM_MODES] = MODES, [DIM_BOUNDARY] = POINTS, [DIM_POINTS] = POINTS, [DIM_LOADS] = 1};
  const double open = transient_flops(dim), peak = peak_gflops();
  printf("contact in %.1f %% of the trajectory-steps, open step %.0f flop, FMA peak of a core %.1f Gflop/s\n",
         100 * contact, open, peak);
  printf("state of a trajectory %ld bytes\n", 8L * (STATE_STEPPER + 2 * MODES + 2 * POINTS));
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
