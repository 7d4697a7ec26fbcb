// Cache of ccx's matrices, keyed by the deck that ccx got: $XDG_CACHE_HOME/chatter/matrices or
// ~/.cache/chatter/matrices.
#ifndef CHATTER_MODEL_DECK_CCX_MATRIX_CACHE_H
#define CHATTER_MODEL_DECK_CCX_MATRIX_CACHE_H

#include "base/cache_files.h"
#include "model/model.h"

// Finds the cache file for the matrices of `model.inp` in the folder; "" if there is no cache
// folder.
void matrix_cache_path(const char *folder, char path[CACHE_PATH]);
// Reads K, M, the rows of the nodes and the number of rows without a node into a model with the
// deck's nodes, and writes ccx's printed output into the file `log` of the folder. Returns 1 if the
// file exists and is sound.
int matrix_cache_fetch(const char *path, const char *folder, model *out);
void matrix_cache_store(const char *path, const char *folder, const model *from); // a failure is a warning

#endif
