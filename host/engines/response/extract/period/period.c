#include "engines/response/extract/period/period.h"

#include <math.h>

#include "base/dot.h"
#include "study/sections.h"

chatter_status response_period_create(int harmonics, int is_static, arena *memory, response_period *out) {
  *out = (response_period){.harmonics = harmonics, .is_static = is_static, .samples = 16 * harmonics};
  out->cosine = arena_allocate(memory, (size_t)out->samples * sizeof *out->cosine);
  if (!out->cosine) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int n = 0; n < out->samples; n++) out->cosine[n] = cos(2 * M_PI * n / out->samples);
  return CHATTER_OK;
}

void period_derivative(const response_period *self, int order, double omega, double *coefficient) {
  for (int k = 0; k < order; k++) {
    double *harmonic = coefficient + self->is_static;
    if (self->is_static) coefficient[0] = 0;
    for (int h = 1; h <= self->harmonics; h++, harmonic += 2) {
      const double c = harmonic[0], s = harmonic[1];
      harmonic[0] = h * omega * s;
      harmonic[1] = -h * omega * c;
    }
  }
}

static double mean_of(const response_period *self, const double *coefficient) {
  return self->is_static ? coefficient[0] : 0;
}

// Returns x at sample n of the period.
static double sample(const response_period *self, const double *coefficient, int n) {
  const double *harmonic = coefficient + self->is_static;
  const int all = self->samples;
  double sum = mean_of(self, coefficient);
  for (int h = 1; h <= self->harmonics; h++, harmonic += 2) {
    const int at = (int)((long)h * n % all), behind = (at + all - all / 4) % all;
    sum += harmonic[0] * self->cosine[at] + harmonic[1] * self->cosine[behind];
  }
  return sum;
}

// Evaluates x and its first two derivatives at τ.
static void expand(const response_period *self, const double *coefficient, double tau, double x[3]) {
  const double *harmonic = coefficient + self->is_static;
  x[0] = mean_of(self, coefficient);
  x[1] = x[2] = 0;
  for (int h = 1; h <= self->harmonics; h++, harmonic += 2) {
    const double c = cos(h * tau), s = sin(h * tau);
    const double value = harmonic[0] * c + harmonic[1] * s;
    x[0] += value;
    x[1] += h * (harmonic[1] * c - harmonic[0] * s);
    x[2] -= h * h * value;
  }
}

// Returns the maximum of sign · x within one sample of sample n, by Newton's method on the slope.
static double refine(const response_period *self, const double *coefficient, double sign, int n) {
  const double width = 2 * M_PI / self->samples, middle = width * n;
  double tau = middle, x[3], best = -INFINITY;
  for (int i = 0; i < 8; i++) {
    expand(self, coefficient, tau, x);
    best = fmax(best, sign * x[0]);
    if (!(sign * x[2] < 0)) break;
    tau = fmin(fmax(tau - x[1] / x[2], middle - width), middle + width);
  }
  return best;
}

// Returns the largest sign · x of the period. With sixteen samples per wave of the highest
// harmonic, refinement of the local maxima finds all of them.
static double largest(const response_period *self, const double *coefficient, double sign) {
  const int n = self->samples;
  double before = sign * sample(self, coefficient, n - 1), here = sign * sample(self, coefficient, 0),
         best = -INFINITY;
  for (int i = 0; i < n; i++) {
    const double after = sign * sample(self, coefficient, (i + 1) % n);
    if (here >= before && here >= after) best = fmax(best, refine(self, coefficient, sign, i));
    before = here;
    here = after;
  }
  return best;
}

double period_reduce(const response_period *self, const double *coefficient, int reduce) {
  switch (reduce) {
  case REDUCE_MEAN:
    return mean_of(self, coefficient);
  case REDUCE_MAX:
    return largest(self, coefficient, 1);
  case REDUCE_MIN:
    return -largest(self, coefficient, -1);
  case REDUCE_MAX_ABS:
    return fmax(largest(self, coefficient, 1), largest(self, coefficient, -1));
  case REDUCE_HALF_PEAK_TO_PEAK:
    return 0.5 * (largest(self, coefficient, 1) + largest(self, coefficient, -1));
  default:
    return sqrt(0.5 * dot(2 * self->harmonics, coefficient + self->is_static, coefficient + self->is_static));
  }
}

double period_phase(const response_period *self, const double *coefficient, double c, double s) {
  const double *first = coefficient + self->is_static; // c - is represents c cos τ + s sin τ
  return atan2(first[0] * s - first[1] * c, first[0] * c + first[1] * s);
}
