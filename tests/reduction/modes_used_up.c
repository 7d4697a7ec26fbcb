// No modes left for the attachment modes: all modes of a chain, and all but one. Rubin's model is
// then the full modal one for any residual flexibility; MacNeal's has no boundary left and is
// refused.
#include "reduction/reduce.h"
#include "reduction_cases.h"

enum { MASSES = 4 };

static void make_study(study *s, int method, int modes, int floating) {
  chain_study(s, method, modes);
  if (floating) s->model.springs.value[0] = 0;
}

static void compare(int modes, int floating) {
  static study s;
  reduced_model full, rubin;
  make_study(&s, REDUCTION_MODAL, 0, floating);
  CHECK_OK(reduce_study(&s, &full));
  make_study(&s, REDUCTION_RUBIN, modes, floating);
  CHECK_OK(reduce_study(&s, &rubin));
  TEST_CHECK(full.n_modes == MASSES);
  TEST_CHECK(rubin.n_modes == MASSES);
  const double largest = full.omega2[MASSES - 1];
  for (int k = 0; k < MASSES && k < rubin.n_modes; k++) { // rounding of two eigenvalue solutions
    CHECK_NEAR(rubin.omega2[k], full.omega2[k], 1e-12 * largest, 0);
    CHECK_NEAR(fabs(rubin.phi_b[k]), fabs(full.phi_b[k]), 1e-11, 0);
  }
  TEST_CHECK((rubin.omega2[0] == 0) == floating);
  reduced_destroy(&rubin);
  reduced_destroy(&full);
}

int main(void) {
  static study s;
  reduced_model r;
  log_quiet(1);
  for (int floating = 0; floating < 2; floating++) {
    compare(MASSES, floating);
    compare(MASSES - 1, floating); // the only attachment mode is the missing mode
    make_study(&s, REDUCTION_MACNEAL, MASSES, floating);
    TEST_CHECK(reduce_study(&s, &r) == CHATTER_BAD_MODEL);
    TEST_CHECK(strstr(error_message(0), "keep fewer modes") != NULL);
    error_clear();
  }
  return TEST_END();
}
