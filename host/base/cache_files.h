// Cache folders, which keep results of long computations from run to run within a size limit. Any
// file there may be removed at any time.
#ifndef CHATTER_BASE_CACHE_FILES_H
#define CHATTER_BASE_CACHE_FILES_H

enum { CACHE_PATH = 1024 };
// Makes $XDG_CACHE_HOME/chatter/LEAF, else ~/.cache/chatter/LEAF, with its parents; `path` has room
// for a file name of 80 characters behind it. Returns 0 if there is no such folder.
int cache_folder_make(const char *leaf, char path[CACHE_PATH]);

// Marks a cached file as used now.
void cache_file_mark_used(const char *path);

// Limits the size of a cache; to be called after `path` is written. Removes files of its folder,
// the least recently used first, until they hold at most CHATTER_CACHE_GB (10⁹ bytes, default 10)
// together. Spares `path` and every file whose name does not begin with 32 hexadecimal digits.
// Returns the number of files removed; 0 if the folder cannot be read.
int cache_folder_trim(const char *path);

#endif
