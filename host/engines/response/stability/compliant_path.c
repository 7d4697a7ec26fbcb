#include "engines/response/stability/compliant_path.h"

#include <math.h>
#include <string.h>

#include "reduction/algebra/dense.h"

void compliant_motion(const motion_contact *c, const motion_orbit *orbit, motion_instant at, double move[2]) {
  motion_orbit_value(orbit, c->first, at, move);
  if (compliant_has(c, LAW_HAS_GAP)) move[0] += c->gap;
  move[1] *= orbit->omega;
}

law_result compliant_force(const motion_contact *c, const motion_orbit *orbit, motion_instant at) {
  double move[2];
  compliant_motion(c, orbit, at, move);
  return law_force(c->compliant_law, c->number, c->numbers, move[0], move[1]);
}

void compliant_periodic_states(const motion_contact *c, const double *q, int n, double *state) {
  enum { MOST_PERIODS = 100 };
  static const double enough = 1e-10; // relative to the largest of a state
  for (int i = 0; i < c->states; i++) {
    double now = law_update(c->compliant_law, c->number, i, 0, q[0]).value, change = 1, most = 0;
    for (int period = 0; period < MOST_PERIODS && change > enough * most; period++) {
      const double before = now;
      for (int t = 1; t <= n; t++) {
        now = law_update(c->compliant_law, c->number, i, now, q[t] - q[t - 1]).value;
        most = fmax(most, fabs(now));
      }
      change = fabs(now - before);
    }
    state[i] = now;
  }
}

void compliant_update(const motion_contact *c, double move, double *state) {
  for (int i = 0; i < c->states; i++)
    state[i] = law_update(c->compliant_law, c->number, i, state[i], move).value;
}

double compliant_stored_energy(const motion_contact *c, double move, double *state) {
  double sum = 0;
  for (int i = 0; i < c->states; i++) {
    const law_state now = law_update(c->compliant_law, c->number, i, state[i], move);
    state[i] = now.value;
    sum += now.energy;
  }
  return sum;
}

double compliant_state_force(const motion_contact *c, const double *state) {
  double sum = 0;
  for (int i = 0; i < c->states; i++) sum += state[i];
  return c->states > 0 ? law_state_factor(c->compliant_law, c->number) * sum : 0;
}

enum { LEAST_SAMPLES = 1024, SAMPLES_PER_HARMONIC = 16 };

typedef struct walk {
  const motion_contact *contact;
  const motion_orbit *orbit;
  int index, room, n;
  element_event *event;
  double *state; // at the present τ and q
  int *stuck;
  double tau, q;
} walk;

static void move_at(const walk *self, double tau, double move[2]) {
  compliant_motion(self->contact, self->orbit, motion_instant_of(tau), move);
}

// Finds the slopes of the force at τ after one move from the present place: by q, by v times ω, and
// by the move through internal states.
static void slopes_at(const walk *self, double tau, double slope[3]) {
  const motion_contact *c = self->contact;
  double move[2];
  move_at(self, tau, move);
  const law_result answer = law_force(c->compliant_law, c->number, c->numbers, move[0], move[1]);
  slope[0] = answer.by_q;
  slope[1] = self->orbit->omega * answer.by_v;
  slope[2] = 0;
  for (int i = 0; i < c->states; i++)
    slope[2] += law_update(c->compliant_law, c->number, i, self->state[i], move[0] - self->q).by_move;
  if (c->states > 0) slope[2] *= law_state_factor(c->compliant_law, c->number);
}
static double apart(const double a[3], const double b[3]) {
  return fabs(a[0] - b[0]) + fabs(a[1] - b[1]) + fabs(a[2] - b[2]);
}

// Finds a jump of the slopes between the present place a and b: there halving the interval does not
// halve the difference. Returns 0 if there is none.
static int find_jump(const walk *self, double a, double b, double *at) {
  enum { HALVINGS = 45, SMOOTH = 20 };
  static const double EDGE = 1e-7; // relative to the interval
  double low = a + EDGE * (b - a), high = b - EDGE * (b - a), first[3], last[3], middle[3];
  slopes_at(self, low, first);
  slopes_at(self, high, last);
  const double whole = apart(first, last), none[3] = {0, 0, 0};
  if (!(whole > 1e-9 * (apart(first, none) + apart(last, none)))) return 0;
  for (int i = 0; i < HALVINGS; i++) {
    const double half = 0.5 * (low + high);
    slopes_at(self, half, middle);
    const int left = apart(first, middle) > apart(middle, last);
    *(left ? &high : &low) = half;
    memcpy(left ? last : first, middle, sizeof middle);
    if (i == SMOOTH && apart(first, last) < 1e-4 * whole) return 0;
  }
  *at = high;
  return high - a > 2 * EDGE * (b - a) && b - high > 2 * EDGE * (b - a);
}

static chatter_status add(walk *self, double tau, double drag) {
  if (self->n >= self->room)
    return error_raise(CHATTER_BAD_MODEL, "more than %d transitions in a period", self->room);
  self->event[self->n++] =
      (element_event){.tau = tau, .contact = self->index, .state = ELEMENT_STICK, .drag = drag};
  return CHATTER_OK;
}

static void go_to(walk *self, double tau) {
  const motion_contact *c = self->contact;
  double move[2];
  move_at(self, tau, move);
  for (int i = 0; i < c->states; i++) {
    const law_state next = law_update(c->compliant_law, c->number, i, self->state[i], move[0] - self->q);
    self->state[i] = next.value;
    self->stuck[i] &= next.by_old == 1;
  }
  self->tau = tau;
  self->q = move[0];
}

// Advances to b; before b the motion neither reverses nor passes the gap.
static chatter_status go_on(walk *self, double b) {
  double jump;
  while (find_jump(self, self->tau, b, &jump)) {
    // continues to the first of several
    for (double sooner; find_jump(self, self->tau, jump, &sooner);) jump = sooner;
    go_to(self, jump);
    TRY(add(self, jump, 0));
  }
  go_to(self, b);
  return CHATTER_OK;
}

// Returns the zero of q (of: 0) or its rate (1), which have different signs at both ends.
static double bisect(const walk *self, int of, double from, double to) {
  double move[2];
  move_at(self, from, move);
  const int begins = move[of] > 0;
  for (int i = 0; i < 60 && from < to; i++) {
    const double middle = 0.5 * (from + to);
    move_at(self, middle, move);
    *((move[of] > 0) == begins ? &from : &to) = middle;
  }
  return to;
}

// Returns the force that jumps as the gap closes, per velocity: deviations that arrive earlier feel
// it longer.
static double touch(const walk *self, double tau) {
  const motion_contact *c = self->contact;
  double move[2];
  move_at(self, tau, move);
  const double size = 1e-12 * (fabs(c->gap) + fabs(move[1] / self->orbit->omega));
  const double in = law_force(c->compliant_law, c->number, c->numbers, -size, move[1]).force,
               out = law_force(c->compliant_law, c->number, c->numbers, size, move[1]).force;
  return move[1] < 0 ? (in - out) / move[1] : move[1] > 0 ? (out - in) / move[1] : 0;
}

// Advances from one sample to the next.
static chatter_status pass_sample(walk *self, double to) {
  const int has_gap = compliant_has(self->contact, LAW_HAS_GAP);
  double before[2], now[2], place[2] = {INFINITY, INFINITY};
  move_at(self, self->tau, before);
  move_at(self, to, now);
  for (int of = !has_gap; of < 2; of++)
    if ((before[of] > 0) != (now[of] > 0)) place[of] = bisect(self, of, self->tau, to);
  for (int pass = 0; pass < 2; pass++) {
    const int of = place[1] < place[0];
    if (!isfinite(place[of])) break;
    TRY(go_on(self, place[of]));
    TRY(add(self, place[of], of ? 0 : touch(self, place[of])));
    place[of] = INFINITY;
  }
  return go_on(self, to);
}

static chatter_status settle(walk *self, int samples, arena *memory) {
  double *q, move[2];
  DENSE(q, memory, samples + 1, 1);
  for (int i = 0; i <= samples; i++) {
    move_at(self, 2 * M_PI * i / samples, move);
    q[i] = move[0];
  }
  compliant_periodic_states(self->contact, q, samples, self->state);
  self->q = q[0];
  return CHATTER_OK;
}

chatter_status compliant_path_find(const motion_system *system, const motion_orbit *orbit, int index,
                                   int room, arena *memory, element_event *event, int *n, double *state,
                                   int *stuck) {
  const motion_contact *c = &system->contact[index];
  const int wanted = SAMPLES_PER_HARMONIC * orbit->harmonics,
            samples = wanted > LEAST_SAMPLES ? wanted : LEAST_SAMPLES;
  walk self = {.contact = c, .orbit = orbit, .index = index, .room = room, .event = event, .stuck = stuck};
  *n = 0;
  if (c->states == 0 && !compliant_has(c, LAW_HAS_GAP | LAW_HAS_VELOCITY)) return CHATTER_OK;
  DENSE(self.state, memory, c->states, 1);
  TRY(settle(&self, samples, memory));
  for (int i = 0; i < c->states; i++) state[i] = self.state[i], stuck[i] = 1;
  for (int i = 1; i <= samples; i++) TRY(pass_sample(&self, 2 * M_PI * i / samples));
  *n = self.n;
  return CHATTER_OK;
}
