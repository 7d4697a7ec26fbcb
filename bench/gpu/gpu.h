// What the GPU benchmarks share: open a device, compile a source by NVRTC, time launches, write result rows.
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

// The text of an embedded file ("gpu/ceilings.cu"); exits when it is not there.
const char *gpu_source(const char *name);

// Opens GPU `device` with NVRTC; ends the program with 77 and a sentence where there is none.
void gpu_open(int device, gpu *g);
void gpu_close(gpu *g);

// Ends the program with the driver's text when `error` is not 0.
void gpu_check(const gpu *g, int error, const char *doing);

// Compiles `source` with -arch of the device, no contraction, C++17; ends the program with the compiler's log
// when it fails.
cuda_module gpu_compile(const gpu *g, const char *source);
cuda_function gpu_function(const gpu *g, cuda_module module, const char *name);

double gpu_now(void); // s, of a clock that only goes on

typedef struct gpu_shape {
  unsigned grid, threads, shared_bytes;
} gpu_shape;

// Median seconds of `repeats` launches after two unmeasured ones.
double gpu_time(const gpu *g, cuda_function function, gpu_shape shape, void **arguments, int repeats);

cuda_pointer gpu_allocate(const gpu *g, size_t bytes); // zeroed
void gpu_upload(const gpu *g, cuda_pointer to, const void *from, size_t bytes);
void gpu_download(const gpu *g, void *to, cuda_pointer from, size_t bytes);

// Opens a CSV result file (NULL: stdout) and writes its head: two comment lines with host, GPU, driver, date,
// and the column names.
FILE *gpu_results(const gpu *g, const char *path, const char *columns);

#endif
