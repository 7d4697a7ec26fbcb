// The blade-damper-blade model with both flanks stuck, which makes it linear: the resonance of the
// right blade is compared with an independent program. It depends on modes, contact rows, damping
// and loads of the reduced model.
#include <complex.h>

#include <lapacke.h>

#include "base/log.h"
#include "reduction/reduce.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "tests/check.h"
#include "reduction/reduced.h"

static const char damper_study[] =
    "study: transient\nmodel: {type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv, nodes: "
    "nodes.csv}\n"
    "reduction: {method: modal, rayleigh: {stiffness: 1.5e-5}, cache: false}\n"
    "contact:\n"
    "  - {nodes: LEFT_PLATFORM, partner: DAMPER, law: elastic, normal: [-0.5, 0.8660254037844386, 0], "
    "tangential_stiffness: 1.0e+5, normal_stiffness: 1.0e+5, friction: 0.3, preload: 50}\n"
    "  - {nodes: DAMPER, partner: RIGHT_PLATFORM, law: elastic, normal: [-0.5, -0.8660254037844386, 0], "
    "tangential_stiffness: 1.0e+5, normal_stiffness: 1.0e+5, friction: 0.3, preload: 50}\n"
    "excitation: {node: RIGHT_BLADE, direction: x, amplitude: 1, frequency: 200}\n"
    "integrator: {step: 1.0e-5, duration: 1}\noutputs: {x: {node: RIGHT_BLADE, direction: x}}\n";

enum { ROWS = 4 };

static double complex receptance(const reduced_model *r, const double *to, const double *from, double omega) {
  double complex sum = 0;
  for (int k = 0; k < r->n_modes; k++) {
    const double natural = sqrt(r->omega2[k]);
    sum += to[k] * from[k] / (r->omega2[k] - omega * omega + 2 * I * r->zeta[k] * natural * omega);
  }
  return sum;
}

// Displacement of the right blade under a unit force there: (1 + k H_bb) λ = -k H_bf.
static double blade_amplitude(const reduced_model *r, double omega) {
  const double spring = 1e5;
  double complex a[ROWS * ROWS], force[ROWS], sum = receptance(r, r->phi_y, r->phi_f, omega);
  lapack_int pivot[ROWS];
  for (int i = 0; i < ROWS; i++) {
    const double *row = r->phi_b + (long)i * r->n_modes;
    for (int j = 0; j < ROWS; j++)
      a[i * ROWS + j] = (i == j) + spring * receptance(r, row, r->phi_b + (long)j * r->n_modes, omega);
    force[i] = -spring * receptance(r, row, r->phi_f, omega);
  }
  TEST_CHECK(LAPACKE_zgesv(LAPACK_ROW_MAJOR, ROWS, 1, a, ROWS, pivot, force, 1) == 0);
  for (int i = 0; i < ROWS; i++)
    sum += receptance(r, r->phi_y, r->phi_b + (long)i * r->n_modes, omega) * force[i];
  return cabs(sum);
}

int main(void) {
  static study s;
  reduced_model r;
  char path[1000];
  log_quiet(1);
  snprintf(path, sizeof path, "%s/models/blade-damper-blade/study.yaml", source_folder());
  CHECK_OK(study_parse(damper_study, sizeof damper_study - 1, path, 0, NULL, &s));
  CHECK_OK(reduce_study(&s, &r));
  TEST_CHECK(r.n_modes == 8 && r.n_boundary == ROWS);
  double low = 1270, high = 1290;
  while (high - low > 1e-4) { // ternary search: one maximum in the interval
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    if (blade_amplitude(&r, a) < blade_amplitude(&r, b))
      low = a;
    else
      high = b;
  }
  const double omega = 0.5 * (low + high);
  CHECK_NEAR(omega, 1278.25841438, 2e-4, 0); // a flat maximum cannot be located more precisely by
                                             // its values
  // the reference has nine digits
  CHECK_NEAR(sqrt(0.5) * blade_amplitude(&r, omega), 9.54237734e-5, 0, 2e-9);
  reduced_destroy(&r);
  study_destroy(&s);
  return TEST_END();
}
