#include "engines/response/bind/dnnm/ridge_mode.h"

#include <math.h>

static double rate_of(const ridge_modes *self, int k) {
  // a lower bound, so that undamped peaks can be compared
  return fmax(self->rate[k], 1e-6 * self->omega[k]);
}

// Returns |Y(ω)| of the monitored displacement, summed over all modes.
static double answer(const ridge_modes *self, double omega) {
  double complex sum = 0;
  for (int k = 0; k < self->n; k++)
    sum += self->motion[k] * self->load[k] /
           CMPLX((self->omega[k] - omega) * (self->omega[k] + omega), omega * rate_of(self, k));
  return cabs(sum);
}

// Returns the response at the mode's own frequency if it is a peak, higher than one and a half
// widths beside it; else 0.
static double peak(const ridge_modes *self, int k) {
  const double beside = 1.5 * rate_of(self, k), high = answer(self, self->omega[k]);
  const int is_peak =
      high > answer(self, self->omega[k] + beside) && high > answer(self, fabs(self->omega[k] - beside));
  return is_peak ? high : 0;
}

static int best_peak(const ridge_modes *self, double least, double most, int last) {
  double highest = 0;
  int best = -1;
  for (int k = 0; k < self->n; k++) {
    if (self->omega[k] < least || self->omega[k] > most) continue;
    const double high = peak(self, k);
    if (high > 0 && (last || high > highest)) highest = high, best = k;
  }
  return best;
}

// Returns the mode between two frequencies with the largest response; -1: none. `opens`: includes
// modes that enter the range only as contacts slip or open.
static int best_answer(const ridge_modes *self, double least, double most, int opens) {
  double highest = 0;
  int best = -1;
  for (int k = 0; k < self->n; k++) {
    if ((opens ? self->open[k] : self->omega[k]) > most || self->omega[k] < least) continue;
    const double high = answer(self, self->omega[k]);
    if (high > highest) highest = high, best = k;
  }
  return best;
}

int ridge_mode_choose(const ridge_modes *self, double least, double most, int last) {
  double nearest = INFINITY;
  int best = best_peak(self, least, most, last), near = 0;
  for (int opens = 0; best < 0 && opens < 2; opens++) best = best_answer(self, least, most, opens);
  for (int k = 0; k < self->n; k++) {
    const double beside = fmax(least - self->omega[k], self->omega[k] - most);
    if (beside < nearest) nearest = beside, near = k;
  }
  return best >= 0 ? best : near;
}
