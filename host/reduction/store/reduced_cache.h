// Reduced models kept by content: $XDG_CACHE_HOME/chatter/reduced or ~/.cache/chatter/reduced.
#ifndef CHATTER_REDUCTION_STORE_REDUCED_CACHE_H
#define CHATTER_REDUCTION_STORE_REDUCED_CACHE_H

#include "base/cache_files.h"
#include "reduction/recovery/recovery.h"
#include "reduction/reduced.h"
#include "reduction/store/reduction_input.h"

// File of the reduced model that comes of this input, without the study's damping: named by the input's key.
// "" where there is no folder to keep it in.
void reduced_cache_path(const reduction_input *in, char path[CACHE_PATH]);
// 1 where the file is there and sound, and has that recovery basis; a damaged one is warned about and counts
// as absent.
int reduced_cache_fetch(const char *path, recovery_want want, reduced_model *out);
void reduced_cache_store(const char *path, const reduced_model *self); // a failure is a warning

#endif
