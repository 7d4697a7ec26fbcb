// Outputs of signals, for every engine whose kernel observes some (kernels/observe.h): the list of
// signals, the places of their accumulators, windows and series, and their results.
#ifndef CHATTER_ENSEMBLE_OBSERVE_SIGNAL_OUTPUTS_H
#define CHATTER_ENSEMBLE_OBSERVE_SIGNAL_OUTPUTS_H

#include "ensemble/engine.h"
#include "kernels/signals.h"

// A distinct signal that the kernel evaluates.
typedef struct signal_plan {
  int kind, index;                 // the engine's
  int keep;                        // KEEP_ bits; those of windows are shifted
  long every, capacity, series_at; // time series; every 0: none
  int row, window;                 // first accumulator; first value in a window
  double band[2];                  // Hz; equal: no filter
  int filter;                      // 1 + index of its filter; 0: none
  double last;                     // s before the end; 0: all that is recorded
  int late;                        // 1 + index of the parameter with its first step; 0: none
  int side;                        // KEEP_ABOVE or KEEP_BELOW for a share of steps; 0: values
  double limit;                    // of a share, in the signal's unit, before the output's factor
  int limited;                     // 1 + index of the parameter with the limit; 0: none
} signal_plan;

typedef struct signals_plan {
  int n;
  signal_plan *signal; // capacity: one for each value of every output
  int n_accumulators;  // rows of the state
  int n_filters;       // bands, each with FILTER_PARAMETERS parameters and FILTER_ROWS rows of the state
  int n_parameters;    // first steps of signals with `last`, and limits
  int n_windows, window_values;
  long series_values;
} signals_plan;

extern const int signal_keeps[REDUCE_SERIES + 1];           // KEEP_ bits; those of windows are shifted
extern const char *const signal_reduces[REDUCE_SERIES + 1]; // long names, such as "root mean square"

// Returns the unit of a signal's output; for an integral that of the quantity times s.
const char *signals_unit(const output_config *output, char *text, size_t size);
// Returns the factor of an output's values.
double signals_factor(const output_config *output);
// Returns KEEP_ABOVE or KEEP_BELOW for a share of steps beyond a limit, else 0.
int signals_side(const output_config *output);
// Returns the limit of such an output, in the output's unit.
double signals_limit(const output_config *output);
// Copies an output and its lists into `memory`: layouts outlive the study that they are made for.
chatter_status signals_keep_output(const output_config *from, arena *memory, output_config *to);
// Returns the index of the signal of that kind and index for an output, with its band and limit; it
// is added if new.
int signals_want(signals_plan *self, int kind, int index, const output_config *output);
// Assigns places of accumulators, window values and series, once all signals are known. dt,
// recorded: shortest step and most steps of trajectories with series (0: unknown); windows: number
// of windows. CHATTER_BAD_STUDY if series are too long.
chatter_status signals_place(signals_plan *self, double dt, double recorded, double windows);
// Writes N_SIGNAL_NUMBERS numbers of each signal into `table`; `parameters`: the first of
// n_parameters.
void signals_write(const signals_plan *self, int parameters, int *table);
// Checks that the outputs' bands suit a step of `dt` s.
chatter_status signals_check(const study *config, double dt);
// Fills the parameters of the filters for step dt, whose state begins with zeros, and the
// n_parameters others: limits, and first steps of signals with `last`, for a run of `steps`
// recorded from step `record` on.
void signals_bind(const signals_plan *self, double dt, double record, double steps, double *filters,
                  double *parameters);
// Initialises the accumulators of a trajectory; they are zero so far.
void signals_start(const signals_plan *self, double *accumulators);
// Returns 1 if series of that trajectory are stored.
int signals_chosen(int n_outputs, const output_config *outputs, long trajectory);

#endif
