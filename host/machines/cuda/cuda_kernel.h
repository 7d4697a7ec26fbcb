// A kernel on the GPU: compiled images from the caches or NVRTC, loaded, measured, fed with the model.
#ifndef CHATTER_MACHINES_CUDA_KERNEL_H
#define CHATTER_MACHINES_CUDA_KERNEL_H

#include "machines/backend.h"
#include "machines/cuda/cuda_driver.h"
#include "machines/cuda/cuda_program.h"

struct cuda_machine;

// Device data that something was derived from, and when: equal means that it is still good.
typedef struct cuda_source {
  const void *model, *parameters;
  long epoch;
} cuda_source;

typedef struct cuda_kernel {
  cuda_program wanted, program; // the same unless a generic image stands in
  cuda_module module;
  cuda_function function, uniform;
  int registers, local_bytes, static_shared, blocks_per_processor;
  long most_blocks;                              // of a grid whose work lies in device memory, 0: any number
  size_t local_total;                            // local memory of all threads that the GPU can hold at once
  unsigned threads, shared_bytes;                // of a block
  cuda_pointer constant_model, constant_uniform; // 0: not in constant memory
  cuda_pointer far_uniform;                      // run.uniform in device memory
  cuda_source fed;                               // what either was last filled from
  double compile_seconds;                        // 0 when it came from a cache
  double rate; // trajectory-steps per second of the last launch, 0 before it
  struct cuda_kernel *next;
} cuda_kernel;

// Loaded kernel for the batch: from this process, the disk cache, the prebuilt folder, NVRTC, or the generic
// build, in this order. With BACKEND_OK b->message may hold a warning (a broken cache). host_tables: the
// batch's tables on the host, NULL: they are read from the device.
backend_result cuda_kernel_get(backend *b, const kernel_batch *batch, const int *host_tables,
                               cuda_kernel **kernel);
// Blocks of a launch. Where they take their work from device memory, the fewest that go through all
// trajectories as often as the most that the GPU holds at once would.
long cuda_kernel_grid(const cuda_kernel *kernel, long n_trajectories);
// Brings the model (rounded for single precision) and the common coefficients to where the kernel reads them,
// and makes room for its work; *model is the kernel's second argument.
backend_result cuda_kernel_feed(backend *b, cuda_kernel *kernel, const kernel_batch *batch,
                                cuda_pointer *model);
void cuda_kernels_unload(struct cuda_machine *machine);

#endif
