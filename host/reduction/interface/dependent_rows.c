// Separates and restores dependent contact rows.
#include "reduction/interface/dependent_rows.h"

#include <math.h>
#include <string.h>

#include "reduction/algebra/dense.h"

static const double DEPENDENCE_TOLERANCE =
    1e-12; // squared sine of the angle to the preceding rows, below which a row depends on them
static const double WHOLE_NUMBER_TOLERANCE =
    1e-12; // factors this close to an integer are rounded to it: opposing stops

static double direction_product(const direction *a, const direction *b) {
  double sum = 0;
  for (int i = 0; i < a->n; i++)
    for (int j = 0; j < b->n; j++)
      if (a->equation[i] == b->equation[j]) sum += a->weight[i] * b->weight[j];
  return sum;
}

// Computes the factors of `row` in the n independent rows before it, whose Gram matrix is L Lᵀ. y:
// L⁻¹ times the products of the row with them. Returns the squared norm of the remainder.
static double project_on_independent(const direction *row, int n, const direction *independent,
                                     const double *l, int stride, double *y, double *factor) {
  double left = direction_product(row, row);
  for (int i = 0; i < n; i++) {
    y[i] = direction_product(row, &independent[i]);
    for (int k = 0; k < i; k++) y[i] -= l[(long)i * stride + k] * y[k];
    y[i] /= l[(long)i * stride + i];
    left -= y[i] * y[i];
  }
  for (int i = n - 1; i >= 0; i--) {
    factor[i] = y[i];
    for (int k = i + 1; k < n; k++) factor[i] -= l[(long)k * stride + i] * factor[k];
    factor[i] /= l[(long)i * stride + i];
  }
  return left;
}

chatter_status dependent_separate(int n_rows, const direction *rows, interface *out) {
  double *l, *y, *factor;
  DENSE(l, out->memory, n_rows, n_rows);
  DENSE(y, out->memory, n_rows, 1);
  DENSE(factor, out->memory, n_rows, n_rows);
  out->n_rows = n_rows;
  out->n_boundary = 0;
  for (int r = 0; r < n_rows; r++) {
    const int n = out->n_boundary;
    double *own = factor + (long)r * n_rows;
    const double left = project_on_independent(&rows[r], n, out->boundary, l, n_rows, y, own);
    for (int i = 0; i < n; i++)
      if (fabs(own[i] - round(own[i])) < WHOLE_NUMBER_TOLERANCE) own[i] = round(own[i]);
    if (left < DEPENDENCE_TOLERANCE * direction_product(&rows[r], &rows[r])) continue;
    memset(own, 0, (size_t)n * sizeof *own);
    own[n] = 1;
    memcpy(l + (long)n * n_rows, y, (size_t)n * sizeof *y);
    l[(long)n * n_rows + n] = sqrt(left);
    out->boundary[out->n_boundary++] = rows[r];
  }
  DENSE(out->combination, out->memory, n_rows, out->n_boundary);
  for (int r = 0; r < n_rows; r++)
    memcpy(out->combination + (long)r * out->n_boundary, factor + (long)r * n_rows,
           (size_t)out->n_boundary * sizeof *factor);
  return CHATTER_OK;
}

// Replaces rows [n_boundary][columns] by S · rows.
static chatter_status expand_rows(const interface *f, arena *memory, int columns, double **rows) {
  double *expanded;
  DENSE(expanded, memory, f->n_rows, columns);
  dense_multiply(0, 0, f->n_rows, columns, f->n_boundary, 1, f->combination, *rows, 0, expanded);
  *rows = expanded;
  return CHATTER_OK;
}

// Replaces columns [rows][n_boundary] by columns · Rᵀ with R [n_rows][n_boundary].
static chatter_status expand_columns(const interface *f, const double *r, arena *memory, int rows,
                                     double **columns) {
  double *expanded;
  DENSE(expanded, memory, rows, f->n_rows);
  dense_multiply(0, 1, rows, f->n_rows, f->n_boundary, 1, *columns, r, 0, expanded);
  *columns = expanded;
  return CHATTER_OK;
}

// Computes the pseudoinverse of S F' Sᵀ: R F'⁻¹ Rᵀ with R = S (SᵀS)⁻¹.
static chatter_status expand_stiffness(const interface *f, reduced_model *out) {
  const int n = f->n_boundary;
  double *square, *r, *image;
  DENSE(square, out->memory, n, n);
  DENSE(r, out->memory, f->n_rows, n);
  DENSE(image, out->memory, f->n_rows, n);
  dense_multiply(1, 0, n, n, f->n_rows, 1, f->combination, f->combination, 0, square);
  TRY(dense_invert(n, square, "the products of the contact directions"));
  dense_multiply(0, 0, f->n_rows, n, n, 1, f->combination, square, 0, r);
  dense_multiply(0, 0, f->n_rows, n, n, 1, r, out->stiffness, 0, image);
  out->stiffness = image;
  return expand_columns(f, r, out->memory, f->n_rows, &out->stiffness);
}

chatter_status dependent_expand(const interface *f, reduced_model *out) {
  arena *memory = out->memory;
  if (f->n_rows == f->n_boundary) return CHATTER_OK;
  TRY(expand_rows(f, memory, out->n_modes, &out->phi_b));
  TRY(expand_rows(f, memory, f->n_boundary, &out->flexibility));
  TRY(expand_columns(f, f->combination, memory, f->n_rows, &out->flexibility));
  if (out->stiffness) TRY(expand_stiffness(f, out));
  TRY(expand_rows(f, memory, out->n_loads, &out->f_f));
  TRY(expand_columns(f, f->combination, memory, out->n_responses, &out->f_y));
  TRY(expand_columns(f, f->combination, memory, out->n_masses, &out->mass_boundary));
  TRY(expand_columns(f, f->combination, memory, 3, &out->translation_boundary));
  out->n_boundary = f->n_rows;
  return CHATTER_OK;
}
