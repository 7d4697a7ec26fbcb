// Filter of noise. With signs s_j = ±1 at distances T, x(t) = Σ_j g(t - j T) s_j has the one-sided
// spectrum 2 |G(f)|² / T if G vanishes above 1 / 2T. |G| follows from the wanted spectrum, divided
// by the response of the cubics between knots; the phase is free. The group delay is half of the
// filter's length times the share of power below a frequency: |g| is then nearly constant there
// (Schroeder's phases), so that very many signs have equal weight and the sum is Gaussian, with
// excess kurtosis -2 Σ g⁴ / (Σ g²)². The other half of the length holds the ringing of edges and
// peaks of the spectrum. Times in knots, frequencies per knot.
#include "drives/noise_filter.h"

#include <math.h>

#include "kernels/drives/drives.h"

enum { MIN_SIGNS = 1024, MAX_SIGNS = 4096 };
static const double FIT_TOLERANCE = 0.01, SPECTRUM_TAPER = 0.25;

// Computes ∫ Σ_i w_i w_(i+m) ds over an interval with the weights w of its four knots: the factor
// of r_m in the mean square. The degree is 6, so four Gauss points are exact.
void knots_mean_square(double part[4]) {
  static const double AT[2] = {0.3399810435848563, 0.8611363115940526},
                      WEIGHT[2] = {0.6521451548625461, 0.3478548451374538};
  for (int m = 0; m < 4; m++) part[m] = 0;
  for (int g = 0; g < 4; g++) {
    const double s = 0.5 + (g % 2 ? 0.5 : -0.5) * AT[g / 2], s2 = s * s, s3 = s2 * s;
    const double w[4] = {-0.5 * s + s2 - 0.5 * s3, 1 - 2.5 * s2 + 1.5 * s3, 0.5 * s + 2 * s2 - 1.5 * s3,
                         -0.5 * s2 + 0.5 * s3};
    for (int m = 0; m < 4; m++)
      for (int i = 0; i + m < 4; i++) part[m] += 0.5 * WEIGHT[g / 2] * (m ? 2 : 1) * w[i] * w[i + m];
  }
}

static double sinc(double x) {
  return fabs(x) < 1e-8 ? 1 : sin(M_PI * x) / (M_PI * x);
}
// Returns the response of the cubics to an oscillation with f periods per knot (Keys 1981, a =
// -1/2).
static double cubics_pass(double f) {
  const double x = M_PI * f, near = sinc(f) * sinc(f) - sinc(2 * f),
               far = 3 * sinc(2 * f) * sinc(2 * f) - 2 * sinc(2 * f) - sinc(4 * f);
  return x < 1e-2 ? 1 : (3 * near - far) / (x * x); // 1 - O(x⁴)
}

typedef struct plan {
  int signs, taps;   // taps: length in knots
  double from, cell; // first frequency and width of a cell; there are `signs` cells
  double *power;     // [signs] share of each cell, sum 1
  double *weight;    // [taps]
} plan;

static void find_power(const drive_spectrum *spectrum, double rate, double all, plan *p) {
  for (int i = 0; i < p->signs; i++)
    p->power[i] =
        drive_spectrum_power(spectrum, rate * (p->from + i * p->cell), rate * (p->from + (i + 1) * p->cell)) /
        all;
}

// Computes g_k = Σ_i 2 a_i cos(2π f_i k + φ_i) by Horner's scheme in e^{2πi cell k}.
static void find_weights(double *real, double *imaginary, plan *p) {
  const double length = p->taps;
  double below = 0, turns = 0;
  for (int i = 0; i < p->signs; i++) {
    const double f = p->from + (i + 0.5) * p->cell, a = sqrt(p->power[i]) / cubics_pass(f);
    const double delay = length * (0.25 + 0.5 * (below + 0.5 * p->power[i]));
    const double phase = -2 * M_PI * fmod(turns + 0.5 * delay * p->cell, 1);
    real[i] = a * cos(phase), imaginary[i] = a * sin(phase);
    below += p->power[i], turns += delay * p->cell;
  }
  for (int k = 0; k < p->taps; k++) {
    const double c = cos(2 * M_PI * p->cell * k), s = sin(2 * M_PI * p->cell * k),
                 end = fmin(k, p->taps - k) / length;
    const double first = 2 * M_PI * fmod((p->from + 0.5 * p->cell) * k, 1);
    double x = 0, y = 0;
    for (int i = p->signs - 1; i >= 0; i--) {
      const double next = x * c - y * s + real[i];
      y = x * s + y * c + imaginary[i], x = next;
    }
    p->weight[k] = (x * cos(first) - y * sin(first)) *
                   (end < SPECTRUM_TAPER ? 0.5 - 0.5 * cos(M_PI * end / SPECTRUM_TAPER) : 1);
  }
}

// Scales the weights to variance 1.
static void normalise(plan *p) {
  double part[4], sum = 0;
  knots_mean_square(part);
  for (int m = 0; m < 4; m++)
    for (int k = 0; k + m < p->taps; k++) sum += part[m] * p->weight[k] * p->weight[k + m] / NOISE_PER_SIGN;
  for (int k = 0; k < p->taps; k++) p->weight[k] /= sqrt(sum);
}

// Returns ∫ |spectrum of the noise - wanted spectrum| df, over the cells and outside of them.
static double misfit(const plan *p) {
  double sum = 0, inside = 0;
  for (int i = 0; i < p->signs; i++) {
    const double f = p->from + (i + 0.5) * p->cell, c = cos(2 * M_PI * f), s = sin(2 * M_PI * f),
                 pass = cubics_pass(f);
    double x = 0, y = 0;
    for (int k = p->taps - 1; k >= 0; k--) {
      const double next = x * c - y * s + p->weight[k];
      y = x * s + y * c, x = next;
    }
    const double power = 2 * (x * x + y * y) * pass * pass * p->cell / NOISE_PER_SIGN;
    sum += fabs(power - p->power[i]), inside += power;
  }
  return sum + fabs(1 - inside);
}

chatter_status noise_filter_make(const drive_spectrum *spectrum, double from, double to, arena *memory,
                                 noise_filter *out) {
  const double all = drive_spectrum_power(spectrum, from, to);
  *out = (noise_filter){.rate = NOISE_PER_PERIOD * to, .deviation = sqrt(all), .misfit = 1};
  double *scratch = arena_allocate(memory, 3 * MAX_SIGNS * sizeof *scratch);
  out->weight = arena_allocate(memory, NOISE_PER_SIGN * MAX_SIGNS * sizeof *out->weight);
  if (!scratch || !out->weight) return error_raise(CHATTER_DEVICE, "out of memory");
  for (out->signs = MIN_SIGNS;; out->signs *= 2) {
    plan p = {.signs = out->signs,
              .taps = NOISE_PER_SIGN * out->signs,
              .from = from / out->rate,
              .cell = (to - from) / out->rate / out->signs,
              .power = scratch,
              .weight = out->weight};
    find_power(spectrum, out->rate, all, &p);
    find_weights(scratch + MAX_SIGNS, scratch + 2 * MAX_SIGNS, &p);
    normalise(&p);
    out->misfit = misfit(&p);
    if (out->misfit < FIT_TOLERANCE || out->signs == MAX_SIGNS) return CHATTER_OK;
  }
}

void noise_filter_pack(const noise_filter *self, double *numbers) {
  for (int phase = 0; phase < NOISE_PER_SIGN; phase++)
    for (int first = 0; first < self->signs; first += NOISE_GROUP)
      for (int bits = 0; bits < NOISE_SUMS; bits++) {
        double sum = 0;
        for (int i = 0; i < NOISE_GROUP; i++) {
          const double weight = self->weight[NOISE_PER_SIGN * (first + i) + phase];
          sum += bits >> (NOISE_GROUP - 1 - i) & 1 ? weight : -weight;
        }
        *numbers++ = sum;
      }
}
