// One opened GPU and the kernels loaded on it: what the launcher's files share.
#ifndef CHATTER_MACHINES_CUDA_MACHINE_H
#define CHATTER_MACHINES_CUDA_MACHINE_H

#include "machines/backend.h"
#include "machines/cuda/cuda_cache.h"
#include "machines/cuda/cuda_driver.h"
#include "machines/cuda/cuda_kernel.h"
#include "machines/cuda/cuda_nvrtc.h"

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

#endif
