// Folders where results of long computations are kept from run to run, within a bound; everything there may
// be removed at any time.
#ifndef CHATTER_BASE_CACHE_FILES_H
#define CHATTER_BASE_CACHE_FILES_H

enum { CACHE_PATH = 1024 };
// $XDG_CACHE_HOME/chatter/LEAF, else ~/.cache/chatter/LEAF, made with its parents and with room for a file
// name of 80 characters behind it; 0 where there is none.
int cache_folder_make(const char *leaf, char path[CACHE_PATH]);

// Marks a kept file as used now.
void cache_file_mark_used(const char *path);

// Call it once `path` is written. Removes files of its folder, the least recently used first, until they hold
// CHATTER_CACHE_GB (10⁹ bytes, default 10) or less together. Leaves `path` itself and everything whose name
// does not begin with 32 hexadecimal digits. Returns how many are removed; where nothing can be read, 0.
int cache_folder_trim(const char *path);

#endif
