// Results of signals: turns what a batch's columns have accumulated into variables.
#ifndef CHATTER_ENSEMBLE_OBSERVE_SIGNAL_OUTPUTS_EXTRACT_H
#define CHATTER_ENSEMBLE_OBSERVE_SIGNAL_OUTPUTS_EXTRACT_H

#include "ensemble/observe/signal_outputs.h"

// The columns of a batch.
typedef struct signals_view {
  const kernel_batch *host;
  const signals_plan *plan;
  int row;            // first accumulator in the state
  int step;           // parameter with Δt, s
  int parameters;     // first of plan->n_parameters
  long series_values; // layout.series_values
  const char *units;  // of times; NULL: s
} signals_view;

// Sources of one output: signals, or `value` where signal[v] < 0.
typedef struct output_view {
  const output_config *output;
  const char *words; // long name
  int n_values;
  int all_points; // 1: values of contact points, over a dimension `point` with the coordinate point_node
  const int *signal;
  double (*value)(const void *from, int v, long i);
  const void *from;
} output_view;

// Adds the output and the coordinates of its windows or samples. NaN for a trajectory that did not
// end well, and for a value that was never reached.
chatter_status signals_extract(const signals_view *self, const output_view *output, long n, result_set *out);

#endif
