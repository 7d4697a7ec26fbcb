#include "engines/transient/bind/linear_response.h"

#include <complex.h>
#include <math.h>

#include <lapacke.h>

#include "reduction/algebra/dense.h"
#include "study/file/entries.h"

int linear_excitation(const study *config) {
  int found = -1;
  for (int e = 0; e < config->n_excitations; e++) {
    if (!study_load_is_harmonic(&config->excitations[e])) continue;
    if (found >= 0 || config->excitations[e].drive[0]) return -1;
    found = e;
  }
  return found;
}

// Returns Σ_k φ_y,k φ_f,k / (ω_k² - Ω² + iΩ rate_k).
static double complex modal_sum(const reduced_model *m, const double *phi_y, const double *phi_f,
                                double circular, const double *rate) {
  double complex sum = 0;
  for (int k = 0; k < m->n_modes; k++) {
    double stiffness = m->omega2[k] - circular * circular;
    sum += phi_y[k] * phi_f[k] / CMPLX(stiffness, rate[k] * circular);
  }
  return sum;
}

static chatter_status dense_sum(const reduced_model *m, const double *phi_y, const double *phi_f,
                                double circular, double complex *sum) {
  int n = m->n_modes;
  size_t nn = (size_t)n * (size_t)n;
  double complex *a = memory_array(nn + (size_t)n, sizeof *a, __FILE__, __LINE__);
  int *pivot = memory_array((size_t)n, sizeof *pivot, __FILE__, __LINE__);
  chatter_status status = a && pivot ? dense_begin() : CHATTER_DEVICE;
  if (status == CHATTER_OK) {
    for (size_t i = 0; i < nn; i++) a[i] = CMPLX(0, circular * m->damping[i]);
    for (int k = 0; k < n; k++) {
      a[k * n + k] += m->omega2[k] - circular * circular;
      a[nn + (size_t)k] = phi_f[k];
    }
    int failed = LAPACKE_zgesv(LAPACK_ROW_MAJOR, n, 1, a, n, pivot, a + nn, 1) != 0;
    dense_end();
    *sum = failed ? CMPLX(NAN, 0) : 0;
    for (int k = 0; k < n && !failed; k++) *sum += phi_y[k] * a[nn + (size_t)k];
  }
  memory_free(pivot);
  memory_free(a);
  return status;
}

chatter_status linear_amplitude(const reduced_model *m, int response, int load, double amplitude,
                                double frequency, const double *rate, double *out) {
  const double *phi_y = m->phi_y + (long)response * m->n_modes;
  const double *phi_f = m->phi_f + (long)load * m->n_modes;
  double circular = 2 * M_PI * frequency;
  double complex sum;
  if (m->damping) {
    TRY(dense_sum(m, phi_y, phi_f, circular, &sum));
  } else {
    sum = modal_sum(m, phi_y, phi_f, circular, rate);
  }
  double size = fabs(amplitude) * cabs(sum + m->f_yf[(long)response * m->n_loads + load]);
  *out = isfinite(size) ? size : NAN;
  return CHATTER_OK;
}
