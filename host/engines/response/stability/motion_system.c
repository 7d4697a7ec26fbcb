#include "engines/response/stability/motion_system.h"

#include <math.h>
#include <string.h>

#include "kernels/response/response_layout.h"
#include "reduction/algebra/dense.h"

motion_instant motion_instant_of(double tau) {
  return (motion_instant){cos(tau), sin(tau)};
}

void motion_orbit_value(const motion_orbit *self, int b, motion_instant at, double value[2]) {
  const int width = self->is_static + 2 * self->harmonics;
  const double *harmonic = self->coefficient + (long)b * width;
  double c = at.cosine, s = at.sine;
  value[0] = self->is_static ? harmonic[0] : 0;
  value[1] = 0;
  harmonic += self->is_static;
  for (int h = 1; h <= self->harmonics; h++, harmonic += 2) {
    value[0] += harmonic[0] * c + harmonic[1] * s;
    value[1] += h * (harmonic[1] * c - harmonic[0] * s);
    const double next = c * at.cosine - s * at.sine;
    s = s * at.cosine + c * at.sine;
    c = next;
  }
}

enum { STATES = 4 }; // displacement, velocity · length, force, its change over the step

static void multiply(double a[STATES][STATES], double b[STATES][STATES], double out[STATES][STATES]) {
  for (int i = 0; i < STATES; i++)
    for (int j = 0; j < STATES; j++) {
      double sum = 0;
      for (int k = 0; k < STATES; k++) sum += a[i][k] * b[k][j];
      out[i][j] = sum;
    }
}

// Computes exp(a) by its series after halving, then squares.
static void exponential(double a[STATES][STATES], double size, double out[STATES][STATES]) {
  enum { TERMS = 13 }; // 0.25¹³/13! is less than rounding
  double power[STATES][STATES], next[STATES][STATES];
  int halvings = 0;
  while (ldexp(size, -halvings) > 0.25) halvings++;
  for (int i = 0; i < STATES; i++)
    for (int j = 0; j < STATES; j++) {
      a[i][j] = ldexp(a[i][j], -halvings);
      out[i][j] = power[i][j] = i == j;
    }
  for (int n = 1; n <= TERMS; n++) {
    multiply(power, a, next);
    for (int i = 0; i < STATES; i++)
      for (int j = 0; j < STATES; j++) out[i][j] += power[i][j] = next[i][j] / n;
  }
  for (int n = 0; n < halvings; n++) {
    multiply(out, out, next);
    memcpy(out, next, sizeof next);
  }
}

mode_step mode_step_of(double omega2, double damping, double length) {
  const double stiff = omega2 * length * length, damp = damping * length;
  double a[STATES][STATES] = {{0, 1, 0, 0}, {-stiff, -damp, 1, 0}, {0, 0, 0, 1}, {0, 0, 0, 0}},
         e[STATES][STATES];
  exponential(a, fmax(1, fabs(stiff) + fabs(damp)), e);
  const double per_force = length * length; // the force of `a` has units of displacement
  return (mode_step){.xx = e[0][0],
                     .xv = e[0][1] * length,
                     .vx = e[1][0] / length,
                     .vv = e[1][1],
                     .x0 = (e[0][2] - e[0][3]) * per_force,
                     .x1 = e[0][3] * per_force,
                     .v0 = (e[1][2] - e[1][3]) * length,
                     .v1 = e[1][3] * length};
}

chatter_status motion_step_create(const motion_system *system, arena *memory, motion_step *out) {
  *out = (motion_step){.mode = arena_allocate(memory, ((size_t)system->n_modes + 1) * sizeof *out->mode)};
  DENSE(out->compliance, memory, system->n_boundary, system->n_boundary);
  if (system->coupling) TRY(coupled_step_create(system->n_modes, memory, &out->coupled));
  return out->mode ? CHATTER_OK : error_raise(CHATTER_DEVICE, "out of memory");
}

void motion_step_set(const motion_system *system, double length, motion_step *self) {
  const int n = system->n_boundary, modes = system->n_modes;
  self->length = length;
  if (system->coupling)
    coupled_step_set(system->omega2, system->damping, system->coupling, length, &self->coupled);
  else
    for (int k = 0; k < modes; k++)
      self->mode[k] = mode_step_of(system->omega2[k], system->damping[k], length);
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) {
      const double *phi_a = system->phi + (long)a * modes, *phi_b = system->phi + (long)b * modes;
      double sum = system->flexibility[(long)a * n + b];
      for (int k = 0; k < modes && !system->coupling; k++) sum += phi_a[k] * phi_b[k] * self->mode[k].x1;
      for (int k = 0; k < modes && system->coupling; k++)
        for (int l = 0; l < modes; l++)
          sum += phi_a[k] * phi_b[l] * coupled_step_compliance(&self->coupled, k, l);
      self->compliance[(long)a * n + b] = sum;
    }
}

void motion_step_mobility(const motion_system *system, const motion_step *self, double *mobility) {
  const int n = system->n_boundary, modes = system->n_modes;
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) {
      const double *phi_a = system->phi + (long)a * modes, *phi_b = system->phi + (long)b * modes;
      double sum = 0;
      for (int k = 0; k < modes && !system->coupling; k++) sum += phi_a[k] * phi_b[k] * self->mode[k].v1;
      for (int k = 0; k < modes && system->coupling; k++)
        for (int l = 0; l < modes; l++)
          sum += phi_a[k] * phi_b[l] * coupled_step_mobility(&self->coupled, k, l);
      mobility[(long)a * n + b] = sum;
    }
}

static inline void take_columns(const mode_step *mode, int modes, int wide, const double *force, double *p,
                                double *v) {
  for (int k = 0; k < modes; k++, p += wide, v += wide, force += wide) {
    const mode_step m = mode[k];
    for (int c = 0; c < wide; c++) {
      const double x = p[c], y = v[c], f = force[c];
      p[c] = m.xx * x + m.xv * y + m.x0 * f;
      v[c] = m.vx * x + m.vv * y + m.v0 * f;
    }
  }
}

void motion_step_advance(const motion_system *system, const motion_step *self, int wide, const double *force,
                         double *p, double *v) {
  if (system->coupling)
    coupled_step_advance(&self->coupled, wide, force, p, v);
  else if (wide == COUPLED_BLOCK_WIDTH)
    take_columns(self->mode, system->n_modes, COUPLED_BLOCK_WIDTH, force, p,
                 v); // a constant loop count for the compiler
  else
    take_columns(self->mode, system->n_modes, wide, force, p, v);
}

void motion_step_add_end_forces(const motion_system *system, const motion_step *self, int wide,
                                const double *force, double *p, double *v) {
  if (system->coupling) {
    coupled_step_add_end_forces(&self->coupled, wide, force, p, v);
    return;
  }
  for (int k = 0; k < system->n_modes; k++)
    for (int c = 0; c < wide; c++) {
      p[(long)k * wide + c] += self->mode[k].x1 * force[(long)k * wide + c];
      v[(long)k * wide + c] += self->mode[k].v1 * force[(long)k * wide + c];
    }
}

// Solves [R -S; S R] (Re x, Im x) = (Re f, Im f).
static void steady_coupled(const motion_system *system, double s, double *work, double complex *x) {
  const int n = system->n_modes, width = 2 * n;
  double *f = work + (long)width * width;
  for (int i = 0; i < n; i++) {
    f[i] = creal(x[i]);
    f[n + i] = cimag(x[i]);
    for (int j = 0; j < n; j++) {
      const double re = i == j ? system->omega2[i] - s * s : 0,
                   im = s * (i == j ? system->damping[i] : system->coupling[(long)i * n + j]);
      work[(long)i * width + j] = work[(long)(n + i) * width + n + j] = re;
      work[(long)i * width + n + j] = -im;
      work[(long)(n + i) * width + j] = im;
    }
  }
  if (!motion_solve_linear(width, work, 1, f)) memset(f, 0, (size_t)width * sizeof *f);
  for (int i = 0; i < n; i++) x[i] = CMPLX(f[i], f[n + i]);
}

void motion_steady_response(const motion_system *system, double s, double *work, double complex *x) {
  if (system->coupling && s != 0) {
    steady_coupled(system, s, work, x);
    return;
  }
  for (int k = 0; k < system->n_modes; k++) {
    const double complex pole = CMPLX(system->omega2[k] - s * s, s * system->damping[k]);
    x[k] = pole != 0 ? x[k] / pole : 0;
  }
}

int motion_is_elastic(const motion_contact *c) {
  return c->law == HB_LAW_ELASTIC || c->law == HB_LAW_ELASTIC_SAMPLED;
}

int motion_slider_contact(const motion_system *system, int b) {
  for (int j = 0; j < system->n_contacts; j++) {
    const motion_contact *c = &system->contact[j];
    if (!motion_is_elastic(c)) continue;
    if (b == c->first + c->has_normal && c->count > c->has_normal && c->tangential > 0) return j;
  }
  return -1;
}

int motion_solve_linear(int n, double *a, int columns, double *b) {
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[(long)i * n + k]) > fabs(a[(long)best * n + k])) best = i;
    if (!(fabs(a[(long)best * n + k]) > 0)) return 0;
    for (int j = 0; j < n && best != k; j++) {
      const double keep = a[(long)k * n + j];
      a[(long)k * n + j] = a[(long)best * n + j];
      a[(long)best * n + j] = keep;
    }
    for (int j = 0; j < columns && best != k; j++) {
      const double keep = b[(long)k * columns + j];
      b[(long)k * columns + j] = b[(long)best * columns + j];
      b[(long)best * columns + j] = keep;
    }
    for (int i = k + 1; i < n; i++) {
      const double part = a[(long)i * n + k] / a[(long)k * n + k];
      for (int j = k; j < n; j++) a[(long)i * n + j] -= part * a[(long)k * n + j];
      for (int j = 0; j < columns; j++) b[(long)i * columns + j] -= part * b[(long)k * columns + j];
    }
  }
  for (int i = n - 1; i >= 0; i--)
    for (int j = 0; j < columns; j++) {
      double sum = b[(long)i * columns + j];
      for (int k = i + 1; k < n; k++) sum -= a[(long)i * n + k] * b[(long)k * columns + j];
      b[(long)i * columns + j] = sum / a[(long)i * n + i];
    }
  return 1;
}
