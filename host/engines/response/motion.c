#include "engines/response/motion.h"

#include <math.h>
#include <string.h>

#include "kernels/response/response_layout.h"
#include "reduction/dense.h"

void motion_at(const motion_orbit *self, int b, double tau, double value[2]) {
  const int width = self->is_static + 2 * self->harmonics;
  const double *harmonic = self->coefficient + (long)b * width, cosine = cos(tau), sine = sin(tau);
  double c = cosine, s = sine;
  value[0] = self->is_static ? harmonic[0] : 0;
  value[1] = 0;
  harmonic += self->is_static;
  for (int h = 1; h <= self->harmonics; h++, harmonic += 2) {
    value[0] += harmonic[0] * c + harmonic[1] * s;
    value[1] += h * (harmonic[1] * c - harmonic[0] * s);
    const double next = c * cosine - s * sine;
    s = s * cosine + c * sine;
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

// exp(a) by its series, after halving, and squaring.
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
  const double per_force = length * length; // the force of `a` is in units of displacement
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
  return out->mode ? CHATTER_OK : CHATTER_DEVICE;
}

void motion_step_set(const motion_system *system, double length, motion_step *self) {
  const int n = system->n_boundary, modes = system->n_modes;
  self->length = length;
  for (int k = 0; k < modes; k++) self->mode[k] = mode_step_of(system->omega2[k], system->damping[k], length);
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) {
      const double *phi_a = system->phi + (long)a * modes, *phi_b = system->phi + (long)b * modes;
      double sum = system->flexibility[(long)a * n + b];
      for (int k = 0; k < modes; k++) sum += phi_a[k] * phi_b[k] * self->mode[k].x1;
      self->compliance[(long)a * n + b] = sum;
    }
}

int motion_slider(const motion_system *system, int b) {
  for (int j = 0; j < system->n_contacts; j++) {
    const motion_contact *c = &system->contact[j];
    if (c->law != HB_LAW_ELASTIC && c->law != HB_LAW_ELASTIC_SAMPLED) continue;
    if (b == c->first + c->has_normal && c->count > c->has_normal && c->tangential > 0) return j;
  }
  return -1;
}

int motion_solve(int n, double *a, int columns, double *b) {
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
