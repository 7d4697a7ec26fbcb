// Functions of the kinds of models in the table of load.c. Only load.c and the kinds include this
// file.
#ifndef CHATTER_MODEL_MODEL_KINDS_H
#define CHATTER_MODEL_MODEL_KINDS_H

#include "base/sha256.h"
#include "model/arena_array.h"
#include "model/model.h"

// load: fills all but source_hash and node_index of a model whose arena exists; the caller destroys
// it on failure. hash: adds the contents of the files that the kind reads.
chatter_status chain_load(const study *s, model *out);
chatter_status bar_load(const study *s, model *out);
chatter_status plane_load(const study *s, model *out);
chatter_status beam_load(const study *s, model *out);
chatter_status calculix_load(const study *s, model *out);
chatter_status calculix_recover_stress(const study *s, const model *m, int n,
                                       const double *const *displacement, double *u, double *stress);
chatter_status calculix_hash(const study *s, sha256 *hash);
chatter_status matrices_load(const study *s, model *out);
chatter_status matrices_hash(const study *s, sha256 *hash);

#endif
