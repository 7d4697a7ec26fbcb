#include "engines/response/shooting/flight.h"

#include <math.h>
#include <string.h>

#include "engines/response/shooting/flight_forces.h"
#include "engines/response/stability/compliant_path.h"

static double complex harmonic_of(const motion_orbit *orbit, const double *of, int b, int h) {
  const double *at = of + (long)b * (orbit->is_static + 2 * orbit->harmonics);
  return h ? CMPLX(at[orbit->is_static + 2 * h - 2], -at[orbit->is_static + 2 * h - 1]) : at[0];
}

// Finds q* of a coordinate; for a set-valued stop q + gap, from the argument of its law, (r - u) /
// ε.
static void find_place(const motion_system *system, const motion_orbit *orbit, int b, double *to) {
  const int width = orbit->is_static + 2 * orbit->harmonics;
  const double *u = orbit->argument + (long)b * width, *r = orbit->force + (long)b * width;
  memcpy(to, orbit->coefficient + (long)b * width, (size_t)width * sizeof *to);
  for (int j = 0; j < system->n_contacts; j++) {
    const motion_contact *c = &system->contact[j];
    for (int i = 0; i < width && c->law == HB_LAW_SET_VALUED && c->first == b; i++)
      to[i] = ((1 - c->yield) * r[i] - u[i]) / c->lagrangian;
  }
}

// Finds harmonic h of the motion without contact forces, and of the modes under the contact forces.
static void free_harmonic(flight *self, const motion_orbit *orbit, int h, double *work, double *to) {
  const motion_system *system = self->system;
  const int modes = system->n_modes, n = system->n_boundary, width = orbit->is_static + 2 * orbit->harmonics;
  double complex *mode = self->mode + (long)h * modes;
  for (int k = 0; k < modes; k++) {
    mode[k] = 0;
    for (int b = 0; b < n && h > 0; b++)
      mode[k] += system->phi[(long)b * modes + k] * harmonic_of(orbit, orbit->force, b, h);
  }
  motion_steady_response(system, h * orbit->omega, work, mode);
  for (int b = 0; b < n; b++) {
    double complex q = 0;
    double *at = to + (long)b * width + (h ? orbit->is_static + 2 * h - 2 : 0);
    for (int c = 0; c < n; c++)
      q += system->flexibility[(long)b * n + c] * harmonic_of(orbit, orbit->force, c, h);
    for (int k = 0; k < modes; k++) q += system->phi[(long)b * modes + k] * mode[k];
    at[0] -= creal(q);
    if (h) at[1] += cimag(q);
  }
}

chatter_status flight_find_free(const motion_orbit *orbit, arena *memory, flight *out) {
  const motion_system *system = out->system;
  const int n = system->n_boundary, modes = system->n_modes, width = 1 + 2 * orbit->harmonics;
  double *work, *place, *free;
  DENSE(work, memory, 2 * modes, 2 * modes + 1);
  DENSE(place, memory, n, width);
  DENSE(free, memory, n, width);
  DENSE(out->mean, memory, n, 1);
  out->mode = arena_allocate(memory, ((size_t)orbit->harmonics + 1) * (size_t)modes * sizeof *out->mode + 1);
  if (!out->mode) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int b = 0; b < n; b++) {
    find_place(system, orbit, b, place + (long)b * width);
    out->mean[b] = orbit->force[(long)b * width];
  }
  memcpy(free, place, (size_t)n * (size_t)width * sizeof *free);
  for (int h = 0; h <= orbit->harmonics; h++) free_harmonic(out, orbit, h, work, free);
  out->balance.coefficient = place;
  out->free.coefficient = free;
  return CHATTER_OK;
}

void flight_initial_state(const flight *self, double *state) {
  const int modes = self->system->n_modes;
  memset(state, 0, 2 * (size_t)modes * sizeof *state);
  for (int h = 1; h <= self->free.harmonics; h++)
    for (int k = 0; k < modes; k++) {
      const double complex mode = self->mode[(long)h * modes + k];
      state[k] += creal(mode);
      state[modes + k] -= h * self->free.omega * cimag(mode);
    }
}

void flight_contact_motion(const flight *self, long tick, flight_instant *at) {
  const motion_system *system = self->system;
  const int modes = system->n_modes, n = system->n_boundary;
  const motion_instant when = motion_instant_of(2 * M_PI * ldexp((double)tick, -40));
  for (int b = 0; b < n; b++) {
    const double *phi = system->phi + (long)b * modes;
    double value[2];
    motion_orbit_value(&self->free, b, when, value);
    at->q[b] = value[0], at->u[b] = self->free.omega * value[1];
    for (int k = 0; k < modes; k++) at->q[b] += phi[k] * at->p[k], at->u[b] += phi[k] * at->v[k];
  }
}

enum { MOST_BASE = 3, MOST_EVENTS = 200, MOST_STEPS = 100000 };
static const long TICKS = 1L << 40;
static long ticks_of(int level) {
  return 1L << (LAST_LEVEL - level);
}

int flight_applies(const motion_system *system) {
  int stops = 0;
  for (int j = 0; j < system->n_contacts; j++) {
    const motion_contact *c = &system->contact[j];
    const double yields = system->flexibility[(long)c->first * system->n_boundary + c->first];
    const int slides = motion_is_elastic(c) && c->count > c->has_normal && c->tangential > 0,
              is_compliant = c->law == HB_LAW_COMPLIANT && c->states == 0 &&
                             !(compliant_has(c, LAW_HAS_VELOCITY) && yields > 0);
    if (slides || !(c->law == HB_LAW_COMPLIANT ? is_compliant : flight_is_stop(system, c))) return 0;
    stops += flight_is_stop(system, c);
  }
  return stops > 0;
}

static chatter_status create_instant(const motion_system *system, arena *memory, flight_instant *out) {
  DENSE(out->p, memory, 2, system->n_modes);
  DENSE(out->q, memory, 3, system->n_boundary);
  out->v = out->p + system->n_modes;
  out->u = out->q + system->n_boundary, out->r = out->u + system->n_boundary;
  out->pushes = arena_allocate(memory, ((size_t)system->n_contacts + 1) * sizeof *out->pushes);
  return out->pushes ? CHATTER_OK : error_raise(CHATTER_DEVICE, "out of memory");
}

static chatter_status create_blocks(const motion_system *system, arena *memory, flight *out) {
  const int modes = system->n_modes, n = system->n_boundary;
  const size_t rows = 3 * ((size_t)modes + (size_t)n);
  out->n_blocks = (2 * modes + BLOCK_WIDTH - 1) / BLOCK_WIDTH;
  out->block = arena_allocate(memory, (size_t)out->n_blocks * sizeof *out->block);
  block_row *at = arena_allocate(memory, (size_t)out->n_blocks * rows * sizeof *at);
  if (!out->block || !at) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int i = 0; i < out->n_blocks; i++, at += rows) {
    flight_block *b = &out->block[i];
    b->p = at, b->v = b->p + modes, b->force = b->v + modes;
    b->q = b->force + modes, b->u = b->q + n, b->r = b->u + n;
  }
  return CHATTER_OK;
}

chatter_status flight_create(const motion_system *system, const motion_orbit *orbit, arena *memory,
                             flight **out) {
  const int n = system->n_boundary;
  flight *self = *out = arena_allocate(memory, sizeof *self);
  double fastest = 0;
  if (!self) return error_raise(CHATTER_DEVICE, "out of memory");
  *self = (flight){.system = system, .balance = *orbit, .free = *orbit};
  for (int k = 0; k < system->n_modes; k++) fastest = fmax(fastest, sqrt(fabs(system->omega2[k])));
  while (self->base < MOST_BASE && ldexp(2 * M_PI * fastest / orbit->omega, -8 - self->base) > 1)
    self->base++;
  TRY(flight_find_free(orbit, memory, self));
  TRY(create_instant(system, memory, &self->now));
  TRY(create_instant(system, memory, &self->next));
  TRY(create_blocks(system, memory, self));
  DENSE(self->by_q, memory, 3, n);
  self->by_v = self->by_q + n, self->known = self->by_v + n;
  DENSE(self->work, memory, n, n);
  DENSE(self->inverse, memory, n, n);
  DENSE(self->alone, memory, 2, n);
  DENSE(self->force, memory, system->n_modes, 1);
  self->held = arena_allocate(memory, ((size_t)n + 1) * sizeof *self->held);
  if (!self->held) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int k = 0; k < STEP_LEVELS; k++) {
    TRY(motion_step_create(system, memory, &self->step[k]));
    DENSE(self->mobility[k], memory, n, n);
  }
  return CHATTER_OK;
}

static const motion_step *step_of(flight *self, int level) {
  motion_step *step = &self->step[level];
  if (!self->is_set[level]) {
    const double part = ldexp((double)ticks_of(level), -40);
    motion_step_set(self->system, 2 * M_PI * part / self->free.omega, step);
    motion_step_mobility(self->system, step, self->mobility[level]);
    self->is_set[level] = 1;
  }
  return step;
}

// Computes modal forces Φᵀ (r - r0); r NULL: -Φᵀ r0.
static void find_force(const flight *self, const double *r, double *force) {
  const int modes = self->system->n_modes;
  for (int k = 0; k < modes; k++) {
    force[k] = 0;
    for (int b = 0; b < self->system->n_boundary; b++)
      force[k] += self->system->phi[(long)b * modes + k] * ((r ? r[b] : 0) - self->mean[b]);
  }
}

// Steps from `now` to `next` with the present contact states. Returns 0 if no contact forces were
// found.
static int try_step(flight *self, int level) {
  const motion_system *system = self->system;
  const int modes = system->n_modes;
  const motion_step *step = step_of(self, level);
  const flight_instant *now = &self->now;
  flight_instant *next = &self->next;
  memcpy(next->p, now->p, 2 * (size_t)modes * sizeof *next->p);
  memcpy(next->pushes, now->pushes, (size_t)system->n_contacts * sizeof *next->pushes);
  find_force(self, now->r, self->force);
  motion_step_advance(system, step, 1, self->force, next->p, next->v);
  find_force(self, NULL, self->force);
  motion_step_add_end_forces(system, step, 1, self->force, next->p, next->v);
  flight_contact_motion(self, self->tick + ticks_of(level), next);
  if (!flight_respond(self, step->compliance, self->mobility[level], next)) return 0;
  for (int k = 0; k < modes; k++) {
    self->force[k] = 0;
    for (int b = 0; b < system->n_boundary; b++)
      self->force[k] += system->phi[(long)b * modes + k] * next->r[b];
  }
  motion_step_add_end_forces(system, step, 1, self->force, next->p, next->v);
  return 1;
}

// Returns 1 if an open stop may close and open again within a step: the minimum of the cubic
// between its ends is not clearly open.
static int dips(const flight *self, int level) {
  enum { POINTS = 8, CLEAR = 6 };
  const double length = self->step[level].length, margin = level < CLEAR ? 0.1 : 0;
  for (int j = 0; j < self->system->n_contacts; j++) {
    const motion_contact *c = &self->system->contact[j];
    const int b = c->first;
    if (!flight_is_stop(self->system, c) || self->now.pushes[j] || self->next.pushes[j]) continue;
    if (c->law != HB_LAW_SET_VALUED && c->law != HB_LAW_COMPLIANT && !(c->normal > 0)) continue;
    const double u = self->now.u[b] * length, w = self->next.u[b] * length;
    const double from = flight_opening(c, self->now.q[b]), to = flight_opening(c, self->next.q[b]);
    if (!(u < 0 && w > 0)) continue;
    for (int i = 1; i < POINTS; i++) {
      const double s = (double)i / POINTS, z = 1 - s;
      const double at = z * z * ((1 + 2 * s) * from + s * u) + s * s * ((1 + 2 * z) * to - z * w);
      if (at < margin * fmax(from, to)) return 1;
    }
  }
  return 0;
}

// Returns (ω h)² of the vibration on the stiffest closed contact for a step of length h.
static double stiffness_of(const flight *self, int level) {
  const motion_system *system = self->system;
  const int n = system->n_boundary;
  double most = 0;
  for (int b = 0; b < n; b++) {
    const double yields = system->flexibility[(long)b * n + b], k = -self->by_q[b],
                 more = self->step[level].compliance[(long)b * n + b] - yields;
    if (self->held[b]) most = fmax(most, 6 * more / yields);
    if (k > 0) most = fmax(most, 6 * k * more / (1 + k * yields));
  }
  return most;
}

// Finds forces and their deviations at an instant, without a step of time.
static int respond_at_once(flight *self) {
  flight_contact_motion(self, self->tick, &self->now);
  if (!flight_respond(self, self->system->flexibility, NULL, &self->now)) return 0;
  flight_linearise(self, &self->now);
  if (!flight_invert(self, self->system->flexibility, NULL)) return 0;
  for (int i = 0; i < self->n_blocks; i++) {
    flight_contact_motion_columns(self, &self->block[i]);
    flight_respond_columns(self, self->system->flexibility, &self->block[i]);
  }
  return 1;
}

// Finds the contacts closed at τ = 0: those whose gap is closed without forces, iterated until gaps
// and forces agree.
static int begin(flight *self) {
  enum { ROUNDS = 8 };
  flight_instant *now = &self->now;
  flight_contact_motion(self, 0, now);
  memset(now->pushes, 0, (size_t)self->system->n_contacts * sizeof *now->pushes);
  for (int round = 0; round < ROUNDS; round++) {
    int changes = 0;
    for (int j = 0; j < self->system->n_contacts; j++) {
      const int pushes = flight_pushes(self, now, j);
      changes += pushes != now->pushes[j];
      now->pushes[j] = pushes;
    }
    if (round > 0 && changes == 0) return 1;
    if (!respond_at_once(self)) return 0;
  }
  return 0;
}

// Switches the contacts that close or open here. If a force jumps, deviations that arrive earlier
// feel it longer.
static int pass_event(flight *self) {
  const motion_system *system = self->system;
  const int n = system->n_boundary, modes = system->n_modes;
  flight_instant *now = &self->now;
  for (int j = 0; j < system->n_contacts; j++) now->pushes[j] = flight_pushes(self, now, j);
  const double *before = self->next.r; // one tick earlier
  for (int i = 0; i < self->n_blocks; i++)
    memcpy(self->block[i].r, self->block[i].q, (size_t)n * sizeof(block_row));
  flight_contact_motion(self, self->tick, now);
  if (!flight_respond(self, system->flexibility, NULL, now)) return 0;
  for (int j = 0; j < system->n_contacts; j++) {
    const motion_contact *c = &system->contact[j];
    const int b = c->first;
    if (!flight_has_gap(c) || now->u[b] == 0) continue;
    const double jump = (now->r[b] - before[b]) / now->u[b];
    for (int i = 0; i < self->n_blocks; i++)
      for (int k = 0; k < modes; k++)
        for (int w = 0; w < BLOCK_WIDTH; w++)
          self->block[i].v[k][w] += system->phi[(long)b * modes + k] * jump * self->block[i].r[b][w];
  }
  return respond_at_once(self);
}

static void measure(flight *self, int level) {
  const double part = ldexp((double)ticks_of(level), -40);
  enum { TOO_SHORT = 10 };
  self->size = fmax(self->size, flight_energy_norm(self, self->now.p));
  if (level > TOO_SHORT) return;
  const motion_instant at = motion_instant_of(2 * M_PI * ldexp((double)self->tick, -40));
  for (int b = 0; b < self->system->n_boundary; b++) {
    const double mean = self->balance.coefficient[(long)b * (1 + 2 * self->balance.harmonics)];
    double value[2];
    motion_orbit_value(&self->balance, b, at, value);
    self->off += part * (self->now.q[b] - value[0]) * (self->now.q[b] - value[0]);
    self->moved += part * (value[0] - mean) * (value[0] - mean);
  }
}

static int has_event(const flight *self) {
  for (int j = 0; j < self->system->n_contacts; j++)
    if (flight_pushes(self, &self->next, j) != self->now.pushes[j]) return 1;
  return 0;
}

// After a stop closes, steps are also short relative to the time since then, as it may open soon.
static int may_grow(const flight *self, int level, int fine) {
  enum { SHORT = 28, PARTS = 16 }; // a part of the period that is short for any contact
  int pushes = 0;
  for (int j = 0; j < self->system->n_contacts; j++) pushes |= self->now.pushes[j];
  return !pushes || ticks_of(level) < TICKS >> SHORT ||
         self->tick - self->event >= (PARTS << fine) * ticks_of(level);
}

// Steps through the whole period. Returns 0 if it cannot be completed.
static int fly(flight *self, int fine) {
  const double stiff = fine ? 0.0025 : 0.01;
  const int base = self->base + fine;
  int level = base, least = base, events = 0;
  for (int steps = 0; self->tick < TICKS; steps++) {
    if (steps > MOST_STEPS || events > MOST_EVENTS) return 0;
    while (ticks_of(level) > TICKS - self->tick) level++;
    const int found = try_step(self, level), is_stiff = found && stiffness_of(self, level) > stiff;
    if (level < LAST_LEVEL && (!found || is_stiff || has_event(self) || dips(self, level))) {
      level++;
      if (is_stiff) least = level;
      continue;
    }
    if (!found || !flight_advance_columns(self, level)) return 0;
    const int changes = has_event(self);
    const flight_instant keep = self->now;
    self->now = self->next, self->next = keep;
    self->tick += ticks_of(level);
    measure(self, level);
    if (changes) {
      events++, least = base;
      self->event = self->tick;
      if (!pass_event(self)) return 0;
    } else if (level > least && may_grow(self, level - 1, fine)) {
      level--;
    }
  }
  return 1;
}

static double *state_at(const flight *self, int i, int j) {
  return &self->block[j / BLOCK_WIDTH].p[i][j % BLOCK_WIDTH]; // velocities follow displacements
}

chatter_status flight_period(flight *self, int fine, const double *from, double *end, double *map,
                             int *ended) {
  const int n = 2 * self->system->n_modes;
  self->tick = self->event = 0;
  self->size = self->off = self->moved = 0;
  memcpy(self->now.p, from, (size_t)n * sizeof *from);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < BLOCK_WIDTH * self->n_blocks; j++) *state_at(self, i, j) = i == j;
  *ended = begin(self) && fly(self, fine);
  if (!*ended) return CHATTER_OK;
  memcpy(end, self->now.p, (size_t)n * sizeof *end);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      map[(long)i * n + j] = *state_at(self, i, j);
      *ended &= isfinite(map[(long)i * n + j]) && isfinite(end[i]);
    }
  return CHATTER_OK;
}

double flight_energy_norm(const flight *self, const double *state) {
  const int modes = self->system->n_modes;
  const double least = self->free.omega * self->free.omega;
  double sum = 0;
  for (int k = 0; k < modes; k++) {
    const double v = state[modes + k];
    sum += fmax(self->system->omega2[k], least) * state[k] * state[k] + v * v;
  }
  return sqrt(sum);
}

double flight_motion_size(const flight *self) {
  return self->size;
}

double flight_distance(const flight *self) {
  return sqrt(self->off / self->moved);
}
