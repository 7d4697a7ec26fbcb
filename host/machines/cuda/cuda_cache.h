// Disk cache of compiled GPU kernels, one file per kernel. Its name is the hash of the key
// (architecture, options, hash of the sources) and the NVRTC version; its head repeats the key and
// holds a checksum. So collisions and truncated or foreign files are detected and the kernel is
// compiled again. Files are renamed into place: processes may share a folder.
#ifndef CHATTER_MACHINES_CUDA_CACHE_H
#define CHATTER_MACHINES_CUDA_CACHE_H

#include <stddef.h>
#include <stdint.h>

#include "base/cache_files.h"

enum { CACHE_TEXT = 400 };

typedef enum { CACHE_ABSENT, CACHE_FOUND, CACHE_BROKEN } cache_outcome;

// Finds the folder that a process writes: cache_dir, or $XDG_CACHE_HOME/chatter/kernels, or
// ~/.cache/chatter/kernels; "" if there is no home.
void cuda_cache_folder(const char *cache_dir, char *path, size_t size);
// Finds the read-only folder of kernels delivered with the program: <program
// folder>/../share/chatter/kernels.
void cuda_cache_prebuilt(char *path, size_t size);

// Reads the image of `key` made by NVRTC major.minor; `bytes` is malloc'ed. CACHE_BROKEN: `problem`
// gives the reason.
cache_outcome cuda_cache_read(const char *folder, const char *key, int major, int minor, void **bytes,
                              size_t *size, char problem[CACHE_TEXT]);
// Does the same for any NVRTC up to `major`: without an NVRTC here, images of another one serve.
cache_outcome cuda_cache_read_any(const char *folder, const char *key, int major, void **bytes, size_t *size,
                                  char problem[CACHE_TEXT]);
// Writes the image. Returns 0 with `problem` if the folder cannot be written; the caller continues
// without.
int cuda_cache_write(const char *folder, const char *key, int major, int minor, const void *bytes,
                     size_t size, char problem[CACHE_TEXT]);

#endif
