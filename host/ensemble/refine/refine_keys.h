// Resolutions of a study: numbers such as modes and time steps, on which converged results do not
// depend. The schema's flags mark them.
#ifndef CHATTER_ENSEMBLE_REFINE_KEYS_H
#define CHATTER_ENSEMBLE_REFINE_KEYS_H

#include "study/file/scalar.h"
#include "study/study.h"

enum { REFINE_KEYS = 32 };

typedef struct refine_key {
  study_scalar scalar;
  char path[STUDY_PATH]; // for --set: the scalar's path, or the name of an input that sets several
  double own;            // the study's value, > 0
  int is_finer_above;    // 1: larger numbers are finer; 0: smaller ones
} refine_key;

// Finds the key of `path_or_alias`. CHATTER_BAD_STUDY with the nearest name if there is none; with
// the study's resolutions if it is not one; and if the design varies it or the study gives no
// number.
chatter_status refine_find_key(const study *config, const char *path_or_alias, refine_key *out);
// Finds the study's keys that are refined by default.
chatter_status refine_find_default_keys(const study *config, int *n, refine_key key[REFINE_KEYS]);

#endif
