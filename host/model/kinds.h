// One pair of functions per kind of model, and what they share. Only load.c and the kinds include this.
#ifndef CHATTER_MODEL_KINDS_H
#define CHATTER_MODEL_KINDS_H

#include "base/sha256.h"
#include "model/array.h"
#include "model/model.h"

// load: fills everything but source_hash and node_index of a model whose arena exists; the caller destroys it
// on failure. hash: adds what the load depends on beside the keys of the study's section `model`: the
// contents of files.
chatter_status chain_load(const study *s, model *out);
chatter_status bar_load(const study *s, model *out);
chatter_status plane_load(const study *s, model *out);
chatter_status beam_load(const study *s, model *out);
chatter_status calculix_load(const study *s, model *out);
chatter_status calculix_recover(const study *s, const model *m, int n, const double *const *displacement,
                                double *u, double *stress);
chatter_status calculix_hash(const study *s, sha256 *hash);
chatter_status matrices_load(const study *s, model *out);
chatter_status matrices_hash(const study *s, sha256 *hash);

// order: [n_triplets], sorts triplets by row and column of the upper triangle, equal ones as they came.
chatter_status sparse_order(arena *scratch, int n, long n_triplets, const int *i, const int *j, long *order);

// Raises all nodes and sets that the study names and the model lacks, and more modes than it can have
// (names.c).
// has_surfaces: of those too.
chatter_status model_check_names(const study *s, model *m, int has_surfaces, long most_equations);
// Rows of motions inside elements are condensed away (condense.c).
chatter_status model_condense(model *out);
// M becomes diagonal, each row's sum (lump.c), of such a model too.
chatter_status model_lump(const study *s, model *out);

// "file:line:column" of a key of the study, for messages.
const char *model_place(const study *s, const char *dotted_path);
// A number model.KEY that must be `allowed` (unit: with a blank before it), positive, or a whole number from
// 1 to most.
chatter_status model_check_number(const study *s, const char *key, double value, int within,
                                  const char *allowed, const char *unit);
chatter_status model_check_positive(const study *s, const char *key, double value, const char *unit);
chatter_status model_check_count(const study *s, const char *key, double value, int most);
chatter_status model_index_nodes(model *self);    // node_index, once
int model_node_of_id(const model *self, long id); // index, -1 where there is none
// Of one equation and direction they are summed in the order they come.
chatter_status model_add_clamped(model *self, const clamped_mass *entry);
// Adds a set with room for n nodes to out->sets, which has room for it.
chatter_status model_add_set(model *out, const char *name, int n, node_set **set);
// Likewise a surface, which the caller fills.
chatter_status model_add_surface(model *out, const char *name, int n, model_surface **surface);
// Nodes at equal distances along x from 0 on, their ids counted from `first`, without rows yet; two sets of
// one node, the first and the last.
chatter_status model_add_line(model *out, int elements, double length, int first, const char *set_of_first,
                              const char *set_of_last);

#endif
