#include "engines/regimes/bind/friction_parameters.h"

#include <complex.h>
#include <math.h>

#include "engines/regimes/bind/friction_modes.h"
#include "base/dot.h"

// A mode within this relative distance (of Ω²/r²) of resonance is shifted to it: closer, the
// particular and the free solution cancel to less than nine digits, and the growth over thousands
// of cycles is the same.
static const double DETUNE = 1e-7;

static double detuned(double omega, double r) {
  const double ratio = omega * omega / (r * r) - 1;
  if (fabs(ratio) >= DETUNE) return omega;
  return r * sqrt(1 + (ratio < 0 ? -DETUNE : DETUNE));
}

static void fill_modes(const friction_modes *m, double r, double scale, const int *dim, double *p) {
  const double g2 = dot(m->n, m->contact, m->contact);
  double *block[BLOCK_SLOT_OMEGA], resultant = 0, slip_cos = 0, slip_sin = 0;
  for (int b = 0; b < BLOCK_SLOT_OMEGA; b++) block[b] = p + coulomb_block_at(dim, b);
  for (int i = 0; i < m->n; i++) {
    const double g = m->contact[i], load = (m->load[i] + r * r * m->inertia[i]) / scale;
    const double omega0 = m->damped ? m->omega[i] : detuned(m->omega[i], r), zeta = m->zeta[i];
    const double omega = omega0 * sqrt(1 - zeta * zeta) / r;
    const double gap = omega0 * omega0 - r * r, loss = 2 * zeta * omega0 * r, size = gap * gap + loss * loss;
    const double h_cos = m->damped ? load * gap / size : load / gap,
                 h_sin = m->damped ? load * loss / size : 0;
    block[BLOCK_OMEGA][i] = omega, block[BLOCK_INVERSE][i] = 1 / omega;
    block[BLOCK_CONTACT][i] = g, block[BLOCK_COS][i] = h_cos;
    block[BLOCK_STATIC][i] = g / (omega0 * omega0);
    block[BLOCK_RESULTANT][i] = g * omega0 * omega0 / g2;
    resultant += g * load / g2;
    slip_cos += g * h_sin, slip_sin -= g * h_cos;
    if (!m->damped) continue;
    block[BLOCK_SIN][i] = h_sin, block[BLOCK_DECAY][i] = zeta * omega0 / r;
    block[BLOCK_RESULTANT_RATE][i] = 2 * r * zeta * omega0 * g / g2;
    block[BLOCK_RATIO][i] = 1 / (1 - zeta * zeta);
  }
  p[COULOMB_RESULTANT] = resultant, p[COULOMB_SLIP_COS] = slip_cos, p[COULOMB_SLIP_SIN] = slip_sin;
}

static void fill_undamped_slots(const friction_modes *m, double r, double scale, const int *dim, double *p) {
  const int n = m->n, k = n - 1;
  double *omega = p + coulomb_block_at(dim, BLOCK_SLOT_OMEGA),
         *inverse = p + coulomb_block_at(dim, BLOCK_SLOT_INVERSE);
  double *weight = p + coulomb_block_at(dim, BLOCK_SLOT_WEIGHT),
         *lock = p + coulomb_block_at(dim, BLOCK_SLOT_LOCK);
  double *cosine = p + coulomb_block_at(dim, BLOCK_SLOT_COS), *modes = p + coulomb_block_at(dim, BLOCK_MODES);
  const double *resultant = p + coulomb_block_at(dim, BLOCK_RESULTANT);
  p[COULOMB_STICK_COS] = p[COULOMB_RESULTANT], p[COULOMB_STICK_SIN] = 0;
  for (int j = 0; j < k; j++) {
    const double omega0 = detuned(m->slot_omega[j], r);
    double load = 0;
    weight[j] = lock[j] = 0;
    for (int i = 0; i < n; i++) {
      const double z = m->slot_mode[i][j];
      modes[i * k + j] = z;
      load += z * (m->load[i] + r * r * m->inertia[i]) / scale;
      weight[j] -= z * resultant[i];
      lock[j] += z * m->locked[i];
    }
    omega[j] = omega0 / r, inverse[j] = r / omega0;
    cosine[j] = load / (omega0 * omega0 - r * r);
    p[COULOMB_STICK_COS] += weight[j] * cosine[j];
  }
}

// Fills a row of ENTER for η, η', cos τ, sin τ, u0: z = left·(y_h, r y_h'), y_h = Zᵀ(η − locked u0)
// − Y(τ).
static void fill_enter(const friction_modes *m, double r, int j, const double complex *x, double *row) {
  const int n = m->n, k = n - 1;
  for (int part = 0; part < 2; part++, row += 2 * n + 3) {
    for (int i = 0; i < 2 * n + 3; i++) row[i] = 0;
    for (int l = 0; l < k; l++) {
      const double on = m->slot_left[j][l][part], on_rate = r * m->slot_left[j][k + l][part];
      for (int i = 0; i < n; i++) {
        const double z = m->slot_mode[i][l];
        row[i] += on * z, row[n + i] += on_rate * z;
        row[2 * n] -= z * (on * creal(x[i]) - on_rate * cimag(x[i]));
        row[2 * n + 1] -= z * (-on * cimag(x[i]) - on_rate * creal(x[i]));
        row[2 * n + 2] -= z * on * m->locked[i];
      }
    }
  }
}

static void fill_damped_slots(const friction_modes *m, double r, double scale, const int *dim, double *p) {
  const int n = m->n, k = n - 1;
  // Forced motion with the contact held, in closed form: x = h (P − g λ), gᵀx = 0, real part of x
  // e^{iτ}.
  double complex x[FRICTION_MODES], h[FRICTION_MODES], drive = 0, give = 0;
  for (int i = 0; i < n; i++) {
    h[i] = 1 / (m->omega[i] * m->omega[i] - r * r + 2 * I * m->zeta[i] * m->omega[i] * r);
    x[i] = (m->load[i] + r * r * m->inertia[i]) / scale;
    drive += m->contact[i] * h[i] * x[i], give += m->contact[i] * m->contact[i] * h[i];
  }
  const double complex force = drive / give;
  p[COULOMB_STICK_COS] = creal(force), p[COULOMB_STICK_SIN] = -cimag(force);
  for (int i = 0; i < n; i++) {
    x[i] = h[i] * (x[i] - m->contact[i] * force);
    p[coulomb_block_at(dim, BLOCK_LEAVE_COS) + i] = creal(x[i]);
    p[coulomb_block_at(dim, BLOCK_LEAVE_SIN) + i] = -cimag(x[i]);
  }
  for (int j = 0; j < k; j++) {
    p[coulomb_block_at(dim, BLOCK_SLOT_OMEGA) + j] = m->slot_value[j][1] / r;
    p[coulomb_block_at(dim, BLOCK_SLOT_INVERSE) + j] = r / m->slot_value[j][1];
    p[coulomb_block_at(dim, BLOCK_SLOT_DECAY) + j] = -m->slot_value[j][0] / r;
    p[coulomb_block_at(dim, BLOCK_SLOT_WEIGHT) + j] = m->slot_weight[j];
    fill_enter(m, r, j, x, p + coulomb_block_at(dim, BLOCK_ENTER) + 2 * j * (2 * n + 3));
    const double complex value = (m->slot_value[j][0] + I * m->slot_value[j][1]) / r;
    for (int i = 0; i < n; i++) {
      double complex shape = 0;
      for (int l = 0; l < k; l++)
        shape += 2 * m->slot_mode[i][l] * (m->slot_right[l][j][0] + I * m->slot_right[l][j][1]);
      double *leave = p + coulomb_block_at(dim, BLOCK_LEAVE) + 2 * (i * k + j);
      double *rate = p + coulomb_block_at(dim, BLOCK_LEAVE_RATE) + 2 * (i * k + j);
      leave[0] = creal(shape), leave[1] = -cimag(shape);
      rate[0] = creal(shape * value), rate[1] = -cimag(shape * value);
    }
  }
}

void friction_modes_parameters(const friction_modes *m, double r, double beta, double scale, const int *dim,
                               double *p) {
  p[COULOMB_BETA] = beta / scale;
  fill_modes(m, r, scale, dim, p);
  if (m->damped)
    fill_damped_slots(m, r, scale, dim, p);
  else
    fill_undamped_slots(m, r, scale, dim, p);
  double stiffness = 0;
  for (int i = 0; i < m->n; i++) {
    p[coulomb_block_at(dim, BLOCK_LOCKED) + i] = m->locked[i];
    stiffness += p[coulomb_block_at(dim, BLOCK_RESULTANT) + i] * m->locked[i];
  }
  p[COULOMB_STICK_STIFFNESS] = stiffness;
}

// Velocities and forces below this fraction of the sum of their absolute terms are rounding.
static const double ROUNDING = 1e-14;

static const double *block_of(const int *dim, const double *p, int block) {
  return p + coulomb_block_at(dim, block);
}

// State of the contact, which determines the phase: its displacement, velocity and the resultant
// force on it at u' = 0.
typedef struct contact_state {
  double u, speed, force, noise; // noise: rounding level of the force
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

// Returns the phase: −1, 1: slip with that sign; 0: stick. Without friction there is no stick; in
// equilibrium the contact then follows the load, whose size decreases from τ = 0 on.
static double kind_of(const double *p, const contact_state *c) {
  const double beta = p[COULOMB_BETA];
  if (c->speed != 0) return c->speed < 0 ? -1 : 1;
  if (beta > 0 && fabs(c->force) <= beta + c->noise) return 0;
  const double push = fabs(c->force) > c->noise ? c->force : -p[COULOMB_RESULTANT];
  return push < 0 ? -1 : 1;
}

// Computes the pairs of coulomb_body.h for slip at cos τ = 1.
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

// Computes the pairs of the slots for stick at u, cos τ = 1.
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

// Returns R' in stick.
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

// Returns u'' in slip: g² (R − β sgn u') / r². From u' = 0 it has the direction of the motion.
static double slip_rate(const friction_modes *m, double r, double kind, double beta, const contact_state *c) {
  const double g2 = dot(m->n, m->contact, m->contact);
  const double rate = g2 / (r * r) * (c->force - kind * beta);
  return c->speed == 0 && rate * kind < 0 ? 0 : rate;
}

static void start_window(const int *dim, double u, double *state) {
  state[COULOMB_U] = state[COULOMB_U_MIN] = state[COULOMB_U_MAX] = u;
  for (int w = 0; w < dim[DIM_COULOMB_WATCHED]; w++) { // no extremes yet
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
