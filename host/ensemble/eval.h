// Batch evaluation for programs of uncertainty quantification: rows of inputs in, rows of outputs out, in
// memory.
#ifndef CHATTER_ENSEMBLE_EVAL_H
#define CHATTER_ENSEMBLE_EVAL_H

#include "ensemble/batch/devices.h"
#include "ensemble/run_plan.h"
#include "study/samples/samples.h"
#include "study/study.h"

// n rows. A row that failed holds NaN everywhere and its status; an output that does not exist for a good row
// is NaN with status TRAJECTORY_OK.
enum { EVAL_NAME = STUDY_NAME + 32 };
// Beside trajectory_status, behind any that kernels will ever have: they never see such a row.
enum { EVAL_OUT_OF_RANGE = 1000 };
const char *eval_status_text(int status); // "ok", ..., "out_of_range"
typedef struct eval_table {
  arena *memory; // owns everything below
  long n;
  int n_outputs;
  char (*name)[EVAL_NAME]; // [n_outputs]
  int *status;             // [n], trajectory_status or EVAL_OUT_OF_RANGE
  double *value;           // [n][n_outputs]
  long doubtful;           // rows of which the engine says so,
  engine_caution caution;  // and what to say about them
} eval_table;

int eval_is_output(const output_config *output); // 1: it has one value per trajectory
// The names of those outputs in the study's order, behind all of them those of their companions
// (study_kind.h).
int eval_count_outputs(const study *config);
int eval_output_name(const study *config, int index, char name[EVAL_NAME]); // 0: there is none

// A study that rows of several calls are evaluated with: what does not depend on them is made once.
typedef struct eval_bound {
  study study; // a copy without outputs that no table has
  bound_models models;
} eval_bound;
chatter_status eval_bind(const study *config, eval_bound *out); // `config` outlives it; reduces nothing yet
void eval_unbind(eval_bound *self);

typedef struct eval_options {
  int progress;                   // 1: shows a progress bar
  const unsigned char *leave_out; // [n] rows that hold EVAL_OUT_OF_RANGE at once; NULL: none
  _Atomic double *share;          // told what part of the work is done, 0 ... 1; NULL: nobody is
} eval_options;

// All rows in one run, in the order of the samples.
chatter_status eval_rows(eval_bound *bound, const samples *values, device_set *devices,
                         const eval_options *options, eval_table *out);
// Likewise, once.
chatter_status eval_samples(const study *config, const samples *values, device_set *devices, int progress,
                            eval_table *out);
void eval_destroy(eval_table *self);

// One row of the study's own values.
chatter_status eval_own_values(const study *config, samples *out);

// `sample_id,status,` + output names; 17 significant digits, inf, nan. `path` NULL: stdout. An existing file
// is kept unless `force`. Ids are those of the samples, or the row numbers from 0.
chatter_status eval_write(const eval_table *self, const samples *values, const char *path, int force);

#endif
