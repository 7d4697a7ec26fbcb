// The matrices ccx stores: model.sti (K), model.mas (M), model.dof (node.direction of each equation).
#ifndef CHATTER_MODEL_CCX_FILES_H
#define CHATTER_MODEL_CCX_FILES_H

#include "model/model.h"

enum { FOLDER_NAME = 1024 };

// Into a model whose nodes are known. `deck` is for messages.
chatter_status ccx_read_files(const char *folder, const char *deck, model *out);

#endif
