// The frequency response of the joined bodies by dual assembly, eq. 45: H − H B_Eᵀ (B_C H B_Eᵀ)⁻¹ B_C H.
#include "engines/stability/coupled/coupled.h"

enum { MOST = COUPLED_MOST };

// S z = right, by Cramer's rule: three numbers at most, with entries of quite different units.
static void solve(int m, double complex a[MOST][MOST], const double complex right[MOST],
                  double complex z[MOST]) {
  if (m == 1) {
    z[0] = right[0] / a[0][0];
    return;
  }
  double complex cofactor[MOST][MOST], whole = 0;
  for (int i = 0; i < MOST; i++)
    for (int j = 0; j < MOST; j++) {
      const int i1 = (i + 1) % MOST, i2 = (i + 2) % MOST, j1 = (j + 1) % MOST, j2 = (j + 2) % MOST;
      cofactor[i][j] = a[i1][j1] * a[i2][j2] - a[i1][j2] * a[i2][j1];
    }
  for (int j = 0; j < MOST; j++) whole += a[0][j] * cofactor[0][j];
  for (int j = 0; j < MOST; j++) {
    z[j] = 0;
    for (int i = 0; i < MOST; i++) z[j] += cofactor[i][j] * right[i] / whole;
  }
}

double complex coupled_response(const coupled_system *self, double complex s, const double *load,
                                const double *response) {
  double complex a[MOST][MOST], right[MOST] = {0}, z[MOST], out = 0;
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
