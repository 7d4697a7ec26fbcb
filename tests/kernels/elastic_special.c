// Difficult cases for the event search of the elastic friction element: several zeros between two
// samples, limits that touch and meet at samples, no load or no stiffness. Values that are not
// finite fail.
#include "tests/kernels/elastic_compare.h"
#include "tests/processor.h"

// Makes the motion of two harmonics whose velocity has the zeros a, b, c, and a fourth one where
// its mean vanishes.
static void velocity_zeros(const double zero[3], double size, double q[4]) {
  enum { SAMPLES = 16 };
  double part[SAMPLES], even = 0, odd = 0;
  for (int k = 0; k < SAMPLES; k++) {
    const double tau = k * ORACLE_PERIOD / SAMPLES;
    part[k] = size;
    for (int z = 0; z < 3; z++) part[k] *= sin((tau - zero[z]) / 2);
    even += part[k] * sin(tau / 2), odd += part[k] * cos(tau / 2);
  }
  const double last = 2 * atan2(even, odd);
  memset(q, 0, 4 * sizeof *q);
  for (int k = 0; k < SAMPLES; k++) {
    const double tau = k * ORACLE_PERIOD / SAMPLES, velocity = part[k] * sin((tau - last) / 2);
    for (int h = 1; h <= 2; h++) {
      q[2 * h - 1] += 2 * velocity * cos(h * tau) / h / SAMPLES;
      q[2 * h - 2] -= 2 * velocity * sin(h * tau) / h / SAMPLES;
    }
  }
}

// Slip with a pause: three zeros of the velocity between two of the element's 24 samples.
static void check_pauses(void) {
  static elastic_case c;
  int seen[6] = {0};
  for (int i = 0; i < 48; i++) {
    const double middle = (i % 24 + 0.5) * ORACLE_PERIOD / 24, side = i < 24 ? 1 : -1;
    memset(&c, 0, sizeof c);
    c.harmonics = 2;
    c.law[0] = 2, c.law[1] = 1, c.law[2] = 0.5, c.law[3] = 0.1;
    velocity_zeros((double[]){middle - 0.1, middle - 0.03, middle + 0.1}, 20 * side, c.q);
    for (int k = 0; k < 4; k++) c.lambda[k] = c.v[k] = 1 + k;
    elastic_stamp_1(&c, 1);
    TEST_CHECK(c.events == 6); // slip in both directions, and the pause
    elastic_compare(&c, seen);
  }
}

// Motions with a few simple numbers: limits that touch, meet and turn at the same time, at samples
// and at the beginning of the period; equal tangential and normal motions; without stiffness,
// friction or preload; of all magnitudes. Derivatives may not exist there, but the force does.
static void check_special(int i) {
  static const double NUMBER[] = {0, 0, 0, 1, -1, 0.5, -0.5, 2}, LAW[] = {0, 0.5, 1, 1, 2};
  static elastic_case c;
  static oracle o;
  unsigned long long seed = 77ull * (unsigned)i + 5;
  memset(&c, 0, sizeof c);
  c.harmonics = 1 + i % 4, c.is_static = i / 4 % 2, c.is_normal = i / 8 % 3 != 0;
  for (int k = 0; k < 4; k++) c.law[k] = LAW[(int)(5 * elastic_uniform(&seed))];
  if (i % 50 == 7) c.law[3] = -0.5;
  const int n = elastic_count(&c), width = elastic_coefficients(&c);
  const double size = i % 7 == 3 ? 1e6 : i % 7 == 4 ? 1e-9 : 1;
  for (int k = 0; k < n; k++) c.q[k] = size * NUMBER[(int)(8 * elastic_uniform(&seed))];
  if (i % 5 == 3 && c.is_normal) memcpy(c.q + width, c.q, (size_t)width * sizeof *c.q);
  for (int k = 0; k < n; k++) c.lambda[k] = c.v[k] = 1;
  elastic_stamp_1(&c, 1);
  o.c = &c;
  oracle_march(&o, ORACLE_STEPS);
  TEST_CHECK(!c.failed && c.open >= 0 && c.open <= 1 && c.slipping >= 0 && c.slipping <= 1);
  const double most =
      elastic_largest(o.force, n) + fabs(c.law[3]) + (c.law[0] + c.law[1]) * elastic_largest(c.q, n);
  CHECK_NEAR(elastic_distance(c.force, o.force, n), 0, 2e-3 * most, 0); // error of the marching
  TEST_CHECK(isfinite(elastic_largest(c.stiffness, n * n)) && isfinite(elastic_largest(c.curvature, n)) &&
             isfinite(elastic_largest(c.gradient, n)) && isfinite(c.onset_value));
}

// Values that are not finite fail in their lane only.
static void check_failed(void) {
  enum { MOST = 8 };
  static elastic_case list[MOST];
  static const double WRONG[] = {NAN, INFINITY, -INFINITY};
  const int lanes = processor_has(MOST) ? MOST : processor_has(4) ? 4 : 1;
  for (int l = 0; l < MOST; l++) {
    elastic_random(20, &list[l]);
    if (l % 2) list[l].q[l] = WRONG[l % 3];
  }
  for (int l = 0; l < MOST; l += lanes)
    (lanes == MOST ? elastic_stamp_8 : lanes == 4 ? elastic_stamp_4 : elastic_stamp_1)(list + l, 1);
  for (int l = 0; l < MOST; l++) TEST_CHECK(list[l].failed == l % 2);
}

int main(void) {
  for (int i = 0; i < 3000; i++) check_special(i);
  check_special(213299); // contact ends for a moment, after a maximum of the normal force between the same
                         // samples
  check_pauses();
  check_failed();
  return TEST_END();
}
