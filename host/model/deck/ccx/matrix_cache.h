// Matrices that ccx has made, kept by the deck that it was given: $XDG_CACHE_HOME/chatter/matrices or
// ~/.cache/chatter/matrices.
#ifndef CHATTER_MODEL_DECK_CCX_MATRIX_CACHE_H
#define CHATTER_MODEL_DECK_CCX_MATRIX_CACHE_H

#include "base/cache_files.h"
#include "model/model.h"

// The file for the matrices of `model.inp` in the folder; "" where there is no folder to keep it in.
void matrix_cache_path(const char *folder, char path[CACHE_PATH]);
// K, M, the rows of the nodes and the number of rows without one, into a model with the deck's nodes; what
// ccx printed into the file `log` of the folder. 1: the file is there and sound.
int matrix_cache_fetch(const char *path, const char *folder, model *out);
void matrix_cache_store(const char *path, const char *folder, const model *from); // a failure is a warning

#endif
