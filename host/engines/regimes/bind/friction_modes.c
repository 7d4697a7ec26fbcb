#include "engines/regimes/bind/friction_modes.h"

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "base/dot.h"
#include "base/memory.h"
#include "reduction/algebra/dense.h"

static void rotate(int n, int stride, double *a, double *vector, int p, int q) {
  const double apq = a[p * stride + q];
  if (fabs(apq) <= DBL_MIN) return;
  const double theta = (a[q * stride + q] - a[p * stride + p]) / (2 * apq);
  const double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
  const double c = 1 / sqrt(t * t + 1), s = t * c;
  a[p * stride + p] -= t * apq, a[q * stride + q] += t * apq;
  a[p * stride + q] = a[q * stride + p] = 0;
  for (int k = 0; k < n; k++) {
    if (k != p && k != q) {
      const double x = a[k * stride + p], y = a[k * stride + q];
      a[k * stride + p] = a[p * stride + k] = c * x - s * y;
      a[k * stride + q] = a[q * stride + k] = s * x + c * y;
    }
    const double x = vector[k * stride + p], y = vector[k * stride + q];
    vector[k * stride + p] = c * x - s * y, vector[k * stride + q] = s * x + c * y;
  }
}

static void sort_modes(int n, int stride, double *value, double *vector) {
  for (int i = 0; i < n; i++) {
    int least = i;
    for (int k = i + 1; k < n; k++)
      if (value[k] < value[least]) least = k;
    if (least == i) continue;
    const double v = value[i];
    value[i] = value[least], value[least] = v;
    for (int k = 0; k < n; k++) {
      const double x = vector[k * stride + i];
      vector[k * stride + i] = vector[k * stride + least], vector[k * stride + least] = x;
    }
  }
}

void friction_eigen(int n, int stride, double *a, double *value, double *vector) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) vector[i * stride + k] = i == k;
  for (int sweep = 0; sweep < 60; sweep++) {
    double off = 0, on = 0;
    for (int p = 0; p < n; p++) {
      on = fmax(on, fabs(a[p * stride + p]));
      for (int q = p + 1; q < n; q++) off = fmax(off, fabs(a[p * stride + q]));
    }
    if (off <= 1e-17 * on) break; // below the rounding level of the diagonal
    for (int p = 0; p < n; p++)
      for (int q = p + 1; q < n; q++) rotate(n, stride, a, vector, p, q);
  }
  for (int i = 0; i < n; i++) value[i] = a[i * stride + i];
  sort_modes(n, stride, value, vector);
}

// Computes K of the chain, scaled by the square roots of the masses.
static void chain_matrix(int n, const double *mass, int n_springs, const double *spring, double *a) {
  for (int i = 0; i < n; i++) {
    const double above = i + 1 < n_springs ? spring[i + 1] : 0;
    a[i * FRICTION_MODES + i] = (spring[i] + above) / mass[i];
    if (i + 1 < n)
      a[i * FRICTION_MODES + i + 1] = a[(i + 1) * FRICTION_MODES + i] = -above / sqrt(mass[i] * mass[i + 1]);
  }
}

chatter_status friction_modes_chain(int n, const double *mass, int n_springs, const double *spring, int wall,
                                    int contact, friction_modes *out, double *shape) {
  double a[FRICTION_MODES * FRICTION_MODES], vector[FRICTION_MODES * FRICTION_MODES], value[FRICTION_MODES];
  memset(a, 0, sizeof(double) * FRICTION_MODES * (size_t)n);
  chain_matrix(n, mass, n_springs, spring, a);
  friction_eigen(n, FRICTION_MODES, a, value, vector);
  out->n = n, out->damped = 0;
  for (int i = 0; i < n; i++) {
    if (!(value[i] > 0))
      return error_raise(CHATTER_BAD_STUDY, "the chain is not held: it has a rigid-body motion");
    out->omega[i] = sqrt(value[i]), out->zeta[i] = 0;
    out->load[i] = out->inertia[i] = 0;
    for (int k = 0; k < n; k++) {
      const double psi = vector[k * FRICTION_MODES + i] / sqrt(mass[k]);
      if (shape) shape[k * n + i] = psi;
      // Base motion acts through spring 1 or, relative to the base, as inertia of every mass
      // (Marino and Cicirello 2021, equation 98).
      if (wall == WALL_BASE)
        out->inertia[i] += mass[k] * psi;
      else if (k == 0)
        out->load[i] = spring[0] * psi;
    }
    const double own = vector[(contact - 1) * FRICTION_MODES + i] / sqrt(mass[contact - 1]);
    out->contact[i] =
        wall == WALL_MASS ? vector[contact * FRICTION_MODES + i] / sqrt(mass[contact]) - own : own;
  }
  return CHATTER_OK;
}

// Computes an orthonormal basis perpendicular to g: all columns but the first of the reflection
// that maps g to the first axis.
static void perpendicular(int n, const double *g, double norm, double (*basis)[FRICTION_MODES]) {
  double v[FRICTION_MODES], square;
  for (int i = 0; i < n; i++) v[i] = g[i] / norm;
  v[0] += v[0] >= 0 ? 1 : -1;
  square = dot(n, v, v);
  for (int i = 0; i < n; i++)
    for (int k = 1; k < n; k++) basis[i][k - 1] = (i == k) - 2 * v[i] * v[k] / square;
}

// Computes the complex eigenbasis of the locked system with damping: y'' + C y' + diag(slot_omega²)
// y = 0, C = Zᵀ diag(2ζΩ) Z.
static chatter_status lock_damped(friction_modes *m) {
  const int k = m->n - 1, n2 = 2 * k;
  const double g2 = dot(m->n, m->contact, m->contact);
  double *a, *right, *wr, *wi;
  lapack_complex_double *basis;
  lapack_int *pivot;
  ALLOCATE(a, n2 * n2 + 1);
  ALLOCATE(right, n2 * n2 + 1);
  ALLOCATE(wr, n2 + 1);
  ALLOCATE(wi, n2 + 1);
  ALLOCATE(basis, 2 * n2 * n2 + 1);
  ALLOCATE(pivot, n2 + 1);
  for (int i = 0; i < k; i++) {
    a[i * n2 + k + i] = 1;
    a[(k + i) * n2 + i] = -m->slot_omega[i] * m->slot_omega[i];
    for (int j = 0; j < k; j++)
      for (int l = 0; l < m->n; l++)
        a[(k + i) * n2 + k + j] -= m->slot_mode[l][i] * 2 * m->zeta[l] * m->omega[l] * m->slot_mode[l][j];
  }
  chatter_status room = dense_begin();
  lapack_int info = room != CHATTER_OK
                        ? 1
                        : LAPACKE_dgeev(LAPACK_ROW_MAJOR, 'N', 'V', n2, a, n2, wr, wi, NULL, 1, right, n2);
  // Columns: each conjugate pair once with its partner. The inverse gives the amplitudes of a
  // state.
  int pairs = 0;
  for (int j = 0; info == 0 && j + 1 < n2; j += 2) {
    if (!(wi[j] > 0)) { // with ζ < 1 every motion oscillates; otherwise the solver has failed
      info = 1;
      break;
    }
    m->slot_value[pairs][0] = wr[j], m->slot_value[pairs][1] = wi[j];
    for (int i = 0; i < n2; i++) {
      basis[i * n2 + j] = lapack_make_complex_double(right[i * n2 + j], right[i * n2 + j + 1]);
      basis[i * n2 + j + 1] = lapack_make_complex_double(right[i * n2 + j], -right[i * n2 + j + 1]);
    }
    for (int i = 0; i < k; i++)
      m->slot_right[i][pairs][0] = right[i * n2 + j], m->slot_right[i][pairs][1] = right[i * n2 + j + 1];
    pairs++;
  }
  if (info == 0) info = LAPACKE_zgetrf(LAPACK_ROW_MAJOR, n2, n2, basis, n2, pivot);
  if (info == 0) info = LAPACKE_zgetri(LAPACK_ROW_MAJOR, n2, basis, n2, pivot);
  if (room == CHATTER_OK) dense_end();
  double largest = 0;
  for (int p = 0; info == 0 && p < k; p++) {
    // R = Σ 2 Re(w z), w = −Σ_i (g_i/|g|²)(Ω0² Zx + 2ζΩ0 ΛZx): z is rotated by arg w so that R = Σ
    // W Re z.
    double re = 0, im = 0;
    for (int i = 0; i < m->n; i++)
      for (int j = 0; j < k; j++) {
        const double xr = m->slot_right[j][p][0], xi = m->slot_right[j][p][1],
                     c = 2 * m->zeta[i] * m->omega[i];
        const double f = -2 * m->contact[i] / g2 * m->slot_mode[i][j], w2 = m->omega[i] * m->omega[i];
        re += f * (w2 * xr + c * (m->slot_value[p][0] * xr - m->slot_value[p][1] * xi));
        im += f * (w2 * xi + c * (m->slot_value[p][0] * xi + m->slot_value[p][1] * xr));
      }
    const double size = hypot(re, im), cr = size > 0 ? re / size : 1, ci = size > 0 ? im / size : 0;
    m->slot_weight[p] = size;
    for (int j = 0; j < n2; j++) {
      const double lr = lapack_complex_double_real(basis[2 * p * n2 + j]),
                   li = lapack_complex_double_imag(basis[2 * p * n2 + j]);
      m->slot_left[p][j][0] = cr * lr - ci * li, m->slot_left[p][j][1] = cr * li + ci * lr;
      largest = fmax(largest, hypot(lr, li) * (j < k ? 1 / m->slot_omega[0] : 1));
    }
    for (int j = 0; j < k; j++) { // x e^{−i arg}
      const double xr = m->slot_right[j][p][0], xi = m->slot_right[j][p][1];
      m->slot_right[j][p][0] = cr * xr + ci * xi, m->slot_right[j][p][1] = cr * xi - ci * xr;
    }
  }
  memory_free(a), memory_free(right), memory_free(wr), memory_free(wi), memory_free(basis),
      memory_free(pivot);
  if (room != CHATTER_OK) return room;
  if (info != 0 || !(largest < 1e8 * (1 + m->slot_omega[k > 0 ? k - 1 : 0])))
    return error_raise(CHATTER_BAD_MODEL,
                       "the locked system has no complex eigenbasis (repeated frequencies with "
                       "this damping); change the damping ratios slightly");
  return CHATTER_OK;
}

chatter_status friction_modes_lock(friction_modes *m) {
  double basis[FRICTION_MODES][FRICTION_MODES], a[FRICTION_MODES * FRICTION_MODES];
  double value[FRICTION_MODES], vector[FRICTION_MODES * FRICTION_MODES];
  const int n = m->n, k = n - 1;
  const double g2 = dot(n, m->contact, m->contact);
  if (!(g2 > 0)) return error_raise(CHATTER_BAD_STUDY, "no mode of the model moves the contact");
  perpendicular(n, m->contact, sqrt(g2), basis);
  for (int i = 0; i < k; i++)
    for (int j = 0; j < k; j++) {
      double sum = 0;
      for (int l = 0; l < n; l++) sum += basis[l][i] * m->omega[l] * m->omega[l] * basis[l][j];
      a[i * FRICTION_MODES + j] = sum;
    }
  friction_eigen(k, FRICTION_MODES, a, value, vector);
  for (int i = 0; i < n; i++) m->locked[i] = m->contact[i] / g2;
  for (int j = 0; j < k; j++) {
    m->slot_omega[j] = sqrt(value[j]);
    double pull = 0;
    for (int i = 0; i < n; i++) {
      double z = 0;
      for (int l = 0; l < k; l++) z += basis[i][l] * vector[l * FRICTION_MODES + j];
      m->slot_mode[i][j] = z;
      pull += z * m->omega[i] * m->omega[i] * m->contact[i] / g2;
    }
    for (int i = 0; i < n; i++) m->locked[i] -= m->slot_mode[i][j] * pull / value[j];
  }
  if (!m->damped || k == 0) return CHATTER_OK;
  return lock_damped(m);
}
