// Output files. They are complete or absent: written under another name, flushed to disk, renamed,
// and never over an input of the command (base/inputs.h). A replaced file keeps its mode; a link to
// it stays. Devices and pipes are never replaced; text is written through to them.
#ifndef CHATTER_BASE_DURABLE_H
#define CHATTER_BASE_DURABLE_H

#include <stdio.h>

#include "base/status.h"

chatter_status durable_sync(const char *path);        // fsync of a file or folder
chatter_status durable_sync_parent(const char *path); // fsync of the folder of `path`
// Checks that a file may be made at `path`: CHATTER_IO for an existing file that may not be
// replaced, and for a folder, device or pipe; CHATTER_USAGE for an input.
chatter_status durable_refuse_existing(const char *path, int force);
// Returns the name to write under until durable_rename: beside `path`, or beside the file that a
// link there leads to. Free it.
char *durable_temporary(const char *path);
// Flushes `temporary`, renames it to `path` (never over an existing file unless `force`) and
// flushes the folder.
chatter_status durable_rename(const char *temporary, const char *path, int force);
int durable_is_null(const char *path); // 1: the null device, whose output is not wanted
// Returns the concatenation of the texts; free it. NULL only when out of memory, with the error
// raised.
char *durable_name(const char *first, const char *second, const char *third);

// Text output: a file once it is closed, or written directly to a device, a pipe or standard output
// ("-", /dev/stdout).
typedef struct durable_text {
  FILE *file;
  const char *path;
  char *temporary; // NULL: written directly
  int force;
} durable_text;
int durable_is_stream(const char *path); // 1: text for `path` is written directly
chatter_status durable_check_text(const char *path,
                                  int force); // as durable_refuse_existing, but streams are allowed
chatter_status durable_open_text(const char *path, int force, durable_text *out);
// Completes the file if `status` is CHATTER_OK, else removes it; returns the first failure.
chatter_status durable_close_text(durable_text *self, chatter_status status);

#endif
