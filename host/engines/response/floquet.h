// Floquet multipliers of a periodic motion: the eigenvalues of the linear map that small deviations of
// displacements, velocities and sliders go through in one period. The motion is that of the harmonic balance;
// transitions of elastic friction elements lie at their exact times, with the sliders' jumps there.
// Stops behind a massless boundary close and open where the balance has them do so. Other set-valued laws
// have no such map.
#ifndef CHATTER_ENGINES_RESPONSE_FLOQUET_H
#define CHATTER_ENGINES_RESPONSE_FLOQUET_H

#include <complex.h>

#include "engines/response/element_path.h"

typedef enum {
  FLOQUET_STABLE,         // no multiplier beyond the unit circle
  FLOQUET_FOLD,           // the largest one is real and above 1
  FLOQUET_DOUBLING,       // real and below -1: the period doubles
  FLOQUET_NEIMARK_SACKER, // complex: a second frequency joins
  N_FLOQUET
} floquet_kind;

int floquet_applies(const motion_system *system); // 1: all laws have such a map

int floquet_size(const motion_system *system); // displacements, velocities, sliders

// All multipliers, value[floquet_size], in no order, 0 of sliders that never slip. `steps` of a period.
chatter_status floquet_multipliers(const motion_system *system, const motion_orbit *orbit, int steps,
                                   double complex *value);
// The map itself, [floquet_size][floquet_size]: column j is what a unit of state j becomes.
chatter_status floquet_map(const motion_system *system, const motion_orbit *orbit, int steps, double *map);

// The largest modulus, and what a loss of stability there is.
floquet_kind floquet_classify(int n, const double complex *value, double *largest);

#endif
