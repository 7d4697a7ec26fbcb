// Floquet multipliers of a periodic motion: eigenvalues of the linear map of small deviations of
// displacements, velocities, sliders and internal states over one period. The motion is that of the
// harmonic balance. Transitions of contacts are at their exact times, with the jumps of sliders and
// forces there. Stops behind a massless boundary close and open as in the balance. Other set-valued
// laws have no such map.
#ifndef CHATTER_ENGINES_RESPONSE_FLOQUET_H
#define CHATTER_ENGINES_RESPONSE_FLOQUET_H

#include <complex.h>

#include "engines/response/stability/floquet_flow.h"

typedef enum {
  FLOQUET_UNKNOWN,       // the error of the largest multiplier includes the unit circle
  FLOQUET_STABLE,        // no multiplier outside the unit circle
  FLOQUET_FOLD,          // the largest one is real and above 1
  FLOQUET_FLIP,          // real and below -1: period doubling
  FLOQUET_NEIMARK_SACKER // complex: a second frequency appears
} floquet_kind;

int floquet_applies(const motion_system *system); // 1: all laws have such a map

// Finds the map along the orbit, [floquet_size][floquet_size]. It chooses the number of steps:
// until the multipliers are converged to 1e-8 or the limit is reached.
chatter_status floquet_map(const motion_system *system, const motion_orbit *orbit, double *map);
chatter_status floquet_multipliers(const motion_system *system, const motion_orbit *orbit,
                                   double complex *value, double *error);

typedef struct floquet_result {
  double largest; // modulus
  double error;   // error due to steps and neglected harmonics
  floquet_kind kind;
  int is_lost; // 1: no exact motion was found near that of the balance; nothing is known
  // 1: a stop opens or closes, for which the determinant's sign of a truncated balance is
  // unreliable
  int has_stops;
} floquet_result;
// Classifies the motion. CHATTER_BAD_MODEL: there is no map, as contacts change state too often or
// forces are not functions of displacements.
chatter_status floquet_classify(const motion_system *system, const motion_orbit *orbit, floquet_result *out);
// *is = 1: a stop is closed for less than two periods of the highest harmonic, so that neither
// multipliers nor the determinant of the balance describe its motion. CHATTER_BAD_MODEL: contacts
// change state too often.
chatter_status floquet_is_too_coarse(const motion_system *system, const motion_orbit *orbit, int *is);

#endif
