// Outputs. Files are complete or absent: written under another name, flushed to disk, renamed, and never over
// an input of the command (base/inputs.h). A file that is replaced keeps its mode, a link to it stays.
// Devices and pipes are never replaced: text is written through to them.
#ifndef CHATTER_BASE_DURABLE_H
#define CHATTER_BASE_DURABLE_H

#include <stdio.h>

#include "base/status.h"

chatter_status durable_sync(const char *path);        // fsync of a file or folder
chatter_status durable_sync_parent(const char *path); // fsync of the folder that holds `path`
// Whether a file may be made at `path`: CHATTER_IO where something is there that may not be replaced, and for
// a folder, device or pipe; CHATTER_USAGE where it is an input.
chatter_status durable_refuse_existing(const char *path, int force);
// The name to write under until durable_rename: beside `path`, or beside the file that a link there leads to.
// Free it.
char *durable_temporary(const char *path);
// fsync of `temporary`, rename to `path` (never over an existing file unless `force`), fsync of the folder.
chatter_status durable_rename(const char *temporary, const char *path, int force);
int durable_is_null(const char *path); // 1: the null device, what is written there is not wanted
// A new string: the texts one after the other; free it. NULL only when out of memory, with the error raised.
char *durable_name(const char *first, const char *second, const char *third);

// Text that is a file at its end, or goes straight into a device, a pipe or standard output ("-",
// /dev/stdout).
typedef struct durable_text {
  FILE *file;
  const char *path;
  char *temporary; // NULL: written through
  int force;
} durable_text;
int durable_is_stream(const char *path); // 1: text for `path` is written through
chatter_status durable_check_text(const char *path,
                                  int force); // as durable_refuse_existing, streams are welcome
chatter_status durable_open_text(const char *path, int force, durable_text *out);
// Completes the file where `status` is CHATTER_OK, else removes it; returns the first thing that went wrong.
chatter_status durable_close_text(durable_text *self, chatter_status status);

#endif
