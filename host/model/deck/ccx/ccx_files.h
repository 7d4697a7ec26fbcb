// The matrices ccx stores: model.sti (K), model.mas (M), model.dof (node.direction of each
// equation).
#ifndef CHATTER_MODEL_CCX_FILES_H
#define CHATTER_MODEL_CCX_FILES_H

#include "model/model.h"

enum { CCX_FOLDER = 1024 };

// Reads the matrices into a model whose nodes are known. `deck` is for messages. Up to
// n_internal_nodes nodes that are absent from the deck are ccx's own (incompatible modes): their
// equations are rows of the matrices that belong to no node.
chatter_status ccx_read_files(const char *folder, const char *deck, long n_internal_nodes, model *out);

// Adds the mass between free and fixed coordinates (model.clamped) to `out`, the model of the deck.
// whole: the matrices of the deck without its *BOUNDARY cards. fixed: [n_nodes], bit d: direction d
// is fixed.
chatter_status ccx_add_clamped(const char *deck, const unsigned char *fixed, model *whole, model *out);

#endif
