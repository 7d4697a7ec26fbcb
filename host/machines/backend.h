// A machine that runs batches: the CPU, a simulated device with separate memory, an NVIDIA GPU.
// Memory passed to `launch` must come from the same backend; only upload and download copy between
// host and device.
#ifndef CHATTER_MACHINES_BACKEND_H
#define CHATTER_MACHINES_BACKEND_H

#include <stddef.h>

#include "kernels/batch.h"

typedef enum {
  BACKEND_OK,
  BACKEND_NO_DEVICE,
  BACKEND_OUT_OF_MEMORY,
  BACKEND_FAILED,
  BACKEND_UNSUPPORTED,
  BACKEND_INTERRUPTED // some trajectories have not reached step_end; another launch with the same one
                      // continues them
} backend_result;

// Asked by the threads of a launch that can end early (on the CPU): 1 ends it. A launch asks only
// after its first trajectories, so that every launch makes progress. NULL: the launch runs to its
// end.
typedef struct launch_interrupt {
  int (*ask)(void *context);
  void *context;
} launch_interrupt;

#define BACKEND_TEAMS "1, 4, 8, 16, 32 or 128"

typedef struct backend_options {
  int threads;           // CPU worker threads; 0: all available to the process
  int lanes;             // trajectories per CPU thread: 1, 4, 8; 0: by the number of trajectories
  int team;              // GPU threads per trajectory: BACKEND_TEAMS; 0: chosen automatically
  long trajectories;     // approximate total, by which a team is chosen; 0: as many as a GPU takes
  int device;            // CUDA device number
  int single_precision;  // 1: compute in float (storage stays double)
  const char *cache_dir; // of compiled kernels; NULL: $XDG_CACHE_HOME/chatter or ~/.cache/chatter
} backend_options;

typedef struct backend backend;
struct backend {
  char name[32];         // cpu, cpu_scalar, device_sim, cuda:0
  char description[160]; // processor or GPU, instruction set, lanes or team, in one line
  char message[512];     // text of the last failure
  int gpu;               // 1 + number of the NVIDIA GPU; 0: none
  void *self;
  backend_result (*allocate)(backend *b, size_t bytes, void **pointer); // zeroed
  void (*release)(backend *b, void *pointer);
  backend_result (*upload)(backend *b, void *to, const void *from, size_t bytes);
  backend_result (*download)(backend *b, void *to, const void *from, size_t bytes);
  // Prepares launches of batches of these sizes and tables (both on the host): from then on
  // allocate and memory_free reserve the extra memory of the launches. NULL: there is nothing to
  // prepare.
  backend_result (*prepare)(backend *b, const kernel_sizes *sizes, const int *tables);
  backend_result (*launch)(backend *b,
                           const kernel_batch *batch); // returns when the batch has reached step_end
  launch_interrupt interrupt;                          // or when this ends it
  size_t (*memory_free)(backend *b);                   // bytes that allocate can still give
  void (*close)(backend *b);
};

backend_options backend_default(void);
int backend_cpu_threads(void); // processors available to this process, at least 1
// Opens a backend. name: cpu | cpu_scalar | cpu:baseline | cpu:v3 | cpu:v4 (instruction sets) |
// device_sim | cuda | cuda:N. On failure b->message gives the reason.
backend_result backend_open(const char *name, backend_options options, backend *b);
int backend_cuda_count(void);                                   // usable GPUs, 0 without driver
int backend_cuda_has_driver(void);                              // 1: also if it is not usable
int backend_cuda_describe(int device, char *text, size_t size); // 1: there is such a device
const char *backend_cuda_state(void); // one line: driver, NVRTC and GPUs found, or why none

// Constructors of the backends, called by backend_open.
backend_result backend_cpu_open(backend_options options, backend *b);
backend_result backend_cpu_open_set(backend_options options, const char *set, backend *b); // baseline, v3, v4
backend_result backend_device_sim_open(backend_options options, backend *b);
backend_result backend_cuda_open(backend_options options, backend *b);

#endif
