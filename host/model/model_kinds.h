// The members of the table of kinds of models in load.c. Only load.c and the kinds include this.
#ifndef CHATTER_MODEL_MODEL_KINDS_H
#define CHATTER_MODEL_MODEL_KINDS_H

#include "base/sha256.h"
#include "model/arena_array.h"
#include "model/model.h"

// load: fills everything but source_hash and node_index of a model whose arena exists; the caller destroys it
// on failure. hash: adds what the load depends on beside the keys of the study's section `model`: the
// contents of files.
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
