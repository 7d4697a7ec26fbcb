#include "engines/response/bind/dnnm/damped_mode.h"

#include <math.h>

#include "engines/response/stability/motion_system.h"

// Solves (diag(λ) + iωD part - s) z = `before` as a real system of twice the size.
static int shifted_solve(damped_mode *self, double part, double complex s) {
  const int n = self->n, width = 2 * n;
  double *f = self->work + (long)width * width;
  for (int i = 0; i < n; i++) {
    f[i] = creal(self->before[i]);
    f[n + i] = cimag(self->before[i]);
    for (int j = 0; j < n; j++) {
      const double re = i == j ? self->lambda[i] - creal(s) : 0,
                   im = self->omega * part * self->damping[(long)i * n + j] - (i == j ? cimag(s) : 0);
      self->work[(long)i * width + j] = self->work[(long)(n + i) * width + n + j] = re;
      self->work[(long)i * width + n + j] = -im;
      self->work[(long)(n + i) * width + j] = im;
    }
  }
  if (!motion_solve_linear(width, self->work, 1, f)) return 0;
  for (int i = 0; i < n; i++) self->z[i] = CMPLX(f[i], f[n + i]);
  return 1;
}

// Returns the quotient zᵀ (diag(λ) + iωD part) z / zᵀz. Its error is the square of that of z.
static double complex quotient(const damped_mode *self, double part) {
  double complex sum = 0, square = 0;
  for (int i = 0; i < self->n; i++) {
    double complex row = self->lambda[i] * self->z[i];
    for (int j = 0; j < self->n; j++)
      row += CMPLX(0, self->omega * part * self->damping[(long)i * self->n + j]) * self->z[j];
    sum += self->z[i] * row;
    square += self->z[i] * self->z[i];
  }
  return sum / square;
}

// Inverse iteration with the quotient as the shift; ω is updated from it. Returns the last relative
// change of s, or a negative number if there is no such mode.
static double iterate(damped_mode *self, int mode, double part, int times) {
  double complex s = CMPLX(self->omega * self->omega, self->omega * self->xi);
  double change = 0;
  for (int i = 0; i < times; i++) {
    const double complex last = s;
    s = quotient(self, part);
    if (!(creal(s) > 0)) return -1;
    self->omega = sqrt(creal(s));
    self->xi = cimag(s) / self->omega;
    change = cabs(s - last) / cabs(s);
    for (int k = 0; k < self->n; k++) self->before[k] = self->z[k];
    if (!shifted_solve(self, part, s)) { // the shift equals the eigenvalue to the last bit
      for (int k = 0; k < self->n; k++) self->z[k] = self->before[k];
      return 0;
    }
    const double complex size = self->z[mode];
    for (int k = 0; k < self->n; k++) self->z[k] /= size;
  }
  return change;
}

int damped_mode_find(int mode, damped_mode *self) {
  enum { PARTS = 16, EACH = 2, LAST = 8 };
  double change = 0;
  self->omega = sqrt(fmax(self->lambda[mode], 0));
  self->xi = 0;
  for (int k = 0; k < self->n; k++) self->z[k] = k == mode;
  for (int part = 1; part <= PARTS && change >= 0; part++)
    change = iterate(self, mode, (double)part / PARTS, part < PARTS ? EACH : LAST);
  return change >= 0 && change < 1e-6; // false for NaN
}
