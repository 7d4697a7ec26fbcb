// A machine that runs batches: the CPU, a simulated device with separate memory, an NVIDIA GPU. Memory handed
// to `launch` must come from the same backend; only upload and download cross the border.
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
  BACKEND_INTERRUPTED // some trajectories are not at step_end yet: launched again to the same one they go on
} backend_result;

// Asked by a launch that can end early, the CPU's, from all its threads: 1 ends it. A launch asks no sooner
// than behind its first trajectories, so that it always comes on. NULL: nobody is asked.
typedef struct launch_interrupt {
  int (*ask)(void *context);
  void *context;
} launch_interrupt;

#define BACKEND_TEAMS "1, 4, 8, 16, 32 or 128"

typedef struct backend_options {
  int threads;           // CPU worker threads; 0: all that this process may use
  int lanes;             // trajectories per CPU thread: 1, 4, 8; 0: by how many there are
  int team;              // GPU threads per trajectory: BACKEND_TEAMS; 0: chosen
  long trajectories;     // about so many in all, which a team is chosen for; 0: as many as a GPU takes
  int device;            // CUDA device number
  int single_precision;  // 1: compute in float (storage stays double)
  const char *cache_dir; // of compiled kernels; NULL: $XDG_CACHE_HOME/chatter or ~/.cache/chatter
} backend_options;

typedef struct backend backend;
struct backend {
  char name[32];         // cpu, cpu_scalar, device_sim, cuda:0
  char description[160]; // processor or GPU, instruction set, lanes or team: one line for people
  char message[512];     // of the last failure, for people
  int gpu;               // 1 + number of the NVIDIA GPU that it is; 0: none
  void *self;
  backend_result (*allocate)(backend *b, size_t bytes, void **pointer); // zeroed
  void (*release)(backend *b, void *pointer);
  backend_result (*upload)(backend *b, void *to, const void *from, size_t bytes);
  backend_result (*download)(backend *b, void *to, const void *from, size_t bytes);
  // Gets ready to launch batches of these sizes and tables (both on the host): from then on allocate and
  // memory_free leave room for what their launches take besides. NULL: nothing to get ready.
  backend_result (*prepare)(backend *b, const kernel_sizes *sizes, const int *tables);
  backend_result (*launch)(backend *b,
                           const kernel_batch *batch); // returns when the batch has reached step_end,
  launch_interrupt interrupt;                          // or when this ends it
  size_t (*memory_free)(backend *b);                   // bytes that allocate could still give
  void (*close)(backend *b);
};

backend_options backend_default(void);
int backend_cpu_threads(void); // processors that this process may use, at least 1
// name: cpu | cpu_scalar | cpu:baseline | cpu:v3 | cpu:v4 (instruction sets) | device_sim | cuda | cuda:N.
// On failure b->message says why.
backend_result backend_open(const char *name, backend_options options, backend *b);
int backend_cuda_count(void);                                   // usable GPUs, 0 without driver
int backend_cuda_has_driver(void);                              // 1: usable or not
int backend_cuda_describe(int device, char *text, size_t size); // 1 when there is such a device
const char *backend_cuda_state(void); // one line: which driver, NVRTC and GPUs were found, or why none

// Each launcher's own constructor, called by backend_open.
backend_result backend_cpu_open(backend_options options, backend *b);
backend_result backend_cpu_open_set(backend_options options, const char *set, backend *b); // baseline, v3, v4
backend_result backend_device_sim_open(backend_options options, backend *b);
backend_result backend_cuda_open(backend_options options, backend *b);

#endif
