// Where results of long computations are kept from run to run; everything there may be removed at any time.
#ifndef CHATTER_BASE_CACHE_FOLDER_H
#define CHATTER_BASE_CACHE_FOLDER_H

enum { CACHE_PATH = 1024 };
// $XDG_CACHE_HOME/chatter/LEAF, else ~/.cache/chatter/LEAF, made with its parents and with room for a file
// name of 80 characters behind it; 0 where there is none.
int cache_folder(const char *leaf, char path[CACHE_PATH]);

#endif
