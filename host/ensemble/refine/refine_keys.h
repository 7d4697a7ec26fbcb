// Resolutions of a study: numbers that its results should not depend on once they are fine enough,
// such as modes and time steps. The schema's rows say which they are.
#ifndef CHATTER_ENSEMBLE_REFINE_KEYS_H
#define CHATTER_ENSEMBLE_REFINE_KEYS_H

#include "study/file/scalar.h"
#include "study/study.h"

enum { REFINE_KEYS = 32 };

typedef struct refine_key {
  study_scalar scalar;
  char path[STUDY_PATH]; // for --set: the scalar's, or the name of an input that sets several
  double own;            // the study's value, > 0
  int is_finer_above;    // 1: larger numbers are finer; 0: smaller ones
} refine_key;

// Finds the key of `path_or_alias`. CHATTER_BAD_STUDY with the nearest name where there is none,
// with all that this study has where it is no resolution, and where the design varies it or the
// study gives no number.
chatter_status refine_find_key(const study *config, const char *path_or_alias, refine_key *out);
// Finds those that the study has of the keys that are varied where none are named.
chatter_status refine_find_default_keys(const study *config, int *n, refine_key key[REFINE_KEYS]);

#endif
