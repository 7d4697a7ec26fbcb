// Shared parts of the GPU benchmarks: device, compilation, timing, results.
#include "gpu.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "machines/backend.h"
#include "machines/cuda/cuda_headers.h"

extern const int bench_source_count;
extern const char *const bench_source_names[];
extern const char *const bench_source_texts[];

const char *gpu_source(const char *name) {
  for (int i = 0; i < bench_source_count; i++)
    if (strcmp(bench_source_names[i], name) == 0) return bench_source_texts[i];
  fprintf(stderr, "no embedded file %s\n", name);
  exit(1);
}

void gpu_check(const gpu *g, int error, const char *doing) {
  if (error == CUDA_SUCCESS) return;
  char text[400];
  cuda_error_text(g->driver, error, text, sizeof text);
  fprintf(stderr, "%s: %s\n", doing, text);
  exit(1);
}

void gpu_open(int device, gpu *g) {
  int major = 0, minor = 0;
  memset(g, 0, sizeof *g);
  g->driver = cuda_driver_get();
  if (!g->driver->usable || device >= g->driver->device_count) {
    fprintf(stderr, "skipped: %s\n", g->driver->usable ? "there is no such GPU" : g->driver->problem);
    exit(77);
  }
  gpu_check(g, g->driver->device_get(&g->handle, device), "device");
  gpu_check(g, g->driver->device_attribute(&major, CUDA_DEVICE_COMPUTE_MAJOR, g->handle), "architecture");
  gpu_check(g, g->driver->device_attribute(&minor, CUDA_DEVICE_COMPUTE_MINOR, g->handle), "architecture");
  gpu_check(g, g->driver->device_attribute(&g->processors, CUDA_DEVICE_SM_COUNT, g->handle), "processors");
  g->arch = 10 * major + minor;
  if (!cuda_nvrtc_find(g->driver->version, g->arch, &g->nvrtc)) {
    fprintf(stderr, "skipped: no NVRTC found (set CUDA_HOME or CHATTER_NVRTC)\n");
    exit(77);
  }
  gpu_check(g, g->driver->context_retain(&g->context, g->handle), "context");
  gpu_check(g, g->driver->context_set(g->context), "context");
  gpu_check(g, g->driver->stream_create(&g->stream, CUDA_STREAM_NON_BLOCKING), "stream");
  gpu_check(g, g->driver->event_create(&g->start, 0), "event");
  gpu_check(g, g->driver->event_create(&g->end, 0), "event");
  backend_cuda_describe(device, g->text, sizeof g->text);
}

void gpu_close(gpu *g) {
  g->driver->event_destroy(g->start);
  g->driver->event_destroy(g->end);
  g->driver->stream_destroy(g->stream);
  g->driver->context_release(g->handle);
}

cuda_module gpu_compile(const gpu *g, const char *source) {
  char arch[40];
  const char *options[] = {"--fmad=false",     "--ftz=false", "--prec-div=true",
                           "--prec-sqrt=true", "--std=c++17", arch};
  snprintf(arch, sizeof arch, "--gpu-architecture=sm_%d", g->arch);
  cuda_image image;
  if (!cuda_nvrtc_compile(&g->nvrtc, source, "bench.cu", cuda_source_count, cuda_source_texts,
                          cuda_source_names, 6, options, 1, &image)) {
    fprintf(stderr, "%s\n", image.log);
    exit(1);
  }
  cuda_module module;
  gpu_check(g, g->driver->module_load(&module, image.bytes, 0, NULL, NULL), "loading a module");
  cuda_image_release(&image);
  return module;
}

cuda_function gpu_function(const gpu *g, cuda_module module, const char *name) {
  cuda_function function;
  gpu_check(g, g->driver->module_function(&function, module, name), name);
  return function;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double gpu_time(const gpu *g, cuda_function function, gpu_shape shape, void **arguments, int repeats) {
  enum { MOST = 101, WARM_UP = 2 };
  double seconds[MOST];
  if (repeats > MOST) repeats = MOST;
  for (int i = -WARM_UP; i < repeats; i++) {
    float milliseconds = 0;
    gpu_check(g, g->driver->event_record(g->start, g->stream), "event");
    gpu_check(g,
              g->driver->launch(function, shape.grid, 1, 1, shape.threads, 1, 1, shape.shared_bytes,
                                g->stream, arguments, NULL),
              "launch");
    gpu_check(g, g->driver->event_record(g->end, g->stream), "event");
    gpu_check(g, g->driver->stream_wait(g->stream), "kernel");
    gpu_check(g, g->driver->event_elapsed(&milliseconds, g->start, g->end), "event");
    if (i >= 0) seconds[i] = 1e-3 * (double)milliseconds;
  }
  qsort(seconds, (size_t)repeats, sizeof *seconds, ascending);
  return seconds[repeats / 2];
}

cuda_pointer gpu_allocate(const gpu *g, size_t bytes) {
  cuda_pointer pointer;
  gpu_check(g, g->driver->memory_allocate(&pointer, bytes), "memory");
  gpu_check(g, g->driver->memory_set(pointer, 0, bytes, g->stream), "memory");
  gpu_check(g, g->driver->stream_wait(g->stream), "memory");
  return pointer;
}

void gpu_upload(const gpu *g, cuda_pointer to, const void *from, size_t bytes) {
  gpu_check(g, g->driver->copy_to_device(to, from, bytes, g->stream), "upload");
  gpu_check(g, g->driver->stream_wait(g->stream), "upload");
}

void gpu_download(const gpu *g, void *to, cuda_pointer from, size_t bytes) {
  gpu_check(g, g->driver->copy_to_host(to, from, bytes, g->stream), "download");
  gpu_check(g, g->driver->stream_wait(g->stream), "download");
}

double gpu_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

FILE *gpu_results(const gpu *g, const char *path, const char *columns) {
  char host[100] = "?", date[40] = "?";
  time_t now = time(NULL);
  struct tm utc;
  gethostname(host, sizeof host - 1);
  if (gmtime_r(&now, &utc)) strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
  FILE *file = path ? fopen(path, "w") : stdout;
  if (!file) {
    fprintf(stderr, "%s: cannot be written\n", path);
    exit(6);
  }
  fprintf(file, "# host %s, %s, driver for CUDA %d.%d, NVRTC %d.%d\n# %s\n%s\n", host, g->text,
          g->driver->version / 1000, g->driver->version % 1000 / 10, g->nvrtc.major, g->nvrtc.minor, date,
          columns);
  return file;
}
