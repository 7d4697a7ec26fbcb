// Reference sample of Coulomb regimes (an independent event-exact integrator: 400 cycles, window of
// 20), and functions that run such cases on a backend without a study; shared by the tests of the
// stepper.
#ifndef CHATTER_TESTS_COULOMB_CASES_H
#define CHATTER_TESTS_COULOMB_CASES_H

#include <stdint.h>

#include "engines/regimes/bind/friction_parameters.h"
#include "base/log.h"
#include "tests/check.h"
#include "engines/regimes/boundaries.h"
#include "machines/backend.h"
#include "tests/machines/batch_own.h"

#define KERNEL KERNEL_DECLARE
#include "kernels/regimes/kernels.h"
#undef KERNEL

typedef struct coulomb_case {
  int n, wall, contact, converged, robust;
  double gamma, kappa, r1, beta;
  double mass_damping, stiffness_damping; // Rayleigh damping a M + b K: ratios (a/Ω + b Ω)/2
  char regime[16];
  double stops, amplitude, limit_s1, limit, no_motion;
} coulomb_case;

enum { REGIME_NO_MOTION, REGIME_STICK_SLIP, REGIME_CONTINUOUS };

// Reads the sample. Returns *n cases, to be freed.
static inline coulomb_case *coulomb_cases_read(int *n) {
  char line[512];
  snprintf(line, sizeof line, "%s/tests/engines/regimes/reference_sample.csv", source_folder());
  FILE *file = fopen(line, "r");
  coulomb_case *cases = calloc(400, sizeof *cases);
  *n = 0;
  if (!file) perror(line);
  if (!file || !cases || !fgets(line, sizeof line, file)) exit(1);
  while (*n < 400 && fgets(line, sizeof line, file)) {
    coulomb_case *c = &cases[*n];
    char config[24], contact[16];
    double even;
    if (sscanf(line, "%23[^,],%d,%15[^,],%lf,%lf,%lf,%lf,%15[^,],%lf,%lf,%d,%d,%lf,%lf,%lf,%lf", config,
               &c->n, contact, &c->gamma, &c->kappa, &c->r1, &c->beta, c->regime, &c->stops, &c->amplitude,
               &c->converged, &c->robust, &even, &c->limit_s1, &c->limit, &c->no_motion) != 16)
      exit(1);
    c->wall = config[0] == 'b' ? WALL_BASE : config[0] == 'm' ? WALL_MASS : WALL_GROUND;
    c->contact = contact[1] - '0';
    (*n)++;
  }
  fclose(file);
  return cases;
}

// Draws random chains and frequencies for all three walls, with friction from nearly zero to no
// motion; *seed advances, and the numbers are the same everywhere.
static inline double coulomb_draw(uint64_t *seed, double low, double high) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * ((double)(*seed >> 11) / 9007199254740992.0);
}
static inline coulomb_case coulomb_case_random(uint64_t *seed, int n, int damped) {
  coulomb_case c = {.n = n,
                    .wall = (int[]){WALL_GROUND, WALL_BASE, WALL_MASS}[(int)coulomb_draw(seed, 0, 3)]};
  c.contact = 1 + (int)coulomb_draw(seed, 0, c.wall == WALL_MASS ? n - 1 : n);
  c.gamma = exp(coulomb_draw(seed, -1, 1)), c.kappa = exp(coulomb_draw(seed, -1, 1));
  c.r1 = coulomb_draw(seed, 0.3, 2.5), c.beta = exp(coulomb_draw(seed, -4, 1));
  c.stiffness_damping = damped ? coulomb_draw(seed, 0.001, 0.05) : 0;
  return c;
}

static inline int coulomb_case_damped(const coulomb_case *c) {
  return c->mass_damping > 0 || c->stiffness_damping > 0;
}

static inline void coulomb_case_modes(const coulomb_case *c, friction_modes *modes) {
  double mass[8] = {1, 1, 1, 1, 1, 1, 1, 1}, spring[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  mass[1] = c->gamma, spring[1] = c->kappa;
  CHECK_OK(friction_modes_chain(c->n, mass, c->n, spring, c->wall, c->contact, modes, NULL));
  modes->damped = coulomb_case_damped(c);
  for (int i = 0; i < c->n; i++)
    modes->zeta[i] = 0.5 * (c->mass_damping / modes->omega[i] + c->stiffness_damping * modes->omega[i]);
  CHECK_OK(friction_modes_lock(modes));
}

// A batch of cases with equal n (all damped or all undamped) in the memory of a backend.
typedef struct coulomb_batch {
  backend machine;
  kernel_batch host, device;
  batch_own host_own, device_own;
  size_t state_bytes;
} coulomb_batch;

static inline void *coulomb_upload(backend *b, const void *from, size_t bytes) {
  void *to = NULL;
  if (b->allocate(b, bytes, &to) != BACKEND_OK || b->upload(b, to, from, bytes) != BACKEND_OK) exit(1);
  return to;
}

// Makes the batch of n cases in host memory, with parameters, tables and state from malloc.
static inline kernel_batch coulomb_pack(long n, const coulomb_case *cases, double cycles, double window,
                                        int early_exit, batch_own *own) {
  const long stride = (n + BATCH_ALIGN - 1) / BATCH_ALIGN * BATCH_ALIGN;
  kernel_batch h = {.sizes = {.kind = &kernel_coulomb}, .n_trajectories = n, .stride = stride};
  h.sizes.dim[DIM_COULOMB_MODES] = cases[0].n,
  h.sizes.dim[DIM_COULOMB_DAMPED] = coulomb_case_damped(&cases[0]);
  const int *dim = h.sizes.dim, n_parameters = coulomb_n_parameters(dim), n_state = coulomb_n_state(dim);
  double *parameters = calloc((size_t)n_parameters * (size_t)stride, sizeof(double));
  double *state = calloc((size_t)n_state * (size_t)stride, sizeof(double));
  double *p = calloc((size_t)n_parameters, sizeof *p), *s = calloc((size_t)n_state, sizeof *s);
  long *offset = calloc((size_t)n_parameters, sizeof *offset);
  int *varies = calloc((size_t)n_parameters, sizeof *varies),
      *tables = calloc((size_t)coulomb_n_tables(dim), sizeof *tables);
  static const double rest[FRICTION_MODES];
  friction_modes *modes = calloc(1, sizeof *modes);
  if (!parameters || !state || !p || !s || !offset || !varies || !tables || !modes) exit(1);
  for (long i = 0; i < stride; i++) {
    const coulomb_case *c = &cases[i < n ? i : n - 1];
    coulomb_case_modes(c, modes);
    p[PARAMETER_STEPS] = cycles, p[PARAMETER_FIRST_RECORDED] = cycles - window, p[PARAMETER_SERIES_ROW] = -1;
    friction_modes_parameters(modes, c->r1, c->beta, 1, dim, p);
    friction_modes_start(modes, c->r1, dim, p, rest, rest, s);
    for (int k = 0; k < n_parameters; k++) parameters[k * stride + i] = p[k];
    for (int k = 0; k < n_state; k++) state[k * stride + i] = s[k];
  }
  for (int k = 0; k < n_parameters; k++) offset[k] = k * stride, varies[k] = 1;
  tables[COULOMB_TABLE_EARLY_EXIT] = early_exit, tables[COULOMB_TABLE_MAX_EVENTS] = 1000;
  *own = (batch_own){.model = p, // no uniform numbers, but no null pointer either
                     .parameters = parameters,
                     .tables = tables,
                     .parameter_varies = varies,
                     .parameter_offset = offset};
  batch_own_show(own, &h);
  h.state = state;
  free(s), free(modes);
  return h;
}

static inline void coulomb_open(coulomb_batch *self, const char *machine, backend_options options, int n,
                                const coulomb_case *cases, double cycles, double window, int early_exit) {
  if (backend_open(machine, options, &self->machine) != BACKEND_OK) TEST_SKIP(self->machine.message);
  const kernel_batch h = coulomb_pack(n, cases, cycles, window, early_exit, &self->host_own);
  const size_t rows = (size_t)coulomb_n_parameters(h.sizes.dim), stride = (size_t)h.stride;
  self->host = self->device = h;
  self->state_bytes = sizeof(double) * (size_t)coulomb_n_state(h.sizes.dim) * stride;
  backend *b = &self->machine;
  self->device_own =
      (batch_own){.model = coulomb_upload(b, h.model, sizeof(double)),
                  .parameters = coulomb_upload(b, h.parameters, sizeof(double) * rows * stride),
                  .tables = coulomb_upload(b, h.tables, sizeof(int) * (size_t)coulomb_n_tables(h.sizes.dim)),
                  .parameter_varies = coulomb_upload(b, h.parameter_varies, sizeof(int) * rows),
                  .parameter_offset = coulomb_upload(b, h.parameter_offset, sizeof(long) * rows)};
  batch_own_show(&self->device_own, &self->device);
  self->device.state = coulomb_upload(b, h.state, self->state_bytes);
}

// Advances to cycle `end` and reads the state.
static inline void coulomb_advance(coulomb_batch *self, double end) {
  backend *b = &self->machine;
  self->device.step_end = end;
  if (b->launch(b, &self->device) != BACKEND_OK ||
      b->download(b, self->host.state, self->device.state, self->state_bytes) != BACKEND_OK) {
    fprintf(stderr, "%s: %s\n", b->name, b->message);
    exit(1);
  }
}

static inline double coulomb_state(const coulomb_batch *self, int row, long i) {
  return self->host.state[row * self->host.stride + i];
}

static inline int coulomb_regime(const coulomb_batch *b, long i) {
  if (coulomb_state(b, COULOMB_STUCK_CYCLES, i) > 0) return REGIME_NO_MOTION;
  return coulomb_state(b, COULOMB_STOPS, i) > 0 || coulomb_state(b, COULOMB_STICK_TIME, i) > 1e-9
             ? REGIME_STICK_SLIP
             : REGIME_CONTINUOUS;
}

static inline double coulomb_amplitude(const coulomb_batch *b, long i) {
  return 0.5 * (coulomb_state(b, COULOMB_U_MAX, i) - coulomb_state(b, COULOMB_U_MIN, i));
}

static inline void coulomb_close(coulomb_batch *self) {
  backend *b = &self->machine;
  batch_own_release(b, &self->device_own);
  b->release(b, self->device.state);
  b->close(b);
  batch_own_free(&self->host_own), free(self->host.state);
}

#endif
