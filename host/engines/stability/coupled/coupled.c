#include "engines/stability/coupled/coupled.h"

#include <math.h>

enum { T1, T2 = 2, C = 4 }; // offset of x and y of each among the PAIR_ROWS

// Weights of the PAIR_ROWS. The contact's directions rotate with the element: Γ₁' = −Γ₂, Γ₂' = Γ₁.
// With n = (−sin γ, cos γ), t = (cos γ, sin γ): δγ = n (δT2 − δT1) / l, and C's place along the
// element moves by δα = (t (δC − δT1) − α t (δT2 − δT1)) / l.
static void weights(const pair_contact *at, double friction, double sense, double force,
                    double give[COUPLED_MOST][PAIR_ROWS], double take[COUPLED_MOST][PAIR_ROWS]) {
  pair_directions(at, friction, sense, give[0], take[0]);
  // rotated b_C is t on C and, by the lever, −t on T1 and T2
  for (int i = 0; i < PAIR_ROWS; i += 2) {
    give[1][i] = -force * give[0][i + 1], give[1][i + 1] = force * give[0][i];
    take[2][i] = take[0][i + 1] / -at->length, take[2][i + 1] = take[0][i] / at->length;
  }
  for (int d = 0; d < 2; d++) {
    give[2][T2 + d] = -force * give[0][C + d], give[2][T1 + d] = force * give[0][C + d], give[2][C + d] = 0;
    take[1][T2 + d] = -take[0][C + d] / at->length, take[1][T1 + d] = take[0][C + d] / at->length;
    take[1][C + d] = 0;
  }
}

void coupled_system_at_contact(const contact_pair *pair, const pair_contact *at, double friction,
                               double sense, double force, double *store, coupled_system *out) {
  double give[COUPLED_MOST][PAIR_ROWS], take[COUPLED_MOST][PAIR_ROWS];
  weights(at, friction, sense, force, give, take);
  *out = (coupled_system){
      .n = pair->n_modes, .m = force != 0 ? 3 : 1, .omega2 = pair->omega2, .damping = pair->damping};
  for (int u = 0; u < out->m; u++) {
    double *given = store + 2L * u * out->n, *taken = given + out->n;
    pair_combine(pair, at->element, give[u], given);
    pair_combine(pair, at->element, take[u], taken);
    out->give[u] = given, out->take[u] = taken;
  }
}

// without the library's treatment of NaN
static inline double complex times(double complex a, double complex b) {
  return CMPLX(creal(a) * creal(b) - cimag(a) * cimag(b), creal(a) * cimag(b) + cimag(a) * creal(b));
}

// Returns the product of two functions of s, with its derivative.
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

// Adds modes first ... last − 1, with H' = −(2s + c) H².
static inline void add_modes(const coupled_system *self, double complex s, int first, int last, const int m,
                             double h[COUPLED_MOST][COUPLED_MOST][4]) {
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

static void matrix_of(const coupled_system *self, double complex s, int near,
                      coupled_value a[COUPLED_MOST][COUPLED_MOST]) {
  double h[COUPLED_MOST][COUPLED_MOST][4] = {0};
  const int middle = near < 0 ? self->n : near, behind = near < 0 ? self->n : near + 1;
  if (self->m == 1) {
    add_modes(self, s, 0, middle, 1, h);
    add_modes(self, s, behind, self->n, 1, h);
  } else {
    add_modes(self, s, 0, middle, COUPLED_MOST, h);
    add_modes(self, s, behind, self->n, COUPLED_MOST, h);
  }
  for (int i = 0; i < self->m; i++)
    for (int j = 0; j < self->m; j++)
      a[i][j] =
          (coupled_value){CMPLX(h[i][j][0] + (i > 0 && i == j), h[i][j][1]), CMPLX(h[i][j][2], h[i][j][3])};
}

void coupled_matrix(const coupled_system *self, double complex s,
                    double complex matrix[COUPLED_MOST][COUPLED_MOST]) {
  coupled_value a[COUPLED_MOST][COUPLED_MOST];
  matrix_of(self, s, -1, a);
  for (int i = 0; i < self->m; i++)
    for (int j = 0; j < self->m; j++) matrix[i][j] = a[i][j].value;
}

// Computes cofactor[i][j] of a[i][j]; that of a 1 × 1 matrix is 1.
static void cofactors(int m, coupled_value a[COUPLED_MOST][COUPLED_MOST],
                      coupled_value cofactor[COUPLED_MOST][COUPLED_MOST]) {
  if (m == 1) {
    cofactor[0][0] = (coupled_value){1, 0};
    return;
  }
  for (int i = 0; i < COUPLED_MOST; i++)
    for (int j = 0; j < COUPLED_MOST; j++) {
      const int i1 = (i + 1) % COUPLED_MOST, i2 = (i + 2) % COUPLED_MOST, j1 = (j + 1) % COUPLED_MOST,
                j2 = (j + 2) % COUPLED_MOST;
      cofactor[i][j] = difference(product(a[i1][j1], a[i2][j2]), product(a[i1][j2], a[i2][j1]));
    }
}

// det(A + h x yᵀ) = det A + h Σ_ij x_i y_j cofactor_ij: with h = 1 / ((s − p) (s − q)) of mode
// `near` the pole p is simple, and the factor s − p cancels it.
coupled_value coupled_determinant(const coupled_system *self, double complex s, int near) {
  coupled_value a[COUPLED_MOST][COUPLED_MOST], cofactor[COUPLED_MOST][COUPLED_MOST], all = {0, 0},
                                                                                     beside = {0, 0};
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

// Solves S z = right by Cramer's rule: at most three unknowns, of very different units.
static void solve(int m, double complex a[COUPLED_MOST][COUPLED_MOST],
                  const double complex right[COUPLED_MOST], double complex z[COUPLED_MOST]) {
  if (m == 1) {
    z[0] = right[0] / a[0][0];
    return;
  }
  double complex cofactor[COUPLED_MOST][COUPLED_MOST], whole = 0;
  for (int i = 0; i < COUPLED_MOST; i++)
    for (int j = 0; j < COUPLED_MOST; j++) {
      const int i1 = (i + 1) % COUPLED_MOST, i2 = (i + 2) % COUPLED_MOST, j1 = (j + 1) % COUPLED_MOST,
                j2 = (j + 2) % COUPLED_MOST;
      cofactor[i][j] = a[i1][j1] * a[i2][j2] - a[i1][j2] * a[i2][j1];
    }
  for (int j = 0; j < COUPLED_MOST; j++) whole += a[0][j] * cofactor[0][j];
  for (int j = 0; j < COUPLED_MOST; j++) {
    z[j] = 0;
    for (int i = 0; i < COUPLED_MOST; i++) z[j] += cofactor[i][j] * right[i] / whole;
  }
}

double complex coupled_response(const coupled_system *self, double complex s, const double *load,
                                const double *response) {
  double complex a[COUPLED_MOST][COUPLED_MOST], right[COUPLED_MOST] = {0}, z[COUPLED_MOST], out = 0;
  coupled_matrix(self, s, a);
  for (int k = 0; k < self->n; k++) {
    const double complex h = 1 / (s * s + s * self->damping[k] + self->omega2[k]);
    for (int u = 0; u < self->m; u++) right[u] += self->take[u][k] * load[k] * h;
  }
  solve(self->m, a, right, z);
  for (int k = 0; k < self->n; k++) {
    double complex force = load[k];
    for (int u = 0; u < self->m; u++) force -= self->give[u][k] * z[u];
    out += response[k] * force / (s * s + s * self->damping[k] + self->omega2[k]);
  }
  return out;
}
