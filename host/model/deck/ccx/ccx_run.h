// Runs the program ccx in a folder of its own.
#ifndef CHATTER_MODEL_DECK_CCX_CCX_RUN_H
#define CHATTER_MODEL_DECK_CCX_CCX_RUN_H

#include <stddef.h>

#include "base/status.h"
#include "model/deck/ccx/ccx_files.h"

chatter_status ccx_make_folder(char folder[CCX_FOLDER]);
void ccx_remove_folder(const char *folder); // with all files in it
// Runs ccx on model.inp of the folder; it must write model.ENDING. `deck_path` is for messages;
// warns: 1 passes ccx's warnings on.
chatter_status ccx_run(const char *deck_path, const char *folder, const char *ending, int warns);

// Reads ccx's message from the file `log`: from its first error on (*is_error = 1), or its last
// lines. Each line begins on a new one.
void ccx_read_error(const char *log, char *text, size_t size, int *is_error);

// Passes ccx's warnings on to the user, each once and at most a few.
void ccx_log_warnings(const char *log, const char *deck);

#endif
