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
  double (*value)(const regimes_column *column); // event-exact
  int is_class;                                  // a motion regime, not a number
  int is_boundary;                               // analytic
  // Stepped maps, around the contact's name in the long names of results; NULL: not of these.
  const char *stepped_front, *stepped_end;
} regimes_quantity;

extern const regimes_quantity regimes_quantities[]; // the last one is empty

const regimes_quantity *regimes_quantity_of(const output_config *output); // NULL: of another engine
// "regime, stops_per_cycle, ...": of all, or of those of stepped maps.
const char *regimes_quantities_text(int stepped, char *text, size_t size);

double regimes_state(const regimes_column *column, int row);
double regimes_host_row(const regimes_column *column, int row); // REGIMES_...

#endif
