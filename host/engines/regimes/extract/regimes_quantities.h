// The quantities of a study of motion regimes.
#ifndef CHATTER_ENGINES_REGIMES_QUANTITIES_H
#define CHATTER_ENGINES_REGIMES_QUANTITIES_H

#include "engines/regimes/regimes_engine.h"

// One trajectory of a finished batch of the event-exact engine.
typedef struct regimes_column {
  const engine_layout *layout;
  const kernel_batch *host;
  long i;
} regimes_column;

typedef struct regimes_quantity {
  study_quantity is;
  double (*value)(const regimes_column *column); // event-exact engine
  int is_class;                                  // 1: a motion regime, not a number
  int is_boundary;                               // 1: an analytic boundary
  // For stepped maps: text before and after the contact's name in long names of results; NULL: not
  // available there.
  const char *stepped_front, *stepped_end;
} regimes_quantity;

extern const regimes_quantity regimes_quantities[]; // the last one is empty

// NULL: it belongs to another engine
const regimes_quantity *regimes_quantity_of(const output_config *output);
// Writes "regime, stops_per_cycle, ...": all quantities, or those of stepped maps.
const char *regimes_quantities_text(int stepped, char *text, size_t size);

double regimes_state(const regimes_column *column, int row);
double regimes_host_row(const regimes_column *column, int row); // REGIMES_...

#endif
