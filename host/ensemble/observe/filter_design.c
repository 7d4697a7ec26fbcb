// Designs digital filters.
#include "ensemble/observe/filter_design.h"

#include <complex.h>
#include <math.h>

#include "kernels/filter.h"

// Makes a section with poles at `pole` and its conjugate, in the plane where the bilinear transform
// maps f Δt to tan(π f Δt). The outputs of its integrators are g s / (s² + k g s + g²) and g² / (s²
// + k g s + g²).
static void place_poles(double complex pole, double section[N_SECTION_COEFFICIENTS]) {
  const double g = cabs(pole), k = -2 * creal(pole) / g;
  section[SECTION_A1] = 1 / (1 + g * (g + k));
  section[SECTION_A2] = g * section[SECTION_A1];
  section[SECTION_A3] = g * section[SECTION_A2];
  section[SECTION_INPUT_WEIGHT] = section[SECTION_BAND_WEIGHT] = section[SECTION_LOW_WEIGHT] = 0;
}

void filter_nothing(double section[N_SECTION_COEFFICIENTS]) {
  for (int i = 0; i < N_SECTION_COEFFICIENTS; i++) section[i] = 0;
  section[SECTION_A1] = section[SECTION_INPUT_WEIGHT] = 1;
}

// Returns pole i of n pairs on the left half of an ellipse with the half axes x and y; 1 and 1 are
// Butterworth's.
static double complex prototype_pole(int n, int i, double x, double y) {
  const double angle = M_PI * (2 * i + 1) / (4 * n);
  return CMPLX(-x * sin(angle), y * cos(angle));
}

void filter_band(double from, double to, double section[BAND_PASS_SECTIONS][N_SECTION_COEFFICIENTS]) {
  const double lower = tan(M_PI * from), upper = tan(M_PI * to), width = upper - lower;
  for (int i = 0; i < BAND_PASS_SECTIONS / 2; i++) {
    const double complex p = width * prototype_pole(BAND_PASS_SECTIONS / 2, i, 1, 1);
    double(*pair)[N_SECTION_COEFFICIENTS] = section + 2 * i;
    if (lower <= 0) {
      place_poles(p, pair[0]);
      pair[0][SECTION_LOW_WEIGHT] = 1;
      filter_nothing(pair[1]);
      continue;
    }
    // Replaces s by s + lower upper / s: the larger root directly, the other from their product.
    const double complex root = csqrt(p * p - 4 * lower * upper);
    const double complex plus = 0.5 * (p + root), minus = 0.5 * (p - root);
    const double complex large = cabs(plus) > cabs(minus) ? plus : minus, small = lower * upper / large;
    place_poles(large, pair[0]), place_poles(small, pair[1]);
    pair[0][SECTION_BAND_WEIGHT] = width / cabs(large), pair[1][SECTION_BAND_WEIGHT] = width / cabs(small);
  }
}

// Returns a pole of Chebyshev's filter of order 2 n: |H|² = 1 / (1 + e² T²) with e² =
// 10^(ripple/10) - 1 and Chebyshev's polynomial T of a frequency scaled to 1 at the end of the
// ripple. Here 1 is where |H|² = 1/2.
static double complex chebyshev_pole(int n, int i, double ripple) {
  const double e = sqrt(pow(10, ripple / 10) - 1), drawn = asinh(1 / e) / (2 * n);
  return prototype_pole(n, i, sinh(drawn), cosh(drawn)) / cosh(acosh(1 / e) / (2 * n));
}

void filter_chebyshev_low(int n, double ripple, double edge, double section[][N_SECTION_COEFFICIENTS]) {
  for (int i = 0; i < n; i++) {
    place_poles(tan(M_PI * edge) * chebyshev_pole(n, i, ripple), section[i]);
    section[i][SECTION_LOW_WEIGHT] = 1;
  }
}

void filter_chebyshev_high(int n, double ripple, double edge, double section[][N_SECTION_COEFFICIENTS]) {
  for (int i = 0; i < n; i++) {
    const double complex pole = tan(M_PI * edge) / chebyshev_pole(n, i, ripple);
    place_poles(pole, section[i]); // s² / (s² + k g s + g²)
    section[i][SECTION_INPUT_WEIGHT] = 1, section[i][SECTION_LOW_WEIGHT] = -1;
    section[i][SECTION_BAND_WEIGHT] = 2 * creal(pole) / cabs(pole);
  }
}

double filter_run(const double section[N_SECTION_COEFFICIENTS], double memory[N_SECTION_MEMORY], double x) {
  return filter_section(section, memory, x);
}
