// An opened GPU and the kernels loaded on it: state shared by the launcher's files.
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
  long resident_threads; // threads that the GPU holds at once
  cuda_context context;
  cuda_stream stream;
  cuda_event start, end;
  cuda_kernel *kernels;
  // The driver allocates a kernel's local memory at its first launch: the largest need of the
  // loaded kernels, and the largest of those launched.
  size_t local_needed, local_held;
  // Work of all blocks of a grid that does not fit shared memory: the buffer, the largest need of
  // the loaded kernels, and the size at the last launch.
  cuda_pointer work;
  size_t work_needed, work_held;
  long epoch;         // counts the host's changes of device memory, which may invalidate derived data
  cuda_pointer reals; // the model in float, for single precision
  size_t reals_bytes;
  cuda_source reals_source;
  cuda_pointer uniforms; // run.uniform before it is copied to constant memory
  size_t uniforms_bytes;
  const double *progress_state; // state that `progress_step` belongs to
  double progress_step;         // step that a launch has advanced it to
} cuda_machine;

#define CUDA_TRY(call, doing)                                                                                \
  do {                                                                                                       \
    int cuda_error_ = (call);                                                                                \
    if (cuda_error_ != CUDA_SUCCESS) return cuda_fail(b, cuda_error_, doing);                                \
  } while (0)

// Writes "cuda:0: <doing>: <error text>" into b->message and returns the backend's result for it.
backend_result cuda_fail(backend *b, int error, const char *doing);

#endif
