// A contact point over one period of a motion: the forces by its law at instants, and its stick and
// contact fractions. The forces are those of the law and not the truncated harmonics of the
// balance: where the contact slips, friction is exactly μN.
#ifndef CHATTER_ENGINES_RESPONSE_CONTACT_PERIOD_H
#define CHATTER_ENGINES_RESPONSE_CONTACT_PERIOD_H

#include "engines/response/stability/element_path.h"

typedef struct contact_period {
  int n;                // instants, the first repeated at the end, with elastic transitions
  double *tau;          // [n], from 0 to 2π
  double *normal;       // [n] N, preload included
  double *along[2];     // [n] on the body, along each tangent
  double *tangential;   // [n], with one tangent along[0], with two the magnitude
  double closed;        // fraction of the period; NaN for a law without separation
  double stuck;         // fraction of the period; NaN for a law without stick
  double *value;        // [n], scratch for derived values
  double *scratch;      // [element_scratch_size]
  motion_instant *at;   // instants of equal parts of the period, up to its end
  element_event *event; // [element_most_events], scratch
} contact_period;

chatter_status contact_period_create(int harmonics, arena *memory, contact_period *out);
// Follows contact `index`. `law` holds the arguments of the laws, which are no displacements for
// set-valued laws. CHATTER_BAD_MODEL: an elastic contact changes state too often.
chatter_status contact_period_find(const motion_system *system, const motion_orbit *law, int index,
                                   contact_period *out);

// Returns the instant at which part i of `parts` equal parts begins. `parts` must divide 4096 and
// 64 H.
int contact_period_instant(const contact_period *self, int i, int parts);
// Does what contact_period_instant does; but if the force magnitude has a peak within half a part of it,
// returns the instant of the highest peak, so that short contacts are not missed.
int contact_period_peak(const contact_period *self, int i, int parts);

// Reduces values over the instants: REDUCE_RMS (about the mean), _MEAN, _MIN, _MAX, _MAX_ABS or
// _HALF_PEAK_TO_PEAK.
double contact_period_reduce(const contact_period *self, const double *value, int reduce);

#endif
