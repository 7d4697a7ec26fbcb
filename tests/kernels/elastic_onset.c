// Slip onset of the elastic friction element: value and gradient compared with the closed form for
// one harmonic and with differences; both Jacobians at the onset compared with the element slightly
// before and after it. An element that is held stuck stays linear.
#include "tests/check.h"
#include "tests/kernels/elastic_random.h"

#include <complex.h>

// Scales motion i to the onset, times a factor; its limits have a positive preload.
static void at_onset(int i, double factor, elastic_case *c) {
  elastic_random(i, c);
  c->law[3] = fabs(c->law[3]);
  elastic_stamp_1(c, 1);
  const double scale = factor / (1 + c->onset_value);
  for (int k = 0; k < elastic_count(c); k++) c->q[k] *= scale;
}

// |k_t X - μ k_n Y| + |k_t X + μ k_n Y| = 2 μ N0 with complex amplitudes, and its derivative: the
// derivative of a modulus is the unit vector of its argument.
static void check_one_harmonic(int i) {
  elastic_case c;
  elastic_random(i, &c);
  if (c.law[3] < 0) return;
  elastic_stamp_1(&c, 1);
  const int n = elastic_count(&c), first = c.is_static, width = elastic_coefficients(&c);
  const double limit = 2 * c.law[2] * c.law[3], normal = c.is_normal ? c.law[2] * c.law[1] : 0;
  const double *y = c.is_normal ? c.q + width + first : c.q;
  const double _Complex x = c.law[0] * (c.q[first] - I * c.q[first + 1]), z = normal * (y[0] - I * y[1]);
  double value = (cabs(x - z) + cabs(x + z)) / limit - 1;
  // A static displacement matters for the normal force only; slip relaxes that of the tangent.
  if (first && c.is_normal) value -= 2 * normal * c.q[width] / limit;
  CHECK_NEAR(c.onset_value, value, 1e-14 * (1 + fabs(value)), 0); // rounding
  const double _Complex minus = (x - z) / cabs(x - z), plus = (x + z) / cabs(x + z);
  for (int k = 0; k < 2; k++) {
    const double _Complex along = (plus + minus) * (k ? I : 1), across = (plus - minus) * (k ? I : 1);
    // The angle of the extremum has an error of rounding over the curvature of the limit there,
    // which may be small.
    CHECK_NEAR(c.gradient[first + k], c.law[0] * creal(along) / limit, 1e-11, 0);
    if (c.is_normal) CHECK_NEAR(c.gradient[width + first + k], normal * creal(across) / limit, 1e-11, 0);
  }
  if (first) CHECK_NEAR(c.gradient[0], 0, 0, 0);
  if (first && c.is_normal) CHECK_NEAR(c.gradient[width], -2 * normal / limit, 1e-15, 1e-15);
  TEST_CHECK(n == (c.is_normal ? 2 : 1) * width);
}

// Central differences with step h: error h² times third derivatives, and rounding over h.
static void check_gradient(int i) {
  static elastic_case c, other;
  const double h = 1e-5;
  elastic_random(i, &c);
  if (c.law[3] < 0) return;
  elastic_stamp_1(&c, 1);
  const double most = elastic_largest(c.gradient, elastic_count(&c));
  for (int k = 0; k < elastic_count(&c); k++) {
    double value[2];
    for (int side = 0; side < 2; side++) {
      other = c;
      other.q[k] += (side ? h : -h) / most;
      elastic_stamp_1(&other, 1);
      value[side] = other.onset_value;
    }
    CHECK_NEAR((value[1] - value[0]) / (2 * h) * most, c.gradient[k], 1e-6 * most, 0);
  }
}

// At the onset the stuck Jacobian equals that of the element before it, in all digits. After it, at
// s = ε, slip lasts for a time of order √ε, and the Jacobian differs by this order from that at the
// onset.
static void check_sides(int i) {
  static elastic_case at, before, beyond;
  double off[2];
  at_onset(i, 1, &at), at_onset(i, 1 - 1e-9, &before);
  const int n = elastic_count(&at);
  at.stuck = 1;
  elastic_stamp_1(&at, 1), elastic_stamp_1(&before, 1);
  const double most = elastic_largest(at.stiffness, n * n), force = elastic_largest(at.force, n);
  CHECK_NEAR(at.onset_value, 0, 1e-13, 0); // rounding of the scale
  TEST_CHECK(before.is_stuck && before.events == at.events && at.slipping == 0 && at.open == 0);
  // The turning points of the limits move with the scale of the motion, which does not scale the
  // preload: with its 1e-9.
  CHECK_NEAR(elastic_distance(before.stiffness, at.stiffness, n * n), 0, 1e-6 * most, 0);
  CHECK_NEAR(elastic_distance(before.force, at.force, n), 0, 1e-8 * force, 0);
  at.stuck = 0, at.onset = 1;
  elastic_stamp_1(&at, 1);
  CHECK_NEAR(elastic_distance(before.force, at.force, n), 0, 1e-8 * force, 0);
  for (int k = 0; k < 2; k++) {
    at_onset(i, 1 + (k ? 1e-12 : 1e-10), &beyond);
    elastic_stamp_1(&beyond, 1);
    TEST_CHECK(!beyond.is_stuck && beyond.events >= 4);
    off[k] = elastic_distance(beyond.stiffness, at.stiffness, n * n) / most;
    CHECK_NEAR(elastic_distance(beyond.force, at.force, n), 0, 1e-8 * force, 0);
  }
  CHECK_NEAR(off[0], 0, 1e-2, 0);
  CHECK_NEAR(off[1], 0, 0.1 * off[0] * 1.1 + 1e-9,
             0); // a tenth: √(1e-12 / 1e-10); rounding is amplified by 1/√ε
}

// Held stuck beyond its limits, the element is a spring, and its normal force is linear even in
// tension. At the onset the second derivatives are those of the Jacobian on the slipping side,
// compared with its central differences.
static void check_held(int i) {
  static elastic_case c, other;
  static double column[2][ELASTIC_WIDTH];
  elastic_random(i, &c);
  const int n = elastic_count(&c), width = elastic_coefficients(&c), first = c.is_static;
  c.stuck = 1;
  elastic_stamp_1(&c, 1);
  for (int k = first; k < width; k++) {
    CHECK_NEAR(c.force[k], c.law[0] * c.q[k], 1e-14 * c.law[0] * elastic_largest(c.q, width), 0); // rounding
    if (c.is_normal)
      CHECK_NEAR(c.force[width + k], c.law[1] * c.q[width + k], 1e-14 * elastic_largest(c.force, n), 0);
  }
  TEST_CHECK(c.is_stuck && c.slipping == 0 && c.open == 0);
  at_onset(i, 1, &c);
  c.onset = 1;
  elastic_stamp_1(&c, 1);
  const double h = 1e-5 * elastic_largest(c.q, n);
  double most = 0;
  for (int b = 0; b < n; b++) {
    for (int side = 0; side < 2; side++) {
      other = c;
      other.q[b] += side ? h : -h;
      elastic_stamp_1(&other, 1);
      column[side][b] = 0;
      for (int e = 0; e < n * n; e++)
        column[side][b] += other.lambda[e / n] * other.stiffness[e] * other.v[e % n];
    }
    most = fmax(most, fabs(c.curvature[b]));
  }
  // h² times third derivatives, which grow with the inverse curvature of the limits.
  for (int b = 0; b < n; b++)
    CHECK_NEAR(c.curvature[b], (column[1][b] - column[0][b]) / (2 * h), 1e-5 * most, 0);
}

int main(void) {
  for (int i = 0; i < 560; i += 7) check_one_harmonic(i);
  for (int i = 0; i < 280; i++) check_gradient(i), check_sides(i), check_held(i);
  return TEST_END();
}
