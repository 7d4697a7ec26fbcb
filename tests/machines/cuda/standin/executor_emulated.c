// The stand-in GPU as the emulator: a "module" is any ELF image or PTX text, and its functions are
// the CUDA path of the kernels compiled for the host. The launcher is tested completely; the
// execution of the image by a GPU is not.
//
// FAKE_CUDA_ORDER: the order of the threads (emulator.h).
#include <stdlib.h>
#include <string.h>

#include "emulator.h"
#include "executor.h"
#include "fake_kernels.h"
#include "machines/cuda/cuda_driver.h"

const char *const executor_name = "Emulated";
const int executor_arch = 90;

int executor_load(const void *image, void **module, char *problem, size_t size) {
  static char any;
  (void)problem, (void)size;
  *module = &any;
  return memcmp(image, "\177ELF", 4) == 0 || strstr(image, ".version") ? CUDA_SUCCESS : CUDA_INVALID_IMAGE;
}
void executor_unload(void *module) {
  (void)module;
}
void *executor_function(void *module, const char *name) {
  (void)module;
  for (int i = 0; i < fake_kernel_count; i++)
    if (strcmp(fake_kernels[i].name, name) == 0) return (void *)(uintptr_t)&fake_kernels[i];
  return NULL;
}
// The emulated kernels read model and coefficients through their arguments: these arrays are not
// used.
void *executor_array(void *module, const char *name, size_t *bytes) {
  static char arrays[2][65536] __attribute__((aligned(256)));
  (void)module;
  *bytes = sizeof *arrays;
  return arrays[strcmp(name, "kernel_uniforms") == 0];
}
void executor_attributes(const void *function, int *static_shared, int *local_bytes) {
  (void)function;
  *static_shared = *local_bytes = 0;
}
int executor_run(void *function, void **arguments, unsigned grid, unsigned threads, unsigned shared_bytes,
                 int (*inside)(uint64_t address, size_t bytes), char *problem, size_t size) {
  const fake_kernel *kernel = function;
  const char *order = getenv("FAKE_CUDA_ORDER");
  (void)inside;
  if (kernel->work_in_shared) shared_bytes = EMULATED_SHARED;
  return emulator_run(kernel->run, arguments, grid, threads, shared_bytes,
                      order ? (unsigned)strtoul(order, NULL, 10) : 0, problem, size)
             ? CUDA_SUCCESS
             : CUDA_LAUNCH_FAILED;
}
