// Runs a study with one of its resolutions halved, doubled and so on, all else unchanged.
#ifndef CHATTER_ENSEMBLE_REFINE_LEVELS_H
#define CHATTER_ENSEMBLE_REFINE_LEVELS_H

#include "ensemble/eval.h"
#include "ensemble/refine/refine_keys.h"

enum { REFINE_LEVELS = 9, REFINE_NOTE = 1024 };

typedef struct refine_options {
  const char *path; // file of the study
  int n_sets;
  const char *const *sets; // its --set texts
  int levels;              // of each key, 2 to REFINE_LEVELS
  long count;              // trajectories, spread evenly over the ensemble; 0: all
  int progress;            // 1: reports each run
} refine_options;

// Results of the study as it is.
typedef struct refine_own {
  const study *config;
  samples values;          // of the design, the same at all levels
  long n;                  // trajectories of the ensemble
  long n_chosen;           // trajectories that are run
  unsigned char *left_out; // [n] 1: not run
  int n_outputs;           // outputs with one number per trajectory
  int *output, *column;    // [n_outputs] index in the study, and column of the table
  eval_table table;
} refine_own;

// Levels of one key, from coarse to fine, with a table each.
typedef struct refine_levels {
  refine_key key;
  int n, own; // number of levels, index of the study's own
  double value[REFINE_LEVELS];
  const eval_table *table[REFINE_LEVELS];
  eval_table made[REFINE_LEVELS]; // storage of `table`, except for the study's own level
  int n_made;
  char note[2][REFINE_NOTE]; // reason why there is no coarser or finer level; "": none was needed
} refine_levels;

// Runs the study as it is. CHATTER_BAD_STUDY if it has no output to compare,
// CHATTER_TOO_MANY_FAILED if all of its trajectories fail.
chatter_status refine_run_own(const study *config, const refine_options *options, device_set *devices,
                              refine_own *out);
void refine_own_destroy(refine_own *self);
// Runs the levels of `key`: the study's own, a finer one, a coarser one, and further finer ones. If
// a level is refused, or all its trajectories fail, there are no further ones on that side, but
// more on the other. Destroy *out in any case.
chatter_status refine_run_levels(const refine_own *own, const refine_options *options, device_set *devices,
                                 const refine_key *key, refine_levels *out);
void refine_levels_destroy(refine_levels *self);

#endif
