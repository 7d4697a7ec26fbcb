// The quantities of transient outputs.
#ifndef CHATTER_ENGINES_TRANSIENT_QUANTITIES_H
#define CHATTER_ENGINES_TRANSIENT_QUANTITIES_H

#include "kernels/transient/transient_layout.h"
#include "study/study_kind.h"

// A quantity: a signal of the kernel, or a counter of a contact point.
typedef struct transient_quantity {
  study_quantity is;
  int signal;   // signal_kind; -1: a counter
  int counter;  // its row, COUNT_...; the first row of a counted quantity
  int is_share; // 1: a fraction of the recorded steps
  int block;    // of a counted quantity: number of whole lists before its own
  int sum, any; // signals of the sum over all points, and of any point, if the quantity has them
} transient_quantity;

extern const transient_quantity transient_quantities[]; // the last one is empty

// Returns the quantity of an output; NULL: it belongs to another engine.
const transient_quantity *transient_quantity_of(const output_config *output);
// Returns the time derivative of a displacement output of a node or a sum of nodes: 0, 1, 2 for
// displacement, velocity, acceleration; -1: another quantity.
int transient_derivative_of(const output_config *output);
int transient_is_displacement(const output_config *output);
int transient_is_of_all_points(const output_config *output); // 1: contact: all
int transient_signal_of(const output_config *output);        // -1: a counter

#endif
