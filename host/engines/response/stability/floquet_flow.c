#include "engines/response/stability/floquet_flow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engines/response/stability/floquet_laws.h"
#include "engines/response/stability/compliant_path.h"
#include "kernels/response/response_layout.h"
#include "reduction/algebra/dense.h"

// Steps per period of the coarsest map, if each is taken or if a map is squared; and the largest
// number of events of a compliant law.
enum { COARSEST = 64, COARSEST_POWER = 4096, LAW_EVENTS = 4096 };

static int count_sliders(const motion_system *system) {
  int n = 0;
  for (int b = 0; b < system->n_boundary; b++) n += motion_slider_contact(system, b) >= 0;
  return n;
}

int floquet_size(const motion_system *system) {
  return 2 * system->n_modes + count_sliders(system) + flow_law_rows(system);
}

static int rows_of(const floquet_flow *self) {
  return self->system->n_modes + self->size + 6 * self->system->n_boundary;
}
static flow_block block_of(const floquet_flow *self, int which) {
  block_row *at = self->rows + (long)which * rows_of(self);
  const int modes = self->system->n_modes, n = self->system->n_boundary;
  flow_block b = {.p = at, .v = at + modes, .force = at + 2L * modes, .w = at + 3L * modes};
  b.q = at + modes + self->size;
  b.r = b.q + n, b.rate = b.r + n, b.before = b.rate + n, b.known = b.before + n, b.creep = b.known + n;
  return b;
}

static chatter_status create_slopes(int n, arena *memory, force_slopes *out) {
  DENSE(out->by_q, memory, n, n);
  DENSE(out->by_v, memory, 3, n);
  out->own = out->by_v + n, out->creeps = out->own + n;
  DENSE(out->work, memory, n, n);
  DENSE(out->solved, memory, n, n);
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
  DENSE(out->mobility, memory, n, n);
  TRY(motion_step_create(system, memory, &out->step));
  TRY(create_slopes(n, memory, &out->begin));
  return create_slopes(n, memory, &out->end);
}

static chatter_status solve_slopes(const floquet_flow *self, const double *compliance, const double *mobility,
                                   force_slopes *out) {
  const int n = self->system->n_boundary;
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) {
      double sum = a == b;
      for (int c = 0; c < n; c++) sum -= out->by_q[(long)a * n + c] * compliance[(long)c * n + b];
      if (mobility) sum -= out->by_v[a] * mobility[(long)a * n + b];
      out->work[(long)a * n + b] = out->held[a] ? compliance[(long)a * n + b] : sum;
      out->solved[(long)a * n + b] = a == b;
    }
  if (!motion_solve_linear(n, out->work, n, out->solved))
    return error_raise(CHATTER_BAD_MODEL, "contact forces do not follow from displacements");
  return CHATTER_OK;
}

// Replaces `known` by A q* + B v* + known; in held rows by known - q*.
static void find_sides(const floquet_flow *self, const force_slopes *by, flow_block *b) {
  const int n = self->system->n_boundary;
  for (int i = 0; i < n; i++) {
    const double *by_q = by->by_q + (long)i * n;
    for (int j = 0; j < n && !by->held[i]; j++)
      for (int c = 0; c < BLOCK_WIDTH && by_q[j] != 0; c++) b->known[i][c] += by_q[j] * b->q[j][c];
    for (int c = 0; c < BLOCK_WIDTH && by->by_v[i] != 0; c++) b->known[i][c] += by->by_v[i] * b->rate[i][c];
    for (int c = 0; c < BLOCK_WIDTH && by->held[i]; c++) b->known[i][c] -= b->q[i][c];
  }
}

// Finds r from q* in b->q, then q itself, then the modal forces of r.
static void respond(const floquet_flow *self, const force_slopes *by, const double *compliance, double length,
                    flow_block *b) {
  const int n = self->system->n_boundary, modes = self->system->n_modes;
  flow_known_forces(self, by, length, b);
  find_sides(self, by, b);
  for (int i = 0; i < n; i++) {
    block_row sum = {0};
    for (int j = 0; j < n; j++)
      for (int c = 0; c < BLOCK_WIDTH; c++) sum[c] += by->solved[(long)i * n + j] * b->known[j][c];
    memcpy(b->r[i], sum, sizeof sum);
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int c = 0; c < BLOCK_WIDTH; c++) b->q[i][c] += compliance[(long)i * n + j] * b->r[j][c];
  for (int k = 0; k < modes; k++) {
    block_row sum = {0};
    for (int i = 0; i < n; i++)
      for (int c = 0; c < BLOCK_WIDTH; c++) sum[c] += self->system->phi[(long)i * modes + k] * b->r[i][c];
    memcpy(b->force[k], sum, sizeof sum);
  }
  flow_update_states(self, by, length, b);
}

// Finds q* = Φ p, and v* = Φ v where the laws depend on it.
static void find_free(const floquet_flow *self, flow_block *b) {
  const int n = self->system->n_boundary, modes = self->system->n_modes;
  memcpy(b->before, b->q, (size_t)n * sizeof *b->q);
  for (int i = 0; i < n; i++) {
    block_row sum = {0}, rate = {0};
    const double *phi = self->system->phi + (long)i * modes;
    for (int k = 0; k < modes; k++)
      for (int c = 0; c < BLOCK_WIDTH; c++) sum[c] += phi[k] * b->p[k][c];
    for (int k = 0; k < modes && self->has_rates; k++)
      for (int c = 0; c < BLOCK_WIDTH; c++) rate[c] += phi[k] * b->v[k][c];
    memcpy(b->q[i], sum, sizeof sum);
    memcpy(b->rate[i], rate, sizeof rate);
  }
}

static void take_step(const floquet_flow *self, const motion_step *step, flow_block *b) {
  motion_step_advance(self->system, step, BLOCK_WIDTH, *b->force, *b->p, *b->v);
  find_free(self, b);
  respond(self, &self->end, step->compliance, step->length, b);
  motion_step_add_end_forces(self->system, step, BLOCK_WIDTH, *b->force, *b->p, *b->v);
}

// Finds the positions of dragged sliders: those at which the spring has its force.
static void drag_sliders(const floquet_flow *self, flow_block *b) {
  for (int i = 0; i < self->system->n_boundary; i++) {
    const int j = self->slider[i] < 0 ? -1 : motion_slider_contact(self->system, i);
    if (j < 0 || self->state[j] == ELEMENT_STICK) continue;
    for (int c = 0; c < BLOCK_WIDTH; c++)
      b->w[self->slider[i]][c] = b->q[i][c] + b->r[i][c] / self->system->contact[j].tangential;
  }
}

// Sets the slider of an element that closes and sticks: the earlier it closes, the further back the
// slider is.
static void place_slider(const floquet_flow *self, const element_event *event, flow_block *b) {
  const motion_contact *c = &self->system->contact[event->contact];
  const int tangent = c->first + c->has_normal, w = self->slider[tangent];
  if (event->drag == 0 || w < 0) return;
  for (int i = 0; i < BLOCK_WIDTH; i++) b->w[w][i] += event->drag * c->normal * b->q[c->first][i];
}

// Finds the forces for p, v and w at the beginning or end of a piece, without a step of time.
static void respond_at_once(const floquet_flow *self) {
  for (int i = 0; i < self->n_blocks; i++) {
    flow_block b = block_of(self, i);
    find_free(self, &b);
    respond(self, &self->begin, self->system->flexibility, 0, &b);
  }
}

// Begins the piece at τ; `next`: the event at its end.
static chatter_status begin_phase(floquet_flow *self, double tau, int next) {
  const double to = next < self->n_events ? self->event[next].tau : 2 * M_PI;
  flow_slopes(self, tau, tau, fmax(tau, to), 0, &self->begin);
  TRY(solve_slopes(self, self->system->flexibility, NULL, &self->begin));
  respond_at_once(self);
  return CHATTER_OK;
}

// Returns element i of column j of the states: rows p and v of a block, then w behind `force`.
static double *state_at(const floquet_flow *self, int i, int j) {
  const int modes = self->system->n_modes;
  const flow_block b = block_of(self, j / BLOCK_WIDTH);
  return &(i < 2 * modes ? b.p + i : b.w + (i - 2 * modes))[0][j % BLOCK_WIDTH];
}
static void read_states(const floquet_flow *self, double *map) {
  for (int i = 0; i < self->size; i++)
    for (int j = 0; j < self->size; j++) map[(long)i * self->size + j] = *state_at(self, i, j);
}
static void write_states(const floquet_flow *self, const double *map) { // NULL: identity
  for (int i = 0; i < self->size; i++)
    for (int j = 0; j < self->size; j++) *state_at(self, i, j) = map ? map[(long)i * self->size + j] : i == j;
}

// Advances through a piece of the period without transitions in steps of equal length.
static chatter_status advance(floquet_flow *self, double from, double to, int steps) {
  motion_step_set(self->system, (to - from) / self->orbit.omega / steps, &self->step);
  if (self->has_rates) motion_step_mobility(self->system, &self->step, self->mobility);
  for (int k = 1; k <= steps; k++) {
    flow_slopes(self, from + (to - from) * k / steps, from, to, self->step.length, &self->end);
    TRY(solve_slopes(self, self->step.compliance, self->has_rates ? self->mobility : NULL, &self->end));
    for (int i = 0; i < self->n_blocks; i++) {
      flow_block b = block_of(self, i);
      take_step(self, &self->step, &b);
    }
  }
  return CHATTER_OK;
}

// Does what advance does, for constant slopes: the map of one step is squared `doublings` times.
static chatter_status advance_by_powers(floquet_flow *self, double length, int doublings) {
  const int n = self->size;
  double *power = self->power[0], *next = self->power[1], *before = self->power[2];
  motion_step_set(self->system, ldexp(length / self->orbit.omega, -doublings), &self->step);
  flow_slopes(self, 0, 0, 0, self->step.length, &self->end);
  TRY(solve_slopes(self, self->step.compliance, NULL, &self->end));
  read_states(self, before);
  write_states(self, NULL);
  respond_at_once(self);
  for (int i = 0; i < self->n_blocks; i++) {
    flow_block b = block_of(self, i);
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

static int doublings_of(double part) { // part: a fraction of the period
  int n = 0;
  while (ldexp(1, n) < COARSEST_POWER * part) n++;
  return n;
}

static chatter_status pass_event(floquet_flow *self, int which) {
  const element_event *event = &self->event[which];
  const int is_compliant = self->system->contact[event->contact].law == HB_LAW_COMPLIANT;
  for (int i = 0; i < self->n_blocks; i++) {
    flow_block b = block_of(self, i);
    drag_sliders(self, &b);
    (is_compliant ? flow_close_gap : place_slider)(self, event, &b);
  }
  self->state[event->contact] = event->state;
  return begin_phase(self, event->tau, which + 1);
}

// Carries the deviations through one period; each piece has 2^finer times the steps of the coarsest
// map.
static chatter_status carry(floquet_flow *self, int finer) {
  double tau = 0;
  for (int j = 0; j < self->system->n_contacts; j++) self->state[j] = self->path[j].state;
  flow_laws_begin(self);
  write_states(self, NULL);
  TRY(begin_phase(self, 0, 0));
  for (int i = 0; i <= self->n_events; i++) {
    const double end = i < self->n_events ? self->event[i].tau : 2 * M_PI, part = (end - tau) / (2 * M_PI);
    if (end > tau && self->is_smooth)
      TRY(advance(self, tau, end, (int)ldexp(fmax(1, ceil(COARSEST * part)), finer)));
    else if (end > tau)
      TRY(advance_by_powers(self, end - tau, finer + doublings_of(part)));
    tau = fmax(tau, end);
    if (i < self->n_events) TRY(pass_event(self, i));
  }
  for (int i = 0; i < self->n_blocks; i++) {
    flow_block b = block_of(self, i);
    drag_sliders(self, &b);
  }
  return CHATTER_OK;
}

static int earlier(const void *a, const void *b) {
  const double x = ((const element_event *)a)->tau, y = ((const element_event *)b)->tau;
  return (x > y) - (x < y);
}

// Appends the events of contact j.
static chatter_status find_path(floquet_flow *self, int j, double *scratch, arena *memory) {
  const motion_contact *c = &self->system->contact[j];
  element_event *event = self->event + self->n_events;
  element_path *path = &self->path[j];
  flow_law *law = &self->law[j];
  if (c->law != HB_LAW_COMPLIANT)
    TRY((contact_is_massless_stop(self->system, j) ? stop_path_find : element_path_find)(
        self->system, &self->orbit, j, scratch, event, path));
  else
    TRY(compliant_path_find(self->system, &self->orbit, j, LAW_EVENTS, memory, event, &path->n, law->begin,
                            law->stuck));
  self->n_events += path->n;
  return CHATTER_OK;
}

static chatter_status find_events(floquet_flow *self, arena *memory) {
  const int harmonics = self->orbit.harmonics;
  size_t room = 1;
  double *scratch;
  for (int j = 0; j < self->system->n_contacts; j++)
    room += self->system->contact[j].law == HB_LAW_COMPLIANT ? LAW_EVENTS
                                                             : (size_t)element_most_events(harmonics);
  self->event = arena_allocate(memory, room * sizeof *self->event);
  if (!self->event) return error_raise(CHATTER_DEVICE, "out of memory");
  DENSE(scratch, memory, element_scratch_size(harmonics), 1);
  for (int j = 0; j < self->system->n_contacts; j++) TRY(find_path(self, j, scratch, memory));
  qsort(self->event, (size_t)self->n_events, sizeof *self->event, earlier);
  return CHATTER_OK;
}

chatter_status floquet_flow_create(const motion_system *system, const motion_orbit *orbit, arena *memory,
                                   floquet_flow **out) {
  floquet_flow *self = *out = arena_allocate(memory, sizeof *self);
  if (!self) return error_raise(CHATTER_DEVICE, "out of memory");
  *self = (floquet_flow){.system = system, .orbit = *orbit, .n_sliders = count_sliders(system)};
  self->size = floquet_size(system);
  self->n_blocks = (self->size + BLOCK_WIDTH - 1) / BLOCK_WIDTH;
  TRY(create_arrays(system, memory, self));
  for (int b = 0, n = 0; b < system->n_boundary; b++)
    self->slider[b] = motion_slider_contact(system, b) < 0 ? -1 : n++;
  TRY(flow_laws_create(self, self->n_sliders, memory));
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
