// The disk cache of compiled GPU kernels. One file per kernel; its name is the hash of the key (architecture,
// options, hash of the sources) and the NVRTC version; its head repeats the key and holds a checksum, so that
// a collision, a truncated or a foreign file is noticed and compiled anew. Files appear by rename: two
// processes may share a folder.
#ifndef CHATTER_MACHINES_CUDA_CACHE_H
#define CHATTER_MACHINES_CUDA_CACHE_H

#include <stddef.h>
#include <stdint.h>

#include "base/cache_files.h"

enum { CACHE_TEXT = 400 };

typedef enum { CACHE_ABSENT, CACHE_FOUND, CACHE_BROKEN } cache_outcome;

// The folder that a process writes: cache_dir, or $XDG_CACHE_HOME/chatter/kernels, or
// ~/.cache/chatter/kernels;
// "" when there is no home.
void cuda_cache_folder(const char *cache_dir, char *path, size_t size);
// The read-only folder of kernels that came with the program: <program folder>/../share/chatter/kernels.
void cuda_cache_prebuilt(char *path, size_t size);

// Reads the image of `key` made by NVRTC major.minor; `bytes` is malloc'ed. CACHE_BROKEN: `problem` says why.
cache_outcome cuda_cache_read(const char *folder, const char *key, int major, int minor, void **bytes,
                              size_t *size, char problem[CACHE_TEXT]);
// As above for any NVRTC up to `major` (where there is no NVRTC here, what another one made serves).
cache_outcome cuda_cache_read_any(const char *folder, const char *key, int major, void **bytes, size_t *size,
                                  char problem[CACHE_TEXT]);
// Writes it; 0 with `problem` when the folder cannot be written (the caller goes on without).
int cuda_cache_write(const char *folder, const char *key, int major, int minor, const void *bytes,
                     size_t size, char problem[CACHE_TEXT]);

#endif
