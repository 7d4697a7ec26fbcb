// A study run with one of its resolutions halved, doubled and so on, all else as it is.
#ifndef CHATTER_ENSEMBLE_REFINE_LEVELS_H
#define CHATTER_ENSEMBLE_REFINE_LEVELS_H

#include "ensemble/eval.h"
#include "ensemble/refine/refine_keys.h"

enum { REFINE_LEVELS = 9, REFINE_NOTE = 1024 };

typedef struct refine_options {
  const char *path; // of the study
  int n_sets;
  const char *const *sets; // its --set texts
  int levels;              // of each key, 2 to REFINE_LEVELS
  long count;              // trajectories, spread evenly over the ensemble; 0: all
  int progress;            // 1: tells of each run
} refine_options;

// Results of the study itself.
typedef struct refine_own {
  const study *config;
  long n;                  // trajectories of the ensemble
  long n_chosen;           // of these run
  unsigned char *left_out; // [n] 1: not run
  int n_outputs;           // with one number per trajectory
  int *output, *column;    // [n_outputs] which of the study's, and where in the table
  eval_table table;
} refine_own;

// Levels of one key, coarse to fine, and the table of each.
typedef struct refine_levels {
  refine_key key;
  int n, own; // which level is the study's own
  double value[REFINE_LEVELS];
  const eval_table *table[REFINE_LEVELS];
  eval_table made[REFINE_LEVELS]; // those that `table` points to but for the study's own
  int n_made;
  char note[2][REFINE_NOTE]; // why there is no coarser, no finer level; "": there was no need for one
} refine_levels;

// Runs the study as it is. CHATTER_BAD_STUDY where it has no output to compare,
// CHATTER_TOO_MANY_FAILED where all of its trajectories fail.
chatter_status refine_run_own(const study *config, const refine_options *options, device_set *devices,
                              refine_own *out);
void refine_own_destroy(refine_own *self);
// Runs the levels of `key`: the study's own, one that is finer, one that is coarser, and further
// finer ones. On a side where a level is refused or all its trajectories fail there are no further
// ones; the other side has them then. Destroy it in any case.
chatter_status refine_run_levels(const refine_own *own, const refine_options *options, device_set *devices,
                                 const refine_key *key, refine_levels *out);
void refine_levels_destroy(refine_levels *self);

#endif
