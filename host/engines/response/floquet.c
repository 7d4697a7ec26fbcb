#include "engines/response/floquet.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engines/response/stop_path.h"
#include "kernels/response/response_layout.h"
#include "reduction/dense.h"

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

typedef struct carrier {
  const motion_system *system;
  const motion_orbit *orbit;
  int n_sliders, *slider; // of each coordinate, -1: none
  int is_smooth;          // 1: slopes change from step to step
  int n_blocks;
  element_state *state; // [n_contacts]
  motion_step usual, odd;
  slopes begin, end;
  block_row *rows; // [n_blocks]: p, v, w, force on modes, q, r
} carrier;

int floquet_applies(const motion_system *system) {
  for (int j = 0; j < system->n_contacts; j++)
    if (system->contact[j].law == HB_LAW_SET_VALUED && !stop_is(system, j)) return 0;
  return 1;
}

static int count_sliders(const motion_system *system) {
  int n = 0;
  for (int b = 0; b < system->n_boundary; b++) n += motion_slider(system, b) >= 0;
  return n;
}

int floquet_size(const motion_system *system) {
  return 2 * system->n_modes + count_sliders(system);
}

static int rows_of(const carrier *self) {
  return 3 * self->system->n_modes + self->n_sliders + 2 * self->system->n_boundary;
}
// Where the rows of a block lie.
typedef struct block {
  block_row *p, *v, *force, *w, *q, *r;
} block;
static block block_of(const carrier *self, int which) {
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

static chatter_status create(const motion_system *system, const motion_orbit *orbit, arena *memory,
                             carrier *out) {
  const int n = system->n_boundary, size = floquet_size(system);
  *out = (carrier){.system = system, .orbit = orbit, .n_blocks = (size + WIDE - 1) / WIDE};
  out->slider = arena_allocate(memory, ((size_t)n + 1) * sizeof *out->slider);
  out->state = arena_allocate(memory, ((size_t)system->n_contacts + 1) * sizeof *out->state);
  if (!out->slider || !out->state) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int b = 0; b < n; b++) out->slider[b] = motion_slider(system, b) < 0 ? -1 : out->n_sliders++;
  for (int j = 0; j < system->n_contacts; j++) out->is_smooth |= system->contact[j].law == HB_LAW_SPRING;
  TRY(motion_step_create(system, memory, &out->usual));
  TRY(motion_step_create(system, memory, &out->odd));
  TRY(create_slopes(n, memory, &out->begin));
  TRY(create_slopes(n, memory, &out->end));
  out->rows = arena_allocate(memory, (size_t)out->n_blocks * (size_t)rows_of(out) * sizeof *out->rows + 1);
  return out->rows ? CHATTER_OK : error_raise(CHATTER_DEVICE, "out of memory");
}

static void find_slopes(const carrier *self, double tau, slopes *out) {
  const int n = self->system->n_boundary;
  memset(out->by_q, 0, (size_t)n * (size_t)n * sizeof *out->by_q);
  memset(out->by_slider, 0, (size_t)n * sizeof *out->by_slider);
  memset(out->held, 0, (size_t)n * sizeof *out->held);
  for (int j = 0; j < self->system->n_contacts; j++) {
    const motion_contact *c = &self->system->contact[j];
    const int first = c->first, tangent = first + c->has_normal;
    if (c->law == HB_LAW_SPRING) {
      double q[2];
      motion_at(self->orbit, first, motion_instant_of(tau), q);
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

static chatter_status solve_slopes(const carrier *self, const double *compliance, slopes *out) {
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
static void respond(const carrier *self, const slopes *by, const double *compliance, block *b) {
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
static void find_free(const carrier *self, block *b) {
  const int n = self->system->n_boundary, modes = self->system->n_modes;
  for (int i = 0; i < n; i++) {
    block_row sum = {0};
    for (int k = 0; k < modes; k++)
      for (int c = 0; c < WIDE; c++) sum[c] += self->system->phi[(long)i * modes + k] * b->p[k][c];
    memcpy(b->q[i], sum, sizeof sum);
  }
}

static void take_step(const carrier *self, const motion_step *step, block *b) {
  motion_step_take(self->system, step, WIDE, *b->force, *b->p, *b->v);
  find_free(self, b);
  respond(self, &self->end, step->compliance, b);
  motion_step_end(self->system, step, WIDE, *b->force, *b->p, *b->v);
}

// Where sliders have come to that are dragged along: there the spring has the force it has.
static void drag_sliders(const carrier *self, block *b) {
  for (int i = 0; i < self->system->n_boundary; i++) {
    const int j = self->slider[i] < 0 ? -1 : motion_slider(self->system, i);
    if (j < 0 || self->state[j] == ELEMENT_STICK) continue;
    for (int c = 0; c < WIDE; c++)
      b->w[self->slider[i]][c] = b->q[i][c] + b->r[i][c] / self->system->contact[j].tangential;
  }
}

// An element that comes into contact and sticks: the earlier it does, the further back is its slider.
static void place_slider(const carrier *self, const element_event *event, block *b) {
  const motion_contact *c = &self->system->contact[event->contact];
  if (event->drag == 0 || c->count == c->has_normal) return;
  const int w = self->slider[c->first + c->has_normal];
  if (w < 0) return;
  for (int i = 0; i < WIDE; i++) b->w[w][i] += event->drag * c->normal * b->q[c->first][i];
}

static chatter_status begin_phase(carrier *self, double tau) {
  find_slopes(self, tau, &self->begin);
  TRY(solve_slopes(self, self->system->flexibility, &self->begin));
  for (int i = 0; i < self->n_blocks; i++) {
    block b = block_of(self, i);
    find_free(self, &b);
    respond(self, &self->begin, self->system->flexibility, &b);
  }
  return CHATTER_OK;
}

// From τ on by `step`; `again`: the last step was as long, in the same states.
static chatter_status advance(carrier *self, const motion_step *step, double tau, int again) {
  if (!again || self->is_smooth) {
    find_slopes(self, tau + self->orbit->omega * step->length, &self->end);
    TRY(solve_slopes(self, step->compliance, &self->end));
  }
  for (int i = 0; i < self->n_blocks; i++) {
    block b = block_of(self, i);
    take_step(self, step, &b);
  }
  return CHATTER_OK;
}

static chatter_status pass_event(carrier *self, const element_event *event) {
  for (int i = 0; i < self->n_blocks; i++) {
    block b = block_of(self, i);
    drag_sliders(self, &b);
    place_slider(self, event, &b);
  }
  self->state[event->contact] = event->state;
  return begin_phase(self, event->tau);
}

// One period, in equal steps which transitions part.
static chatter_status carry(carrier *self, int steps, int n, const element_event *event) {
  const double width = 2 * M_PI / steps, omega = self->orbit->omega;
  int next = 0, again = 0;
  motion_step_set(self->system, width / omega, &self->usual);
  TRY(begin_phase(self, 0));
  for (int i = 0; i < steps; i++) {
    double tau = width * i;
    const double end = width * (i + 1);
    for (; next < n && (event[next].tau < end || i == steps - 1); next++, again = 0) {
      const double length = (event[next].tau - tau) / omega;
      if (length > 0) {
        motion_step_set(self->system, length, &self->odd);
        TRY(advance(self, &self->odd, tau, 0));
        tau = event[next].tau;
      }
      TRY(pass_event(self, &event[next]));
    }
    const int whole = tau == width * i;
    if (!whole) motion_step_set(self->system, (end - tau) / omega, &self->odd);
    TRY(advance(self, whole ? &self->usual : &self->odd, tau, again));
    again = whole;
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

static chatter_status find_events(carrier *self, int steps, arena *memory, int *n, element_event **event) {
  const int room = element_room(self->orbit->harmonics);
  *n = 0;
  *event = arena_allocate(memory, ((size_t)room * (size_t)self->system->n_contacts + 1) * sizeof **event);
  if (!*event) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int j = 0; j < self->system->n_contacts; j++) {
    element_path path;
    if (self->system->contact[j].law == HB_LAW_SPRING) continue;
    TRY((stop_is(self->system, j) ? stop_follow : element_follow)(self->system, self->orbit, j, steps, room,
                                                                  *event + *n, &path));
    self->state[j] = path.state;
    *n += path.n;
  }
  qsort(*event, (size_t)*n, sizeof **event, earlier);
  return CHATTER_OK;
}

static chatter_status map_by(carrier *self, int steps, arena *memory, double *map) {
  const int modes = self->system->n_modes, size = floquet_size(self->system);
  element_event *event;
  int n;
  TRY(find_events(self, steps, memory, &n, &event));
  for (int j = 0; j < size; j++) { // rows p, v of a block are followed by `force`, and that by w
    block b = block_of(self, j / WIDE);
    block_row *row = j < 2 * modes ? b.p + j : b.w + (j - 2 * modes);
    (*row)[j % WIDE] = 1;
  }
  TRY(carry(self, steps, n, event));
  for (int j = 0; j < size; j++) {
    const block b = block_of(self, j / WIDE);
    for (int i = 0; i < size; i++)
      map[(long)i * size + j] = i < 2 * modes ? b.p[i][j % WIDE] : b.w[i - 2 * modes][j % WIDE];
  }
  return CHATTER_OK;
}

chatter_status floquet_map(const motion_system *system, const motion_orbit *orbit, int steps, double *map) {
  arena *memory = arena_create();
  carrier self;
  if (!memory) return error_raise(CHATTER_DEVICE, "out of memory");
  chatter_status status = create(system, orbit, memory, &self);
  if (status == CHATTER_OK) status = map_by(&self, steps, memory, map);
  arena_destroy(memory);
  return status;
}

// A slider that stays where it is the whole period is no state, but one of many places of rest.
static void leave_out_stuck(const motion_system *system, int n, double *map) {
  for (int i = 2 * system->n_modes; i < n; i++) {
    double *row = map + (long)i * n, others = 0;
    for (int j = 0; j < n; j++) others += j == i ? 0 : fabs(row[j]);
    if (others == 0 && row[i] == 1) row[i] = 0;
  }
}

static chatter_status eigenvalues(int n, double *map, double *parts, double complex *value) {
  if (LAPACKE_dgeev(LAPACK_ROW_MAJOR, 'N', 'N', n, map, n, parts, parts + n, NULL, n, NULL, n) != 0)
    return error_raise(CHATTER_INTERNAL, "the eigenvalues of the map of a period were not found");
  for (int i = 0; i < n; i++) value[i] = CMPLX(parts[i], parts[n + i]);
  return CHATTER_OK;
}

chatter_status floquet_multipliers(const motion_system *system, const motion_orbit *orbit, int steps,
                                   double complex *value) {
  const int n = floquet_size(system);
  double *map = malloc(((size_t)n + 2) * (size_t)n * sizeof *map);
  if (!map) return error_raise(CHATTER_DEVICE, "out of memory");
  chatter_status status = floquet_map(system, orbit, steps, map);
  for (long i = 0; status == CHATTER_OK && i < (long)n * n; i++)
    if (!isfinite(map[i])) status = error_raise(CHATTER_BAD_MODEL, "the map of a period is not finite");
  if (status == CHATTER_OK) {
    leave_out_stuck(system, n, map);
    status = dense_begin();
  }
  if (status == CHATTER_OK) {
    status = eigenvalues(n, map, map + (long)n * n, value);
    dense_end();
  }
  free(map);
  return status;
}

floquet_kind floquet_classify(int n, const double complex *value, double *largest) {
  static const double rounding = 1e-8; // of multipliers on the circle
  int best = -1;
  for (int i = 0; i < n; i++)
    if (best < 0 || cabs(value[i]) > cabs(value[best])) best = i;
  *largest = best < 0 ? 0 : cabs(value[best]);
  if (*largest <= 1 + rounding) return FLOQUET_STABLE;
  if (cimag(value[best]) != 0) return FLOQUET_NEIMARK_SACKER;
  return creal(value[best]) > 0 ? FLOQUET_FOLD : FLOQUET_DOUBLING;
}
