#include "engines/response/stability/floquet_flow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engines/response/stability/stop_path.h"
#include "kernels/response/response_layout.h"
#include "reduction/algebra/dense.h"

// Steps of the coarsest map of a period, each of them taken, or all by one and its powers; and times at which
// transitions are looked for, 16 to a wave of the highest harmonic.
enum { COARSEST = 64, COARSEST_POWER = 4096, LEAST_SAMPLES = 1024, SAMPLES_PER_HARMONIC = 16 };

// Columns of the map are carried in blocks: one row of a block is what a vector holds.
enum { WIDE = COUPLED_WIDE };
typedef double block_row[WIDE];

// ∂r/∂(q, slider) in the present states of the contacts, and what follows from it over a step: with C the
// compliance, r = (1 - A C)⁻¹ (A q* + B w), q* what q would be without r. Where a stop is closed q = 0 stands
// in place of that: (C r) = -q*.
typedef struct slopes {
  double *by_q;      // A, [n_boundary][n_boundary]
  double *by_slider; // B, [n_boundary], of the coordinate's own slider
  int *held;         // [n_boundary], 1: by a closed stop
  double *work;      // [n_boundary][n_boundary]
  double *solved;    // [n_boundary][2 n_boundary]: r per q* and per w
} slopes;

struct floquet_flow {
  const motion_system *system;
  motion_orbit orbit;
  int n_sliders, *slider; // of each coordinate, -1: none
  int is_smooth;          // 1: slopes change from step to step
  int size, n_blocks, n_events;
  element_state *state; // [n_contacts], now
  element_path *path;   // [n_contacts]
  element_event *event; // of all contacts, in the order of time
  motion_step step;
  slopes begin, end;
  block_row *rows;  // [n_blocks]: p, v, w, force on modes, q, r
  double *power[3]; // [size][size], scratch
};

static int count_sliders(const motion_system *system) {
  int n = 0;
  for (int b = 0; b < system->n_boundary; b++) n += motion_slider(system, b) >= 0;
  return n;
}

int floquet_size(const motion_system *system) {
  return 2 * system->n_modes + count_sliders(system);
}

static int rows_of(const floquet_flow *self) {
  return 3 * self->system->n_modes + self->n_sliders + 2 * self->system->n_boundary;
}
// Where the rows of a block lie.
typedef struct block {
  block_row *p, *v, *force, *w, *q, *r;
} block;
static block block_of(const floquet_flow *self, int which) {
  block_row *at = self->rows + (long)which * rows_of(self);
  const int modes = self->system->n_modes;
  block b = {.p = at, .v = at + modes, .force = at + 2L * modes, .w = at + 3L * modes};
  b.q = b.w + self->n_sliders;
  b.r = b.q + self->system->n_boundary;
  return b;
}

static chatter_status create_slopes(int n, arena *memory, slopes *out) {
  DENSE(out->by_q, memory, n, n);
  DENSE(out->by_slider, memory, n, 1);
  DENSE(out->work, memory, n, n);
  DENSE(out->solved, memory, n, 2 * n);
  out->held = arena_allocate(memory, ((size_t)n + 1) * sizeof *out->held);
  return out->held ? CHATTER_OK : CHATTER_DEVICE;
}

static chatter_status create_arrays(const motion_system *system, arena *memory, floquet_flow *out) {
  const int n = system->n_boundary, contacts = system->n_contacts;
  out->slider = arena_allocate(memory, ((size_t)n + 1) * sizeof *out->slider);
  out->state = arena_allocate(memory, ((size_t)contacts + 1) * sizeof *out->state);
  out->path = arena_allocate(memory, ((size_t)contacts + 1) * sizeof *out->path);
  out->rows = arena_allocate(memory, (size_t)out->n_blocks * (size_t)rows_of(out) * sizeof *out->rows + 1);
  if (!out->slider || !out->state || !out->path || !out->rows)
    return error_raise(CHATTER_DEVICE, "out of memory");
  for (int k = 0; k < 3; k++) DENSE(out->power[k], memory, out->size, out->size);
  TRY(motion_step_create(system, memory, &out->step));
  TRY(create_slopes(n, memory, &out->begin));
  return create_slopes(n, memory, &out->end);
}

static void find_slopes(const floquet_flow *self, double tau, slopes *out) {
  const int n = self->system->n_boundary;
  memset(out->by_q, 0, (size_t)n * (size_t)n * sizeof *out->by_q);
  memset(out->by_slider, 0, (size_t)n * sizeof *out->by_slider);
  memset(out->held, 0, (size_t)n * sizeof *out->held);
  for (int j = 0; j < self->system->n_contacts; j++) {
    const motion_contact *c = &self->system->contact[j];
    const int first = c->first, tangent = first + c->has_normal;
    if (c->law == HB_LAW_SPRING) {
      double q[2];
      motion_at(&self->orbit, first, motion_instant_of(tau), q);
      out->by_q[(long)first * n + first] = -3 * c->cubic * q[0] * q[0];
      continue;
    }
    if (self->state[j] == ELEMENT_OPEN) continue;
    if (c->law == HB_LAW_SET_VALUED) {
      out->held[first] = 1;
      continue;
    }
    if (c->has_normal) out->by_q[(long)first * n + first] = -c->normal;
    if (c->count == c->has_normal || self->slider[tangent] < 0) continue;
    if (self->state[j] == ELEMENT_STICK) {
      out->by_q[(long)tangent * n + tangent] = -c->tangential;
      out->by_slider[tangent] = c->tangential;
    } else if (c->has_normal) { // r_t = -sense μ N
      out->by_q[(long)tangent * n + first] = element_sense(self->state[j]) * c->friction * c->normal;
    }
  }
}

static chatter_status solve_slopes(const floquet_flow *self, const double *compliance, slopes *out) {
  const int n = self->system->n_boundary;
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) {
      double sum = a == b;
      for (int c = 0; c < n; c++) sum -= out->by_q[(long)a * n + c] * compliance[(long)c * n + b];
      out->work[(long)a * n + b] = out->held[a] ? compliance[(long)a * n + b] : sum;
      out->solved[(long)a * 2 * n + b] = out->held[a] ? -(a == b) : out->by_q[(long)a * n + b];
      out->solved[(long)a * 2 * n + n + b] = a == b ? out->by_slider[b] : 0;
    }
  if (!motion_solve(n, out->work, 2 * n, out->solved))
    return error_raise(CHATTER_BAD_MODEL, "contact forces do not follow from displacements");
  return CHATTER_OK;
}

// r from q* in b->q, then q itself, then what r is to the modes.
static void respond(const floquet_flow *self, const slopes *by, const double *compliance, block *b) {
  const int n = self->system->n_boundary, modes = self->system->n_modes;
  for (int i = 0; i < n; i++) {
    const double *by_q = by->solved + (long)i * 2 * n, *by_w = by_q + n;
    block_row sum = {0};
    for (int j = 0; j < n; j++) {
      const double *w = self->slider[j] < 0 ? NULL : b->w[self->slider[j]];
      for (int c = 0; c < WIDE; c++) sum[c] += by_q[j] * b->q[j][c] + (w ? by_w[j] * w[c] : 0);
    }
    memcpy(b->r[i], sum, sizeof sum);
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int c = 0; c < WIDE; c++) b->q[i][c] += compliance[(long)i * n + j] * b->r[j][c];
  for (int k = 0; k < modes; k++) {
    block_row sum = {0};
    for (int i = 0; i < n; i++)
      for (int c = 0; c < WIDE; c++) sum[c] += self->system->phi[(long)i * modes + k] * b->r[i][c];
    memcpy(b->force[k], sum, sizeof sum);
  }
}

// q* = Φ p
static void find_free(const floquet_flow *self, block *b) {
  const int n = self->system->n_boundary, modes = self->system->n_modes;
  for (int i = 0; i < n; i++) {
    block_row sum = {0};
    for (int k = 0; k < modes; k++)
      for (int c = 0; c < WIDE; c++) sum[c] += self->system->phi[(long)i * modes + k] * b->p[k][c];
    memcpy(b->q[i], sum, sizeof sum);
  }
}

static void take_step(const floquet_flow *self, const motion_step *step, block *b) {
  motion_step_take(self->system, step, WIDE, *b->force, *b->p, *b->v);
  find_free(self, b);
  respond(self, &self->end, step->compliance, b);
  motion_step_end(self->system, step, WIDE, *b->force, *b->p, *b->v);
}

// Where sliders have come to that are dragged along: there the spring has the force it has.
static void drag_sliders(const floquet_flow *self, block *b) {
  for (int i = 0; i < self->system->n_boundary; i++) {
    const int j = self->slider[i] < 0 ? -1 : motion_slider(self->system, i);
    if (j < 0 || self->state[j] == ELEMENT_STICK) continue;
    for (int c = 0; c < WIDE; c++)
      b->w[self->slider[i]][c] = b->q[i][c] + b->r[i][c] / self->system->contact[j].tangential;
  }
}

// An element that comes into contact and sticks: the earlier it does, the further back is its slider.
static void place_slider(const floquet_flow *self, const element_event *event, block *b) {
  const motion_contact *c = &self->system->contact[event->contact];
  const int tangent = c->first + c->has_normal, w = self->slider[tangent];
  if (event->drag == 0 || w < 0) return;
  for (int i = 0; i < WIDE; i++) b->w[w][i] += event->drag * c->normal * b->q[c->first][i];
}

// Of p, v and w at the beginning of a piece, or at its end: what is there without time.
static void respond_at_once(const floquet_flow *self) {
  for (int i = 0; i < self->n_blocks; i++) {
    block b = block_of(self, i);
    find_free(self, &b);
    respond(self, &self->begin, self->system->flexibility, &b);
  }
}

static chatter_status begin_phase(floquet_flow *self, double tau) {
  find_slopes(self, tau, &self->begin);
  TRY(solve_slopes(self, self->system->flexibility, &self->begin));
  respond_at_once(self);
  return CHATTER_OK;
}

// Element i of column j of the states: rows p, v of a block are followed by `force`, and that by w.
static double *state_at(const floquet_flow *self, int i, int j) {
  const int modes = self->system->n_modes;
  const block b = block_of(self, j / WIDE);
  return &(i < 2 * modes ? b.p + i : b.w + (i - 2 * modes))[0][j % WIDE];
}
static void read_states(const floquet_flow *self, double *map) {
  for (int i = 0; i < self->size; i++)
    for (int j = 0; j < self->size; j++) map[(long)i * self->size + j] = *state_at(self, i, j);
}
static void write_states(const floquet_flow *self, const double *map) { // NULL: units
  for (int i = 0; i < self->size; i++)
    for (int j = 0; j < self->size; j++) *state_at(self, i, j) = map ? map[(long)i * self->size + j] : i == j;
}

// A piece of the period without transitions, in steps of the same length.
static chatter_status advance(floquet_flow *self, double from, double to, int steps) {
  motion_step_set(self->system, (to - from) / self->orbit.omega / steps, &self->step);
  for (int k = 1; k <= steps; k++) {
    find_slopes(self, from + (to - from) * k / steps, &self->end);
    TRY(solve_slopes(self, self->step.compliance, &self->end));
    for (int i = 0; i < self->n_blocks; i++) {
      block b = block_of(self, i);
      take_step(self, &self->step, &b);
    }
  }
  return CHATTER_OK;
}

// Likewise where slopes are constant: 2^doublings times the map of one step, which is squared as often.
static chatter_status advance_by_powers(floquet_flow *self, double length, int doublings) {
  const int n = self->size;
  double *power = self->power[0], *next = self->power[1], *before = self->power[2];
  motion_step_set(self->system, ldexp(length / self->orbit.omega, -doublings), &self->step);
  find_slopes(self, 0, &self->end);
  TRY(solve_slopes(self, self->step.compliance, &self->end));
  read_states(self, before);
  write_states(self, NULL);
  respond_at_once(self);
  for (int i = 0; i < self->n_blocks; i++) {
    block b = block_of(self, i);
    take_step(self, &self->step, &b);
  }
  read_states(self, power);
  TRY(dense_begin());
  for (int k = 0; k < doublings; k++) {
    double *keep = power;
    dense_multiply(0, 0, n, n, n, 1, power, power, 0, next);
    power = next, next = keep;
  }
  dense_multiply(0, 0, n, n, n, 1, power, before, 0, next);
  dense_end();
  write_states(self, next);
  respond_at_once(self);
  return CHATTER_OK;
}

static int doublings_of(double part) { // of a period
  int n = 0;
  while (ldexp(1, n) < COARSEST_POWER * part) n++;
  return n;
}

static chatter_status pass_event(floquet_flow *self, const element_event *event) {
  for (int i = 0; i < self->n_blocks; i++) {
    block b = block_of(self, i);
    drag_sliders(self, &b);
    place_slider(self, event, &b);
  }
  self->state[event->contact] = event->state;
  return begin_phase(self, event->tau);
}

// One period, its pieces in 2^finer times the steps of the coarsest map.
static chatter_status carry(floquet_flow *self, int finer) {
  double tau = 0;
  for (int j = 0; j < self->system->n_contacts; j++) self->state[j] = self->path[j].state;
  write_states(self, NULL);
  TRY(begin_phase(self, 0));
  for (int i = 0; i <= self->n_events; i++) {
    const double end = i < self->n_events ? self->event[i].tau : 2 * M_PI, part = (end - tau) / (2 * M_PI);
    if (end > tau && self->is_smooth)
      TRY(advance(self, tau, end, (int)ldexp(fmax(1, ceil(COARSEST * part)), finer)));
    else if (end > tau)
      TRY(advance_by_powers(self, end - tau, finer + doublings_of(part)));
    tau = fmax(tau, end);
    if (i < self->n_events) TRY(pass_event(self, &self->event[i]));
  }
  for (int i = 0; i < self->n_blocks; i++) {
    block b = block_of(self, i);
    drag_sliders(self, &b);
  }
  return CHATTER_OK;
}

static int earlier(const void *a, const void *b) {
  const double x = ((const element_event *)a)->tau, y = ((const element_event *)b)->tau;
  return (x > y) - (x < y);
}

static chatter_status find_events(floquet_flow *self, arena *memory) {
  const motion_orbit *orbit = &self->orbit;
  const int room = element_room(orbit->harmonics), wanted = SAMPLES_PER_HARMONIC * orbit->harmonics,
            samples = wanted > LEAST_SAMPLES ? wanted : LEAST_SAMPLES;
  self->event =
      arena_allocate(memory, ((size_t)room * (size_t)self->system->n_contacts + 1) * sizeof *self->event);
  if (!self->event) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int j = 0; j < self->system->n_contacts; j++) {
    if (self->system->contact[j].law == HB_LAW_SPRING) continue;
    TRY((stop_is(self->system, j) ? stop_follow : element_follow)(
        self->system, orbit, j, samples, room, self->event + self->n_events, &self->path[j]));
    self->n_events += self->path[j].n;
  }
  qsort(self->event, (size_t)self->n_events, sizeof *self->event, earlier);
  return CHATTER_OK;
}

chatter_status floquet_flow_create(const motion_system *system, const motion_orbit *orbit, arena *memory,
                                   floquet_flow **out) {
  floquet_flow *self = *out = arena_allocate(memory, sizeof *self);
  if (!self) return error_raise(CHATTER_DEVICE, "out of memory");
  *self = (floquet_flow){.system = system, .orbit = *orbit, .n_sliders = count_sliders(system)};
  self->size = floquet_size(system);
  self->n_blocks = (self->size + WIDE - 1) / WIDE;
  TRY(create_arrays(system, memory, self));
  for (int b = 0, n = 0; b < system->n_boundary; b++)
    self->slider[b] = motion_slider(system, b) < 0 ? -1 : n++;
  for (int j = 0; j < system->n_contacts; j++) self->is_smooth |= system->contact[j].law == HB_LAW_SPRING;
  return find_events(self, memory);
}

chatter_status floquet_flow_map(floquet_flow *self, int finer, double *map) {
  memset(self->rows, 0, (size_t)self->n_blocks * (size_t)rows_of(self) * sizeof *self->rows);
  TRY(carry(self, finer));
  read_states(self, map);
  return CHATTER_OK;
}

int floquet_flow_events(const floquet_flow *self, const element_event **event, const element_path **path) {
  *event = self->event;
  *path = self->path;
  return self->n_events;
}
