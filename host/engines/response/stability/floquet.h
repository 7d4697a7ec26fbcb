// Floquet multipliers of a periodic motion: the eigenvalues of the linear map that small deviations of
// displacements, velocities, sliders and internal states go through in one period. The motion is that of the
// harmonic balance; transitions of contacts lie at their exact times, with the jumps of sliders and forces
// there.
// Stops behind a massless boundary close and open where the balance has them do so. Other set-valued laws
// have no such map.
#ifndef CHATTER_ENGINES_RESPONSE_FLOQUET_H
#define CHATTER_ENGINES_RESPONSE_FLOQUET_H

#include <complex.h>

#include "engines/response/stability/floquet_flow.h"

typedef enum {
  FLOQUET_UNKNOWN,       // the largest one may lie on either side of the unit circle
  FLOQUET_STABLE,        // no multiplier beyond the unit circle
  FLOQUET_FOLD,          // the largest one is real and above 1
  FLOQUET_FLIP,          // real and below -1: the period doubles
  FLOQUET_NEIMARK_SACKER // complex: a second frequency joins
} floquet_kind;

int floquet_applies(const motion_system *system); // 1: all laws have such a map

// The map along the orbit, [floquet_size][floquet_size], and all multipliers, value[floquet_size], in no
// order, 0 of sliders that never slip. The numbers of steps are chosen: until the multipliers hold to 1e-8,
// or as many as there may be; *error is by how much the last number of steps has moved a multiplier that may
// be the largest.
chatter_status floquet_map(const motion_system *system, const motion_orbit *orbit, double *map);
chatter_status floquet_multipliers(const motion_system *system, const motion_orbit *orbit,
                                   double complex *value, double *error);

typedef struct floquet_result {
  double largest; // modulus
  double error;   // what it may be off by: of steps, and of harmonics that the motion lacks
  floquet_kind kind;
  int is_lost;   // 1: no motion was found near that of the balance, of which nothing is known then
  int has_stops; // 1: a stop opens or closes, which the sign of a truncated balance need not tell
} floquet_result;
// CHATTER_BAD_MODEL: the motion has no map: contacts change state too often, or forces do not follow from
// displacements.
chatter_status floquet_classify(const motion_system *system, const motion_orbit *orbit, floquet_result *out);
// *is = 1: a stop is closed for less than two periods of the highest harmonic, so that neither multipliers
// nor the determinant of the balance tell of its motion. CHATTER_BAD_MODEL: contacts change state too often.
chatter_status floquet_is_too_coarse(const motion_system *system, const motion_orbit *orbit, int *is);

#endif
