// The step of the sliding contact on the CPU: 25 + 220 modes along 100 nodes, as the two beams of the paper
// have them after reduction. Processor time per trajectory-step and core for all builds, lanes in one element
// and in different ones; flops and bytes from the counts below, the multiplier's peak measured in the same
// run; and a plain scalar program of the same step beside it.
//   bench_sliding_step [steps [trajectories]]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/programs/kernel_case.h"
#include "bench/programs/peak.h"
#include "machines/backend.h"
#include "kernels/sliding/sliding_layout.h"

#define KERNEL KERNEL_DECLARE
#include "kernels/sliding/kernels.h"
#undef KERNEL

enum { SLIDER = 25, TARGET = 220, NODES = 100, MODES = SLIDER + TARGET };
static const double PI = 3.14159265358979323846, STEP = 5e-8, PITCH = 1e-3;

static double dot(const double *a, const double *b, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++) sum += a[k] * b[k];
  return sum;
}

// Smooth shapes of two beams; frequencies up to 3 MHz, where h ω is 0.95.
static void fill_model(double *model, const int *dim) {
  double *contact = model + sliding_model_at(dim, SLIDE_MODEL_CONTACT),
         *row = model + sliding_model_at(dim, SLIDE_MODEL_NODES),
         *position = model + sliding_model_at(dim, SLIDE_MODEL_POSITION);
  for (int k = 0; k < MODES; k++) {
    const double part = k < SLIDER ? (double)k / SLIDER : (k - SLIDER + 1.0) / TARGET;
    const double omega = k == 0 ? 0 : 2 * PI * (100 + 3e6 * part * part);
    model[sliding_model_at(dim, SLIDE_MODEL_OMEGA2) + k] = omega * omega;
    model[sliding_model_at(dim, SLIDE_MODEL_DAMPING) + k] = 60 + 3e-8 * omega * omega;
  }
  for (int k = 0; k < SLIDER; k++) {
    contact[k] = k ? 15 * cos(k) : 0, contact[SLIDER + k] = k ? 25 * cos(2 * k) : 18;
    model[sliding_model_at(dim, SLIDE_MODEL_PRELOAD) + k] = k ? 0 : -18;
  }
  for (int i = 0; i < NODES; i++) {
    position[2 + 2 * i] = PITCH * i;
    model[sliding_model_at(dim, SLIDE_MODEL_ARC) + i] = PITCH * i;
    for (int k = 0; k < TARGET; k++) {
      row[(2 * i) * TARGET + k] = 5 * cos((k + 0.5) * PI * i / NODES);
      row[(2 * i + 1) * TARGET + k] = 20 * sin((k + 0.5) * PI * i / NODES);
    }
  }
  for (int i = 0; i < 3; i++)
    model[sliding_model_at(dim, SLIDE_MODEL_GRAM_CONTACT) + i] =
        dot(contact + (i == 2) * SLIDER, contact + (i > 0) * SLIDER, SLIDER);
  for (int e = 0; e + 1 < NODES; e++)
    for (int i = 0, at = 0; i < 4; i++)
      for (int j = i; j < 4; j++, at++)
        model[sliding_model_at(dim, SLIDE_MODEL_GRAM) + e * N_SLIDE_GRAM + at] =
            dot(row + (2 * e + i) * TARGET, row + (2 * e + j) * TARGET, TARGET);
}

// `spread`: trajectories begin in different elements, else all in one. `signals`: of the force and
// the velocity of C, then of the velocity of a point of each body.
static void make(bench_case *c, long n, double steps, int spread, int signals) {
  static const int KINDS[] = {SLIDE_FORCE, SLIDE_CONTACT_VELOCITY_X, SLIDE_VELOCITY, SLIDE_VELOCITY};
  kernel_sizes sizes = {.kind = &kernel_sliding};
  int *dim = sizes.dim;
  dim[DIM_SLIDER_MODES] = SLIDER, dim[DIM_TARGET_MODES] = TARGET, dim[DIM_POLYLINE_NODES] = NODES,
  dim[DIM_SHARED_STEP] = 1;
  dim[DIM_SLIDE_SIGNALS] = signals, dim[DIM_SLIDE_ACCUMULATOR_ROWS] = 2 * N_ACCUMULATORS * signals;
  if (signals > 2) dim[DIM_SLIDE_RESPONSES] = 2, dim[DIM_SLIDE_RESPONSE_RATES] = 1;
  const bench_case_sizes size = {.n_model = sliding_n_model(dim),
                                 .n_tables = sliding_n_tables(dim),
                                 .n_state = sliding_n_state(dim),
                                 .n_parameters = sliding_n_parameters(dim),
                                 .n_varying = 1};
  bench_case_make(c, sizes, size, n, steps);
  const long stride = c->batch.stride;
  fill_model(c->model, dim);
  for (int s = 0; s < dim[DIM_SLIDE_SIGNALS]; s++) {
    int *signal = c->tables + sliding_signal_table(dim, s);
    signal[SIGNAL_KIND] = KINDS[s], signal[SIGNAL_INDEX] = s > 2;
    signal[SIGNAL_KEEP] = KEEP_MIN | KEEP_MAX | KEEP_SQUARE,
    signal[SIGNAL_ACCUMULATOR_ROW] = 2 * s * N_ACCUMULATORS;
  }
  for (int i = 0; i < dim[DIM_SLIDE_RESPONSES]; i++) {
    c->tables[sliding_response_table(dim, i)] = i ? SLIDE_OF_TARGET : SLIDE_OF_SLIDER;
    for (int k = i ? SLIDER : 0; k < (i ? MODES : SLIDER); k++)
      c->model[sliding_model_at(dim, SLIDE_MODEL_RESPONSE) + i * MODES + k] = cos(k);
  }
  double *p = c->parameters;
  p[SLIDE_DT] = STEP, p[SLIDE_DIVERGENCE_LIMIT] = 1e3, p[SLIDE_GUIDE_SPEED] = 0.03,
  p[SLIDE_GUIDE_ADVANCE] = 0.03 * STEP;
  p[SLIDE_FRICTION] = 0.1, p[SLIDE_DIRECTION] = 1, p[SLIDE_PRELOAD] = 0.1;
  double *offset = bench_case_vary(c, size, SLIDE_GUIDE_OFFSET);
  for (long i = 0; i < stride; i++) {
    const long e = spread ? 5 + i % 80 : 6;
    offset[i] = PITCH * ((double)e + 0.2);
    c->state[SLIDE_ELEMENT * stride + i] = (double)e;
    double t[4] = {PITCH * (double)e, 0, PITCH * ((double)e + 1), 0}, own[2] = {PITCH * ((double)e + 0.2), 0};
    for (int k = 0; k < TARGET; k++) { // static deflection under the preload
      const double *row = c->model + sliding_model_at(dim, SLIDE_MODEL_NODES) + 2 * e * TARGET + k;
      const double up = 0.8 * row[TARGET] + 0.2 * row[3 * TARGET],
                   side = 0.8 * row[0] + 0.2 * row[2 * TARGET];
      const double value =
          -0.1 * (up - 0.1 * side) / c->model[sliding_model_at(dim, SLIDE_MODEL_OMEGA2) + SLIDER + k];
      c->state[(sliding_row_p(dim) + SLIDER + k) * stride + i] = value;
      for (int r = 0; r < 4; r++) t[r] += row[r * TARGET] * value;
    }
    for (int k = 1; k < SLIDER; k++) {
      const double *row = c->model + sliding_model_at(dim, SLIDE_MODEL_CONTACT) + k;
      const double value =
          0.1 * (row[SLIDER] - 0.1 * row[0]) / c->model[sliding_model_at(dim, SLIDE_MODEL_OMEGA2) + k];
      c->state[(sliding_row_p(dim) + k) * stride + i] = value;
      own[0] += row[0] * value, own[1] += row[SLIDER] * value;
    }
    const double height = t[1] + (own[0] - t[0]) * (t[3] - t[1]) / (t[2] - t[0]) - own[1];
    c->state[sliding_row_p(dim) * stride + i] = height / 18;
  }
}

// Returns processor seconds of the second half of a run per trajectory-step.
static double measure(const char *name, int lanes, long n, double steps, int spread, int signals) {
  bench_case c;
  backend b;
  backend_options options = backend_default();
  options.lanes = lanes, options.threads = 1;
  if (backend_open(name, options, &b) != BACKEND_OK) return NAN;
  make(&c, n, steps, spread, signals);
  c.batch.step_end = steps / 2;
  b.launch(&b, &c.batch);
  c.batch.step_end = steps;
  const double start = seconds();
  b.launch(&b, &c.batch);
  const double time = seconds() - start;
  for (long i = 0; i < n; i++)
    if (c.state[STATE_STATUS * c.batch.stride + i] != TRAJECTORY_OK) {
      printf("trajectory %ld: status %g after %g steps\n", i, c.state[i],
             c.state[STATE_STEPS * c.batch.stride + i]);
      exit(1);
    }
  b.close(&b);
  bench_case_free(&c);
  return time / (0.5 * steps * (double)n);
}

// The plain program for comparison: one trajectory, a loop for each line of the method.
typedef struct plain {
  double p[MODES], d[MODES], next[MODES], keep[MODES], pull[MODES], push[MODES];
} plain;

static double plain_step(plain *m, const bench_case *c, const int *dim, long e, double guide) {
  const double *contact = c->model + sliding_model_at(dim, SLIDE_MODEL_CONTACT),
               *row = c->model + sliding_model_at(dim, SLIDE_MODEL_NODES) + 2 * e * TARGET,
               *x = c->model + sliding_model_at(dim, SLIDE_MODEL_POSITION);
  double sum[6] = {0}, held[4], pressed[4];
  for (int k = 0; k < MODES; k++) m->next[k] = m->keep[k] * m->d[k] - m->pull[k] * m->p[k] + m->push[k];
  for (int k = 0; k < SLIDER; k++) {
    const double u = m->p[k] + m->next[k];
    sum[0] += contact[k] * u, sum[1] += contact[SLIDER + k] * u;
  }
  for (int k = 0; k < TARGET; k++) {
    const double u = m->p[SLIDER + k] + m->next[SLIDER + k];
    for (int r = 0; r < 4; r++) sum[2 + r] += row[r * TARGET + k] * u;
  }
  const double ex = x[4 + 2 * e] - x[2 + 2 * e] + sum[4] - sum[2], ey = sum[5] - sum[3];
  const double rx = guide - x[2 + 2 * e] + sum[0] - sum[2], ry = sum[1] - sum[3];
  const double l = sqrt(ex * ex + ey * ey), s = ey / l, co = ex / l, a = (rx * co + ry * s) / l;
  const double b[2] = {-s - 0.1 * co, co - 0.1 * s}, n[2] = {-s, co}, weight[2] = {1 - a, a};
  for (int r = 0; r < 4; r++) held[r] = weight[r / 2] * n[r % 2], pressed[r] = weight[r / 2] * b[r % 2];
  const double *gram = c->model + sliding_model_at(dim, SLIDE_MODEL_GRAM) + e * N_SLIDE_GRAM,
               *own = c->model + sliding_model_at(dim, SLIDE_MODEL_GRAM_CONTACT);
  double up = own[0] * n[0] * b[0] + own[1] * (n[0] * b[1] + n[1] * b[0]) + own[2] * n[1] * b[1];
  for (int i = 0; i < 4; i++)
    for (int j = i; j < 4; j++, gram++)
      up += *gram * (i == j ? held[i] * pressed[i] : held[i] * pressed[j] + held[j] * pressed[i]);
  const double force = -(n[0] * rx + n[1] * ry) / up; // h² λ
  for (int k = 0; k < SLIDER; k++) m->next[k] += force * (contact[k] * b[0] + contact[SLIDER + k] * b[1]);
  for (int k = 0; k < TARGET; k++)
    for (int r = 0; r < 4; r++) m->next[SLIDER + k] -= force * pressed[r] * row[r * TARGET + k];
  for (int k = 0; k < MODES; k++) m->d[k] = m->next[k], m->p[k] += m->next[k];
  return force / (STEP * STEP);
}

static double measure_plain(double steps) {
  bench_case c;
  plain m = {0};
  make(&c, 1, steps, 0, 0);
  const int *dim = c.batch.sizes.dim;
  for (int k = 0; k < MODES; k++) {
    m.p[k] = c.state[(sliding_row_p(dim) + k) * c.batch.stride];
    m.keep[k] = 1 - STEP * c.model[sliding_model_at(dim, SLIDE_MODEL_DAMPING) + k];
    m.pull[k] = STEP * STEP * c.model[sliding_model_at(dim, SLIDE_MODEL_OMEGA2) + k];
    m.push[k] = k < SLIDER ? 0.1 * STEP * STEP * c.model[sliding_model_at(dim, SLIDE_MODEL_PRELOAD) + k] : 0;
  }
  double force = 0, from = c.parameters[c.offset[SLIDE_GUIDE_OFFSET]];
  const double start = seconds();
  for (double n = 0; n < steps; n++) force = plain_step(&m, &c, dim, 6, from + (n + 1) * 0.03 * STEP);
  const double time = (seconds() - start) / steps;
  printf("plain scalar program: %.4f us per step, last force %.6f N\n", 1e6 * time, force);
  bench_case_free(&c);
  return time;
}

int main(int argc, char **argv) {
  const double steps = argc > 1 ? atof(argv[1]) : 40000;
  const long n = argc > 2 ? atol(argv[2]) : 32;
  const int dim[KERNEL_MAX_DIMS] = {[DIM_SLIDER_MODES] = SLIDER, [DIM_TARGET_MODES] = TARGET};
  // The multipliers of a core make `peak` / 2 products per second, alone or in an fma.
  const double flops = sliding_flops(dim), peak = peak_gflops(),
               bound = sliding_multiplications(dim) / (500 * peak);
  // Bytes of eight lanes through the first-level cache: p and d* are read and written, numbers of
  // the model read once.
  const double bytes = 4 * 8.0 * MODES + (6.0 * TARGET + 4.0 * SLIDER) + 8.0 * SLIDER;
  printf("%d + %d modes: %.0f flop a step, FMA peak of a core %.1f Gflop/s: %.4f us at least\n", SLIDER,
         TARGET, flops, peak, bound);
  printf("%.0f bytes per trajectory-step through the first-level cache, state %.0f bytes\n", bytes,
         16.0 * MODES);
  measure_plain(steps);
  const struct {
    const char *name;
    int lanes;
  } runs[] = {{"cpu", 8}, {"cpu:v3", 4}, {"cpu:v3", 1}};
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
    for (int way = 0; way < 4; way++) {
      const double each =
          measure(runs[i].name, runs[i].lanes, n, steps, way == 1, way < 2 ? 0 : 2 * (way - 1));
      printf(
          "%-8s lanes %d, %-35s %.4f us per trajectory-step and core, %.0f %% of the bound, %.1f Gflop/s\n",
          runs[i].name, runs[i].lanes,
          way == 0   ? "in one element:"
          : way == 1 ? "in different elements:"
          : way == 2 ? "in one element, 2 signals observed:"
                     : "and 2 velocities of nodes:",
          1e6 * each, 100 * bound / (1e6 * each), flops / each / 1e9);
    }
  return 0;
}
