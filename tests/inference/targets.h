// Target models with closed-form posteriors.
#ifndef CHATTER_TESTS_INFERENCE_TARGETS_H
#define CHATTER_TESTS_INFERENCE_TARGETS_H

#include <math.h>
#include <string.h>

#include "inference/target.h"

// r = (A z − b) / σ with 6 data and 3 parameters.
enum { LINEAR_D = 3, LINEAR_M = 6 };
typedef struct linear_model {
  double matrix[LINEAR_M][LINEAR_D], data[LINEAR_M], deviation;
  int holes; // 1: no answer where z[0] > 2
} linear_model;

static inline chatter_status linear_residuals(void *self, long n, const double *z, double *r,
                                              unsigned char *ok) {
  const linear_model *l = self;
  for (long row = 0; row < n; row++, z += LINEAR_D, r += LINEAR_M) {
    ok[row] = !(l->holes && z[0] > 2);
    for (int i = 0; i < LINEAR_M; i++) {
      double sum = -l->data[i];
      for (int k = 0; k < LINEAR_D; k++) sum += l->matrix[i][k] * z[k];
      r[i] = sum / l->deviation;
    }
  }
  return CHATTER_OK;
}

static inline linear_model linear_example(double deviation) {
  linear_model l = {.deviation = deviation,
                    .matrix = {{1, 0, 0}, {1, 1, 0}, {0, 1, 1}, {1, -1, 2}, {0.5, 0, 1}, {2, 1, -1}},
                    .data = {0.5, -0.2, 0.9, 1.4, 1.1, -0.3}};
  return l;
}

static const unsigned char target_none[8] = {0}, target_all[8] = {1, 1, 1, 1, 1, 1, 1, 1};

static inline inference_target linear_target(linear_model *l, const unsigned char *is_datum,
                                             const unsigned char *is_inferred) {
  static const int count[] = {LINEAR_M};
  return (inference_target){.d = LINEAR_D,
                            .m = LINEAR_M,
                            .n_columns = 1,
                            .count = count,
                            .is_inferred = is_inferred,
                            .is_datum = is_datum,
                            .self = l,
                            .residuals = linear_residuals};
}

// Solves (Aᵀ A / σ² + prior I) x = Aᵀ b / σ² by Cramer's rule and inverts that matrix.
static inline void linear_solution(const linear_model *l, double prior, double x[3], double inverse[3][3]) {
  double m[3][3], g[3] = {0}, s = 1 / (l->deviation * l->deviation);
  for (int k = 0; k < 3; k++)
    for (int j = 0; j < 3; j++) {
      m[k][j] = k == j ? prior : 0;
      for (int i = 0; i < LINEAR_M; i++) m[k][j] += s * l->matrix[i][k] * l->matrix[i][j];
    }
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < LINEAR_M; i++) g[k] += s * l->matrix[i][k] * l->data[i];
  const double det = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                     m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                     m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
  for (int k = 0; k < 3; k++)
    for (int j = 0; j < 3; j++) {
      const int a = (j + 1) % 3, b = (j + 2) % 3, c = (k + 1) % 3, d = (k + 2) % 3;
      inverse[k][j] = (m[a][c] * m[b][d] - m[a][d] * m[b][c]) / det;
    }
  for (int k = 0; k < 3; k++) x[k] = inverse[k][0] * g[0] + inverse[k][1] * g[1] + inverse[k][2] * g[2];
}

#endif
