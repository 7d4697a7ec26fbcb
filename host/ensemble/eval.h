// Batch evaluation for programs of uncertainty quantification: rows of inputs to rows of outputs,
// in memory.
#ifndef CHATTER_ENSEMBLE_EVAL_H
#define CHATTER_ENSEMBLE_EVAL_H

#include "ensemble/batch/devices.h"
#include "ensemble/run_plan.h"
#include "study/samples/samples.h"
#include "study/study.h"

// Table of n rows. A failed row holds NaN everywhere and its status; an output that does not exist
// for a good row is NaN with status TRAJECTORY_OK.
enum { EVAL_NAME = STUDY_NAME + 32 };
// Status of rows that are not run, beyond the values of trajectory_status.
enum { EVAL_OUT_OF_RANGE = 1000 };
const char *eval_status_text(int status); // "ok", ..., "out_of_range"
typedef struct eval_table {
  arena *memory; // owns all arrays below
  long n;
  int n_outputs;
  char (*name)[EVAL_NAME]; // [n_outputs]
  int *status;             // [n], trajectory_status or EVAL_OUT_OF_RANGE
  double *value;           // [n][n_outputs]
  long doubtful;           // number of doubtful rows
  engine_caution caution;  // the engine's warning about them
} eval_table;

int eval_is_output(const output_config *output); // 1: one value per trajectory
// Counts these outputs; their names come in the study's order, followed by those of their
// companions (study_kind.h).
int eval_count_outputs(const study *config);
int eval_output_name(const study *config, int index, char name[EVAL_NAME]); // 0: there is none

// A study prepared for several calls of eval_rows: everything that does not depend on the rows is
// made once.
typedef struct eval_bound {
  study study; // a copy without outputs that tables cannot have
  bound_models models;
} eval_bound;
chatter_status eval_bind(const study *config,
                         eval_bound *out); // `config` must outlive it; nothing is reduced yet
void eval_unbind(eval_bound *self);

typedef struct eval_options {
  int progress;                   // 1: shows a progress bar
  const unsigned char *leave_out; // [n] rows that get EVAL_OUT_OF_RANGE without a run; NULL: none
  _Atomic double *share;          // finished fraction of the work, 0 ... 1; NULL: not wanted
} eval_options;

// Evaluates all rows in one run, in the order of the samples.
chatter_status eval_rows(eval_bound *bound, const samples *values, device_set *devices,
                         const eval_options *options, eval_table *out);
// Binds and evaluates once.
chatter_status eval_samples(const study *config, const samples *values, device_set *devices, int progress,
                            eval_table *out);
void eval_destroy(eval_table *self);

// Makes one row of the study's own values.
chatter_status eval_own_values(const study *config, samples *out);

// Writes `sample_id,status,` and outputs as CSV with 17 significant digits, inf, nan. `path` NULL:
// stdout. An existing file is kept unless `force`. Ids are those of the samples, or row numbers
// from 0.
chatter_status eval_write(const eval_table *self, const samples *values, const char *path, int force);

#endif
