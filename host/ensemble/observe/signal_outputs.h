// Outputs that are kept of signals, for every engine whose kernel observes some (kernels/observe.h): which
// signals there are, where their accumulators, windows and series lie, and what results get of them.
#ifndef CHATTER_ENSEMBLE_OBSERVE_SIGNAL_OUTPUTS_H
#define CHATTER_ENSEMBLE_OBSERVE_SIGNAL_OUTPUTS_H

#include "ensemble/engine.h"
#include "kernels/signals.h"

// One distinct signal that the kernel evaluates.
typedef struct signal_plan {
  int kind, index;                 // the engine's
  int keep;                        // KEEP_ bits, those of windows shifted
  long every, capacity, series_at; // time series; every 0: none
  int row, window;                 // first accumulator; first value per window
  double band[2];                  // Hz; equal: no filter
  int filter;                      // 1 + its number, 0: none
  double last;                     // s before the end that are kept; 0: all that is recorded
  int late;                        // 1 + the number of the parameter for that, 0: none
  int side;                        // KEEP_ABOVE or KEEP_BELOW, 0: its values are kept, not a share of steps
  double limit;                    // with a side: in the unit of the signal, before the output's factor
  int limited;                     // 1 + the number of the parameter for that, 0: none
} signal_plan;

typedef struct signals_plan {
  int n;
  signal_plan *signal; // room for one per value of every output
  int n_accumulators;  // rows of accumulators
  int n_filters;       // bands: FILTER_PARAMETERS parameters and FILTER_ROWS rows of state each
  int n_parameters;    // first steps of those that are late, and limits
  int n_windows, window_values;
  long series_values;
} signals_plan;

extern const int signal_keeps[REDUCE_SERIES + 1];           // KEEP_ bits, those of windows shifted
extern const char *const signal_reduces[REDUCE_SERIES + 1]; // "root mean square"

// The unit of an output of a signal: of an integral that of the quantity times s.
const char *signals_unit(const output_config *output, char *text, size_t size);
// What the values of an output are multiplied by.
double signals_factor(const output_config *output);
// KEEP_ABOVE or KEEP_BELOW of an output that is a share of steps beyond a limit, else 0.
int signals_side(const output_config *output);
// The limit of such an output, in the output's unit.
double signals_limit(const output_config *output);
// The output with lists of its own in `memory`: layouts outlive the study that they are made for.
chatter_status signals_keep_output(const output_config *from, arena *memory, output_config *to);
// The number of the signal of that kind and index for an output, with its band and limit; a new one where
// there is none yet.
int signals_want(signals_plan *self, int kind, int index, const output_config *output);
// Places of accumulators, window values and series, once all are wanted. `dt`, `recorded`: the shortest step
// and most steps of what has series (0: not known); `windows`: into how many what is kept is cut.
// CHATTER_BAD_STUDY where series are too long.
chatter_status signals_place(signals_plan *self, double dt, double recorded, double windows);
// N_SIGNAL_NUMBERS numbers of each into `table`; `parameters`: the first of n_parameters.
void signals_write(const signals_plan *self, int parameters, int *table);
// Whether the outputs' bands fit a step of `dt` s.
chatter_status signals_check(const study *config, double dt);
// The parameters of the filters for that step, whose rows of state begin with zeros, and n_parameters others:
// limits, and first steps of signals that are kept of the last of `steps` only, recorded from `record` on.
void signals_bind(const signals_plan *self, double dt, double record, double steps, double *filters,
                  double *parameters);
// The accumulators of a trajectory before its first step; they are zero so far.
void signals_start(const signals_plan *self, double *accumulators);
// Whether series are kept of that trajectory of the ensemble.
int signals_chosen(int n_outputs, const output_config *outputs, long trajectory);

#endif
