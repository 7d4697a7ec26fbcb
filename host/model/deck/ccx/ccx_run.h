// ccx, run as a program in a folder of its own.
#ifndef CHATTER_MODEL_DECK_CCX_CCX_RUN_H
#define CHATTER_MODEL_DECK_CCX_CCX_RUN_H

#include <stddef.h>

#include "base/status.h"
#include "model/deck/ccx/ccx_files.h"

chatter_status ccx_make_folder(char folder[CCX_FOLDER]);
void ccx_remove_folder(const char *folder); // with whatever ccx left in it
// On model.inp there, after which there must be model.ENDING. `deck_path` is for messages; warns: passes on
// those of ccx.
chatter_status ccx_run(const char *deck_path, const char *folder, const char *ending, int warns);

// What ccx printed into the file `log`: from its first error on (*is_error), or its last lines; each line
// begins on a new one.
void ccx_read_error(const char *log, char *text, size_t size, int *is_error);

// Passes ccx's warnings on to the user, each once and a few at most.
void ccx_log_warnings(const char *log, const char *deck);

#endif
