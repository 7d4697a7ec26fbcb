// The frequency response by dual assembly, compared with the primal one and LAPACK, with the force
// on the contact point of the slider and of the target; and with the closed form of two masses that
// a contact joins.
#include "engines/stability/coupled/coupled_primal.h"
#include "base/log.h"
#include "random_pair.h"
#include "tests/check.h"

static void compare(random_pair *pair) {
  const coupled_system system = random_pair_system(pair);
  static double target[MOST_MODES];
  const int n = system.n;
  const double *t = pair_row(&pair->pair, 2 + 2 * pair->at.element);
  for (int k = 0; k < n; k++) target[k] = (1 - pair->at.alpha) * t[n + k] + pair->at.alpha * t[3L * n + k];
  for (double frequency = 50; frequency < 20e3; frequency *= 1.7) {
    const double complex s = CMPLX(0, 2 * M_PI * frequency);
    for (int side = 0; side < 2; side++) {
      const double *load = side ? target : pair->load;
      const double complex dual = coupled_response(&system, s, load, pair->response);
      double complex primal;
      double size = 0;
      CHECK_OK(coupled_response_dense(&system, s, load, pair->response, &primal));
      for (int k = 0; k < n; k++) size += cabs(load[k] * pair->response[k] / (s * s + pair->omega2[k]));
      // Relative tolerance; if both sums cancel, relative to the summands.
      CHECK_NEAR(cabs(dual - primal), 0, 1e-9 * cabs(dual) + 1e-13 * size, 0);
    }
  }
}

// Two free masses m₁, m₂ pressed together move as one: 1 / ((m₁ + m₂) s²).
static void one_mass(void) {
  const double m1 = 2, m2 = 3, free[] = {0, 0}, b[] = {-1 / sqrt(m1), 1 / sqrt(m2)},
               load[] = {1 / sqrt(m1), 0}, response[] = {0, 1 / sqrt(m2)};
  const coupled_system system = {.n = 2, .m = 1, .omega2 = free, .damping = free, .give = {b}, .take = {b}};
  const double complex s = CMPLX(0, 7), h = coupled_response(&system, s, load, response);
  CHECK_NEAR(creal(h), 1 / ((m1 + m2) * creal(s * s)), 0, 1e-14); // a few roundings
  CHECK_NEAR(cimag(h), 0, 1e-17, 0);
}

int main(void) {
  static random_pair pair;
  for (unsigned seed = 1; seed <= 20; seed++) {
    random_pair_fill(&pair, seed % 10 ? 10 + 2 * (int)seed : 245, seed);
    for (int kind = 0; kind < 2; kind++) {
      pair.force = kind ? 0.1 : 0;
      compare(&pair);
    }
  }
  one_mass();
  return TEST_END();
}
