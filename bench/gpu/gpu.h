// Shared parts of the GPU benchmarks: opens a device, compiles a source by NVRTC, times launches,
// writes result rows.
#ifndef CHATTER_BENCH_GPU_H
#define CHATTER_BENCH_GPU_H

#include <stddef.h>
#include <stdio.h>

#include "machines/cuda/cuda_driver.h"
#include "machines/cuda/cuda_nvrtc.h"

typedef struct gpu {
  const cuda_driver *driver;
  cuda_nvrtc nvrtc;
  int handle, arch, processors;
  cuda_context context;
  cuda_stream stream;
  cuda_event start, end;
  char text[160]; // name, architecture, memory
} gpu;

// Returns the text of an embedded file ("gpu/ceilings.cu"); exits if it does not exist.
const char *gpu_source(const char *name);

// Opens GPU `device` with NVRTC; without one it ends the program with 77 and a message.
void gpu_open(int device, gpu *g);
void gpu_close(gpu *g);

// Ends the program with the driver's text if `error` is not 0.
void gpu_check(const gpu *g, int error, const char *doing);

// Compiles `source` with -arch of the device, no contraction, C++17; on failure it ends the program
// with the compiler's log.
cuda_module gpu_compile(const gpu *g, const char *source);
cuda_function gpu_function(const gpu *g, cuda_module module, const char *name);

double gpu_now(void); // s, of a monotonic clock

typedef struct gpu_shape {
  unsigned grid, threads, shared_bytes;
} gpu_shape;

// Returns the median seconds of `repeats` launches after two unmeasured ones.
double gpu_time(const gpu *g, cuda_function function, gpu_shape shape, void **arguments, int repeats);

cuda_pointer gpu_allocate(const gpu *g, size_t bytes); // zeroed
void gpu_upload(const gpu *g, cuda_pointer to, const void *from, size_t bytes);
void gpu_download(const gpu *g, void *to, cuda_pointer from, size_t bytes);

// Opens a CSV result file (NULL: stdout) and writes its head: two comment lines with host, GPU,
// driver, date, and the column names.
FILE *gpu_results(const gpu *g, const char *path, const char *columns);

#endif
