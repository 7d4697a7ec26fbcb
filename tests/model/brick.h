// A textbook 8-node brick: trilinear shape functions, 2x2x2 Gauss points, consistent mass.
#ifndef CHATTER_TESTS_BRICK_H
#define CHATTER_TESTS_BRICK_H

#include <math.h>
#include <string.h>

enum { CORNERS = 8 };
static const int corner[CORNERS][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                       {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};

// Computes values and spatial derivatives of the shape functions at one Gauss point. Returns its
// weight times det J.
static inline double shape_at(const double x[CORNERS][3], int point, double value[CORNERS],
                              double gradient[CORNERS][3]) {
  double local[CORNERS][3], jacobian[3][3] = {{0}}, inverse[3][3], xi[3], g = 1 / sqrt(3);
  for (int d = 0; d < 3; d++) xi[d] = corner[point][d] ? g : -g;
  for (int a = 0; a < CORNERS; a++) {
    double f[3], s[3];
    for (int d = 0; d < 3; d++) s[d] = corner[a][d] ? 1 : -1, f[d] = (1 + s[d] * xi[d]) / 2;
    value[a] = f[0] * f[1] * f[2];
    for (int d = 0; d < 3; d++) local[a][d] = s[d] / 2 * f[(d + 1) % 3] * f[(d + 2) % 3];
    for (int d = 0; d < 3; d++)
      for (int e = 0; e < 3; e++) jacobian[d][e] += local[a][d] * x[a][e]; // dx_e/dξ_d
  }
  double det = 0;
  for (int d = 0; d < 3; d++)
    for (int e = 0; e < 3; e++) {
      int d1 = (d + 1) % 3, d2 = (d + 2) % 3, e1 = (e + 1) % 3, e2 = (e + 2) % 3;
      inverse[e][d] = jacobian[d1][e1] * jacobian[d2][e2] - jacobian[d1][e2] * jacobian[d2][e1];
    }
  for (int e = 0; e < 3; e++) det += jacobian[0][e] * inverse[e][0];
  for (int a = 0; a < CORNERS; a++)
    for (int e = 0; e < 3; e++) {
      gradient[a][e] = 0;
      for (int d = 0; d < 3; d++) gradient[a][e] += inverse[e][d] / det * local[a][d];
    }
  return det;
}

// K_ab = ∫ λ ∇N_a ∇N_bᵀ + µ (∇N_b ∇N_aᵀ + ∇N_a·∇N_b I), M_ab = ∫ ρ N_a N_b I; m holds its 1 x 1 factors.
static inline void brick(const double x[CORNERS][3], double youngs_modulus, double poisson, double density,
                         double k[CORNERS][CORNERS][3][3], double m[CORNERS][CORNERS]) {
  double lambda = youngs_modulus * poisson / ((1 + poisson) * (1 - 2 * poisson));
  double mu = youngs_modulus / (2 * (1 + poisson));
  memset(k, 0, sizeof(double[CORNERS][CORNERS][3][3]));
  memset(m, 0, sizeof(double[CORNERS][CORNERS]));
  for (int point = 0; point < 8; point++) {
    double n[CORNERS], g[CORNERS][3], w = shape_at(x, point, n, g);
    for (int a = 0; a < CORNERS; a++)
      for (int b = 0; b < CORNERS; b++) {
        double dot = g[a][0] * g[b][0] + g[a][1] * g[b][1] + g[a][2] * g[b][2];
        for (int i = 0; i < 3; i++)
          for (int j = 0; j < 3; j++)
            k[a][b][i][j] += w * (lambda * g[a][i] * g[b][j] + mu * (g[a][j] * g[b][i] + (i == j) * dot));
        m[a][b] += w * density * n[a] * n[b];
      }
  }
}

#endif
