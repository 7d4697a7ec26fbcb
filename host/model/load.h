// A study's model, of whatever kind, from its files or its numbers.
#ifndef CHATTER_MODEL_LOAD_H
#define CHATTER_MODEL_LOAD_H

#include "base/status.h"
#include "model/model.h"
#include "study/study.h"

// Loads the model of a study. Errors: CHATTER_BAD_MODEL for mistakes in the user's files or
// numbers, CHATTER_DEVICE out of memory. On failure nothing is left to destroy.
chatter_status model_load(const study *s, model *out);
// Computes the hash that model_load will put into source_hash, from the inputs alone, without mesh
// or ccx. A cached reduction needs neither.
chatter_status model_source_hash(const study *s, char hash[65]);

// Recovers by ccx the nodes' response to n displacements of the deck's equations: u
// [n][n_nodes][3], m, also at dependent nodes, and stress [n][n_nodes][6], Pa: xx, yy, zz, xy, yz,
// zx. CHATTER_BAD_STUDY for other models.
chatter_status model_recover_stress(const study *s, const model *m, int n, const double *const *displacement,
                                    double *u, double *stress);

// Notes every file of the study (base/inputs.h): study, matrices, tables, deck with includes,
// design samples.
void model_note_inputs(const study *s);

#endif
