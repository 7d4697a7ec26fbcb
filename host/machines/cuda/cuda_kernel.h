// A kernel on the GPU: its image from the caches or NVRTC, its launch parameters, its model data.
#ifndef CHATTER_MACHINES_CUDA_KERNEL_H
#define CHATTER_MACHINES_CUDA_KERNEL_H

#include "machines/backend.h"
#include "machines/cuda/cuda_driver.h"
#include "machines/cuda/cuda_program.h"

struct cuda_machine;

// Source of derived device data and its time; derived data are valid while the sources are equal.
typedef struct cuda_source {
  const void *model, *parameters;
  long epoch;
} cuda_source;

typedef struct cuda_kernel {
  cuda_program wanted, program; // equal unless a generic image is used
  cuda_module module;
  cuda_function function, uniform;
  int registers, local_bytes, static_shared, blocks_per_processor;
  long most_blocks;                              // of a grid whose work lies in device memory; 0: unlimited
  size_t local_total;                            // local memory of all threads resident on the GPU
  unsigned threads, shared_bytes;                // per block
  cuda_pointer constant_model, constant_uniform; // 0: not in constant memory
  cuda_pointer far_uniform;                      // run.uniform in device memory
  cuda_source fed;                               // source of the last fill
  double compile_seconds;                        // 0: from a cache
  double rate; // trajectory-steps per second of the last launch; 0: none yet
  struct cuda_kernel *next;
} cuda_kernel;

// Gets the loaded kernel for the batch: from this process, the disk cache, the prebuilt folder,
// NVRTC, or the generic build, in this order. With BACKEND_OK b->message may hold a warning (a
// broken cache). host_tables: the batch's tables on the host; NULL: they are read from the device.
backend_result cuda_kernel_get(backend *b, const kernel_batch *batch, const int *host_tables,
                               cuda_kernel **kernel);
// Returns the number of blocks of a launch. If the work lies in device memory: the fewest blocks
// that need as many rounds for all trajectories as the most resident blocks.
long cuda_kernel_grid(const cuda_kernel *kernel, long n_trajectories);
// Copies the model (rounded for single precision) and the common coefficients to where the kernel
// reads them, and allocates its work; *model is the kernel's second argument.
backend_result cuda_kernel_feed(backend *b, cuda_kernel *kernel, const kernel_batch *batch,
                                cuda_pointer *model);
void cuda_kernels_unload(struct cuda_machine *machine);

#endif
