// Finds NVIDIA's libraries at run time.
#ifndef CHATTER_MACHINES_CUDA_LIBRARY_H
#define CHATTER_MACHINES_CUDA_LIBRARY_H

enum { CUDA_LIBRARY_NAME = 256 };

// Calls `load` with one file after the other until it returns nonzero, which is returned. Files:
// $variable alone if it is set ("" or "none": no file); else each of the n names in $CUDA_HOME and
// $CUDA_PATH, the program's ../lib, the loader's path, /usr/local/cuda, /opt/cuda.
int cuda_library_find(const char *variable, int n, const char *const *names,
                      int (*load)(const char *file, void *to), void *to);

#endif
