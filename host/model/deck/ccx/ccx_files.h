// The matrices ccx stores: model.sti (K), model.mas (M), model.dof (node.direction of each equation),
// and what it prints.
#ifndef CHATTER_MODEL_CCX_FILES_H
#define CHATTER_MODEL_CCX_FILES_H

#include "model/model.h"

enum { FOLDER_NAME = 1024 };

// Into a model whose nodes are known. `deck` is for messages. Up to n_own nodes that the deck has not are
// ccx's own (incompatible modes): their equations are rows of the matrices like any other, and belong to no
// node.
chatter_status ccx_read_files(const char *folder, const char *deck, long n_own, model *out);

// Adds the clamped part (model.h); whole: the matrices of the deck without its *BOUNDARY cards, out: the
// model of the deck, fixed: [n_nodes], bit d: direction d is fixed.
chatter_status ccx_add_clamped(const char *deck, const unsigned char *fixed, model *whole, model *out);

// What ccx printed into the file `log`: from its first error on (*is_error), or its last lines; each line
// begins on a new one.
void ccx_read_error(const char *log, char *text, size_t size, int *is_error);
// Passes ccx's warnings on to the user, each once and a few at most.
void ccx_log_warnings(const char *log, const char *deck);

#endif
