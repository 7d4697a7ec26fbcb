// The filter of the noise, and what follows from it exactly: x' = A x + b e, y = c x + d e with white e of
// variance 1 has the covariance P = A P Aᵀ + b bᵀ of x, and of y at a distance of m samples
// r_0 = c P cᵀ + d², r_m = c A^(m-1) (A P cᵀ + b d).
#include <math.h>
#include <string.h>

#include "engines/sliding/bind/roughness_bind.h"
#include "drives/noise_filter.h"
#include "ensemble/observe/filter_design.h"

enum { N = ROUGHNESS_STATES, DOUBLINGS = 60 };
static const double RIPPLE = 0.1; // dB, of either filter up to its edge
typedef double square[N][N];

// One sample e through all sections: y.
static double run(const roughness_design *self, double *memory, double e) {
  for (int i = 0; i < ROUGHNESS_SECTIONS; i++)
    e = filter_run(self->section[i], memory + i * N_SECTION_MEMORY, e);
  return e;
}

// to = a bᵀ or a b, plus what is there where `add`.
static void multiply(square a, square b, int transposed, int add, square to) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = add ? to[i][j] : 0;
      for (int k = 0; k < N; k++) sum += a[i][k] * (transposed ? b[j][k] : b[k][j]);
      to[i][j] = sum;
    }
}

// P of x' = A x + b e: P_2m = P_m + A^m P_m A^mᵀ, until nothing is added any more.
static void covariance(square a, const double *b, square p) {
  square power, next, half, before = {{0}};
  memcpy(power, a, sizeof power);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) p[i][j] = b[i] * b[j];
  for (int step = 0; step < DOUBLINGS && memcmp(before, p, sizeof before) != 0; step++) {
    memcpy(before, p, sizeof before);
    multiply(power, p, 0, 0, half);
    multiply(half, power, 1, 1, p);
    multiply(power, power, 0, 0, next);
    memcpy(power, next, sizeof power);
  }
}

// L Lᵀ = P; where only rounding is left of a pivot, that number of the memory follows from those before it.
static void factor(square p, square l) {
  memset(l, 0, sizeof(square));
  for (int j = 0; j < N; j++) {
    double pivot = p[j][j];
    for (int k = 0; k < j; k++) pivot -= l[j][k] * l[j][k];
    if (!(pivot > 1e-13 * p[j][j])) continue;
    l[j][j] = sqrt(pivot);
    for (int i = j + 1; i < N; i++) {
      double sum = p[i][j];
      for (int k = 0; k < j; k++) sum -= l[i][k] * l[j][k];
      l[i][j] = sum / l[j][j];
    }
  }
}

static void apply(square a, const double *x, double *to) {
  for (int i = 0; i < N; i++) {
    to[i] = 0;
    for (int j = 0; j < N; j++) to[i] += a[i][j] * x[j];
  }
}

static double mean_square(square a, const double *b, const double *c, double d, square p) {
  double part[4], v[N], next[N]; // v = P cᵀ, then A^(m-1) (A P cᵀ + b d)
  knots_mean_square(part);
  apply(p, c, v);
  double sum = part[0] * d * d;
  for (int m = 0; m < 4; m++) {
    for (int i = 0; i < N; i++) sum += part[m] * c[i] * v[i];
    apply(a, v, next);
    for (int i = 0; i < N; i++) v[i] = next[i] + (m == 0 ? b[i] * d : 0);
  }
  return sum;
}

void roughness_make(double ratio, roughness_design *self) {
  const double edge = 1.0 / ROUGHNESS_KNOTS_PER_PERIOD;
  filter_chebyshev_low(ROUGHNESS_LOW_PASS_SECTIONS, RIPPLE, edge, self->section);
  if (ratio > 0)
    filter_chebyshev_high(ROUGHNESS_HIGH_PASS_SECTIONS, RIPPLE, ratio * edge,
                          self->section + ROUGHNESS_LOW_PASS_SECTIONS);
  for (int i = ROUGHNESS_LOW_PASS_SECTIONS; ratio <= 0 && i < ROUGHNESS_SECTIONS; i++)
    filter_nothing(self->section[i]);
  square a, p;
  double b[N] = {0}, c[N];
  const double d = run(self, b, 1);
  for (int j = 0; j < N; j++) {
    double memory[N] = {0};
    memory[j] = 1;
    c[j] = run(self, memory, 0);
    for (int i = 0; i < N; i++) a[i][j] = memory[i];
  }
  covariance(a, b, p);
  factor(p, self->begin);
  self->mean_square = mean_square(a, b, c, d, p);
}
