// Fits fragility curves.
#include "statistics/lognormal.h"

#include <math.h>

#include "statistics/normal.h"

static const double FIT_TOLERANCE = 1e-10,
                    MAX_SLOPE = 1e4; // slope: of ln x in units of its standard deviation
enum { MAX_ITERATIONS = 100 };

// Sums of Fisher's scoring for p = Φ(a + b u): score s and information f.
typedef struct likelihood_sums {
  double s[2], f[3], likelihood;
} likelihood_sums;

typedef struct log_scale {
  double mean, deviation; // of ln x
} log_scale;

static log_scale find_log_scale(size_t n, const double *x) {
  log_scale out = {0, 0};
  for (size_t i = 0; i < n; i++) out.mean += log(x[i]) / (double)n;
  for (size_t i = 0; i < n; i++) out.deviation += pow(log(x[i]) - out.mean, 2) / (double)n;
  out.deviation = sqrt(out.deviation);
  return out;
}

// Returns d ln Φ(t)/dt = φ(t)/Φ(t); far below 0 by its asymptote.
static double mills_ratio(double t) {
  return t < -30 ? -t - 1 / t : 0.39894228040143268 * exp(-0.5 * t * t) / statistics_normal_below(t);
}

static likelihood_sums find_likelihood_sums(size_t n, const double *x, const unsigned char *exceeded,
                                            log_scale of, double a, double b) {
  likelihood_sums out = {{0, 0}, {0, 0, 0}, 0};
  for (size_t i = 0; i < n; i++) {
    const double u = (log(x[i]) - of.mean) / of.deviation, t = a + b * u, above = mills_ratio(t),
                 below = mills_ratio(-t), slope = exceeded[i] ? above : -below, weight = above * below;
    out.s[0] += slope, out.s[1] += slope * u;
    out.f[0] += weight, out.f[1] += weight * u, out.f[2] += weight * u * u;
    out.likelihood += log(fmax(statistics_normal_below(exceeded[i] ? t : -t), 1e-300));
  }
  return out;
}

// Returns 1 if a finite maximum exists: both outcomes occur, and their ranges of x overlap.
static int has_maximum(size_t n, const double *x, const unsigned char *exceeded) {
  double most_below = 0, least_above = INFINITY, least_below = INFINITY, most_above = 0;
  for (size_t i = 0; i < n; i++) {
    if (!(x[i] > 0)) return 0;
    if (exceeded[i])
      least_above = fmin(least_above, x[i]), most_above = fmax(most_above, x[i]);
    else
      least_below = fmin(least_below, x[i]), most_below = fmax(most_below, x[i]);
  }
  return most_above > 0 && most_below > 0 && least_above < most_below && least_below < most_above;
}

static void write_fitted_curve(const likelihood_sums *at, log_scale of, double a, double b,
                               statistics_lognormal *out) {
  const double middle = -a / b, determinant = at->f[0] * at->f[2] - at->f[1] * at->f[1];
  // Variance of -a/b, whose gradient is -(1, middle)/b, by the inverse of the information.
  const double variance = (at->f[2] - 2 * middle * at->f[1] + middle * middle * at->f[0]) / determinant,
               half = 1.959963984540054 * sqrt(fmax(variance, 0)) / fabs(b) * of.deviation;
  out->median = exp(of.mean + of.deviation * middle);
  out->dispersion = of.deviation / b;
  out->median_interval[0] = out->median * exp(-half), out->median_interval[1] = out->median * exp(half);
}

int statistics_lognormal_fit(size_t n, const double *x, const unsigned char *exceeded,
                             statistics_lognormal *out) {
  if (!has_maximum(n, x, exceeded)) return 0;
  const log_scale of = find_log_scale(n, x);
  double a = 0, b = 0;
  likelihood_sums at = find_likelihood_sums(n, x, exceeded, of, a, b);
  for (int k = 0; k < MAX_ITERATIONS; k++) {
    const double determinant = at.f[0] * at.f[2] - at.f[1] * at.f[1];
    if (!(determinant > 0)) return 0;
    const double da = (at.f[2] * at.s[0] - at.f[1] * at.s[1]) / determinant,
                 db = (at.f[0] * at.s[1] - at.f[1] * at.s[0]) / determinant;
    double part = 1;
    likelihood_sums next = find_likelihood_sums(n, x, exceeded, of, a + da, b + db);
    while (next.likelihood < at.likelihood && part > 1e-6)
      part /= 2, next = find_likelihood_sums(n, x, exceeded, of, a + part * da, b + part * db);
    a += part * da, b += part * db, at = next;
    if (fabs(b) > MAX_SLOPE) return 0;
    if (fabs(da) + fabs(db) > FIT_TOLERANCE * (1 + fabs(a) + fabs(b))) continue;
    if (!(b > 0)) return 0;
    write_fitted_curve(&at, of, a, b, out);
    return 1;
  }
  return 0;
}

double statistics_lognormal_share(const statistics_lognormal *self, double x) {
  return x > 0 ? statistics_normal_below(log(x / self->median) / self->dispersion) : 0;
}
