// The quantities of transient outputs.
#ifndef CHATTER_ENGINES_TRANSIENT_QUANTITIES_H
#define CHATTER_ENGINES_TRANSIENT_QUANTITIES_H

#include "kernels/transient/transient_layout.h"
#include "study/study_kind.h"

// A signal of the kernel, or a counter of a contact point.
typedef struct transient_quantity {
  study_quantity is;
  int signal;   // signal_kind; -1: a counter
  int counter;  // its row, COUNT_..., of a counted quantity the row of the first
  int is_share; // of the recorded steps
  int block;    // of a counted quantity: behind so many whole lists of them
  int sum, any; // signals of all points together, of quantities that know them
} transient_quantity;

extern const transient_quantity transient_quantities[]; // the last one is empty

// NULL: of another engine.
const transient_quantity *transient_quantity_of(const output_config *output);
// 0, 1, 2: displacement, velocity, acceleration of a node or a sum of them; -1: another quantity.
int transient_derivative_of(const output_config *output);
int transient_is_displacement(const output_config *output);
int transient_is_of_all_points(const output_config *output); // contact: all
int transient_signal_of(const output_config *output);        // -1: a counter

#endif
