// Analytic regime boundaries of N masses, compared with the closed forms for two masses, special
// values and the reference (Marino and Cicirello 2021).
#include "coulomb_cases.h"

// Marino and Cicirello 2021, equations 22, 24, 46, 47, 55, 58 (ground), 84, 85 (base), 121–123
// (mass) with S = 1, and 63, 89, 94, 128.
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
    CHECK_NEAR(b.limit, cases[i].limit, 0, 1e-9);       // printed with 12 digits
    CHECK_NEAR(b.no_motion, cases[i].no_motion, 0, 1e-9);
    if (cases[i].n != 2) continue;
    double limit, no_motion;
    closed_form(&cases[i], &limit, &no_motion);
    CHECK_NEAR(b.limit_s1, limit, 0, 1e-9); // two formulas for one number
    CHECK_NEAR(b.no_motion, no_motion, 0, 1e-9);
  }
  free(cases);
}

// Returns Σ ψ² R [sin(τ/R) + tan(π/2R)(cos τ − cos(τ/R))] / sin τ (Marino and Cicirello 2021,
// equation 16) in long double.
static long double share(int n, const double *ratio, const double *weight, long double tau) {
  long double sum = 0;
  for (int i = 0; i < n; i++) {
    const long double x = 1 / (long double)ratio[i];
    sum += weight[i] / x * (sinl(tau * x) + tanl(M_PIl / 2 * x) * (cosl(tau) - cosl(tau * x)));
  }
  return sum / sinl(tau);
}

// Returns its largest value: 20,000 samples, then ternary search between the neighbours of the
// largest.
static long double brute_force(int n, const double *ratio, const double *weight) {
  const int n_samples = 20000;
  const long double step = M_PIl / n_samples,
                    nearest = 1e-6L; // the difference of the cosines cancels at τ = 0
  int best = 1;
  long double most = -INFINITY;
  for (int i = 1; i < n_samples; i++) {
    const long double value = share(n, ratio, weight, i * step);
    if (value > most) most = value, best = i;
  }
  long double low = fmaxl((best - 1) * step, nearest), high = (best + 1) * step;
  for (int i = 0; i < 100; i++) {
    const long double third = (high - low) / 3;
    if (share(n, ratio, weight, low + third) < share(n, ratio, weight, high - third))
      low += third;
    else
      high -= third;
  }
  return share(n, ratio, weight, (low + high) / 2);
}

// Checks S of a chain of two masses with the contact on mass `contact`, wall ground; modes by the
// quadratic formula.
static void check_s(double gamma, double kappa, int contact, double r1) {
  const double mass[2] = {1, gamma}, spring[2] = {1, kappa}, sum = gamma + kappa + gamma * kappa;
  double ratio[2], weight[2], total = 0;
  for (int i = 0; i < 2; i++) {
    const double omega2 = (sum + (i ? 1 : -1) * sqrt(sum * sum - 4 * gamma * kappa)) / (2 * gamma);
    const double upper = kappa / (kappa - gamma * omega2), own = contact == 2 ? upper : 1;
    ratio[i] = r1 / sqrt(omega2);
    weight[i] = own * own / ((1 + gamma * upper * upper) * r1 * r1);
    total += weight[i];
  }
  // The weights sum up to 1/m_j, the limit of the share at τ = 0.
  const double exact = fmax(1, (double)(brute_force(2, ratio, weight) / (long double)total));
  // Both maxima are flat; next to the poles of tan the rounding of the arguments matters.
  CHECK_NEAR(chain(2, mass, spring, WALL_GROUND, contact, r1).s, exact, 0, 1e-10);
}

static void check_maxima(void) {
  // Rises to 1.0000127643 at τ = 0.00246, a seventh of a sample from the end, and decreases again.
  check_s(1, 0.5, 1, 0.324850946445);
  const double one = chain(2, (double[]){1, 1}, (double[]){1, 0.5}, WALL_GROUND, 1, 0.324850946445).s;
  CHECK_NEAR(one, 1.0000127643, 5e-11, 0); // printed with ten decimals
  unsigned state = 1;
  double random[3];
  for (int i = 0; i < 300; i++) {
    for (int k = 0; k < 3; k++)
      random[k] = (double)((state = state * 1664525u + 1013904223u) >> 8) / 16777216;
    check_s(0.2 + 2 * random[0], 0.2 + 2 * random[1], 1 + i % 2, 0.25 + random[2]);
  }
}

int main(void) {
  check_sample();
  check_maxima();
  // The peaks of the no-motion bound (Marino and Cicirello 2021, section 2.6.4; printed to four
  // decimals) are its poles: beyond 1e3 within 1e-4.
  const double peaks[3] = {2 * sin(M_PI / 8), sqrt(2), 2 * sin(3 * M_PI / 8)};
  for (int i = 0; i < 3; i++) TEST_CHECK(equal_chain(5, WALL_GROUND, 4, peaks[i] + 1e-5).no_motion > 1e3);
  TEST_CHECK(equal_chain(5, WALL_GROUND, 2, sqrt(2) + 1e-5).no_motion > 1e3);
  // Contact on the lower mass: the resonance of the upper one is not excited while the lower one is
  // held, so the bound stays 1; the limit of 0/0 is accurate to the rounding of two receptances
  // that cancel. On the upper mass it is a real pole.
  CHECK_NEAR(equal_chain(2, WALL_GROUND, 1, 1).no_motion, 1, 0, 1e-12);
  CHECK_NEAR(equal_chain(5, WALL_GROUND, 1, 2 * sin(M_PI / 18)).no_motion, 1, 0, 1e-9);
  TEST_CHECK(equal_chain(2, WALL_GROUND, 2, sqrt(2)).no_motion > 1e12);
  // Antiresonances (Marino and Cicirello 2021, equations 57, 90, 95): nothing moves the contact,
  // however small the friction.
  const double mass[2] = {1, 0.5}, spring[2] = {1, 2};
  CHECK_NEAR(chain(2, mass, spring, WALL_GROUND, 1, 2).limit, 0, 1e-12, 0);
  CHECK_NEAR(chain(2, mass, spring, WALL_BASE, 1, sqrt(2 * 1.5 / 0.5)).no_motion, 0, 1e-12, 0);
  CHECK_NEAR(chain(2, mass, spring, WALL_BASE, 2, sqrt((0.5 + 1 + 2) / 0.5)).no_motion, 0, 1e-12, 0);
  // Marino and Cicirello 2021, equation 130: far above resonance γ/(1 + γ), up to terms of order
  // 1/r1².
  CHECK_NEAR(chain(2, mass, spring, WALL_MASS, 1, 1e5).no_motion, 0.5 / 1.5, 0, 1e-9);
  // Signed sum of both sides for 3 masses with a base-fixed contact on the second; computed
  // independently.
  CHECK_NEAR(equal_chain(3, WALL_BASE, 2, 1.2).no_motion, 0.739, 5e-4, 0);
  // One mass (Den Hartog 1931): π/4 at resonance, 1 as the no-motion bound; odd 1/r: no continuous
  // motion at all.
  CHECK_NEAR(equal_chain(1, WALL_GROUND, 1, 1).limit_s1, M_PI / 4, 0, 1e-12);
  CHECK_NEAR(equal_chain(1, WALL_GROUND, 1, 1).limit, M_PI / 4, 0, 1e-12);
  CHECK_NEAR(equal_chain(1, WALL_GROUND, 1, 0.7).no_motion, 1, 0, 1e-14);
  CHECK_NEAR(equal_chain(1, WALL_GROUND, 1, 1.0 / 3).limit, 0, 1e-12, 0);
  return TEST_END();
}
