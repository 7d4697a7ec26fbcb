#include "engines/response/stability/floquet.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "engines/response/stability/floquet_truncation.h"
#include "engines/response/stability/compliant_path.h"
#include "engines/response/shooting/shooting.h"
#include "engines/response/stability/element_path.h"
#include "kernels/response/response_layout.h"
#include "reduction/algebra/dense.h"

// Romberg extrapolation of maps with repeatedly halved steps.
enum { LEVELS = 8, ROUGH = 2 };
static const double ENOUGH = 1e-8; // absolute, of a multiplier

// Safety factor: neglected harmonics also change the retained ones, which weigh more. Along the
// curves of models/impact-oscillator the multipliers are off by at most twice the change due to the
// added harmonics.
static const double REST_COUNTS = 4;

// Two multipliers that approach each other may each be off by REST_COUNTS times the estimate. A
// multiplier that is APART times the estimate away from all others has met none.
static const double APART = 8;

typedef struct extrapolation {
  floquet_flow *flow;
  int n, level;              // number of states; level 0: no map yet
  double *row[LEVELS];       // [n][n] each, of the last level: extrapolated 0, 1, 2 ... times
  double *rough;             // [n][n], with the first steps
  double *next;              // [n][n], scratch
  double *scratch;           // [n][n + 2]
  double complex *now, *old; // [n], multipliers of this level and the last
} extrapolation;

int floquet_applies(const motion_system *system) {
  for (int j = 0; j < system->n_contacts; j++)
    if (system->contact[j].law == HB_LAW_SET_VALUED && !contact_is_massless_stop(system, j)) return 0;
  return 1;
}

static chatter_status create(const motion_system *system, const motion_orbit *orbit, arena *memory,
                             extrapolation *out) {
  const int n = floquet_size(system);
  *out = (extrapolation){.n = n};
  TRY(floquet_flow_create(system, orbit, memory, &out->flow));
  DENSE(out->next, memory, n, n);
  DENSE(out->rough, memory, n, n);
  DENSE(out->scratch, memory, n, n + 2);
  out->now = arena_allocate(memory, (2 * (size_t)n + 2) * sizeof *out->now);
  if (!out->now) return error_raise(CHATTER_DEVICE, "out of memory");
  out->old = out->now + n + 1;
  return CHATTER_OK;
}

// Computes the next level: T_l0 from steps, T_lk = T_l,k-1 + (T_l,k-1 - T_l-1,k-1) / (4^k - 1).
static chatter_status refine(extrapolation *self, arena *memory) {
  const long size = (long)self->n * self->n;
  const int level = self->level++;
  DENSE(self->row[level], memory, self->n, self->n);
  TRY(floquet_flow_map(self->flow, level, self->next));
  for (int k = 0; k <= level; k++) {
    const double factor = 1 / (ldexp(1, 2 * (k + 1)) - 1);
    for (long i = 0; i < size; i++) {
      const double here = self->next[i], before = self->row[k][i];
      self->row[k][i] = here;
      if (k < level) self->next[i] = here + factor * (here - before);
    }
  }
  for (long i = 0; i < size; i++)
    if (!isfinite(self->row[level][i])) return error_raise(CHATTER_BAD_MODEL, "the map is not finite");
  return CHATTER_OK;
}

// Removes sliders that stick during the whole period: they are no states but parameters of a family
// of motions.
static void leave_out_stuck(const motion_system *system, int n, double *map) {
  for (int i = 2 * system->n_modes; i < n; i++) {
    double *row = map + (long)i * n, others = 0;
    for (int j = 0; j < n; j++) others += j == i ? 0 : fabs(row[j]);
    if (row[i] == 1 && others == 0) row[i] = 0;
  }
}

static chatter_status eigenvalues(int n, double *map, double *parts, double complex *value) {
  TRY(dense_begin());
  const int failed = LAPACKE_dgeev(LAPACK_ROW_MAJOR, 'N', 'N', n, map, n, parts, parts + n, NULL, n, NULL, n);
  dense_end();
  if (failed) return error_raise(CHATTER_INTERNAL, "the eigenvalues of the map of a period were not found");
  for (int i = 0; i < n; i++) value[i] = CMPLX(parts[i], parts[n + i]);
  return CHATTER_OK;
}

static chatter_status find_values(const extrapolation *self, const motion_system *system, const double *map,
                                  double complex *value) {
  const int n = self->n;
  memcpy(self->scratch, map, (size_t)n * (size_t)n * sizeof *map);
  leave_out_stuck(system, n, self->scratch);
  return eigenvalues(n, self->scratch, self->scratch + (long)n * n, value);
}

static int largest_of(int n, const double complex *value) {
  int best = 0;
  for (int i = 1; i < n; i++)
    if (cabs(value[i]) > cabs(value[best])) best = i;
  return best;
}

static int nearest_of(int n, const double complex *value, double complex to, int but) {
  int best = -1;
  for (int i = 0; i < n; i++)
    if (i != but && (best < 0 || cabs(value[i] - to) < cabs(value[best] - to))) best = i;
  return best;
}

// Returns the possible error of the largest modulus if every multiplier may be off by its distance
// to the nearest of `other`. Multipliers that stay inside the circle do not count. A complex one at
// `reach` times that distance from all others, including its conjugate, cannot have met one: only
// its modulus counts.
static double spread(int n, const double complex *value, const double complex *other, double reach) {
  const int best = largest_of(n, value);
  double most = 0;
  for (int i = 0; i < n; i++) {
    const double complex at = value[i], to = other[nearest_of(n, other, at, -1)];
    double off = cabs(at - to);
    if (cimag(at) != 0 && reach * off < cabs(at - value[nearest_of(n, value, at, i)]))
      off = fabs(cabs(at) - cabs(to));
    most = fmax(most, i == best ? off : cabs(at) + off - cabs(value[best]));
  }
  return most;
}

// Refines until the multipliers, in self->now, are converged.
static chatter_status extrapolate(extrapolation *self, const motion_system *system, arena *memory,
                                  double *error) {
  *error = self->n > 0 ? INFINITY : 0;
  while (self->n > 0 && self->level < LEVELS) {
    TRY(refine(self, memory));
    const int level = self->level - 1;
    if (level == ROUGH) memcpy(self->rough, self->row[1], (size_t)self->n * (size_t)self->n * sizeof(double));
    if (level + 1 < ROUGH) continue;
    double complex *keep = self->old;
    self->old = self->now, self->now = keep;
    TRY(find_values(self, system, self->row[level], self->now));
    if (level < ROUGH) continue;
    *error = spread(self->n, self->now, self->old, INFINITY);
    if (*error <= ENOUGH * fmax(1, cabs(self->now[largest_of(self->n, self->now)]))) break;
  }
  return CHATTER_OK;
}

// Estimates the effect of neglected harmonics on the multipliers, from maps of both motions with a
// few steps.
static chatter_status find_rest(extrapolation *self, const motion_system *system, const motion_orbit *orbit,
                                arena *memory, double *error) {
  motion_orbit more;
  extrapolation other;
  double size;
  *error = 0;
  TRY(floquet_add_truncated(system, orbit, self->flow, memory, &more, &size));
  if (self->n == 0 || !(size > 1e-14)) return CHATTER_OK; // size at rounding level
  TRY(create(system, &more, memory, &other));
  TRY(floquet_flow_map(other.flow, ROUGH - 1, other.rough));
  TRY(floquet_flow_map(other.flow, ROUGH, other.next));
  for (long i = 0; i < (long)self->n * self->n; i++) {
    other.next[i] += (other.next[i] - other.rough[i]) / 3;
    if (!isfinite(other.next[i])) return error_raise(CHATTER_BAD_MODEL, "the map is not finite");
  }
  TRY(find_values(&other, system, self->rough, other.old));
  TRY(find_values(&other, system, other.next, other.now));
  *error = REST_COUNTS * spread(self->n, other.old, other.now, APART);
  return CHATTER_OK;
}

// Classifies a multiplier with an error of `error`.
static floquet_kind classify(double complex value, double error) {
  const double size = cabs(value);
  const int is_on_circle = size <= 1 + ENOUGH && error <= ENOUGH; // without damping
  if (size + error <= 1 || is_on_circle) return FLOQUET_STABLE;
  if (!(size - error > 1 + ENOUGH)) return FLOQUET_UNKNOWN;
  if (cimag(value) != 0) return FLOQUET_NEIMARK_SACKER;
  return creal(value) > 0 ? FLOQUET_FOLD : FLOQUET_FLIP;
}

// Finds the multipliers of the exact motion, with steps of two lengths.
static chatter_status take_motion(extrapolation *self, const motion_system *system, floquet_result *out) {
  TRY(find_values(self, system, self->next, self->old));
  for (long i = 0; i < (long)self->n * self->n; i++) self->next[i] += (self->next[i] - self->rough[i]) / 3;
  TRY(find_values(self, system, self->next, self->now));
  const double complex largest = self->now[largest_of(self->n, self->now)];
  out->largest = cabs(largest);
  out->error = spread(self->n, self->now, self->old, APART);
  out->kind = classify(largest, out->error);
  return CHATTER_OK;
}

static chatter_status judge_balance(extrapolation *self, const motion_system *system,
                                    const motion_orbit *orbit, arena *memory, floquet_result *out) {
  double rest;
  TRY(extrapolate(self, system, memory, &out->error));
  TRY(find_rest(self, system, orbit, memory, &rest));
  const double complex largest = self->n > 0 ? self->now[largest_of(self->n, self->now)] : 0;
  out->error += rest;
  out->largest = cabs(largest);
  out->kind = classify(largest, out->error);
  return CHATTER_OK;
}

static void lose(floquet_result *out) {
  out->kind = FLOQUET_UNKNOWN;
  out->largest = out->error = NAN;
  out->is_lost = 1;
}

// A fold of the balance may lie where no motion exists. The multipliers of the balance then count
// only if those of the period from its state agree.
static chatter_status judge_nearly(extrapolation *self, const motion_system *system,
                                   const motion_orbit *orbit, arena *memory, floquet_result *out) {
  static const double SAME = 0.1; // absolute, of a multiplier
  double complex *values = arena_allocate(memory, ((size_t)self->n + 1) * sizeof *values);
  if (!values) return error_raise(CHATTER_DEVICE, "out of memory");
  TRY(find_values(self, system, self->next, values));
  TRY(judge_balance(self, system, orbit, memory, out));
  const double off = spread(self->n, self->now, values, INFINITY);
  out->error = fmax(out->error, off);
  out->kind = classify(self->now[largest_of(self->n, self->now)], out->error);
  if (!(off < SAME * fmax(1, out->largest))) lose(out);
  return CHATTER_OK;
}

static chatter_status judge_by_shooting(extrapolation *self, const motion_system *system,
                                        const motion_orbit *orbit, arena *memory, floquet_result *out) {
  shooting_end end;
  lose(out);
  TRY(shooting_find(system, orbit, memory, self->next, self->rough, &end));
  if (end == SHOOTING_FAILED) return CHATTER_OK;
  out->is_lost = 0;
  return end == SHOOTING_FOUND ? take_motion(self, system, out)
                               : judge_nearly(self, system, orbit, memory, out);
}

// Returns 1 if contact j is closed between an event and the next one at `next`.
static int is_closed(const motion_system *system, const motion_orbit *orbit, const element_event *event,
                     double next) {
  const motion_contact *c = &system->contact[event->contact];
  double move[2];
  if (c->law != HB_LAW_COMPLIANT) return event->state != ELEMENT_OPEN;
  compliant_motion(c, orbit, motion_instant_of(0.5 * (event->tau + next)), move);
  return move[0] < 0;
}

static int can_open(const motion_contact *c) {
  return c->has_normal && (c->law != HB_LAW_COMPLIANT || compliant_has(c, LAW_HAS_GAP));
}

// Least closing time of a stop, in periods of the highest harmonic: for multipliers of the balance,
// and for the sign of its determinant alone, which only needs the contact to exist.
static const double PERIODS_OF_MULTIPLIERS = 2, PERIODS_OF_SIGN = 1;

// Returns the angle of event i of n; i / n counts whole periods.
static double event_angle(const element_event *event, int n, int i) {
  return event[i % n].tau + 2 * M_PI * (i / n);
}

// Returns 1 if stop j is closed for fewer than this number of periods of the highest harmonic. The
// harmonics do not resolve its motion then, and the multipliers are unreliable.
static int is_coarse(const motion_system *system, const motion_orbit *orbit, const element_event *event,
                     int n, int j, double periods) {
  enum { ROUNDS = 3 }; // until it is known to be open, until it closes, until it opens
  const double least = periods * (2 * M_PI / orbit->harmonics);
  double since = NAN; // instant of closing
  int open = 0, last = -1;
  if (!can_open(&system->contact[j])) return 0;
  for (int i = 0; i < ROUNDS * n; i++) {
    if (event[i % n].contact != j) continue;
    if (last >= 0) {
      const double from = event_angle(event, n, last), to = event_angle(event, n, i);
      const int closed = is_closed(system, orbit, &event[last % n], to - 2 * M_PI * (last / n));
      if (closed && open) since = from;
      if (!closed && from - since < least) return 1;
      open = !closed;
    }
    last = i;
  }
  return 0;
}

// Returns 1 if a stop opens or closes in the period.
static int has_stops(const motion_system *system, const element_event *event, int n) {
  for (int i = 0; i < n; i++)
    if (can_open(&system->contact[event[i].contact])) return 1;
  return 0;
}

static int any_is_coarse(const motion_system *system, const motion_orbit *orbit, const element_event *event,
                         int n, double periods) {
  for (int j = 0; j < system->n_contacts; j++)
    if (is_coarse(system, orbit, event, n, j, periods)) return 1;
  return 0;
}

static chatter_status judge(const motion_system *system, const motion_orbit *orbit, arena *memory,
                            floquet_result *out) {
  const element_event *event;
  const element_path *path;
  extrapolation self;
  TRY(create(system, orbit, memory, &self));
  const int events = floquet_flow_events(self.flow, &event, &path);
  out->has_stops = has_stops(system, event, events);
  if (events > 0 && shooting_applies(system, orbit))
    return judge_by_shooting(&self, system, orbit, memory, out);
  if (any_is_coarse(system, orbit, event, events, PERIODS_OF_MULTIPLIERS)) return lose(out), CHATTER_OK;
  return judge_balance(&self, system, orbit, memory, out);
}

chatter_status floquet_classify(const motion_system *system, const motion_orbit *orbit, floquet_result *out) {
  arena *memory = arena_create();
  *out = (floquet_result){.kind = FLOQUET_UNKNOWN};
  if (!memory) return error_raise(CHATTER_DEVICE, "out of memory");
  const chatter_status status = judge(system, orbit, memory, out);
  arena_destroy(memory);
  return status;
}

chatter_status floquet_is_too_coarse(const motion_system *system, const motion_orbit *orbit, int *is) {
  const element_event *event;
  const element_path *path;
  floquet_flow *flow;
  arena *memory = arena_create();
  if (!memory) return error_raise(CHATTER_DEVICE, "out of memory");
  const chatter_status status = floquet_flow_create(system, orbit, memory, &flow);
  if (status == CHATTER_OK) {
    const int n = floquet_flow_events(flow, &event, &path);
    *is = any_is_coarse(system, orbit, event, n, PERIODS_OF_SIGN);
  }
  arena_destroy(memory);
  return status;
}

static chatter_status find_all(const motion_system *system, const motion_orbit *orbit, arena *memory,
                               double *map, double complex *value, double *error) {
  extrapolation self;
  TRY(create(system, orbit, memory, &self));
  TRY(extrapolate(&self, system, memory, error));
  if (map && self.n > 0) memcpy(map, self.row[self.level - 1], (size_t)self.n * (size_t)self.n * sizeof *map);
  if (value) memcpy(value, self.now, (size_t)self.n * sizeof *value);
  return CHATTER_OK;
}

chatter_status floquet_map(const motion_system *system, const motion_orbit *orbit, double *map) {
  double error;
  arena *memory = arena_create();
  if (!memory) return error_raise(CHATTER_DEVICE, "out of memory");
  const chatter_status status = find_all(system, orbit, memory, map, NULL, &error);
  arena_destroy(memory);
  return status;
}

chatter_status floquet_multipliers(const motion_system *system, const motion_orbit *orbit,
                                   double complex *value, double *error) {
  arena *memory = arena_create();
  if (!memory) return error_raise(CHATTER_DEVICE, "out of memory");
  const chatter_status status = find_all(system, orbit, memory, NULL, value, error);
  arena_destroy(memory);
  return status;
}
