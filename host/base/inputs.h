// The files that a command reads. No output of the same command may replace or extend one of them.
// Files are compared by device and inode, so links and other spellings of a name are recognised.
#ifndef CHATTER_BASE_INPUTS_H
#define CHATTER_BASE_INPUTS_H

#include "base/status.h"

void inputs_note(const char *path);               // for this process; missing files are not noted
chatter_status inputs_refuse(const char *output); // CHATTER_USAGE if that is a noted file
chatter_status inputs_refuse_open(int file);      // the same for an open file, such as standard output
void inputs_forget(void);

#endif
