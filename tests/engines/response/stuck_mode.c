// Modes with all contacts stuck of a system with a massless boundary, compared with the same system
// written out: masses, and massless boundary nodes behind springs, condensed by hand. Springs of
// zero stiffness are open contacts.
#include "engines/response/stability/stuck_mode.h"

#include "base/log.h"
#include "tests/check.h"

// Two unit masses on springs to the ground (4, 9 N/m). Behind each is a massless node on a spring
// of 2 and 5 N/m, which a contact spring K_c connects to the ground: F = diag(1/2, 1/5), Φ = 1. The
// contact spring in series with that behind the node adds K_c k / (K_c + k) to the stiffness at the
// mass.
int main(void) {
  const double omega2[] = {4, 9}, phi[] = {1, 0, 0, 1}, flexibility[] = {0.5, 0, 0, 0.2};
  const double springs[][2] = {{0, 0}, {3, 0}, {3, 7}, {1e12, 7}};
  const stuck_system system = {
      .n_modes = 2, .n_boundary = 2, .omega2 = omega2, .phi = phi, .flexibility = flexibility};
  void *scratch = calloc(1, stuck_modes_bytes(&system));
  TEST_CHECK(scratch != NULL);
  stuck_modes *modes = stuck_modes_at(&system, scratch);
  for (size_t i = 0; i < sizeof springs / sizeof *springs; i++) {
    const double behind[] = {2, 5};
    CHECK_OK(stuck_modes_solve(&system, springs[i], modes));
    for (int k = 0; k < 2; k++) {
      const double spring = springs[i][k], series = spring * behind[k] / (spring + behind[k]);
      CHECK_NEAR(modes->lambda[k], omega2[k] + series, 0, 1e-14); // rounding
      CHECK_NEAR(fabs(modes->shape[3 * k]), 1, 0, 1e-14);
      // The node moves so that both springs carry the same force: K_c q = k (p - q).
      CHECK_NEAR(modes->coordinate[3 * k] / modes->shape[3 * k], behind[k] / (behind[k] + spring), 1e-14,
                 1e-14);
      CHECK_NEAR(modes->coordinate[k ? 2 : 1], 0, 1e-14, 0);
    }
  }
  modes->lambda[0] = -1; // the same springs again are not solved again
  CHECK_OK(stuck_modes_solve(&system, springs[3], modes));
  TEST_CHECK(modes->lambda[0] == -1);
  CHECK_OK(stuck_modes_solve(&system, springs[0], modes));
  CHECK_NEAR(modes->lambda[0], 4, 0, 1e-14);
  free(scratch);
  return TEST_END();
}
