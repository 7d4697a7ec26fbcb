// A study's model, of whatever kind, from its files or its numbers.
#ifndef CHATTER_MODEL_LOAD_H
#define CHATTER_MODEL_LOAD_H

#include "base/status.h"
#include "model/model.h"
#include "study/study.h"

// Errors: CHATTER_BAD_MODEL for what the user's files or numbers hold, CHATTER_DEVICE out of memory. On
// failure nothing is left to destroy.
chatter_status model_load(const study *s, model *out);
// The hash that model_load will put into source_hash, from the inputs alone: neither meshes nor runs ccx, so
// a cached reduction needs neither.
chatter_status model_source_hash(const study *s, char hash[65]);

// What the nodes of a deck do under n displacements of its equations, by ccx: u [n][n_nodes][3], m, also of
// nodes that hang on others, and stress [n][n_nodes][6], Pa: xx, yy, zz, xy, yz, zx. CHATTER_BAD_STUDY of
// other models.
chatter_status model_recover_stress(const study *s, const model *m, int n, const double *const *displacement,
                                    double *u, double *stress);

// Notes every file of the study (base/inputs.h): itself, matrices, tables, deck with its includes, samples of
// its design.
void model_note_inputs(const study *s);

#endif
