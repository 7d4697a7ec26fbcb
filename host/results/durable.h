// Files that are complete or absent: written under another name, flushed to disk, renamed.
#ifndef CHATTER_RESULTS_DURABLE_H
#define CHATTER_RESULTS_DURABLE_H

#include "base/status.h"

chatter_status durable_sync(const char *path);        // fsync of a file or folder
chatter_status durable_sync_parent(const char *path); // fsync of the folder that holds `path`
// Raises CHATTER_IO when `path` exists and may not be replaced.
chatter_status durable_refuse_existing(const char *path, int force);
// fsync of `temporary`, rename to `path` (never over an existing file unless `force`), fsync of the folder.
chatter_status durable_rename(const char *temporary, const char *path, int force);
// A new string: the texts one after the other; free it. NULL only when out of memory, with the error raised.
char *durable_name(const char *first, const char *second, const char *third);

#endif
