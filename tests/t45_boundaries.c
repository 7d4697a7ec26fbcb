// Analytic regime boundaries of N masses against the paper's closed 2-DOF forms, special values and the
// reference.
#include "coulomb_cases.h"

// Eqs 22, 24, 46, 47, 55, 58 (ground), 84, 85 (base), 121–123 (mass) with S = 1, and 63, 89, 94, 128.
static void closed_form(const coulomb_case *c, double *limit, double *no_motion) {
  const double g = c->gamma, k = c->kappa, r2 = c->r1 * c->r1, sum = g + k + g * k, big = g / (1 + g);
  double v = 0, u = 0;
  for (int i = 0; i < 2; i++) {
    const double omega2 = (sum + (i ? 1 : -1) * sqrt(sum * sum - 4 * g * k)) / (2 * g * r2);
    const double phi = c->wall == WALL_MASS ? 1 / (1 - (1 + g) * omega2 * r2) : 1 / (1 - g / k * omega2 * r2);
    const double ratio = 1 / sqrt(omega2), own = c->contact == 2 ? phi : 1;
    const double load = c->wall == WALL_GROUND ? 1
                        : c->wall == WALL_BASE ? (1 + g * phi) * r2
                                               : (1 + g) * phi * r2;
    const double weight = own / (1 + g * phi * phi) * ratio * ratio / r2;
    v += weight * load / (1 - ratio * ratio);
    u += weight * own * tan(M_PI / (2 * ratio)) / ratio;
  }
  *limit = fabs(v) / hypot(u, 1 / (c->contact == 2 ? g * r2 : r2)) * (c->wall == WALL_MASS ? big : 1);
  if (c->wall == WALL_MASS)
    *no_motion = g * r2 / fabs(1 - (1 + g) * r2);
  else if (c->wall == WALL_GROUND)
    *no_motion = c->contact == 1 ? 1 : k / fabs(1 + k - r2);
  else if (c->contact == 1)
    *no_motion = fabs((k * (1 + g) * r2 - g * r2 * r2) / (k - g * r2));
  else
    *no_motion = fabs(((g + g * k + k) * r2 - g * r2 * r2) / (1 + k - r2));
}

static regime_boundaries chain(int n, const double *mass, const double *spring, int wall, int contact,
                               double r1) {
  static friction_modes modes;
  regime_boundaries b;
  CHECK_OK(friction_modes_chain(n, mass, n, spring, wall, contact, &modes, NULL));
  CHECK_OK(friction_modes_lock(&modes));
  friction_boundaries(&modes, r1, &b);
  return b;
}

static regime_boundaries equal_chain(int n, int wall, int contact, double r1) {
  const double ones[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  return chain(n, ones, ones, wall, contact, r1);
}

static void check_sample(void) {
  int n;
  coulomb_case *cases = coulomb_cases_read(&n);
  static friction_modes modes;
  for (int i = 0; i < n; i++) {
    regime_boundaries b;
    coulomb_case_modes(&cases[i], &modes);
    friction_boundaries(&modes, cases[i].r1, &b);
    CHECK_NEAR(b.limit_s1, cases[i].limit_s1, 0, 1e-9); // printed with 12 digits
    CHECK_NEAR(b.limit, cases[i].limit, 0, 1e-9);       // likewise
    CHECK_NEAR(b.no_motion, cases[i].no_motion, 0, 1e-9);
    if (cases[i].n != 2) continue;
    double limit, no_motion;
    closed_form(&cases[i], &limit, &no_motion);
    CHECK_NEAR(b.limit_s1, limit, 0, 1e-9); // two formulas for one number; the bound
    CHECK_NEAR(b.no_motion, no_motion, 0, 1e-9);
  }
  free(cases);
}

int main(void) {
  check_sample();
  // Peaks of the no-motion bound (section 2.6.4; printed to four decimals) are poles of it: beyond 1e3 within
  // 1e-4.
  const double peaks[3] = {2 * sin(M_PI / 8), sqrt(2), 2 * sin(3 * M_PI / 8)};
  for (int i = 0; i < 3; i++) TEST_CHECK(equal_chain(5, WALL_GROUND, 4, peaks[i] + 1e-5).no_motion > 1e3);
  TEST_CHECK(equal_chain(5, WALL_GROUND, 2, sqrt(2) + 1e-5).no_motion > 1e3);
  // Contact on the lower mass: the upper one's resonance is not excited while it is held, the bound stays 1;
  // the limit of 0/0 is good to the rounding of two receptances that cancel. On the upper mass it is a real
  // pole.
  CHECK_NEAR(equal_chain(2, WALL_GROUND, 1, 1).no_motion, 1, 0, 1e-12);
  CHECK_NEAR(equal_chain(5, WALL_GROUND, 1, 2 * sin(M_PI / 18)).no_motion, 1, 0, 1e-9);
  TEST_CHECK(equal_chain(2, WALL_GROUND, 2, sqrt(2)).no_motion > 1e12);
  // Antiresonances, eqs 57, 90, 95: nothing moves the contact however small the friction.
  const double mass[2] = {1, 0.5}, spring[2] = {1, 2};
  CHECK_NEAR(chain(2, mass, spring, WALL_GROUND, 1, 2).limit, 0, 1e-12, 0);
  CHECK_NEAR(chain(2, mass, spring, WALL_BASE, 1, sqrt(2 * 1.5 / 0.5)).no_motion, 0, 1e-12, 0);
  CHECK_NEAR(chain(2, mass, spring, WALL_BASE, 2, sqrt((0.5 + 1 + 2) / 0.5)).no_motion, 0, 1e-12, 0);
  // Eq. 130: far above resonance, γ/(1 + γ) up to terms of order 1/r1².
  CHECK_NEAR(chain(2, mass, spring, WALL_MASS, 1, 1e5).no_motion, 0.5 / 1.5, 0, 1e-9);
  // Numerics note: signed sum of both sides, 3 masses, base-fixed contact on the second.
  CHECK_NEAR(equal_chain(3, WALL_BASE, 2, 1.2).no_motion, 0.739, 5e-4, 0);
  // One mass (Den Hartog): π/4 at resonance, 1 as the no-motion bound; odd 1/r: no continuous motion at all.
  CHECK_NEAR(equal_chain(1, WALL_GROUND, 1, 1).limit_s1, M_PI / 4, 0, 1e-12);
  CHECK_NEAR(equal_chain(1, WALL_GROUND, 1, 1).limit, M_PI / 4, 0, 1e-12);
  CHECK_NEAR(equal_chain(1, WALL_GROUND, 1, 0.7).no_motion, 1, 0, 1e-14);
  CHECK_NEAR(equal_chain(1, WALL_GROUND, 1, 1.0 / 3).limit, 0, 1e-12, 0);
  return TEST_END();
}
