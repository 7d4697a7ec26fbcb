// A signal in a frequency band: sines compared with the analytic response of Butterworth's filter,
// down to a band of 1/20000 of the rate and beside a large constant; noise compared with the
// integral of its spectrum; the initial values.
#include "tests/kernels/noisy/noisy_case.h"

static const double PI = 3.14159265358979323846;

// Returns |H|² in bilinear frequencies: band-pass of order 8; with `from` 0, low-pass of order 4.
static double response(const noisy_spec *spec, double f) {
  const double x = tan(PI * f * spec->step), lower = tan(PI * spec->band[0] * spec->step),
               upper = tan(PI * spec->band[1] * spec->step);
  return 1 / (1 + pow((x * x - lower * upper) / (x * (upper - lower)), 8));
}

// Settled: after 24 ms the slowest pole, Re = -0.38 π (to - from), has decayed to e^-28 or less.
static void check_sines(double step, double from, double to, double constant) {
  static const double TIMES[] = {0.2, 0.5, 0.999, 1, 1.2, 1.414, 1.8, 2, 2.1, 4, 20};
  enum { N = sizeof TIMES / sizeof *TIMES };
  const double base = from > 0 ? from : to / 2;
  noisy_spec spec[N];
  for (int i = 0; i < N; i++)
    spec[i] = (noisy_spec){.step = step,
                           .steps = floor(0.03 / step),
                           .record = floor(0.024 / step),
                           .amplitude = 1,
                           .frequency = base * TIMES[i],
                           .constant = constant,
                           .band = {from, to},
                           .noise = {1, 0, 20000, 0}};
  batch_case c = noisy_case_create(N, spec, NULL, 1);
  case_result r = noisy_case_run(&c);
  for (int i = 0; i < N; i++) {
    const double most = noisy_value(&c, &r, i, NOISY_BAND + NOISY_SINE, ACCUMULATOR_MAX),
                 least = noisy_value(&c, &r, i, NOISY_BAND + NOISY_SINE, ACCUMULATOR_MIN);
    // Between two samples a sine is up to (π f Δt)² / 2 higher; ε of the largest number over the
    // frequency of the band in samples: 1e-16 · 1000 / 5e-5.
    const double coarse = pow(PI * spec[i].frequency * step, 2) / 2 + 1e-8;
    CHECK_NEAR(0.5 * (most - least), sqrt(response(&spec[i], spec[i].frequency)), 3e-9, coarse);
    CHECK_NEAR(0.5 * (most + least), from > 0 ? 0 : constant, coarse * (most - least) + 3e-9, 1e-8);
  }
  case_result_free(&r), case_free(&c);
}

// Chebyshev noise of 20 Hz to 20 kHz in steps of 1/400 000 s has a level of σ² / 20 kHz in the
// band, ±3 % (tests/kernels/roughness.c). 16 trajectories of 0.25 s have 2 · 4 kHz · 4 s = 32 000
// independent values there: 0.8 % in the mean square.
static void check_noise(void) {
  enum { SEEDS = 16, STEPS = 100000 };
  noisy_spec spec[SEEDS];
  for (int i = 0; i < SEEDS; i++)
    spec[i] = (noisy_spec){.step = 2.5e-6,
                           .steps = STEPS + 2000,
                           .record = 2000,
                           .band = {4000, 8000},
                           .noise = {0.3, 20, 20000, 77 + i}};
  batch_case c = noisy_case_create(SEEDS, spec, NULL, 1);
  case_result r = noisy_case_run(&c);
  double square = 0, width = 0, narrow = 0;
  for (int i = 0; i < SEEDS; i++)
    square += noisy_value(&c, &r, i, NOISY_BAND + NOISY_FORCE, ACCUMULATOR_SQUARE_SUM) / STEPS / SEEDS;
  for (int k = 0; k < 20000; k++) width += response(&spec[0], k + 0.5);
  CHECK_NEAR(square, 0.3 * 0.3 / 19980 * width, 0, 0.04);
  for (int w = 0; w < NOISY_WINDOWS; w++) // windows contain the same signal
    narrow += r.windows[(w * NOISY_SIGNALS + NOISY_BAND + NOISY_FORCE) * c.host.stride] / NOISY_WINDOWS;
  CHECK_NEAR(narrow, noisy_value(&c, &r, 0, NOISY_BAND + NOISY_FORCE, ACCUMULATOR_SQUARE_SUM) / STEPS, 0,
             1e-4);
  case_result_free(&r), case_free(&c);
}

// The filter begins in steady state with the first value: a constant gives exactly zero, with a
// low-pass exactly the constant.
static void check_beginning(void) {
  const noisy_spec spec[2] = {
      {.step = 1e-6, .steps = 500, .constant = 1e3, .band = {800, 900}, .noise = {1, 0, 20000, 0}},
      {.step = 1e-6, .steps = 500, .constant = 1e3, .band = {0, 900}, .noise = {1, 0, 20000, 0}}};
  batch_case c = noisy_case_create(2, spec, NULL, 500);
  case_result r = noisy_case_run(&c);
  for (int n = 0; n < 500; n++) {
    TEST_CHECK(noisy_series(&c, &r, 0, NOISY_BAND + NOISY_SINE)[n] == 0);
    TEST_CHECK(noisy_series(&c, &r, 1, NOISY_BAND + NOISY_SINE)[n] == 1e3);
  }
  case_result_free(&r), case_free(&c);
}

int main(void) {
  check_sines(1e-6, 3000, 6000, 0);
  check_sines(1e-6, 3000, 6000, 1000);
  check_sines(1e-6, 0, 2000, 5);
  check_sines(5e-8, 1000, 2000, 1000);
  check_noise();
  check_beginning();
  return TEST_END();
}
