// Interface of engines. An engine turns a study and its reduced model into kernel batches, and
// states of batches into results. There is one per kind of study and scheme; the ensemble knows
// nothing else about them. A new engine is a folder in host/engines, one in kernels, and a line in
// cmake/engines.cmake.
#ifndef CHATTER_ENSEMBLE_ENGINE_H
#define CHATTER_ENSEMBLE_ENGINE_H

#include <stdio.h>

#include "kernels/batch.h"
#include "machines/backend.h"
#include "reduction/reduced.h"
#include "results/result_set.h"
#include "study/study.h"

// Layout: all that the trajectories of one reduced model share. Arrays belong to `memory`.
typedef struct engine_layout {
  arena *memory;
  const struct engine *engine;
  const reduced_model *reduced; // `prepare` of a study without a model may set its own, for fields
  kernel_sizes sizes;
  long n_model, n_tables;
  double *model;      // kernel_batch.model
  int *tables;        // kernel_batch.tables
  int n_state;        // rows of kernel_batch.state
  int n_parameters;   // rows of kernel_batch.parameters
  int n_windows;      // in the recorded time; 0: no output needs windows
  long n_window_rows; // rows of kernel_batch.windows
  double series_step; // shortest step of trajectories with series, set before `prepare`; 0: unknown
  long series_values; // values in kernel_batch.series of a chosen trajectory
  int n_fields;       // field outputs (observe/field_outputs.h)
  struct field_plan *fields;
  double flops_per_step, bytes_per_trajectory; // for plan and summary
  // Numbers in results in addition to windows, series and one for each output: per trajectory, and
  // per point of each.
  double trajectory_values, point_values;
  size_t scratch_bytes; // workspace of each thread that estimates and binds, zeroed at first
  int threads;          // of the CPU, for `extract`; 0: all available to the process
  // States that trajectories continue from (state/start_states.h); NULL: none.
  const struct start_states *start;
  char coordinates[65]; // reduced_coordinate_hash of `reduced`, if states are stored or continued
  void *setup;          // the engine's own, in `memory`
} engine_layout;

// Use of stored rows when a trajectory continues another.
typedef enum {
  ROWS_MOTION,   // of the state: all are continued
  ROWS_CLOCK,    // of the state, depending on time: continued with the clock, if both runs have them
  ROWS_GUESS,    // of the state, initial guess of a solver: used if both runs have them
  ROWS_PARAMETER // parameters, which the engine itself reads (start_states_number)
} engine_rows_kind;
enum { ENGINE_ROWS = 12 };
typedef struct engine_rows {
  const char *name; // variable state_NAME in results
  int first, n;     // range of rows
  const char *units, *words;
  engine_rows_kind kind;
} engine_rows;

// End of another trajectory, from which one continues (state/start_states.h).
typedef struct start_point {
  long row;     // row in the file
  double first; // first step of the new one: initial.clock
  double step;  // Δt of the other run
  double steps; // steps that it had taken since t = 0
  int goes_on;  // 1: its clock continues
} start_point;

// The motion at one step, from which fields on the mesh are recovered.
typedef struct engine_motion {
  double *coordinate; // [n_modes] p, m√kg
  double *velocity;   // [n_modes]
  double *force;      // [n_boundary] r = λ + F⁻¹ F_f f, which loads a massless boundary, N
  double *contact;    // [n_contacts][3] force on the body at each contact point, N
  double shift[2]
              [3]; // displacement of the nodes that move as a whole (recovery.n_moving), m, and its rate, m/s
} engine_motion;

// Estimated effort of a trajectory.
typedef struct trajectory_estimate {
  trajectory_status status; // of a sample that cannot be run (such as TRAJECTORY_UNSTABLE_STEP); otherwise ok
  double steps;             // 0 if it cannot be run
  double recorded;          // the number of last steps that are recorded
  double step;              // Δt, s, for engines with series
  double expected;          // steps until its probable end; 0: all steps
  start_point from;         // of a continued trajectory; its first step is not counted above
  double points;            // probable number of ragged values
  double cost;              // expected, in any unit: batches are sorted by it
  int doubtful;             // 1: it runs, but may not end well
} trajectory_estimate;

// Adds a variable to an outline. dims: "trajectory"; for outputs with several values
// "trajectory,grid_frequency" and other grids, or the dimension of ragged values. compares: the
// output beside which the variable stands as a comparison; outputs cannot have its name. NULL: a
// value of its own, which an output of that name hides.
typedef chatter_status (*outline_add)(void *to, const char *dims, const char *name, const char *units,
                                      const char *words, const char *compares);

typedef struct engine_time { // for the variable `end_time`
  const char *units, *words;
} engine_time;

enum { ENGINE_TEXT = 400 };

// Warning about `doubtful` trajectories, with the key of the study that it is about.
typedef struct engine_caution {
  const char *key;
  char text[ENGINE_TEXT];
} engine_caution;

// Outcomes of a run's trajectories.
typedef struct engine_outcome {
  const reduced_model *reduced; // model of the first group; NULL: there was none
  int is_only;                  // 1: all trajectories share it
  const long *count;            // [N_TRAJECTORY_STATUS]
  const void *tally;            // over all parts of the results
} engine_outcome;

// A command of an engine: `chatter NAME STUDY [--set PATH=VALUE]...`.
typedef struct engine_command {
  const char *name;
  const char *summary;  // one line
  const char *examples; // lines, each indented by two blanks
  const char *details;  // more lines, may be ""
  const char *unused;   // sections of the study without effect, separated by blanks
  chatter_status (*run)(const study *study, FILE *stream);
} engine_command;

// Resources of an engine that steps a batch itself.
typedef struct engine_machine {
  int threads; // of the CPU, at least 1
  int gpu;     // 1 + CUDA number of the batch's GPU; 0: none
  launch_interrupt interrupt;
} engine_machine;

// An engine. Members are required unless marked "Optional", where 0 or NULL means what the comment
// says. Functions of the groups get the layout that `prepare` made, read only.

// Studies that the engine takes, and their reduced models.
typedef struct engine_studies {
  int (*handles)(const study *study);
  // Optional.
  int without_model;       // 1: no study has a model; `reduced` is all zeros
  int steps_unreduced;     // 1: takes models of reduction.method none
  const char *double_only; // reason for refusing --precision single; NULL: it is accepted
  // Returns 1 if the study has a model to reduce; without one `reduced` is all zeros. NULL: always
  // 1.
  int (*needs_model)(const study *study);
  // Makes the reduced model of a study with several bodies. NULL: reduce_study.
  chatter_status (*reduce)(const study *study, reduced_model *out);
  // Refuses laws that the scheme does not support. `reduced` is NULL if the model could not be
  // reduced; the laws are still checked, so that all mistakes of a study are reported together.
  // NULL: `prepare` checks them.
  chatter_status (*check_laws)(const study *study, const reduced_model *reduced);
} engine_studies;

// The columns of a study, one for each trajectory, and their steps.
typedef struct engine_columns {
  // Validates the study against the reduced model (a boundary of the wrong kind, or too large a
  // step, is refused with the limit), and lays out the kernel's arrays. Steps that vary per
  // trajectory are checked in `estimate`.
  chatter_status (*prepare)(const study *study, const reduced_model *reduced, engine_layout *layout);
  // Estimates one trajectory from the study with its sample written into it; `trajectory` is its
  // number in the whole ensemble. A sample that cannot be run gets its status; an error is raised
  // for what prevents any run. Several threads call it, each with its own study and workspace; the
  // next call there, for any trajectory, may use what it leaves in the workspace. *estimate is
  // zeroed before.
  chatter_status (*estimate)(const engine_layout *layout, const study *study, long trajectory, void *scratch,
                             trajectory_estimate *estimate);
  // Calls `estimate` and fills parameter[n_parameters] and the initial column state[n_state]; both
  // are zeroed before, except PARAMETER_SERIES_ROW, which is -1. If the trajectory cannot be run,
  // the state stays zero.
  chatter_status (*bind)(const engine_layout *layout, const study *study, long trajectory, void *scratch,
                         double *parameter, double *state, trajectory_estimate *estimate);
  // Optional.
  int work_row;       // row of the state with a trajectory's cost, if steps are unequal; 0: STATE_STEPS
  int step_parameter; // parameter with the step's length, s (or in the unit of STATE_TIME); 0: it is 1
  // Narrows the sizes of a batch in host memory by the parameters of its trajectories, for speed
  // only: the bits stay the same. To be called when the parameters are filled in. NULL: sizes stay.
  void (*specialise)(const engine_layout *layout, const kernel_batch *batch, kernel_sizes *sizes);
} engine_columns;

// The variables of results.
typedef struct engine_results {
  // Adds the study's outputs for n trajectories to `out`, from the downloaded arrays: dims
  // "trajectory" or "trajectory,window", NaN for a trajectory that did not end well; time series
  // "series,NAME_sample" with the coordinate `series` (int: the column of each chosen trajectory).
  chatter_status (*extract)(const engine_layout *layout, const study *study, long n, const kernel_batch *host,
                            result_set *out);
  // Optional.
  // Lists by `add` the variables in results besides the study's outputs, and those outputs that
  // have ragged values. NULL: none.
  chatter_status (*outline)(const study *study, outline_add add, void *to);
  // Returns unit and long name of `end_time`. NULL: seconds.
  engine_time (*time)(const study *study);
  // Returns the unit of STATE_TIME in column i, in units of `time`. NULL: 1.
  double (*time_scale)(const engine_layout *layout, const kernel_batch *host, long i);
} engine_results;

// Fields on a mesh; all members are optional.
typedef struct engine_fields {
  // Computes the motion of column i at a step from its state [n_state] at the beginning and at the
  // end of the step. NULL: no fields.
  void (*motion)(const engine_layout *layout, const kernel_batch *host, long i, const double *before,
                 const double *after, engine_motion *to);
  int ends;          // 1: the motion is that at the end of the step, else at its beginning
  const char *units; // of its time; NULL: s
} engine_fields;

// Parts of columns for checkpoints and continued runs; all members are optional.
typedef struct engine_restart {
  // Returns the number of window rows, from the first, that trajectory i may have written; the rest
  // is 0, as at first. Its state is in host memory. NULL: all.
  long (*rows_written)(const engine_layout *layout, const kernel_batch *host, long i);
  // Lists the rows of the state that are the motion; returns the number of parts. NULL: motions
  // cannot be stored and continued.
  int (*rows)(const engine_layout *layout, engine_rows to[ENGINE_ROWS]);
} engine_restart;

// The texts and reports for users; all members are optional.
typedef struct engine_messages {
  const char *step; // name of what STATE_STEPS counts; NULL: "step"
  // Lines of `chatter check` after the number of trajectories whose samples cannot be run, and of
  // doubtful ones; NULL: none.
  const char *refused, *doubtful;
  // Prints lines of `chatter check` about the reduced model, each with two blanks and a label of 22
  // characters.
  void (*report)(const engine_layout *layout, const study *study, FILE *stream);
  // Gives the reason why trajectories are doubtful. NULL: none ever is.
  void (*caution)(const engine_layout *layout, engine_caution *out);
  // Warns at the end of a run with advice about trajectories that did not end well.
  void (*advise)(const study *study, const engine_outcome *outcome);
} engine_messages;

// Sums over results that `advise` needs besides the numbers of outcomes; all members are optional.
typedef struct engine_tally {
  // Adds a part of the results to `bytes` that are zeroed at first; called for every part, also of
  // earlier sessions.
  void (*add)(const result_set *part, void *tally);
  const char *const *reads; // variables that it reads, `status` included; ends with NULL
  size_t bytes;
} engine_tally;

typedef struct engine {
  const char *name;
  engine_studies studies;
  engine_columns columns;
  engine_results results;
  // Optional from here on.
  engine_fields fields;
  engine_restart restart;
  engine_messages messages;
  engine_tally tally;
  // Steps a batch in host memory by the engine itself (batched library factorisations,
  // eigenvalues). NULL: the kernel layout->sizes.kind does. Every trajectory whose status is ok
  // goes to min(its PARAMETER_STEPS, step_end); its steps, time and status (TRAJECTORY_ENDED: early
  // and well) go into the common rows of the state. Batches of several devices call it in parallel.
  // When machine.interrupt says so, it returns CHATTER_CHECKPOINTED between trajectories; the next
  // call has the same step_end. `prepare` may have set layout->engine to an engine that differs in
  // this function alone, chosen by the size of the reduced model.
  chatter_status (*advance)(const engine_layout *layout, const kernel_batch *batch, engine_machine machine);
  const engine_command *const *commands; // ends with NULL; NULL: none
  // `run --verify`: compares chosen results with those of another method, in a table. NULL:
  // refused.
  chatter_status (*verify)(const study *study, FILE *stream);
} engine;

// The engines of this program, a list per folder; all lists end with NULL; written by the build
// (cmake/engines.cmake).
extern const engine *const *const engines[];

// Returns parameter `which` of column i of a batch in host memory.
double engine_parameter(const kernel_batch *host, int which, long i);

// Returns the engine of a study; NULL with an error raised if there is none.
const engine *engine_find(const study *study);
// Makes the reduced model of a study as its engine needs it.
chatter_status engine_reduce(const engine *self, const study *study, reduced_model *out);
// Returns 1 if a study of the engine has a model that must be reduced.
int engine_needs_model(const engine *self, const study *study);
// Raises CHATTER_USAGE if the engine does not support that precision.
chatter_status engine_check_precision(const engine *self, const char *precision);
const char *engine_step(const engine *self); // name of a step: "step"
engine_time engine_time_of(const engine *self, const study *study);

#endif
