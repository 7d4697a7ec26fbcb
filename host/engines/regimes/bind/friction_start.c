// The stepper's state at τ = 0 from a modal state (η, η').
#include <math.h>

#include "base/dot.h"
#include "engines/regimes/bind/friction_modes.h"

// Velocities and forces below this part of the sum of their terms' sizes are rounding.
static const double ROUNDING = 1e-14;

static const double *block_of(const int *dim, const double *p, int block) {
  return p + coulomb_block_at(dim, block);
}

// What decides the phase: the contact's displacement, velocity and the resultant force on it at u' = 0.
typedef struct contact_state {
  double u, speed, force, noise; // noise: rounding of the force
} contact_state;

static contact_state contact_of(const int *dim, const double *p, const double *q, const double *v) {
  const double *contact = block_of(dim, p, BLOCK_CONTACT), *resultant = block_of(dim, p, BLOCK_RESULTANT);
  const double *rate = block_of(dim, p, BLOCK_RESULTANT_RATE);
  contact_state c = {.force = p[COULOMB_RESULTANT], .noise = fabs(p[COULOMB_RESULTANT])};
  double size = 0;
  for (int i = 0; i < dim[DIM_COULOMB_MODES]; i++) {
    const double loss = dim[DIM_COULOMB_DAMPED] ? rate[i] * v[i] : 0;
    c.u += contact[i] * q[i], c.speed += contact[i] * v[i], size += fabs(contact[i] * v[i]);
    c.force -= resultant[i] * q[i] + loss;
    c.noise += fabs(resultant[i] * q[i]) + fabs(loss);
  }
  c.noise *= ROUNDING;
  if (fabs(c.speed) <= ROUNDING * size) c.speed = 0;
  return c;
}

// −1, 1: slip with that sign; 0: stick. Nothing holds without friction; in equilibrium the contact then
// follows the load, whose size falls from τ = 0 on.
static double kind_of(const double *p, const contact_state *c) {
  const double beta = p[COULOMB_BETA];
  if (c->speed != 0) return c->speed < 0 ? -1 : 1;
  if (beta > 0 && fabs(c->force) <= beta + c->noise) return 0;
  const double push = fabs(c->force) > c->noise ? c->force : -p[COULOMB_RESULTANT];
  return push < 0 ? -1 : 1;
}

// Pairs of coulomb_body.h for slip, cos τ = 1.
static void slip_pairs(const int *dim, const double *p, double friction, const double *q, const double *v,
                       double *pair) {
  const double *inverse = block_of(dim, p, BLOCK_INVERSE), *cosine = block_of(dim, p, BLOCK_COS);
  const double *fixed = block_of(dim, p, BLOCK_STATIC), *sine = block_of(dim, p, BLOCK_SIN);
  const double *decay = block_of(dim, p, BLOCK_DECAY), *ratio = block_of(dim, p, BLOCK_RATIO);
  for (int i = 0; i < dim[DIM_COULOMB_MODES]; i++, pair += 2) {
    double free = q[i] - cosine[i] + friction * fixed[i], speed = v[i];
    if (dim[DIM_COULOMB_DAMPED]) {
      speed -= sine[i];
      free = ratio[i] * free + decay[i] * speed * inverse[i] * inverse[i];
    }
    pair[0] = speed * inverse[i], pair[1] = free;
  }
}

static void stick_pair_damped(const int *dim, const double *p, int k, double u, const double *q,
                              const double *v, double *pair) {
  const int n = dim[DIM_COULOMB_MODES];
  const double *row = block_of(dim, p, BLOCK_ENTER) + 2 * k * (2 * n + 3);
  for (int part = 0; part < 2; part++, row += 2 * n + 3) {
    pair[part] = row[2 * n] + row[2 * n + 2] * u;
    for (int i = 0; i < n; i++) pair[part] += row[i] * q[i] + row[n + i] * v[i];
  }
}

// Pairs of the slots for stick at u, cos τ = 1.
static void stick_pairs(const int *dim, const double *p, double u, const double *q, const double *v,
                        double *pair) {
  const int n = dim[DIM_COULOMB_MODES], slots = n - 1;
  for (int k = 0; k < slots; k++, pair += 2) {
    if (dim[DIM_COULOMB_DAMPED]) {
      stick_pair_damped(dim, p, k, u, q, v, pair);
      continue;
    }
    const double *mode = block_of(dim, p, BLOCK_MODES) + k;
    pair[0] = -block_of(dim, p, BLOCK_SLOT_LOCK)[k] * u - block_of(dim, p, BLOCK_SLOT_COS)[k];
    pair[1] = 0;
    for (int i = 0; i < n; i++) {
      pair[0] += mode[i * slots] * q[i];
      pair[1] -= mode[i * slots] * v[i] * block_of(dim, p, BLOCK_SLOT_INVERSE)[k];
    }
  }
}

// R' while the contact sticks.
static double stick_rate(const int *dim, const double *p, const double *pair) {
  const double *weight = block_of(dim, p, BLOCK_SLOT_WEIGHT), *omega = block_of(dim, p, BLOCK_SLOT_OMEGA);
  const double *decay = block_of(dim, p, BLOCK_SLOT_DECAY);
  double rate = p[COULOMB_STICK_SIN];
  for (int k = 0; k < dim[DIM_COULOMB_MODES] - 1; k++) {
    if (dim[DIM_COULOMB_DAMPED]) rate -= weight[k] * decay[k] * pair[2 * k];
    rate -= weight[k] * omega[k] * pair[2 * k + 1];
  }
  return rate;
}

// u'' in slip: g² (R − β sgn u') / r². From u' = 0 it has the direction of the motion.
static double slip_rate(const friction_modes *m, double r, double kind, double beta, const contact_state *c) {
  const double g2 = dot(m->n, m->contact, m->contact);
  const double rate = g2 / (r * r) * (c->force - kind * beta);
  return c->speed == 0 && rate * kind < 0 ? 0 : rate;
}

static void start_window(const int *dim, double u, double *state) {
  state[COULOMB_U] = state[COULOMB_U_MIN] = state[COULOMB_U_MAX] = u;
  for (int w = 0; w < dim[DIM_COULOMB_WATCHED]; w++) { // nothing seen yet
    state[coulomb_row_watch(dim) + 2 * w] = 1e300;
    state[coulomb_row_watch(dim) + 2 * w + 1] = -1e300;
  }
}

void friction_modes_start(const friction_modes *m, double r, const int *dim, const double *p, const double *q,
                          const double *v, double *state) {
  const contact_state c = contact_of(dim, p, q, v);
  const double kind = kind_of(p, &c), beta = p[COULOMB_BETA];
  double *pair = state + COULOMB_PAIRS;
  for (int row = 0; row < coulomb_n_state(dim); row++) state[row] = 0;
  start_window(dim, c.u, state);
  state[COULOMB_KIND] = kind;
  if (kind != 0) {
    slip_pairs(dim, p, kind * beta, q, v, pair);
    state[COULOMB_F] = c.speed, state[COULOMB_F_RATE] = slip_rate(m, r, kind, beta, &c);
    return;
  }
  stick_pairs(dim, p, c.u, q, v, pair);
  state[COULOMB_F] = fmin(fmax(c.force, -beta), beta), state[COULOMB_F_RATE] = stick_rate(dim, p, pair);
  if (p[PARAMETER_FIRST_RECORDED] <= 0) state[COULOMB_PENDING] = 1;
}
