// What a contact point does over a period of a motion: its forces by its law, at instants, and how long it
// sticks and is closed. Not the few harmonics of its forces that a balance is made of: where it slips, the
// force of friction is μN.
#ifndef CHATTER_ENGINES_RESPONSE_CONTACT_PERIOD_H
#define CHATTER_ENGINES_RESPONSE_CONTACT_PERIOD_H

#include "engines/response/stability/element_path.h"

typedef struct contact_period {
  int n;                // instants, the first again at the end; those of elastic transitions are among them
  double *tau;          // [n], from 0 to 2π
  double *normal;       // [n] N, preload included
  double *along[2];     // [n] on the body, along each tangent
  double *tangential;   // [n] likewise with one tangent; with two the magnitude
  double closed;        // share of the period, NaN of a law that knows no separation
  double stuck;         // likewise, of stick
  double *value;        // [n] for what is made of it; scratch
  double *scratch;      // [element_scratch_size]
  motion_instant *at;   // of equal parts of the period, to its end
  element_event *event; // [element_most_events], scratch
} contact_period;

chatter_status contact_period_create(int harmonics, arena *memory, contact_period *out);
// Of contact `index`: `law` holds the arguments of the laws, which of set-valued ones are not displacements.
// CHATTER_BAD_MODEL: an elastic one changes state too often.
chatter_status contact_period_find(const motion_system *system, const motion_orbit *law, int index,
                                   contact_period *out);

// The instant of part i of `parts` equal ones of the period, which divide 4096 and 64 H.
int contact_period_instant(const contact_period *self, int i, int parts);
// Likewise, but where the magnitude of the force has a peak within half a part of it, the instant of the
// highest: a short contact is not missed between two parts.
int contact_period_peak(const contact_period *self, int i, int parts);

// Of values over the instants: REDUCE_RMS (about the mean), _MEAN, _MIN, _MAX, _MAX_ABS or
// _HALF_PEAK_TO_PEAK.
double contact_period_reduce(const contact_period *self, const double *value, int reduce);

#endif
