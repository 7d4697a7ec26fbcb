// An engine turns a study and its reduced model into kernel batches and batches' states into results. One per
// study kind and scheme; the ensemble knows nothing else about them. A new engine is a folder in
// host/engines, one in kernels, and a line in cmake/engines.cmake.
#ifndef CHATTER_ENSEMBLE_ENGINE_H
#define CHATTER_ENSEMBLE_ENGINE_H

#include "kernels/batch.h"
#include "reduction/reduced.h"
#include "results/results.h"
#include "study/study.h"

// Everything that is the same for all trajectories of one reduced model. Arrays belong to `memory`.
typedef struct engine_layout {
  arena *memory;
  const struct engine *engine;
  const reduced_model *reduced;
  kernel_sizes sizes;
  long n_model, n_tables;
  double *model;                               // kernel_batch.model
  int *tables;                                 // kernel_batch.tables
  int n_state;                                 // rows of kernel_batch.state
  int n_parameters;                            // rows of kernel_batch.parameters
  long n_window_rows;                          // rows of kernel_batch.windows
  long series_values;                          // doubles of kernel_batch.series per chosen trajectory
  double flops_per_step, bytes_per_trajectory; // for the plan and the summary
  void *own;                                   // the engine's, in `memory`
} engine_layout;

typedef chatter_status (*outline_add)(void *to, const char *name, const char *units, const char *words);

typedef struct engine {
  const char *name;
  const char *step; // what STATE_STEPS counts, for messages: NULL: "step"
  int (*handles)(const study *study);
  // Validates the study against the reduced model (wrong kind of boundary, too large a step: refused by name
  // with the limit), and lays out the kernel's arrays. Steps that vary per trajectory are checked in `bind`.
  chatter_status (*prepare)(const study *study, const reduced_model *reduced, engine_layout *layout);
  // Parameters of one trajectory, from the study with that trajectory's sample written into it:
  // parameter[n_parameters]. `trajectory` is its number in the whole ensemble. A sample that cannot be run
  // gets its status (e.g. TRAJECTORY_UNSTABLE_STEP) and zero steps; no error is raised.
  chatter_status (*bind)(const engine_layout *layout, const study *study, long trajectory, double *parameter,
                         trajectory_status *status);
  // Initial column of the state: state[n_state].
  chatter_status (*start)(const engine_layout *layout, const study *study, const double *parameter,
                          double *state);
  // Adds the study's outputs for n trajectories to `out`, from the downloaded arrays: dims "trajectory" or
  // "trajectory,window", NaN for a trajectory that did not end well; time series "series,NAME_sample" with
  // the coordinate `series` (int: the column of each chosen trajectory).
  chatter_status (*extract)(const engine_layout *layout, const study *study, long n, const kernel_batch *host,
                            result_set *out);
  // May be NULL. Narrows the sizes of one batch (in host memory) by the parameters of its trajectories, for
  // speed only: the bits are the same without it. Call it once the parameters are filled in.
  void (*specialise)(const engine_layout *layout, const kernel_batch *batch, kernel_sizes *sizes);
  // May be NULL: always. Whether the study has a model that must be reduced; without, `reduced` is all zeros.
  int (*needs_model)(const study *study);
  // May be NULL. Names by `add` what results hold per trajectory beside the study's outputs.
  chatter_status (*outline)(const study *study, outline_add add, void *to);
  // May be NULL: times are in s. Else what the unit of STATE_TIME is worth in column i, in units of
  // `time_units` (s, or rad of the excitation in dimensionless studies).
  double (*time_scale)(const engine_layout *layout, const kernel_batch *host, long i);
  const char *(*time_units)(const study *study);
  // Expected cost of a bound trajectory, in any unit: batches are sorted by it. NULL: the number of steps.
  double (*cost)(const engine_layout *layout, const double *parameter);
  // May be NULL: never. Whether the step of a bound trajectory is stable with open contacts, but not with all
  // of them stuck.
  int (*doubtful)(const engine_layout *layout, const double *parameter);
} engine;

// The engines of this program, a list per folder, NULL behind the last of either; written by the build
// (cmake/engines.cmake).
extern const engine *const *const engines[];

// Parameter `which` of column i of a batch in host memory.
double engine_parameter(const kernel_batch *host, int which, long i);

// The engine that handles a study; NULL with an error raised when none does.
const engine *engine_find(const study *study);
const char *engine_step(const engine *self); // "step"

#endif
