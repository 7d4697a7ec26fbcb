// Loads libcuda.so.1, and explains in one sentence if it cannot be used.
#include "machines/cuda/cuda_driver.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cuda_driver the_driver;
static pthread_once_t once = PTHREAD_ONCE_INIT;

typedef struct {
  int error;
  const char *what;
} advice;

static const advice ADVICE[] = {
    {CUDA_OUT_OF_MEMORY, "the GPU's memory is full: use smaller batches or free it from other programs"},
    {CUDA_STUB_LIBRARY,
     "a stub libcuda.so was loaded: remove the toolkit's 'stubs' folder from LD_LIBRARY_PATH"},
    {CUDA_DEVICE_UNAVAILABLE, "another program holds the GPU in exclusive mode"},
    {CUDA_NO_DEVICE, "no GPU is visible: check nvidia-smi and CUDA_VISIBLE_DEVICES"},
    {CUDA_INVALID_DEVICE, "there is no such GPU: `chatter devices` lists those visible"},
    {CUDA_INVALID_IMAGE,
     "the driver refuses the compiled kernel: update the driver or empty the kernel cache"},
    {CUDA_NO_BINARY_FOR_GPU, "no kernel for this GPU: install NVRTC (CUDA toolkit) of the driver's version"},
    {CUDA_ECC_UNCORRECTABLE,
     "the GPU's memory has an uncorrectable error: continue on another GPU with --resume"},
    {CUDA_INVALID_PTX, "the driver refuses the kernel's PTX: update the driver"},
    {CUDA_UNSUPPORTED_PTX_VERSION,
     "NVRTC is newer than the driver: update the driver, or set CHATTER_NVRTC to an older libnvrtc"},
    {CUDA_ILLEGAL_ADDRESS,
     "the kernel left its memory; the GPU context is lost: continue with --resume and please report this"},
    {CUDA_OUT_OF_RESOURCES, "the kernel does not fit this GPU: force another mapping (team)"},
    {CUDA_LAUNCH_TIMEOUT,
     "the display's watchdog ended the kernel; the GPU context is lost: continue with --resume"},
    {CUDA_LAUNCH_FAILED, "the kernel failed; the GPU context is lost: continue with --resume"},
    {CUDA_SYSTEM_NOT_READY, "the system is not ready: is nvidia-fabricmanager running?"},
    {CUDA_DRIVER_MISMATCH,
     "kernel module and library of the driver differ in version: reboot after the update"},
    {CUDA_COMPAT_NOT_SUPPORTED,
     "the forward-compatibility library does not support this GPU: remove cuda-compat"},
};

void cuda_error_text(const cuda_driver *driver, int error, char *text, size_t size) {
  const char *name = NULL, *meaning = NULL, *what = "continue with --resume once the GPU works again";
  if (driver->error_name) driver->error_name(error, &name);
  if (driver->error_string) driver->error_string(error, &meaning);
  for (size_t i = 0; i < sizeof ADVICE / sizeof *ADVICE; i++)
    if (ADVICE[i].error == error) what = ADVICE[i].what;
  snprintf(text, size, "%s (%d): %s; %s", name ? name : "CUDA error", error, meaning ? meaning : "no text",
           what);
}

static int load_symbols(cuda_driver *driver, void *library) {
  static const char *const SYMBOLS[] = {
#define X(member, symbol, arguments) symbol,
      CUDA_DRIVER_LIST(X)
#undef X
  };
  int index = 0;
#define X(member, symbol, arguments)                                                                         \
  {                                                                                                          \
    void *address = dlsym(library, SYMBOLS[index]);                                                          \
    if (!address) {                                                                                          \
      snprintf(driver->problem, sizeof driver->problem,                                                      \
               "the NVIDIA driver is too old: libcuda.so.1 lacks %s", SYMBOLS[index]);                       \
      return 0;                                                                                              \
    }                                                                                                        \
    memcpy(&driver->member, &address, sizeof address);                                                       \
    index++;                                                                                                 \
  }
  CUDA_DRIVER_LIST(X)
#undef X
  return 1;
}

static void load(void) {
  cuda_driver *driver = &the_driver;
  const char *name = getenv("CHATTER_LIBCUDA");
  void *library = dlopen(name && *name ? name : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(driver->problem, sizeof driver->problem, "no NVIDIA driver found (%.200s)", dlerror());
    return;
  }
  driver->found = 1;
  if (!load_symbols(driver, library)) return;
  int error = driver->init(0);
  if (error != CUDA_SUCCESS) {
    char text[220];
    cuda_error_text(driver, error, text, sizeof text);
    snprintf(driver->problem, sizeof driver->problem, "the NVIDIA driver does not start: %s", text);
    return;
  }
  if (driver->driver_version(&driver->version) != CUDA_SUCCESS) driver->version = 0;
  if (driver->version < CUDA_OLDEST_DRIVER) {
    snprintf(driver->problem, sizeof driver->problem,
             "the NVIDIA driver is too old: it supports CUDA %d.%d, %d.%d or later is needed",
             driver->version / 1000, driver->version % 1000 / 10, CUDA_OLDEST_DRIVER / 1000,
             CUDA_OLDEST_DRIVER % 1000 / 10);
    return;
  }
  if (driver->count_devices(&driver->device_count) != CUDA_SUCCESS) driver->device_count = 0;
  if (driver->device_count == 0)
    snprintf(driver->problem, sizeof driver->problem,
             "an NVIDIA driver but no visible GPU: check nvidia-smi and CUDA_VISIBLE_DEVICES");
  else
    driver->usable = 1;
}

const cuda_driver *cuda_driver_get(void) {
  pthread_once(&once, load);
  return &the_driver;
}
