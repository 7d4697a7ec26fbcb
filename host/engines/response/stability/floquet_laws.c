#include "engines/response/stability/floquet_laws.h"

#include <math.h>
#include <string.h>

#include "engines/response/stability/compliant_path.h"
#include "kernels/response/response_layout.h"
#include "reduction/algebra/dense.h"

static int creeps(const motion_system *system, const motion_contact *c) {
  return c->law == HB_LAW_COMPLIANT && compliant_has(c, LAW_HAS_VELOCITY) &&
         system->flexibility[(long)c->first * system->n_boundary + c->first] > 0;
}

int flow_law_rows(const motion_system *system) {
  int n = 0;
  for (int j = 0; j < system->n_contacts; j++)
    if (system->contact[j].law == HB_LAW_COMPLIANT)
      n += system->contact[j].states + creeps(system, &system->contact[j]);
  return n;
}

chatter_status flow_laws_create(floquet_flow *self, int rows, arena *memory) {
  const motion_system *system = self->system;
  self->law = arena_allocate(memory, ((size_t)system->n_contacts + 1) * sizeof *self->law);
  if (!self->law) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int j = 0; j < system->n_contacts; j++) {
    const motion_contact *c = &system->contact[j];
    flow_law *law = &self->law[j];
    *law = (flow_law){.first = rows, .creep = -1};
    if (c->law != HB_LAW_COMPLIANT) continue;
    self->is_smooth = 1;
    self->has_rates |= compliant_has(c, LAW_HAS_VELOCITY);
    rows += c->states;
    if (creeps(system, c)) law->creep = rows++;
    DENSE(law->begin, memory, 4, c->states);
    law->now = law->begin + c->states, law->keep = law->now + c->states, law->gain = law->keep + c->states;
    law->stuck = arena_allocate(memory, ((size_t)c->states + 1) * sizeof *law->stuck);
    if (!law->stuck) return error_raise(CHATTER_DEVICE, "out of memory");
  }
  return CHATTER_OK;
}

void flow_laws_begin(floquet_flow *self) {
  for (int j = 0; j < self->system->n_contacts; j++) {
    const motion_contact *c = &self->system->contact[j];
    double move[2];
    if (c->law != HB_LAW_COMPLIANT) continue;
    if (c->states > 0) memcpy(self->law[j].now, self->law[j].begin, (size_t)c->states * sizeof(double));
    compliant_motion(c, &self->orbit, motion_instant_of(0), move);
    self->law[j].q = move[0];
  }
}

// Finds the slopes of an elastic element in its state.
static void element_slopes(const floquet_flow *self, int j, force_slopes *out) {
  const motion_contact *c = &self->system->contact[j];
  const int n = self->system->n_boundary, first = c->first, tangent = first + c->has_normal;
  if (c->has_normal) out->by_q[(long)first * n + first] = -c->normal;
  if (c->count == c->has_normal || self->slider[tangent] < 0) return;
  if (self->state[j] == ELEMENT_STICK)
    out->by_q[(long)tangent * n + tangent] = -c->tangential;
  else if (c->has_normal) // r_t = -sense μ N
    out->by_q[(long)tangent * n + first] = element_slip_direction(self->state[j]) * c->friction * c->normal;
}

// Returns the slope by q of internal states for a move to the coordinate at τ, or, without a move,
// of states that store a position.
static double move_states(const motion_contact *c, double q, int moves, flow_law *law) {
  double sum = 0;
  for (int i = 0; i < c->states; i++) {
    const law_state next = law_update(c->compliant_law, c->number, i, law->now[i], moves ? q - law->q : 0);
    sum += moves || law->stuck[i] ? next.by_move : 0;
    if (!moves) continue;
    law->keep[i] = next.by_old, law->gain[i] = next.by_move;
    law->now[i] = next.value;
  }
  if (moves) law->q = q;
  return c->states > 0 ? law_state_factor(c->compliant_law, c->number) * sum : 0;
}

static void law_slopes(floquet_flow *self, int j, double tau, double inside, double length,
                       force_slopes *out) {
  const motion_contact *c = &self->system->contact[j];
  const int b = c->first;
  flow_law *law = &self->law[j];
  double move[2];
  compliant_motion(c, &self->orbit, motion_instant_of(tau), move);
  const law_result answer = compliant_force(c, &self->orbit, motion_instant_of(inside));
  const double by_q = answer.by_q + move_states(c, move[0], length > 0, law);
  double *to = &out->by_q[(long)b * self->system->n_boundary + b];
  if (law->creep < 0 || answer.by_v == 0) {
    *to = by_q;
    out->by_v[b] = answer.by_v;
    return;
  }
  out->own[b] = by_q;
  out->creeps[b] = answer.by_v;
  if (length > 0)
    *to = by_q + 2 * answer.by_v / length;
  else
    out->held[b] = 1;
}

void flow_slopes(floquet_flow *self, double tau, double from, double to, double length, force_slopes *out) {
  static const double EDGE = 1e-9; // relative to the piece
  const int n = self->system->n_boundary;
  memset(out->by_q, 0, (size_t)n * (size_t)n * sizeof *out->by_q);
  memset(out->held, 0, (size_t)n * sizeof *out->held);
  for (int b = 0; b < n; b++) out->by_v[b] = out->own[b] = out->creeps[b] = 0;
  for (int j = 0; j < self->system->n_contacts; j++) {
    const motion_contact *c = &self->system->contact[j];
    const double edge = self->path[j].n > 0 ? EDGE * (to - from) : 0;
    if (c->law == HB_LAW_COMPLIANT)
      law_slopes(self, j, tau, fmin(fmax(tau, from + edge), to - edge), length, out);
    else if (self->state[j] != ELEMENT_OPEN && c->law == HB_LAW_SET_VALUED)
      out->held[c->first] = 1;
    else if (self->state[j] != ELEMENT_OPEN)
      element_slopes(self, j, out);
  }
}

// Finds the part of the force due to the internal states of a law, without their slopes by q.
static void known_states(const floquet_flow *self, int j, double length, flow_block *b) {
  const motion_contact *c = &self->system->contact[j];
  const flow_law *law = &self->law[j];
  const double pull = c->states > 0 ? law_state_factor(c->compliant_law, c->number) : 0;
  double *to = b->known[c->first], *before = b->before[c->first];
  for (int i = 0; i < c->states; i++) {
    const double *w = b->w[law->first + i];
    const int moves = length > 0 && !law->stuck[i];
    for (int k = 0; k < BLOCK_WIDTH; k++)
      to[k] += pull * (moves ? law->keep[i] * w[k] - law->gain[i] * before[k] : w[k]);
  }
}

// Treats a creeping displacement: without a step of time it is known itself, and the other known
// terms determine its velocity.
static void known_creep(const floquet_flow *self, const force_slopes *by, int j, double length,
                        flow_block *b) {
  const int at = self->system->contact[j].first, row = self->law[j].creep;
  double *to = b->known[at], *rate = b->creep[at];
  for (int k = 0; k < BLOCK_WIDTH; k++) {
    if (length > 0) {
      to[k] -= by->creeps[at] * (2 * b->before[at][k] / length + rate[k]);
    } else {
      rate[k] = to[k];
      to[k] = b->w[row][k];
    }
  }
}

void flow_known_forces(const floquet_flow *self, const force_slopes *by, double length, flow_block *b) {
  const int n = self->system->n_boundary;
  memset(b->known, 0, (size_t)n * sizeof *b->known);
  for (int j = 0; j < self->system->n_contacts; j++) {
    const motion_contact *c = &self->system->contact[j];
    const int tangent = c->first + c->has_normal;
    if (c->law == HB_LAW_COMPLIANT) {
      known_states(self, j, length, b);
      if (by->creeps[c->first] != 0) known_creep(self, by, j, length, b);
    } else if (motion_is_elastic(c) && self->state[j] == ELEMENT_STICK && c->count > c->has_normal &&
               self->slider[tangent] >= 0) {
      for (int k = 0; k < BLOCK_WIDTH; k++)
        b->known[tangent][k] = c->tangential * b->w[self->slider[tangent]][k];
    }
  }
}

void flow_update_states(const floquet_flow *self, const force_slopes *by, double length, flow_block *b) {
  for (int j = 0; j < self->system->n_contacts; j++) {
    const motion_contact *c = &self->system->contact[j];
    const flow_law *law = &self->law[j];
    const int at = c->first;
    if (c->law != HB_LAW_COMPLIANT) continue;
    for (int i = 0; i < c->states && length > 0; i++) {
      double *w = b->w[law->first + i];
      for (int k = 0; k < BLOCK_WIDTH && !law->stuck[i]; k++)
        w[k] = law->keep[i] * w[k] + law->gain[i] * (b->q[at][k] - b->before[at][k]);
    }
    if (law->creep < 0) continue;
    for (int k = 0; k < BLOCK_WIDTH; k++) {
      double *rate = &b->creep[at][k];
      if (by->creeps[at] != 0)
        *rate = length > 0 ? 2 * (b->q[at][k] - b->before[at][k]) / length - *rate
                           : (b->r[at][k] - by->own[at] * b->q[at][k] - *rate) / by->creeps[at];
      b->w[law->creep][k] = b->q[at][k];
    }
  }
}

// Deviations that arrive earlier feel the onset of the force longer. A massless coordinate is
// stopped: it stays at the position where the gap closes.
void flow_close_gap(const floquet_flow *self, const element_event *event, flow_block *b) {
  const motion_contact *c = &self->system->contact[event->contact];
  const int modes = self->system->n_modes, creep = self->law[event->contact].creep;
  if (event->drag == 0) return;
  for (int i = 0; i < BLOCK_WIDTH && creep >= 0; i++) b->w[creep][i] = 0;
  for (int k = 0; k < modes && creep < 0; k++)
    for (int i = 0; i < BLOCK_WIDTH; i++)
      b->v[k][i] += self->system->phi[(long)c->first * modes + k] * event->drag * b->q[c->first][i];
}
