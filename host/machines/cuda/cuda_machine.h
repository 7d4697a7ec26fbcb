// One opened GPU and the kernels loaded on it: what the launcher's files share.
#ifndef CHATTER_MACHINES_CUDA_MACHINE_H
#define CHATTER_MACHINES_CUDA_MACHINE_H

#include "machines/backend.h"
#include "machines/cuda/cuda_cache.h"
#include "machines/cuda/cuda_driver.h"
#include "machines/cuda/cuda_nvrtc.h"
#include "machines/cuda/cuda_program.h"

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

typedef struct cuda_machine {
  const cuda_driver *driver;
  cuda_nvrtc nvrtc; // .usable 0: none found
  backend_options options;
  char cache[CACHE_PATH], prebuilt[CACHE_PATH];
  int handle, arch, shared_limit; // arch: 90 for sm_90
  int processors;
  long resident_threads; // that the GPU can hold at once
  cuda_context context;
  cuda_stream stream;
  cuda_event start, end;
  cuda_kernel *kernels;
  // The driver takes a kernel's local memory at its first launch: the most that a loaded kernel needs, and
  // that a launched one has taken.
  size_t local_needed, local_held;
  // The work that does not fit shared memory, of all blocks of a grid: the most that a loaded kernel needs,
  // and what the last launch has taken.
  cuda_pointer work;
  size_t work_needed, work_held;
  long epoch;         // counts changes of device memory by the host: what was derived before one may be stale
  cuda_pointer reals; // the model in float, for single precision
  size_t reals_bytes;
  cuda_source reals_source;
  cuda_pointer uniforms; // run.uniform on its way to constant memory
  size_t uniforms_bytes;
  const double *progress_state; // the state that `progress_step` belongs to
  double progress_step;         // steps that a launch has brought it to
} cuda_machine;

#define CUDA_TRY(call, doing)                                                                                \
  do {                                                                                                       \
    int cuda_error_ = (call);                                                                                \
    if (cuda_error_ != CUDA_SUCCESS) return cuda_fail(b, cuda_error_, doing);                                \
  } while (0)

// Writes "cuda:0: <doing>: <error text>" into b->message and gives the backend's result for it.
backend_result cuda_fail(backend *b, int error, const char *doing);

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
void cuda_kernels_unload(cuda_machine *machine);

#endif
