#include "engines/response/shooting/shooting.h"

#include <math.h>
#include <string.h>

#include "engines/response/shooting/flight.h"
#include "kernels/response/response_layout.h"
#include "reduction/algebra/dense.h"

static const double OPERATIONS_MOST = 1e9;

typedef struct shooting {
  flight *flight;
  int n;                 // states
  double *begin, *end;   // [n], at the ends of the period
  double *step, *matrix; // [n], [n][n], for Newton's method
  double *map;           // [n][n]
  double *first, defect; // map of the first period, and its defect: the distance between its ends
} shooting;

double shooting_estimate(int n_modes, int n_boundary) {
  const double n = 2.0 * n_modes;
  return FLIGHT_STEPS * (n * n * 4 + n * n_boundary * 8);
}

int shooting_applies(const motion_system *system, const motion_orbit *orbit) {
  return orbit->force && orbit->is_static && system->n_modes > 0 && flight_applies(system) &&
         shooting_estimate(system->n_modes, system->n_boundary) < OPERATIONS_MOST;
}

static chatter_status create_shooting(const motion_system *system, const motion_orbit *orbit, arena *memory,
                                      shooting *out) {
  const int n = out->n = 2 * system->n_modes;
  TRY(flight_create(system, orbit, memory, &out->flight));
  DENSE(out->begin, memory, n, 1);
  DENSE(out->end, memory, n, 1);
  DENSE(out->step, memory, n, 1);
  DENSE(out->matrix, memory, n, n);
  DENSE(out->map, memory, n, n);
  DENSE(out->first, memory, n, n);
  out->defect = INFINITY;
  return CHATTER_OK;
}

// Newton step for begin = end: solves (1 - map) step = end - begin. Returns 0 if singular.
static int correct_begin(shooting *self) {
  const int n = self->n;
  for (int i = 0; i < n; i++) {
    self->step[i] = self->end[i] - self->begin[i];
    for (int j = 0; j < n; j++) self->matrix[(long)i * n + j] = (i == j) - self->map[(long)i * n + j];
  }
  if (!motion_solve_linear(n, self->matrix, 1, self->step)) return 0;
  for (int i = 0; i < n; i++) self->begin[i] += self->step[i];
  return 1;
}

// Returns the size of `step` relative to the motion by the contacts; 0 if no contact is closed.
static double relative_size(const shooting *self) {
  const double size = flight_energy_norm(self->flight, self->step);
  return size > 0 ? size / flight_motion_size(self->flight) : 0;
}

// Keeps the first period, which starts from the state of the balance.
static void keep_first_period(shooting *self) {
  for (int i = 0; i < self->n; i++) self->step[i] = self->end[i] - self->begin[i];
  self->defect = relative_size(self);
  memcpy(self->first, self->map, (size_t)self->n * (size_t)self->n * sizeof *self->map);
}

// Corrections that shrink from the first on have a unique solution within their reach
// (Kantorovich). If the first correction shrinks to 0.4, another solution of a quadratic map is at
// least twice as far from the balance; at nearly 0.5 both are equally far.
static chatter_status solve_periodic(shooting *self, int fine, int *is_found) {
  enum { ITERATIONS = 20 };
  static const double NEAREST = 0.4, SHRINKS = 0.5;
  static const double ENOUGH = 1e-9, ROUNDING = 1e-6; // relative to the motion
  double before = INFINITY;
  *is_found = 0;
  for (int i = 0; i < ITERATIONS; i++) {
    int ended;
    TRY(flight_period(self->flight, fine, self->begin, self->end, self->map, &ended));
    if (!ended) return CHATTER_OK;
    if (!isfinite(self->defect)) keep_first_period(self);
    if (!correct_begin(self)) return CHATTER_OK;
    const double size = relative_size(self);
    const double shrinks = i == 1 ? NEAREST : SHRINKS;
    if (!(size < ROUNDING || size < shrinks * before)) return CHATTER_OK;
    if (size < ENOUGH || (size < ROUNDING && size > shrinks * before)) {
      *is_found = 1;
      return CHATTER_OK;
    }
    before = size;
  }
  return CHATTER_OK;
}

static chatter_status find_motion(shooting *self, double *map, double *rough, shooting_end *end) {
  // relative to the contacts' motion, and to the whole motion
  static const double NEAR = 0.2, CLOSED = 0.01;
  const size_t size = (size_t)self->n * (size_t)self->n * sizeof *map;
  int is_found;
  flight_initial_state(self->flight, self->begin);
  TRY(solve_periodic(self, FLIGHT_ROUGH, &is_found));
  memcpy(rough, self->map, size);
  if (is_found) TRY(solve_periodic(self, FLIGHT_FINE, &is_found));
  memcpy(map, self->map, size);
  *end = is_found && flight_distance(self->flight) < NEAR ? SHOOTING_FOUND
         : self->defect < CLOSED                          ? SHOOTING_NEARLY
                                                          : SHOOTING_FAILED;
  if (*end == SHOOTING_NEARLY) memcpy(map, self->first, size);
  return CHATTER_OK;
}

chatter_status shooting_find(const motion_system *system, const motion_orbit *orbit, arena *memory,
                             double *map, double *rough, shooting_end *end) {
  shooting self = {0};
  TRY(create_shooting(system, orbit, memory, &self));
  return find_motion(&self, map, rough, end);
}
