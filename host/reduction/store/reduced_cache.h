// Cache of reduced models by content: $XDG_CACHE_HOME/chatter/reduced or ~/.cache/chatter/reduced.
#ifndef CHATTER_REDUCTION_STORE_REDUCED_CACHE_H
#define CHATTER_REDUCTION_STORE_REDUCED_CACHE_H

#include "base/cache_files.h"
#include "reduction/recovery/recovery.h"
#include "reduction/reduced.h"
#include "reduction/store/reduction_input.h"

// Makes the path of the reduced model for this input, without the study's damping; the input's hash
// is the name. "" if there is no cache folder.
void reduced_cache_path(const reduction_input *in, char path[CACHE_PATH]);
// Reads a cached model. Returns 1 if the file exists, is sound and has that recovery basis; a
// damaged file is warned of and counts as absent.
int reduced_cache_fetch(const char *path, recovery_want want, reduced_model *out);
void reduced_cache_store(const char *path, const reduced_model *self); // a failure is a warning

#endif
