// Sampled contact laws (kernels/response/sampled/sampled.h), compared with closed forms, plain sums
// over samples and differences; the same bits for any number of lanes.
#include "tests/check.h"
#include "tests/kernels/sampled_stamp.h"
#include "tests/processor.h"

enum { ROWS = STAMP_NUMBERS };
static const double PI = 3.14159265358979323846;

typedef struct {
  sampled_shape shape;
  double law[STAMP_LAW], u[ROWS];
  double r[ROWS], k[ROWS * ROWS], lambda[ROWS], v[ROWS], out[ROWS];
} sampled_case;

static int per_coordinate(const sampled_case *c) {
  return c->shape.is_static + 2 * c->shape.harmonics;
}
static int rows(const sampled_case *c) {
  return c->shape.coordinates * per_coordinate(c);
}
static void run(sampled_case *c) {
  sampled_stamp_1_double(&c->shape, c->law, c->u, c->r, c->k, c->lambda, c->v, c->out);
}

static double uniform(unsigned long long *seed) { // in [-1, 1), exact in single precision
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 41) / 4194304.0 - 1;
}
// Makes a motion with contact and slip: harmonics that decay as 1/h².
static void make(sampled_case *c, unsigned long long seed) {
  for (int i = 0; i < rows(c); i++) {
    const int h = (i % per_coordinate(c) - c->shape.is_static) / 2 + 1;
    c->u[i] = uniform(&seed) / h / h;
    c->lambda[i] = uniform(&seed), c->v[i] = uniform(&seed);
  }
}

static double wave(const sampled_case *c, int i, double tau) { // of coefficient i of a coordinate
  const int j = i - c->shape.is_static;
  return j < 0 ? 1 : j % 2 ? sin((j / 2 + 1) * tau) : cos((j / 2 + 1) * tau);
}

// r of the cubic spring for A cos τ: -k A³ (3/4 cos τ + 1/4 cos 3τ). For N >= 4 H there is no
// aliasing: exact up to the rounding of sums of N/4 terms.
static void check_cubic(void) {
  static sampled_case c = {.shape = {STAMP_CUBIC, 3, 1, 16, 1, 0}, .law = {0, 0, 2, 0, 0}};
  c.u[1] = 1.5;
  run(&c);
  for (int i = 0; i < 7; i++) {
    const double exact = i == 1 ? -0.75 * 2 * 3.375 : i == 5 ? -0.25 * 2 * 3.375 : 0;
    CHECK_NEAR(c.r[i], exact, 1e-14, 0);
  }
}

// Coefficients of max(0, a + cos τ), open for |τ| > t, cos t = -a; and of its slope, 1 for |τ| < t.
static double step_integral(double h, double t) { // of cos hτ over 0 … t
  return h == 0 ? t : sin(h * t) / h;
}
static void check_maximum(int samples, double *largest) {
  static sampled_case c;
  const double a = 0.3, t = acos(-a), step = 2 * PI / samples;
  c = (sampled_case){.shape = {STAMP_FRICTION, 20, 1, samples, 1, 1}};
  c.u[0] = a, c.u[1] = 1;
  run(&c);
  // Euler-Maclaurin: each of the two kinks of slope 1 adds step² / 12 to the error of the
  // trapezoidal sum besides its position in the step, and the wave of harmonic 20 is approximated
  // linearly over a step.
  const double kink = step * step / 12 * 2 * 2 / (2 * PI), bow = 1 + pow(20 * step, 2);
  *largest = 0;
  for (int h = 0; h <= 20; h++) {
    const double exact =
        (a * step_integral(h, t) + (step_integral(h + 1, t) + step_integral(fabs(h - 1.0), t)) / 2) / PI *
        (h ? 2 : 1);
    const double r = c.r[h ? 2 * h - 1 : 0];
    CHECK_NEAR(r, exact, kink * bow, 0);
    if (h) CHECK_NEAR(c.r[2 * h], 0, 1e-15, 0);
    *largest = fmax(*largest, fabs(r - exact));
    // The slope jumps by 1 at positions known to step² / 8 of the curvature, and is interpolated.
    CHECK_NEAR(c.k[h ? 2 * h - 1 : 0], step_integral(h, t) / PI, kink * bow * (1 + h), 0);
  }
}

// The law at one instant, written with if and else.
static void instant(const sampled_case *c, const double *u, double *r) {
  const int n = c->shape.has_normal, m = c->shape.coordinates;
  const double friction = c->law[0], preload = c->law[1];
  double radius = friction * preload, size = 0;
  for (int i = 0; i < m; i++) r[i] = c->shape.kind == STAMP_CUBIC ? 0 : u[i];
  if (c->shape.kind == STAMP_CUBIC) {
    r[0] = -c->law[2] * pow(u[0], 3);
    return;
  }
  if (n && u[0] < -preload) r[0] = -preload;
  if (n && c->shape.kind == STAMP_FRICTION) radius = friction * (r[0] + preload);
  for (int i = n; i < m; i++) size = hypot(size, u[i]);
  for (int i = n; i < m && size > radius; i++) r[i] *= radius / size;
}

// Forces compared with the plain sum over samples, the Jacobian with differences of the law at each
// instant: K = Σ wave (dr/du) wave, O(N H²). Both treat kinks differently, of which there are up to
// 12 with jumps of about 1: the forces differ by up to step² / 8 each, the Jacobians by half a
// sample, 1/N; without kinks by the rounding of the differences, 1e-9.
static void check_sums(sampled_case *c) {
  static double force[ROWS], jacobian[ROWS * ROWS];
  const int n = rows(c), nh = per_coordinate(c), m = c->shape.coordinates, samples = c->shape.samples;
  memset(force, 0, sizeof force), memset(jacobian, 0, sizeof jacobian);
  for (int s = 0; s < samples; s++) {
    double u[3] = {0}, r[3], up[3], down[3], tau = 2 * PI * s / samples;
    for (int i = 0; i < n; i++) u[i / nh] += c->u[i] * wave(c, i % nh, tau);
    instant(c, u, r);
    for (int i = 0; i < n; i++)
      force[i] +=
          r[i / nh] * wave(c, i % nh, tau) * (c->shape.is_static && i % nh == 0 ? 1.0 : 2.0) / samples;
    for (int d = 0; d < m; d++) {
      const double own = u[d], e = 1e-7;
      u[d] = own + e, instant(c, u, up), u[d] = own - e, instant(c, u, down), u[d] = own;
      for (int i = 0; i < n; i++)
        for (int j = d * nh; j < (d + 1) * nh; j++)
          jacobian[i * n + j] += (up[i / nh] - down[i / nh]) / (2 * e) * wave(c, i % nh, tau) *
                                 wave(c, j % nh, tau) * (c->shape.is_static && i % nh == 0 ? 1.0 : 2.0) /
                                 samples;
    }
  }
  run(c);
  const int smooth = c->shape.kind == STAMP_CUBIC;
  for (int i = 0; i < n; i++) CHECK_NEAR(c->r[i], force[i], smooth ? 1e-13 : 12 * 5 / pow(samples, 2), 0);
  for (int e = 0; e < n * n; e++) CHECK_NEAR(c->k[e], jacobian[e], smooth ? 1e-7 : 12.0 / samples, 0);
}

// Jacobian and curvature compared with differences of force and Jacobian with a step of 1e-6, whose
// error is 1e-8 (rounding 1e-16 / 1e-6 in sums, third derivatives). The Jacobian has both waves of
// a kink at one sample, the derivative of the force also at the two neighbours: for up to 12 kinks
// 2/N · 1/8 (θ (1 - θ) / 2) · 2 H step. With two tangents the curvature neglects the rotation of û
// within a kink: 1/N of its terms, some 10 kinks.
static void check_derivatives(sampled_case *c) {
  static sampled_case up, down;
  const double e = 1e-6, samples = c->shape.samples, kinks = 12 * c->shape.harmonics * PI / pow(samples, 2);
  const int n = rows(c), smooth = c->shape.kind == STAMP_CUBIC,
            turns = !smooth && c->shape.coordinates == 2 + c->shape.has_normal;
  double largest = 0;
  run(c);
  for (int j = 0; j < n; j++) {
    double curvature = 0;
    up = down = *c;
    up.u[j] += e, down.u[j] -= e;
    run(&up), run(&down);
    for (int i = 0; i < n; i++) {
      CHECK_NEAR(c->k[i * n + j], (up.r[i] - down.r[i]) / (2 * e), 1e-8 + (smooth ? 0 : kinks), 0);
      for (int a = 0; a < n; a++)
        curvature += c->lambda[i] * (up.k[i * n + a] - down.k[i * n + a]) / (2 * e) * c->v[a];
    }
    CHECK_NEAR(c->out[j], curvature, turns ? 100 / samples : 3e-8, 1e-7);
    largest = fmax(largest, fabs(curvature));
  }
  TEST_CHECK(largest > 0.01); // some curvature
}

// The Jacobian where a sample changes its state: without interpolation it would jump by 1/N there.
static void check_continuity(void) {
  static sampled_case below, above;
  const int samples = 256;
  below = (sampled_case){.shape = {STAMP_FRICTION, 5, 1, samples, 1, 1}};
  below.u[1] = 1, above = below;
  below.u[0] = -cos(2 * PI * 70 / samples) - 1e-9, above.u[0] = below.u[0] + 2e-9;
  run(&below), run(&above);
  // 2e-9 over the speed 1 of the argument at two instants, weight 2 / 2π.
  for (int i = 0; i < 121; i++) CHECK_NEAR(above.k[i], below.k[i], 2e-9, 0);
}

static void check_lanes(int lanes, sampled_stamp *stamp, sampled_stamp *alone, sampled_case *c) {
  static double together[4][ROWS * ROWS * 8], one[4][ROWS * ROWS], law[STAMP_LAW * 8], u[3][ROWS * 8];
  const int n = rows(c), bends = c->shape.kind != STAMP_ELASTIC;
  int differ = 0;
  for (int l = 0; l < lanes; l++) {
    make(c, 40 + (unsigned)l);
    for (int i = 0; i < STAMP_LAW; i++) law[i * lanes + l] = c->law[i] * (1 + 0.125 * l);
    for (int i = 0; i < n; i++)
      u[0][i * lanes + l] = c->u[i], u[1][i * lanes + l] = c->lambda[i], u[2][i * lanes + l] = c->v[i];
  }
  stamp(&c->shape, law, u[0], together[0], together[1], bends ? u[1] : NULL, u[2], together[2]);
  for (int l = 0; l < lanes; l++) {
    double own_law[STAMP_LAW];
    make(c, 40 + (unsigned)l);
    for (int i = 0; i < STAMP_LAW; i++) own_law[i] = law[i * lanes + l];
    alone(&c->shape, own_law, c->u, one[0], one[1], bends ? c->lambda : NULL, c->v, one[2]);
    for (int e = 0; e < n * n; e++) {
      differ += memcmp(&one[1][e], &together[1][e * lanes + l], sizeof(double)) != 0;
      for (int a = 0; a < (bends ? 3 : 1) && e < n; a += 2)
        differ += memcmp(&one[a][e], &together[a][e * lanes + l], sizeof(double)) != 0;
    }
  }
  if (differ == 0) return;
  fprintf(stderr, "%d lanes, law %d of %d coordinates: %d numbers differ from one lane\n", lanes,
          c->shape.kind, c->shape.coordinates, differ);
  check_failures++;
}

static void check_all_lanes(sampled_case *c) {
  if (processor_has(4)) {
    check_lanes(4, sampled_stamp_4_double, sampled_stamp_1_double, c);
    check_lanes(4, sampled_stamp_4_single, sampled_stamp_1_single, c);
  }
  if (processor_has(8)) {
    check_lanes(8, sampled_stamp_8_double, sampled_stamp_1_double, c);
    check_lanes(8, sampled_stamp_8_single, sampled_stamp_1_single, c);
  }
}

int main(void) {
  static const sampled_shape SHAPES[] = {
      // kind, harmonics, static, samples, coordinates, normal.
      {STAMP_CUBIC, 5, 1, 64, 1, 0},      {STAMP_CUBIC, 4, 0, 32, 2, 1},
      {STAMP_FRICTION, 5, 1, 1024, 1, 1}, {STAMP_FRICTION, 3, 1, 1024, 2, 1},
      {STAMP_FRICTION, 3, 0, 1024, 2, 1}, {STAMP_FRICTION, 4, 1, 1024, 3, 1},
      {STAMP_FRICTION, 3, 0, 1024, 2, 0}, {STAMP_COULOMB, 3, 0, 512, 1, 0},
      {STAMP_COULOMB, 4, 1, 1024, 2, 0},  {STAMP_COULOMB, 3, 1, 1024, 3, 1},
      {STAMP_ELASTIC, 3, 0, 256, 1, 0},   {STAMP_ELASTIC, 4, 1, 256, 2, 1}};
  double coarse, fine;
  check_cubic();
  check_maximum(256, &coarse), check_maximum(1024, &fine);
  CHECK_NEAR(coarse / fine, 16, 2, 0); // second order, apart from the curvature
  check_maximum(4096, &coarse);
  check_continuity();
  for (size_t i = 0; i < sizeof SHAPES / sizeof *SHAPES; i++) {
    static sampled_case c;
    // friction, preload, stiffness, normal stiffness, gap.
    c = (sampled_case){.shape = SHAPES[i], .law = {0.75, 0.5, 0.625, 0.875, -0.125}};
    for (unsigned seed = 1; seed <= 3 && c.shape.kind != STAMP_ELASTIC; seed++) {
      make(&c, seed);
      check_sums(&c);
      check_derivatives(&c);
    }
    check_all_lanes(&c);
  }
  return TEST_END();
}
