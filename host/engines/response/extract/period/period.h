// Reduction of one period of x(τ) = [a0 +] Σ c_h cos hτ + s_h sin hτ to a number.
#ifndef CHATTER_ENGINES_RESPONSE_PERIOD_H
#define CHATTER_ENGINES_RESPONSE_PERIOD_H

#include "base/memory.h"
#include "base/status.h"

typedef struct response_period {
  int harmonics, is_static;
  int samples;    // per period, for the first search of extremes
  double *cosine; // [samples]
} response_period;

chatter_status response_period_create(int harmonics, int is_static, arena *memory, response_period *out);
// Turns the coefficients of x into those of its time derivative of order 0, 1 or 2; ω in rad/s.
void period_derivative(const response_period *self, int order, double omega, double *coefficient);
// Reduces the period: REDUCE_RMS (without the static harmonic), _MEAN, _MIN, _MAX, _MAX_ABS or
// _HALF_PEAK_TO_PEAK.
double period_reduce(const response_period *self, const double *coefficient, int reduce);
// Returns the phase lead of the fundamental over cos τ · c + sin τ · s, rad in (-π, π].
double period_phase(const response_period *self, const double *coefficient, double c, double s);

#endif
