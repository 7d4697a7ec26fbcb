// The files a command reads. No output of the same command may replace or lengthen one of them: files are
// compared by device and inode, so that neither links nor another spelling of the name gets past.
#ifndef CHATTER_BASE_INPUTS_H
#define CHATTER_BASE_INPUTS_H

#include "base/status.h"

void inputs_note(const char *path);               // of this process, from now on; absent files are not noted
chatter_status inputs_refuse(const char *output); // CHATTER_USAGE where that is a noted file
chatter_status inputs_refuse_open(int file);      // likewise of an open file, such as standard output
void inputs_forget(void);

#endif
