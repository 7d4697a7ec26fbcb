// Interface of the stand-in driver to its GPU: executor_emulated.c (the CUDA path of the kernels
// compiled for the host) or executor_ptx.c (the PTX machine). One of them is linked into each
// stand-in libcuda.
#ifndef CHATTER_TOOLS_EXECUTOR_H
#define CHATTER_TOOLS_EXECUTOR_H

#include <stddef.h>
#include <stdint.h>

extern const char *const executor_name;
extern const int executor_arch; // FAKE_CUDA_ARCH unless it is set

// All return CUresult or NULL; modules and functions are the executor's own.
int executor_load(const void *image, void **module, char *problem, size_t size);
void executor_unload(void *module);
void *executor_function(void *module, const char *name);
void *executor_array(void *module, const char *name, size_t *bytes);
void executor_attributes(const void *function, int *static_shared, int *local_bytes);
// inside: 1 if the bytes lie in one live allocation.
int executor_run(void *function, void **arguments, unsigned grid, unsigned threads, unsigned shared_bytes,
                 int (*inside)(uint64_t address, size_t bytes), char *problem, size_t size);

#endif
