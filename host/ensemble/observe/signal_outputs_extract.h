// Results of signals: what the columns of a batch have kept of them, as variables.
#ifndef CHATTER_ENSEMBLE_OBSERVE_SIGNAL_OUTPUTS_EXTRACT_H
#define CHATTER_ENSEMBLE_OBSERVE_SIGNAL_OUTPUTS_EXTRACT_H

#include "ensemble/observe/signal_outputs.h"

// Columns of a batch.
typedef struct signals_view {
  const kernel_batch *host;
  const signals_plan *plan;
  int row;            // of the first accumulator in the state
  int step;           // the parameter that is Δt, s
  int parameters;     // the first of plan->n_parameters
  long series_values; // layout.series_values
  const char *units;  // of times; NULL: s
} signals_view;

// What one output reads: values of signals, or where signal[v] < 0 what `value` says.
typedef struct output_view {
  const output_config *output;
  const char *words; // its long name
  int n_values;
  int all_points; // 1: the values are those of contact points, a dimension `point` with the coordinate
                  // point_node
  const int *signal;
  double (*value)(const void *from, int v, long i);
  const void *from;
} output_view;

// Adds the output and the coordinates of its windows or samples. A trajectory that did not end well has NaN,
// and so has a value that was never reached.
chatter_status signals_extract(const signals_view *self, const output_view *output, long n, result_set *out);

#endif
