// The elastic friction element by marching over samples
// (kernels/response/sampled/sampled_elastic.h): compared with the closed form of a slider under
// harmonic motion, a simple march over many periods, differences, and the element with exact
// transition times.
#include "tests/check.h"
#include "tests/kernels/elastic_stamp.h"
#include "tests/kernels/sampled_stamp.h"

static const double PI = 3.14159265358979323846;
enum { ROWS = 2 * 7, LONG = 1024, FINER = 16 };

typedef struct {
  sampled_shape shape;
  double law[STAMP_LAW], u[ROWS], r[ROWS], k[ROWS * ROWS]; // law: friction, preload, kt, kn, gap
} sampled_case;

static int per_coordinate(const sampled_case *c) {
  return c->shape.is_static + 2 * c->shape.harmonics;
}
static int rows(const sampled_case *c) {
  return c->shape.coordinates * per_coordinate(c);
}
static void run(sampled_case *c) {
  sampled_stamp_1_double(&c->shape, c->law, c->u, c->r, c->k, NULL, NULL, NULL);
}
static double wave(const sampled_case *c, int i, double tau) { // of coefficient i of a coordinate
  const int j = i - c->shape.is_static;
  return j < 0 ? 1 : j % 2 ? sin((j / 2 + 1) * tau) : cos((j / 2 + 1) * tau);
}
static double uniform(unsigned long long *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

// x = X cos τ with k X > g = μ N0: the slider slips at ±g except for the angles 0 … ψ and π … π +
// ψ, cos ψ = 1 - 2 g / (k X), where f = g - k X (1 - cos τ). r = -f.
static void check_slider(double amplitude) {
  static sampled_case c;
  c = (sampled_case){.shape = {STAMP_ELASTIC, 3, 0, LONG, 1, 0}, .law = {0.4, 1.5, 2, 0, 0}};
  c.u[0] = amplitude;
  run(&c);
  const double limit = 0.6, full = 2 * amplitude;
  double cosine = full, sine = 0;
  if (full > limit) {
    const double angle = acos(1 - 2 * limit / full);
    cosine = full / PI * (angle - sin(2 * angle) / 2);
    sine = -4 * limit / PI * (1 - limit / full);
  }
  // Samples do not meet the corners: (2π/N)² / 12 of four kinks of slope k X.
  CHECK_NEAR(c.r[0], -cosine, 2e-5 * full, 0);
  CHECK_NEAR(c.r[1], -sine, 2e-5 * full, 0);
  if (full > limit) return;
  CHECK_NEAR(c.k[0], -2, 1e-13, 0);
  CHECK_NEAR(c.k[1], 0, 1e-13, 0);
}

// Random motions of tangent and normal: forces by a slider position w that is dragged along for
// five periods, f = k (x - w), at the same instants, so that only rounding differs. The normal
// force has kinks between the instants, an error of (2π/256)²/12 = 5e-5 of the jumps of its slope,
// 1.5 |u'| / π: compared with FINER times as many instants. Jacobian: the force of samples is a
// smooth function of u if none changes its state, and the error of its differences is rounding,
// 1e-16 / 1e-7; for the normal force it is that of chords between the instants.
static void check_random(unsigned seed, int *separated) {
  static sampled_case c, up, down;
  static double x[LONG], load[LONG];
  unsigned long long state = seed * 977;
  const int is_static = (int)(seed & 1), samples = 256;
  c = (sampled_case){.shape = {STAMP_ELASTIC, 3, is_static, samples, 2, 1}, .law = {0.4, 0.8, 2, 1.5, 0.1}};
  const int nh = per_coordinate(&c), n = rows(&c);
  for (int i = 0; i < n; i++) c.u[i] = uniform(&state) / (1 + (i % nh) / 2);
  double w = 0, force[ROWS] = {0};
  for (int s = 0; s < samples; s++) {
    double u[2] = {0};
    for (int i = 0; i < n; i++) u[i / nh] += c.u[i] * wave(&c, i % nh, 2 * PI * s / samples);
    x[s] = u[1], load[s] = fmax(0.8 - 1.5 * (u[0] + 0.1), 0);
    *separated += load[s] == 0;
  }
  for (int s = 0; s < 5 * samples; s++) {
    const int at = s % samples;
    const double limit = 0.4 * load[at];
    if (2 * (x[at] - w) > limit) w = x[at] - limit / 2;
    if (2 * (x[at] - w) < -limit) w = x[at] + limit / 2;
    if (s < 4 * samples) continue;
    for (int i = 0; i < n; i++)
      force[i] += wave(&c, i % nh, 2 * PI * at / samples) * (i < nh ? load[at] - 0.8 : -2 * (x[at] - w)) *
                  (is_static && i % nh == 0 ? 1.0 : 2.0) / samples;
  }
  run(&c);
  for (int i = 0; i < nh; i++) force[i] = 0;
  for (int s = 0; s < FINER * samples; s++) {
    const double tau = 2 * PI * s / (FINER * samples);
    double u = 0;
    for (int i = 0; i < nh; i++) u += c.u[i] * wave(&c, i, tau);
    for (int i = 0; i < nh; i++)
      force[i] += wave(&c, i, tau) * (fmax(0.8 - 1.5 * (u + 0.1), 0) - 0.8) *
                  (is_static && i == 0 ? 1.0 : 2.0) / (FINER * samples);
  }
  for (int i = 0; i < n; i++) CHECK_NEAR(c.r[i], force[i], i < nh ? 3e-4 : 1e-13, 0);
  for (int j = 0; j < n; j++) {
    up = down = c;
    up.u[j] += 1e-7, down.u[j] -= 1e-7;
    run(&up), run(&down);
    for (int i = 0; i < n; i++)
      CHECK_NEAR(c.k[i * n + j], (up.r[i] - down.r[i]) / 2e-7, i < nh ? 6e-4 : 1e-7, 0);
  }
}

// Returns the largest difference from the exact element relative to its largest coefficient. *open:
// it separates.
static double exact_difference(unsigned seed, int samples, int *open) {
  static sampled_case c;
  static elastic_case exact;
  unsigned long long state = seed * 1013;
  const double preload = seed % 2 ? 0.8 : 2.4;
  c = (sampled_case){.shape = {STAMP_ELASTIC, 3, 0, samples, 2, 1}, .law = {0.4, preload, 2, 1.5, 0}};
  exact = (elastic_case){.law = {2, 1.5, 0.4, preload}, .harmonics = 3, .is_normal = 1};
  for (int i = 0; i < 12; i++) c.u[i] = uniform(&state) / (1 + (i % 6) / 2);
  for (int i = 0; i < 6; i++) exact.q[i] = c.u[6 + i], exact.q[6 + i] = -c.u[i];
  run(&c);
  elastic_stamp_1(&exact, 1);
  TEST_CHECK(!exact.failed);
  double largest = 0, most = 0;
  for (int i = 0; i < 12; i++) { // r_t = -f_x, r_n = N - N0
    const double force = i < 6 ? exact.force[6 + i] : -exact.force[i - 6];
    largest = fmax(largest, fabs(force)), most = fmax(most, fabs(c.r[i] - force));
  }
  *open = exact.open > 0;
  return most / largest;
}
// In permanent contact the march is of second order, (2π/N)² / 12 = 3e-6 of each kink with N =
// 1024, times its slope: 2e-6 to 2e-5. After a separation the spring is loaded from the first
// sample in contact on, up to 2π/N late: first order, 1e-3.
static void check_exact(void) {
  double coarse[2] = {0}, fine[2] = {0};
  int count[2] = {0}, open;
  for (unsigned seed = 1; seed <= 200; seed++) {
    const double rough = exact_difference(seed, 256, &open), difference = exact_difference(seed, 1024, &open);
    CHECK_NEAR(difference, 0, open ? 2e-3 : 4e-5, 0);
    coarse[open] += rough, fine[open] += difference, count[open]++;
  }
  TEST_CHECK(count[0] > 50 && count[1] > 50);
  CHECK_NEAR(coarse[0] / fine[0], 16, 3, 0);
  TEST_CHECK(fine[0] / count[0] > 2e-6 && fine[0] / count[0] < 2e-5);
}

int main(void) {
  int separated = 0;
  check_exact();
  check_slider(0.2), check_slider(0.31), check_slider(0.5), check_slider(5);
  for (unsigned seed = 1; seed <= 12; seed++) check_random(seed, &separated);
  TEST_CHECK(separated > 100);
  return TEST_END();
}
