// The quantities of `study: response` and `study: backbone`.
#ifndef CHATTER_ENGINES_RESPONSE_EXTRACT_RESPONSE_QUANTITIES_H
#define CHATTER_ENGINES_RESPONSE_EXTRACT_RESPONSE_QUANTITIES_H

#include "study/study_kind.h"

typedef enum {
  RESPONSE_CURVE,   // a motion or a contact quantity, of every point or at response.at
  RESPONSE_PEAK,    // a motion or a contact quantity at the peak
  RESPONSE_PEAK_AT, // place of the peak
  RESPONSE_KIND,    // kind of the peak
  RESPONSE_PHASE,   // place of phase resonance
  RESPONSE_DNNM,    // place where the damped nonlinear normal mode reaches the loads
  RESPONSE_FIELD    // over a period
} response_quantity_kind;

typedef enum {
  CONTACT_NOTHING, // not of a contact point
  CONTACT_ENERGY,  // of the whole model, springs at contacts included
  CONTACT_NORMAL_FORCE,
  CONTACT_TANGENTIAL_FORCE,
  CONTACT_GAP,
  CONTACT_TANGENTIAL,  // displacement
  CONTACT_DISSIPATION, // over a period
  CONTACT_CLOSED,      // fraction of the period
  CONTACT_STUCK
} contact_quantity_kind;

typedef struct response_quantity {
  study_quantity is;
  response_quantity_kind what;
  contact_quantity_kind contact;
  int is_angular; // a frequency in rad/s
  int derivative; // 0 displacement, 1 velocity, 2 acceleration
} response_quantity;

extern const response_quantity response_quantities[]; // the last one is empty

// Returns the quantity of an output; NULL: it belongs to another engine.
const response_quantity *response_quantity_of(const output_config *output);

// Returns 1 if an output has a value at every point of a curve.
int response_is_curve(const study *config, const output_config *output);

#endif
