// The engine of `study: transient`: packs a study and its reduced model for the leapfrog and Moreau kernels.
#ifndef CHATTER_ENGINES_TRANSIENT_ENGINE_H
#define CHATTER_ENGINES_TRANSIENT_ENGINE_H

#include "ensemble/engine.h"
#include "kernels/transient/transient.h"

#define KERNEL KERNEL_DECLARE
#include "kernels/transient/kernels.h"
#undef KERNEL

// One distinct signal that the kernel evaluates.
typedef struct transient_signal_plan {
  int kind, index;                 // signal_kind and response or contact point
  int keep;                        // KEEP_ bits, those of windows shifted
  long every, capacity, series_at; // time series; every 0: none
  int row, window;                 // first accumulator; first value per window
} transient_signal_plan;

// A response that is evaluated: a weighted sum of rows of the reduced model.
typedef struct transient_response {
  int n, index[STUDY_TERMS];
  double weight[STUDY_TERMS];
} transient_response;

// How a value of one output is read from the state.
typedef struct transient_value_plan {
  int signal; // index of the signal, -1: a counter of a contact point
  int index;  // of the response, or of the contact point
} transient_value_plan;

typedef struct transient_output_plan {
  int n_values; // 1, or one for every contact point
  transient_value_plan *value;
} transient_output_plan;

typedef struct transient_own {
  reduction_config reduction; // the damping that the reduced model has
  integrator_config integrator;
  double dt;              // of the study itself; 0 where the study gives none
  double most_relaxation; // optimum of the open inclusion: beyond it Jacobi only oscillates
  int n_responses;        // those that outputs want
  transient_response response[STUDY_OUTPUTS];
  int load[STUDY_EXCITATIONS];
  int n_signals;
  transient_signal_plan *signals; // at most one for every value of every output
  transient_output_plan outputs[STUDY_OUTPUTS];
  int n_windows, window_values, n_observed, n_apexes, contacts, dissipation, velocity;
  long series_values;
} transient_own;

extern const engine transient_engine;
extern const engine *const transient_engines[]; // NULL behind the last

// transient_time.c: steps and sweeps.
double transient_step(const study *config);                 // Δt, s; 0: not given
double transient_period_frequency(const study *config);     // Hz; 0: none
chatter_status transient_check_period(const study *config); // raises where a period is wanted and unknown
// The load that gives load number `load` its frequency and sweep: itself, or one before it.
const excitation_config *transient_frequency_of(const study *config, int load);
double transient_sweep_time(const excitation_config *excitation);
double transient_steps(const study *config, double dt);    // in all
double transient_recorded(const study *config, double dt); // the last so many are recorded
// Whether an ensemble parameter has one of `parts` in its path: the study's own value need not be right then.
int transient_is_sampled(const study *config, int n, const char *const *parts);
chatter_status transient_check_time(const study *config, const reduced_model *reduced);

// transient_outputs.c: what the kernel evaluates; transient_extract.c: what results get of it.
chatter_status transient_plan_outputs(const study *config, const reduced_model *reduced, arena *memory,
                                      transient_own *own);
chatter_status transient_outline(const study *config, outline_add add, void *to);
chatter_status transient_extract(const engine_layout *layout, const study *config, long n,
                                 const kernel_batch *host, result_set *out);
// transient_times.c: coordinates in s. `output` is a time series that is in `out` already.
chatter_status transient_series_times(const kernel_batch *host, long n, const transient_signal_plan *signal,
                                      const char *output, result_set *out);
chatter_status transient_window_times(const kernel_batch *host, long n, int n_windows, result_set *out);
// transient_pack.c: sizes, model, tables.
// Whether the forces of all contacts stuck follow from F⁻¹ (eq. 13): not where rows depend on each other.
int transient_predicts_stick(const reduced_model *reduced);
chatter_status transient_pack(const study *config, const reduced_model *reduced, engine_layout *layout);
// transient_bind.c
chatter_status transient_bind(const engine_layout *layout, const study *config, long trajectory,
                              double *parameter, trajectory_status *status);
chatter_status transient_start(const engine_layout *layout, const study *config, const double *parameter,
                               double *state);
void transient_specialise(const engine_layout *layout, const kernel_batch *batch, kernel_sizes *sizes);

#endif
