// The roughness force of the kernel: spectrum, variance, distribution, independence of seeds; the
// same force at the same time for any step.
#include "tests/kernels/noisy/noisy_case.h"

static const double PI = 3.14159265358979323846;
enum { SEEDS = 16, SAMPLES = 200000, SEGMENT = 4096 };
static const double STEP = 2.5e-6, DEVIATION = 0.7, FROM = 20, TO = 20000; // 2.5 steps per knot

// Returns |H|² of Chebyshev's filter of this even order with a ripple of 0.1 dB, 1 at x = 0, at x
// times the frequency of -3 dB.
static double chebyshev(double order, double x) {
  const double e2 = pow(10, 0.01) - 1, at = fabs(x) * cosh(acosh(1 / sqrt(e2)) / order);
  const double t = at < 1 ? cos(order * acos(at)) : cosh(order * acosh(at));
  return (1 + e2) / (1 + e2 * t * t);
}

// Low-pass of order 10, high-pass of order 4, in bilinear frequencies.
static double power_of_filter(double from, double to, double f) {
  const double at = tan(PI * f / (8 * to));
  return chebyshev(10, at / tan(PI / 8)) * (from > 0 ? chebyshev(4, tan(PI * from / (8 * to)) / at) : 1);
}

// Returns the cubic of a single knot of 1, u knots away from it.
static double kernel_of_cubic(double u) {
  u = fabs(u);
  return u < 1 ? (1.5 * u - 2.5) * u * u + 1 : u < 2 ? ((-0.5 * u + 2.5) * u - 4) * u + 2 : 0;
}

// Returns its Fourier transform at ν periods per knot: midpoints of 4000 parts, error below 1e-6.
static double response_of_cubic(double nu) {
  double sum = 0;
  for (int i = 0; i < 4000; i++) {
    const double u = (i + 0.5) / 2000;
    sum += 2 * kernel_of_cubic(u) * cos(2 * PI * nu * u) / 2000;
  }
  return sum;
}

// The mean square of the design, compared with the integral of the power: an analytic function with
// the period of the rate, of which a sum over equal distances converges like the most slowly
// decaying pole, e^-40 here.
static void check_design(double from) {
  roughness_design design;
  const int n = 1 << 21;
  double sum = 0;
  roughness_design_make(from / TO, &design);
  for (int i = 0; i < n; i++) {
    const double nu = (i + 0.5) / n; // mean over the phase s of |Σ_i w_i(s) e^(2πiνi)|², of degree 6
    static const double AT[4] = {0.0694318442029737, 0.3300094782075719, 0.6699905217924281,
                                 0.9305681557970263},
                        WEIGHT[4] = {0.1739274225687269, 0.3260725774312731, 0.3260725774312731,
                                     0.1739274225687269};
    double square = 0;
    for (int g = 0; g < 4; g++) {
      double real = 0, imaginary = 0;
      for (int k = -1; k < 3; k++)
        real += kernel_of_cubic(AT[g] - k) * cos(2 * PI * nu * k),
            imaginary += kernel_of_cubic(AT[g] - k) * sin(2 * PI * nu * k);
      square += WEIGHT[g] * (real * real + imaginary * imaginary);
    }
    sum += power_of_filter(from, TO, nu * 8 * TO) * square / n;
  }
  CHECK_NEAR(design.mean_square, sum, 0, 1e-9); // ε over the relative frequency squared, 4e-10
}

// Returns Welch's estimate at frequency f, N²/Hz, one-sided, over all trajectories.
static double spectrum(const batch_case *c, const case_result *r, double f) {
  double total = 0, window_square = 0;
  int segments = 0;
  static double cosine[SEGMENT], sine[SEGMENT];
  for (int i = 0; i < SEGMENT; i++) {
    const double window = 0.5 - 0.5 * cos(2 * PI * (i + 0.5) / SEGMENT);
    cosine[i] = window * cos(2 * PI * f * STEP * i), sine[i] = window * sin(2 * PI * f * STEP * i);
    window_square += window * window;
  }
  for (long k = 0; k < c->host.n_trajectories; k++) {
    const double *x = noisy_series(c, r, k, NOISY_FORCE);
    for (int at = 0; at + SEGMENT <= SAMPLES; at += SEGMENT / 2, segments++) {
      double real = 0, imaginary = 0;
      for (int i = 0; i < SEGMENT; i++) real += cosine[i] * x[at + i], imaginary += sine[i] * x[at + i];
      total += real * real + imaginary * imaginary;
    }
  }
  return 2 * STEP * total / (segments * window_square);
}

static double expected_spectrum(double from, double f) {
  roughness_design design;
  roughness_design_make(from / TO, &design);
  const double cubic = response_of_cubic(f / (8 * TO));
  return 2 * DEVIATION * DEVIATION / (8 * TO * design.mean_square) * power_of_filter(from, TO, f) * cubic *
         cubic;
}

static void check_spectrum(const batch_case *c, const case_result *r, double from, double lowest) {
  const double level = DEVIATION * DEVIATION / (TO - from);
  // 16 · 96 segments with half overlap: 1500 squares of two numbers each, half of which count
  // twice: a standard deviation of 3 %.
  for (double f = lowest; f < 0.98 * TO; f += 1850) {
    CHECK_NEAR(spectrum(c, r, f), expected_spectrum(from, f), 0, 0.15);
    CHECK_NEAR(expected_spectrum(from, f), level, 0, 0.035); // white in the band
  }
  CHECK_NEAR(expected_spectrum(from, TO), 0.5 * level, 0, 0.035);
  TEST_CHECK(spectrum(c, r, 1.25 * TO) < 1e-4 * level); // Chebyshev: -45 dB
  TEST_CHECK(spectrum(c, r, 2 * TO) < 1e-7 * level);    // -110 dB; the leakage of Hann's window is
                                                        // larger
  TEST_CHECK(spectrum(c, r, 7.1 * TO) < 1e-4 * level);  // the cubic's image of 0.9 TO
  if (from > 0.05 * TO) CHECK_NEAR(spectrum(c, r, 0.5 * from), expected_spectrum(from, 0.5 * from), 0, 0.15);
}

static void check_numbers(const batch_case *c, const case_result *r) {
  double square = 0, fourth = 0, across = 0;
  for (long k = 0; k < SEEDS; k++) {
    const double *x = noisy_series(c, r, k, NOISY_FORCE),
                 *y = noisy_series(c, r, (k + 1) % SEEDS, NOISY_FORCE);
    double product = 0;
    for (int i = 0; i < SAMPLES; i++)
      square += x[i] * x[i], fourth += x[i] * x[i] * x[i] * x[i], product += x[i] * y[i];
    across = fmax(across, fabs(product / SAMPLES));
  }
  square /= (double)SEEDS * SAMPLES, fourth /= (double)SEEDS * SAMPLES;
  // 2 · 20 kHz · 8 s = 320 000 independent values: 0.25 % in the variance, 0.009 in the kurtosis
  // (whose expectation is 0.02 below 3), and 20 000 values for a pair: 0.007; the tolerance is five
  // of each.
  CHECK_NEAR(square, DEVIATION * DEVIATION, 0, 0.0125);
  CHECK_NEAR(fourth / (square * square), 3, 0.065, 0);
  TEST_CHECK(across < 0.035 * DEVIATION * DEVIATION);
}

static void check_process(double from, double lowest) {
  noisy_spec spec[SEEDS];
  for (int i = 0; i < SEEDS; i++)
    spec[i] = (noisy_spec){.step = STEP, .steps = SAMPLES, .noise = {DEVIATION, from, TO, 1000 + i}};
  batch_case c = noisy_case_create(SEEDS, spec, NULL, SAMPLES);
  case_result r = noisy_case_run(&c);
  check_spectrum(&c, &r, from, lowest);
  check_numbers(&c, &r);
  case_result_free(&r), case_free(&c);
}

// The process is stationary from its first moment on: mean squares of the first four knots, and
// their products, over many seeds, compared with those from the spectrum of the same band.
static void check_beginning(void) {
  enum { MANY = 4000 };
  const double from = 500;
  double product[4] = {0}, expected[4] = {0}, parameter[N_ROUGHNESS_NOISE_PARAMETERS],
         state[N_ROUGHNESS_NOISE_ROWS];
  roughness_design design;
  roughness_design_make(from / TO, &design);
  for (int i = 0; i < MANY; i++) {
    roughness_bind(&(roughness_noise_spec){DEVIATION, from, TO, i}, parameter, state);
    for (int m = 0; m < 4; m++) product[m] += state[ROUGHNESS_KNOTS] * state[ROUGHNESS_KNOTS + m] / MANY;
  }
  for (int m = 0; m < 4; m++)
    for (int i = 0; i < 100000; i++) {
      const double nu = (i + 0.5) / 100000;
      expected[m] += power_of_filter(from, TO, nu * 8 * TO) * cos(2 * PI * nu * m) / 100000;
    }
  const double scale = DEVIATION * DEVIATION / design.mean_square;
  for (int m = 0; m < 4; m++) // five standard deviations √(2 / 4000) at most
    CHECK_NEAR(product[m], scale * expected[m], 0.11 * DEVIATION * DEVIATION, 0);
}

// Neighbouring trajectories whose steps are multiples of each other: equal at common times, to the
// rounding of the time in knots, 2^-53 · 16000, times the slope of the cubic, about σ per knot.
static void check_steps(void) {
  static const int PARTS[] = {1, 2, 5, 3, 1};
  enum { N = sizeof PARTS / sizeof *PARTS, MOST = 5 * 40000 };
  noisy_spec spec[N];
  for (int i = 0; i < N; i++)
    spec[i] =
        (noisy_spec){.step = STEP / PARTS[i], .steps = 40000.0 * PARTS[i], .noise = {DEVIATION, FROM, TO, 7}};
  spec[4].noise.seed = 8;
  batch_case c = noisy_case_create(N, spec, NULL, MOST);
  case_result r = noisy_case_run(&c);
  const double *first = noisy_series(&c, &r, 0, NOISY_FORCE);
  double most = 0;
  for (int k = 1; k < N; k++) {
    const double *x = noisy_series(&c, &r, k, NOISY_FORCE);
    double apart = 0;
    for (int i = 0; i < 40000; i++) apart = fmax(apart, fabs(x[i * PARTS[k]] - first[i]));
    if (k < 4) TEST_CHECK(apart < 1e-11 * DEVIATION);
    most = apart;
  }
  TEST_CHECK(most > DEVIATION); // another seed gives another force
  case_result_free(&r), case_free(&c);
}

int main(void) {
  check_design(0);
  check_design(FROM);
  check_design(2000);
  check_process(FROM, 800);
  check_process(4000, 5000);
  check_beginning();
  check_steps();
  return TEST_END();
}
