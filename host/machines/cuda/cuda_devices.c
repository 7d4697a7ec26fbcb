// Describes this machine: GPUs, driver, run-time compiler.
#include <stdio.h>
#include <string.h>

#include "machines/backend.h"
#include "machines/cuda/cuda_driver.h"
#include "machines/cuda/cuda_nvrtc.h"

int backend_cuda_count(void) {
  const cuda_driver *driver = cuda_driver_get();
  return driver->usable ? driver->device_count : 0;
}

int backend_cuda_describe(int device, char *text, size_t size) {
  const cuda_driver *driver = cuda_driver_get();
  char name[128] = "";
  int handle, major = 0, minor = 0, processors = 0;
  size_t bytes = 0;
  if (size > 0) text[0] = 0;
  if (!driver->usable || device < 0 || device >= driver->device_count) return 0;
  if (driver->device_get(&handle, device) != CUDA_SUCCESS) return 0;
  if (driver->device_name(name, sizeof name - 1, handle) != CUDA_SUCCESS) return 0;
  if (driver->device_attribute(&major, CUDA_DEVICE_COMPUTE_MAJOR, handle) != CUDA_SUCCESS) return 0;
  if (driver->device_attribute(&minor, CUDA_DEVICE_COMPUTE_MINOR, handle) != CUDA_SUCCESS) return 0;
  if (driver->device_attribute(&processors, CUDA_DEVICE_SM_COUNT, handle) != CUDA_SUCCESS) return 0;
  if (driver->device_memory(&bytes, handle) != CUDA_SUCCESS) return 0;
  snprintf(text, size, "%s, sm_%d%d, %d multiprocessors, %.1f GiB", name, major, minor, processors,
           (double)bytes / (1 << 30));
  return 1;
}

int backend_cuda_has_driver(void) {
  return cuda_driver_get()->found;
}

const char *backend_cuda_state(void) {
  static _Thread_local char text[900];
  const cuda_driver *driver = cuda_driver_get();
  if (!driver->usable) {
    snprintf(text, sizeof text, "%s; the CPU is used", driver->problem);
    return text;
  }
  cuda_nvrtc nvrtc;
  char compiler[2 * NVRTC_NAME + 60], first[200] = "";
  if (cuda_nvrtc_find(driver->version, 0, &nvrtc))
    snprintf(compiler, sizeof compiler, "NVRTC %d.%d (%s)", nvrtc.major, nvrtc.minor, nvrtc.file);
  else
    snprintf(compiler, sizeof compiler, "no NVRTC (%s%sprebuilt or generic kernels are used)", nvrtc.problem,
             *nvrtc.problem ? "; " : "");
  backend_cuda_describe(0, first, sizeof first);
  snprintf(text, sizeof text, "NVIDIA driver for CUDA %d.%d, %s, %d GPU%s: %s%s", driver->version / 1000,
           driver->version % 1000 / 10, compiler, driver->device_count, driver->device_count == 1 ? "" : "s",
           first, driver->device_count > 1 ? ", ..." : "");
  return text;
}
