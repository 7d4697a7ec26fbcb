// An engine turns a study and its reduced model into kernel batches and batches' states into results. One per
// study kind and scheme; the ensemble knows nothing else about them. A new engine is a folder in
// host/engines, one in kernels, and a line in cmake/engines.cmake.
#ifndef CHATTER_ENSEMBLE_ENGINE_H
#define CHATTER_ENSEMBLE_ENGINE_H

#include <stdio.h>

#include "kernels/batch.h"
#include "machines/backend.h"
#include "reduction/reduced.h"
#include "results/result_set.h"
#include "study/study.h"

// Everything that is the same for all trajectories of one reduced model. Arrays belong to `memory`.
typedef struct engine_layout {
  arena *memory;
  const struct engine *engine;
  const reduced_model *reduced; // `prepare` of a study without a model may set one of its own, for fields
  kernel_sizes sizes;
  long n_model, n_tables;
  double *model;      // kernel_batch.model
  int *tables;        // kernel_batch.tables
  int n_state;        // rows of kernel_batch.state
  int n_parameters;   // rows of kernel_batch.parameters
  int n_windows;      // of the recorded time; 0: no output wants them
  long n_window_rows; // rows of kernel_batch.windows
  double series_step; // shortest of trajectories that have series, set before `prepare`; 0: not known
  long series_values; // doubles of kernel_batch.series per chosen trajectory
  int n_fields;       // outputs of fields (observe/field_outputs.h)
  struct field_plan *fields;
  double flops_per_step, bytes_per_trajectory; // for the plan and the summary
  // Numbers in results beside windows, series and one for each output: of a trajectory, and of each of its
  // points.
  double trajectory_values, point_values;
  size_t scratch_bytes; // of each thread that estimates and binds, zeroed at first
  int threads;          // of the CPU, for `extract`; 0: all that this process may use
  // Where trajectories begin that go on from others (state/start_states.h); NULL: by the study's other words.
  const struct start_states *start;
  char coordinates[65]; // reduced_coordinate_hash of `reduced`, where states are kept or gone on from
  void *setup;          // the engine's, in `memory`
} engine_layout;

// What a trajectory goes on from: parts of its state, and parameters that say what they mean.
typedef enum {
  ROWS_MOTION,   // of the state: all of them are gone on from
  ROWS_CLOCK,    // of the state, of what goes with time: where that goes on too, and both have them
  ROWS_GUESS,    // of the state, where a solver begins: where both have them
  ROWS_PARAMETER // parameters, which the engine itself reads (start_states_number)
} engine_rows_kind;
enum { ENGINE_ROWS = 12 };
typedef struct engine_rows {
  const char *name; // of the variable state_NAME in results
  int first, n;     // rows
  const char *units, *words;
  engine_rows_kind kind;
} engine_rows;

// Where a trajectory goes on from the end of another (state/start_states.h).
typedef struct start_point {
  long row;     // in the file
  double first; // the step that it begins with: initial.clock
  double step;  // Δt of the run that it comes from
  double steps; // that it had taken from its t = 0
  int goes_on;  // 1: the clock does
} start_point;

// A motion at one step, from which fields on the mesh are recovered.
typedef struct engine_motion {
  double *coordinate; // [n_modes] p, m√kg
  double *velocity;   // [n_modes]
  double *force;      // [n_boundary] r = λ + F⁻¹ F_f f, which bends a massless boundary, N
  double *contact;    // [n_contacts][3] of each contact point on the body, N
  double shift[2][3]; // of the nodes that move as a whole (recovery.n_moving), m, and its rate, m/s
} engine_motion;

// What a trajectory will take.
typedef struct trajectory_estimate {
  trajectory_status status; // of a sample that cannot be run (e.g. TRAJECTORY_UNSTABLE_STEP); else ok
  double steps;             // 0 where it cannot be run
  double recorded;          // the last so many of them
  double step;              // Δt, s, of engines that have series
  double expected;          // steps after which it is likely to end; 0: after all of them
  start_point from;         // of one that goes on from another; its first step is not counted above
  double points;            // ragged values that it is likely to have, along their dimension
  double cost;              // expected, in any unit: batches are sorted by it
  int doubtful;             // 1: it runs, but is not sure to end well
} trajectory_estimate;

// `dims`: "trajectory"; or those of outputs with several values, "trajectory,grid_frequency" and other grids,
// or the dimension of ragged values. `compares`: the output that the variable stands beside as a comparison,
// whose name is refused to outputs then; NULL: a value of its own, which an output of that name hides.
typedef chatter_status (*outline_add)(void *to, const char *dims, const char *name, const char *units,
                                      const char *words, const char *compares);

typedef struct engine_time { // of the variable `end_time`
  const char *units, *words;
} engine_time;

enum { ENGINE_TEXT = 400 };

// What there is to say about trajectories that are `doubtful`, at which key of the study.
typedef struct engine_caution {
  const char *key;
  char text[ENGINE_TEXT];
} engine_caution;

// How the trajectories of a run ended.
typedef struct engine_outcome {
  const reduced_model *reduced; // of the first group; NULL: there was none
  int is_only;                  // 1: all trajectories share it
  const long *count;            // [N_TRAJECTORY_STATUS]
  const void *tally;            // of all parts of the results
} engine_outcome;

// A command of one engine: `chatter NAME STUDY [--set PATH=VALUE]...`.
typedef struct engine_command {
  const char *name;
  const char *summary;  // one line
  const char *examples; // lines, each indented by two blanks
  const char *details;  // further lines, may be ""
  const char *unused;   // sections of the study that change nothing, parted by blanks
  chatter_status (*run)(const study *study, FILE *stream);
} engine_command;

// What an engine that steps a batch itself may use.
typedef struct engine_machine {
  int threads; // of the CPU, at least 1
  int gpu;     // 1 + CUDA number of the batch's GPU; 0: it has none
  launch_interrupt interrupt;
} engine_machine;

// An engine. Members are required where nothing else is said; behind "Optional" 0 or NULL stands for what the
// comment says. Functions of the groups are called with the layout that `prepare` made, which is only read.

// The studies that the engine takes, and their reduced model.
typedef struct engine_studies {
  int (*handles)(const study *study);
  // Optional.
  int without_model;       // 1: no study of its has a model; `reduced` is all zeros
  int steps_unreduced;     // 1: takes a model that is not reduced (reduction.method none)
  const char *double_only; // why --precision single is refused; NULL: it is not
  // Returns 1 if the study has a model to reduce; without one `reduced` is all zeros. NULL: always 1.
  int (*needs_model)(const study *study);
  // The reduced model of a study with several bodies. NULL: reduce_study.
  chatter_status (*reduce)(const study *study, reduced_model *out);
  // Refuses laws that the scheme does not take. `reduced` is NULL if the model could not be reduced, so that
  // all mistakes of a study are told together. NULL: `prepare` checks them.
  chatter_status (*check_laws)(const study *study, const reduced_model *reduced);
} engine_studies;

// The columns that a study becomes, and their steps.
typedef struct engine_columns {
  // Validates the study against the reduced model (wrong kind of boundary, too large a step: refused by name
  // with the limit), and lays out the kernel's arrays. Steps that vary per trajectory are checked in
  // `estimate`.
  chatter_status (*prepare)(const study *study, const reduced_model *reduced, engine_layout *layout);
  // Of one trajectory, from the study with that trajectory's sample written into it; `trajectory` is its
  // number in the whole ensemble. A sample that cannot be run gets its status; an error is raised for what no
  // run may begin with. Threads call it at once, each with a study and a scratch of its own; what it leaves
  // in the scratch may be used by the next call there, of any trajectory. *estimate is zeroed before.
  chatter_status (*estimate)(const engine_layout *layout, const study *study, long trajectory, void *scratch,
                             trajectory_estimate *estimate);
  // As `estimate`, which it calls, and besides parameter[n_parameters] and the initial column state[n_state];
  // both are zeroed before, but PARAMETER_SERIES_ROW, which is -1. Where the trajectory cannot be run the
  // state is left alone.
  chatter_status (*bind)(const engine_layout *layout, const study *study, long trajectory, void *scratch,
                         double *parameter, double *state, trajectory_estimate *estimate);
  // Optional.
  int work_row;       // of the state: what a trajectory has cost, where steps are not alike; 0: STATE_STEPS
  int step_parameter; // which says what a step is in time, s (or in what STATE_TIME counts); 0: it is 1
  // Narrows the sizes of one batch (in host memory) by the parameters of its trajectories, for speed only:
  // the bits are the same without it. Call it once the parameters are filled in. NULL: sizes stay.
  void (*specialise)(const engine_layout *layout, const kernel_batch *batch, kernel_sizes *sizes);
} engine_columns;

// The variables of results.
typedef struct engine_results {
  // Adds the study's outputs for n trajectories to `out`, from the downloaded arrays: dims "trajectory" or
  // "trajectory,window", NaN for a trajectory that did not end well; time series "series,NAME_sample" with
  // the coordinate `series` (int: the column of each chosen trajectory).
  chatter_status (*extract)(const engine_layout *layout, const study *study, long n, const kernel_batch *host,
                            result_set *out);
  // Optional.
  // Names by `add` what results hold beside the study's outputs, and of these those that have ragged values
  // instead. NULL: nothing.
  chatter_status (*outline)(const study *study, outline_add add, void *to);
  // The unit and the words of `end_time`. NULL: seconds.
  engine_time (*time)(const study *study);
  // Returns the unit of STATE_TIME in column i, in units of `time`. NULL: 1.
  double (*time_scale)(const engine_layout *layout, const kernel_batch *host, long i);
} engine_results;

// Fields on a mesh; all of it is optional.
typedef struct engine_fields {
  // The motion of column i at a step, from its state when the step begins and when it has been done,
  // [n_state] each. NULL: it has no fields.
  void (*motion)(const engine_layout *layout, const kernel_batch *host, long i, const double *before,
                 const double *after, engine_motion *to);
  int ends;          // 1: that motion is where the step ends, else where it begins
  const char *units; // of its time; NULL: s
} engine_fields;

// The parts of columns that checkpoints and other runs take; all members are optional.
typedef struct engine_restart {
  // Returns how many rows of windows, from the first, trajectory i may have written; those behind are 0 as at
  // first. Its state is in host memory. NULL: all.
  long (*rows_written)(const engine_layout *layout, const kernel_batch *host, long i);
  // Names the rows of the state that are the motion; returns how many such parts there are. NULL: its motions
  // cannot be kept and gone on from.
  int (*rows)(const engine_layout *layout, engine_rows to[ENGINE_ROWS]);
} engine_restart;

// The texts and reports for users; all members are optional.
typedef struct engine_messages {
  const char *step; // what STATE_STEPS counts; NULL: "step"
  // Lines of `chatter check` behind the number of trajectories whose samples cannot be run, and of doubtful
  // ones. NULL where there are none.
  const char *refused, *doubtful;
  // Lines of `chatter check` about the reduced model, each beginning with two blanks and a word of 22
  // characters.
  void (*report)(const engine_layout *layout, const study *study, FILE *stream);
  // Says why trajectories are doubtful. NULL: none is ever doubtful.
  void (*caution)(const engine_layout *layout, engine_caution *out);
  // Warns at the end of a run of what can be done about trajectories that did not end well.
  void (*advise)(const study *study, const engine_outcome *outcome);
} engine_messages;

// The sums over results that `advise` needs beside the numbers of outcomes; all members are optional.
typedef struct engine_tally {
  // Called with every part of the results, those of earlier sessions too; it adds to `bytes` that are zeroed
  // at first.
  void (*add)(const result_set *part, void *tally);
  const char *const *reads; // the variables that it reads, `status` too, NULL behind the last
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
  // NULL: the kernel layout->sizes.kind steps batches. Else the engine itself does, in host memory (batched
  // library factorisations, eigenvalues): every trajectory whose status is ok to min(its PARAMETER_STEPS,
  // step_end), with its steps, time and status (TRAJECTORY_ENDED: early and well) in the common rows of the
  // state. Batches of several devices call it at once. Where machine.interrupt says so it ends early, with
  // CHATTER_CHECKPOINTED, between trajectories: the next call goes to the same step_end. `prepare` may have
  // made layout->engine one with the same functions but this: only the reduced model tells how large a system
  // is.
  chatter_status (*advance)(const engine_layout *layout, const kernel_batch *batch, engine_machine machine);
  const engine_command *const *commands; // ends with NULL; NULL: none
  // `run --verify`: compares chosen results with another way to get them, in a table. NULL: refused.
  chatter_status (*verify)(const study *study, FILE *stream);
} engine;

// The engines of this program, a list per folder, NULL behind the last of either; written by the build
// (cmake/engines.cmake).
extern const engine *const *const engines[];

// Parameter `which` of column i of a batch in host memory.
double engine_parameter(const kernel_batch *host, int which, long i);

// The engine that handles a study; NULL with an error raised when none does.
const engine *engine_find(const study *study);
// The reduced model of a study as its engine wants it.
chatter_status engine_reduce(const engine *self, const study *study, reduced_model *out);
// Returns 1 if a study of the engine has a model that must be reduced.
int engine_needs_model(const engine *self, const study *study);
// Raises CHATTER_USAGE where the engine does not compute in that precision.
chatter_status engine_check_precision(const engine *self, const char *precision);
const char *engine_step(const engine *self); // "step"
engine_time engine_time_of(const engine *self, const study *study);

#endif
