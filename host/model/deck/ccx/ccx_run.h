// ccx, run as a program in a folder of its own.
#ifndef CHATTER_MODEL_DECK_CCX_CCX_RUN_H
#define CHATTER_MODEL_DECK_CCX_CCX_RUN_H

#include "model/deck/ccx/ccx_files.h"

chatter_status ccx_make_folder(char folder[FOLDER_NAME]);
void ccx_remove_folder(const char *folder); // with whatever ccx left in it
// On model.inp there, after which there must be model.ENDING. `deck_path` is for messages; warns: passes on
// those of ccx.
chatter_status ccx_run(const char *deck_path, const char *folder, const char *ending, int warns);

#endif
