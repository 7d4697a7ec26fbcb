// The limits of a GPU with which kernels are compared: FP64 and FP32 fma, FP64 tensor products,
// shared memory, L2 and HBM.
// usage: bench_gpu_ceilings [-d DEVICE] [-o FILE.csv]
#include <stdlib.h>
#include <unistd.h>

#include "gpu/gpu.h"

enum { THREADS = 256, BLOCKS_PER_PROCESSOR = 8, REPEATS = 9 };

typedef struct {
  const char *kernel, *quantity, *unit;
  double work; // of one thread in one round
  int rounds;
  int least_arch;
} ceiling;

// Work: flops per thread (a warp's tensor product divided by 32), or bytes.
static const ceiling ARITHMETIC[] = {
    {"fp64_fma", "fp64 fma", "flop/s", 2 * 16 * 8, 2000, 0},
    {"fp64_fma_constant", "fp64 fma, factor in constant memory", "flop/s", 2 * 16 * 8, 2000, 0},
    {"fp32_fma", "fp32 fma", "flop/s", 2 * 16 * 8, 4000, 0},
    {"fp64_mma_8x8x4", "fp64 tensor m8n8k4", "flop/s", 8 * 512.0 / 32, 4000, 80},
    {"fp64_mma_16x8x16", "fp64 tensor m16n8k16", "flop/s", 4 * 4096.0 / 32, 2000, 90},
    {"shared_read", "shared memory read", "B/s", 8 * 16, 4000, 0},
};

static void arithmetic(const gpu *g, cuda_module module, FILE *out) {
  const unsigned grid = (unsigned)g->processors * BLOCKS_PER_PROCESSOR;
  cuda_pointer result = gpu_allocate(g, (size_t)grid * THREADS * sizeof(double));
  for (size_t i = 0; i < sizeof ARITHMETIC / sizeof *ARITHMETIC; i++) {
    const ceiling *c = &ARITHMETIC[i];
    if (g->arch < c->least_arch) continue;
    int rounds = c->rounds;
    void *arguments[] = {&result, &rounds};
    double seconds =
        gpu_time(g, gpu_function(g, module, c->kernel), (gpu_shape){grid, THREADS, 0}, arguments, REPEATS);
    fprintf(out, "%s,%.4g,%s\n", c->quantity, c->work * rounds * grid * THREADS / seconds, c->unit);
  }
  g->driver->memory_release(result);
}

// Reads a buffer of `bytes`; its size decides whether the kernel measures L2 or HBM.
static void reads(const gpu *g, cuda_module module, FILE *out, const char *what, size_t bytes, int rounds) {
  const unsigned grid = (unsigned)g->processors * BLOCKS_PER_PROCESSOR;
  cuda_pointer buffer = gpu_allocate(g, bytes),
               result = gpu_allocate(g, (size_t)grid * THREADS * sizeof(double));
  long n = (long)(bytes / 16);
  void *arguments[] = {&buffer, &result, &n, &rounds};
  double seconds =
      gpu_time(g, gpu_function(g, module, "global_read"), (gpu_shape){grid, THREADS, 0}, arguments, REPEATS);
  fprintf(out, "%s,%.4g,B/s\n", what, (double)bytes * rounds / seconds);
  g->driver->memory_release(buffer);
  g->driver->memory_release(result);
}

static void copy(const gpu *g, cuda_module module, FILE *out) {
  const size_t bytes = (size_t)2 << 30;
  const unsigned grid = (unsigned)g->processors * BLOCKS_PER_PROCESSOR;
  cuda_pointer from = gpu_allocate(g, bytes), to = gpu_allocate(g, bytes);
  long n = (long)(bytes / 16);
  void *arguments[] = {&from, &to, &n};
  double seconds =
      gpu_time(g, gpu_function(g, module, "global_copy"), (gpu_shape){grid, THREADS, 0}, arguments, REPEATS);
  fprintf(out, "HBM copy (read and written),%.4g,B/s\n", 2.0 * (double)bytes / seconds);
  g->driver->memory_release(from);
  g->driver->memory_release(to);
}

int main(int argc, char **argv) {
  int device = 0;
  const char *path = NULL;
  for (int option; (option = getopt(argc, argv, "d:o:")) != -1;) {
    if (option == 'd')
      device = atoi(optarg);
    else if (option == 'o')
      path = optarg;
    else
      return 2;
  }
  gpu g;
  gpu_open(device, &g);
  cuda_module module = gpu_compile(&g, gpu_source("gpu/ceilings.cu"));
  FILE *out = gpu_results(&g, path, "quantity,value,unit");
  arithmetic(&g, module, out);
  reads(&g, module, out, "L2 read (16 MiB)", (size_t)16 << 20, 100);
  reads(&g, module, out, "HBM read (4 GiB)", (size_t)4 << 30, 1);
  copy(&g, module, out);
  if (path) fclose(out);
  gpu_close(&g);
  return 0;
}
