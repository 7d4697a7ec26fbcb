// det S(s) and its derivative: one pass over the modes, then 3 × 3 numbers with their derivatives.
#include <math.h>

#include "engines/stability/coupled/coupled.h"

enum { MOST = COUPLED_MOST };

static inline double complex times(double complex a, double complex b) { // without the library's care for NaN
  return CMPLX(creal(a) * creal(b) - cimag(a) * cimag(b), creal(a) * cimag(b) + cimag(a) * creal(b));
}

// A number that depends on s, and its derivative.
static inline coupled_value product(coupled_value a, coupled_value b) {
  return (coupled_value){times(a.value, b.value), times(a.slope, b.value) + times(a.value, b.slope)};
}
static inline coupled_value sum(coupled_value a, coupled_value b) {
  return (coupled_value){a.value + b.value, a.slope + b.slope};
}
static inline coupled_value difference(coupled_value a, coupled_value b) {
  return (coupled_value){a.value - b.value, a.slope - b.slope};
}

double complex coupled_pole(const coupled_system *self, int k) {
  const double half = self->damping[k] / 2, square = self->omega2[k] - half * half;
  return square > 0 ? CMPLX(-half, sqrt(square)) : CMPLX(-self->omega2[k] / (half + sqrt(-square)), 0);
}

// Adds modes first ... last − 1. H' = −(2s + c) H².
static inline void add_modes(const coupled_system *self, double complex s, int first, int last, const int m,
                             double h[MOST][MOST][4]) {
  const double x = creal(s), y = cimag(s);
  for (int k = first; k < last; k++) {
    const double c = self->damping[k], dr = self->omega2[k] + x * (x + c) - y * y, di = y * (2 * x + c);
    const double scale = 1 / (dr * dr + di * di), hr = dr * scale, hi = -di * scale;
    const double qr = hr * hr - hi * hi, qi = 2 * hr * hi, ur = 2 * x + c, ui = 2 * y;
    const double tr = ui * qi - ur * qr, ti = -(ur * qi + ui * qr);
    for (int i = 0; i < m; i++)
      for (int j = 0; j < m; j++) {
        const double weight = self->take[i][k] * self->give[j][k];
        h[i][j][0] += weight * hr, h[i][j][1] += weight * hi;
        h[i][j][2] += weight * tr, h[i][j][3] += weight * ti;
      }
  }
}

static void matrix_of(const coupled_system *self, double complex s, int near, coupled_value a[MOST][MOST]) {
  double h[MOST][MOST][4] = {0};
  const int middle = near < 0 ? self->n : near, behind = near < 0 ? self->n : near + 1;
  if (self->m == 1) {
    add_modes(self, s, 0, middle, 1, h);
    add_modes(self, s, behind, self->n, 1, h);
  } else {
    add_modes(self, s, 0, middle, MOST, h);
    add_modes(self, s, behind, self->n, MOST, h);
  }
  for (int i = 0; i < self->m; i++)
    for (int j = 0; j < self->m; j++)
      a[i][j] =
          (coupled_value){CMPLX(h[i][j][0] + (i > 0 && i == j), h[i][j][1]), CMPLX(h[i][j][2], h[i][j][3])};
}

void coupled_matrix(const coupled_system *self, double complex s, double complex matrix[MOST][MOST]) {
  coupled_value a[MOST][MOST];
  matrix_of(self, s, -1, a);
  for (int i = 0; i < self->m; i++)
    for (int j = 0; j < self->m; j++) matrix[i][j] = a[i][j].value;
}

// cofactor[i][j] of a[i][j]: that of a 1 × 1 matrix is 1.
static void cofactors(int m, coupled_value a[MOST][MOST], coupled_value cofactor[MOST][MOST]) {
  if (m == 1) {
    cofactor[0][0] = (coupled_value){1, 0};
    return;
  }
  for (int i = 0; i < MOST; i++)
    for (int j = 0; j < MOST; j++) {
      const int i1 = (i + 1) % MOST, i2 = (i + 2) % MOST, j1 = (j + 1) % MOST, j2 = (j + 2) % MOST;
      cofactor[i][j] = difference(product(a[i1][j1], a[i2][j2]), product(a[i1][j2], a[i2][j1]));
    }
}

// det(A + h x yᵀ) = det A + h Σ_ij x_i y_j cofactor_ij: with h = 1 / ((s − p) (s − q)) of mode `near` the
// pole p is simple, and the factor s − p takes it away.
coupled_value coupled_determinant(const coupled_system *self, double complex s, int near) {
  coupled_value a[MOST][MOST], cofactor[MOST][MOST], all = {0, 0}, beside = {0, 0};
  matrix_of(self, s, near, a);
  cofactors(self->m, a, cofactor);
  for (int j = 0; j < self->m; j++) all = sum(all, product(a[0][j], cofactor[0][j]));
  if (near < 0) return all;
  for (int i = 0; i < self->m; i++)
    for (int j = 0; j < self->m; j++) {
      const double weight = self->take[i][near] * self->give[j][near];
      beside.value += weight * cofactor[i][j].value, beside.slope += weight * cofactor[i][j].slope;
    }
  const double complex p = coupled_pole(self, near), q = -self->damping[near] - p, to_q = 1 / (s - q);
  const coupled_value factor = {s - p, 1}, other = {to_q, -times(to_q, to_q)};
  return sum(product(factor, all), product(other, beside));
}
