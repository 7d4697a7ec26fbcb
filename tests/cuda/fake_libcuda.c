// A stand-in for libcuda.so.1: enough of the driver interface to run the GPU launcher on a machine without a
// GPU. Device memory is the host's, filled with garbage when allocated; a "module" is any ELF image or PTX
// text; its functions are the kernels' CUDA path compiled for the host and run by the emulator. What the
// launcher does is thus tested whole: loading, compiling, caching, memory, launches in parts, and every
// failure below. What a real GPU does with the image is not.
//
// FAKE_CUDA_DEVICES (1), FAKE_CUDA_VERSION (13000), FAKE_CUDA_ARCH (90), FAKE_CUDA_MEMORY (bytes, 256 MiB),
// FAKE_CUDA_FAIL=symbol:n:error: the n-th call of a function returns that error, and from then on, when the
// error is 700 or above (those destroy a context), every call does.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "emulator.h"
#include "fake_kernels.h"
#include "kernels/batch.h"
#include "machines/cuda/cuda_driver.h"

#define EXPORT __attribute__((visibility("default")))

typedef struct block {
  char *data;
  size_t bytes;
  struct block *next;
} block;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // a run drives each GPU from a thread of its own
static block *blocks;
static size_t used;
static int sticky, retained;
static char attached[64];

static size_t number(const char *name, size_t otherwise) {
  const char *text = getenv(name);
  return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

static int fail(const char *symbol) {
  static int calls;
  const char *wanted = getenv("FAKE_CUDA_FAIL");
  if (sticky) return sticky;
  if (!wanted) return CUDA_SUCCESS;
  char name[64];
  int n = 0, error = 0;
  if (sscanf(wanted, "%63[^:]:%d:%d", name, &n, &error) != 3 || strcmp(name, symbol) != 0)
    return CUDA_SUCCESS;
  if (++calls != n) return CUDA_SUCCESS;
  if (error >= CUDA_ILLEGAL_ADDRESS) sticky = error;
  return error;
}
#define FAIL(symbol)                                                                                         \
  do {                                                                                                       \
    int fail_ = fail(symbol);                                                                                \
    if (fail_ != CUDA_SUCCESS) return fail_;                                                                 \
  } while (0)

EXPORT int cuInit(unsigned flags) {
  (void)flags;
  FAIL("cuInit");
  return number("FAKE_CUDA_DEVICES", 1) ? CUDA_SUCCESS : CUDA_NO_DEVICE;
}
EXPORT int cuDriverGetVersion(int *version) {
  return *version = (int)number("FAKE_CUDA_VERSION", 13000), CUDA_SUCCESS;
}
EXPORT int cuGetErrorName(int error, const char **text) {
  return (void)error, *text = "FAKE_ERROR", CUDA_SUCCESS;
}
EXPORT int cuGetErrorString(int error, const char **text) {
  return (void)error, *text = "as asked for", CUDA_SUCCESS;
}
EXPORT int cuDeviceGetCount(int *count) {
  return *count = (int)number("FAKE_CUDA_DEVICES", 1), CUDA_SUCCESS;
}
EXPORT int cuDeviceGet(int *device, int ordinal) {
  return *device = ordinal, fail("cuDeviceGet");
}
EXPORT int cuDeviceGetName(char *name, int size, int device) {
  snprintf(name, (size_t)size, "Emulated GPU %d", device);
  return CUDA_SUCCESS;
}
EXPORT int cuDeviceGetAttribute(int *value, int attribute, int device) {
  int arch = (int)number("FAKE_CUDA_ARCH", 90);
  (void)device;
  *value = attribute == CUDA_DEVICE_COMPUTE_MAJOR   ? arch / 10
           : attribute == CUDA_DEVICE_COMPUTE_MINOR ? arch % 10
           : attribute == CUDA_DEVICE_SM_COUNT      ? 2
                                                    : EMULATED_SHARED;
  return CUDA_SUCCESS;
}
EXPORT int cuDeviceTotalMem_v2(size_t *bytes, int device) {
  return (void)device, *bytes = number("FAKE_CUDA_MEMORY", (size_t)256 << 20), CUDA_SUCCESS;
}
EXPORT int cuDevicePrimaryCtxRetain(cuda_context *context, int device) {
  FAIL("cuDevicePrimaryCtxRetain");
  (void)device, retained++;
  *context = (cuda_context)(void *)attached;
  return CUDA_SUCCESS;
}
EXPORT int cuDevicePrimaryCtxRelease_v2(int device) {
  return (void)device, retained--, CUDA_SUCCESS;
}
EXPORT int cuCtxSetCurrent(cuda_context context) {
  return (void)context, fail("cuCtxSetCurrent");
}
EXPORT int cuMemGetInfo_v2(size_t *free_bytes, size_t *total) {
  *total = number("FAKE_CUDA_MEMORY", (size_t)256 << 20);
  *free_bytes = *total - used;
  return fail("cuMemGetInfo_v2");
}

EXPORT int cuMemAlloc_v2(cuda_pointer *pointer, size_t bytes) {
  FAIL("cuMemAlloc_v2");
  if (bytes == 0) return 1;
  if (bytes > number("FAKE_CUDA_MEMORY", (size_t)256 << 20) - used) return CUDA_OUT_OF_MEMORY;
  block *b = calloc(1, sizeof *b);
  b->data = aligned_alloc(256, (bytes + 255) / 256 * 256);
  memset(b->data, 0xa5, bytes);
  pthread_mutex_lock(&lock);
  b->bytes = bytes, b->next = blocks, blocks = b, used += bytes;
  pthread_mutex_unlock(&lock);
  *pointer = (uintptr_t)b->data;
  return CUDA_SUCCESS;
}
EXPORT int cuMemFree_v2(cuda_pointer pointer) {
  block *found = NULL;
  pthread_mutex_lock(&lock);
  for (block **link = &blocks; *link && !found; link = &(*link)->next)
    if ((uintptr_t)(*link)->data == pointer) {
      found = *link;
      *link = found->next, used -= found->bytes;
      break;
    }
  pthread_mutex_unlock(&lock);
  if (!found) return 1;
  free(found->data), free(found);
  return CUDA_SUCCESS;
}
// Device side of a transfer: must lie in one allocation, as on a real device.
static int inside(cuda_pointer pointer, size_t bytes) {
  int found = 0;
  pthread_mutex_lock(&lock);
  for (const block *b = blocks; b; b = b->next) {
    uintptr_t first = (uintptr_t)b->data;
    found |= pointer >= first && pointer - first <= b->bytes && bytes <= b->bytes - (pointer - first);
  }
  pthread_mutex_unlock(&lock);
  return found;
}
EXPORT int cuMemsetD8Async(cuda_pointer to, unsigned char value, size_t n, cuda_stream stream) {
  (void)stream;
  if (!inside(to, n)) return 1;
  memset((void *)(uintptr_t)to, value, n);
  return fail("cuMemsetD8Async");
}
EXPORT int cuMemcpyHtoDAsync_v2(cuda_pointer to, const void *from, size_t bytes, cuda_stream stream) {
  FAIL("cuMemcpyHtoDAsync_v2");
  (void)stream;
  if (!inside(to, bytes)) return 1;
  memcpy((void *)(uintptr_t)to, from, bytes);
  return CUDA_SUCCESS;
}
EXPORT int cuMemcpyDtoHAsync_v2(void *to, cuda_pointer from, size_t bytes, cuda_stream stream) {
  FAIL("cuMemcpyDtoHAsync_v2");
  (void)stream;
  if (!inside(from, bytes)) return 1;
  memcpy(to, (const void *)(uintptr_t)from, bytes);
  return CUDA_SUCCESS;
}
EXPORT int cuMemcpyDtoDAsync_v2(cuda_pointer to, cuda_pointer from, size_t bytes, cuda_stream stream) {
  FAIL("cuMemcpyDtoDAsync_v2");
  (void)stream;
  if (!inside(to, bytes) || !inside(from, bytes)) return 1;
  memcpy((void *)(uintptr_t)to, (const void *)(uintptr_t)from, bytes);
  return CUDA_SUCCESS;
}
EXPORT int cuStreamCreate(cuda_stream *stream, unsigned flags) {
  return (void)flags, *stream = (cuda_stream)(void *)attached, fail("cuStreamCreate");
}
EXPORT int cuStreamDestroy_v2(cuda_stream stream) {
  return (void)stream, CUDA_SUCCESS;
}
EXPORT int cuStreamSynchronize(cuda_stream stream) {
  return (void)stream, fail("cuStreamSynchronize");
}

EXPORT int cuEventCreate(cuda_event *event, unsigned flags) {
  (void)flags;
  *event = calloc(1, sizeof(struct timespec));
  return *event ? fail("cuEventCreate") : CUDA_OUT_OF_MEMORY;
}
EXPORT int cuEventDestroy_v2(cuda_event event) {
  return free(event), CUDA_SUCCESS;
}
EXPORT int cuEventRecord(cuda_event event, cuda_stream stream) {
  (void)stream;
  clock_gettime(CLOCK_MONOTONIC, (struct timespec *)(void *)event);
  return CUDA_SUCCESS;
}
EXPORT int cuEventSynchronize(cuda_event event) {
  return (void)event, CUDA_SUCCESS;
}
EXPORT int cuEventElapsedTime(float *milliseconds, cuda_event start, cuda_event end) {
  const struct timespec *a = (const void *)start, *b = (const void *)end;
  *milliseconds = (float)(1e3 * (double)(b->tv_sec - a->tv_sec) + 1e-6 * (double)(b->tv_nsec - a->tv_nsec));
  return CUDA_SUCCESS;
}

EXPORT int cuModuleLoadDataEx(cuda_module *module, const void *image, unsigned n, int *options,
                              void **values) {
  FAIL("cuModuleLoadDataEx");
  (void)n, (void)options, (void)values;
  if (memcmp(image, "\177ELF", 4) != 0 && !strstr(image, ".version")) return CUDA_INVALID_IMAGE;
  *module = (cuda_module)(void *)attached;
  return CUDA_SUCCESS;
}
EXPORT int cuModuleUnload(cuda_module module) {
  return (void)module, CUDA_SUCCESS;
}
EXPORT int cuModuleGetGlobal_v2(cuda_pointer *pointer, size_t *bytes, cuda_module module, const char *name) {
  // The emulated kernels read model and coefficients through their arguments: nothing looks into these.
  static cuda_pointer constants[2];
  const int which = strcmp(name, "kernel_uniforms") == 0;
  (void)module;
  *bytes = 65536;
  if (!constants[which] && cuMemAlloc_v2(&constants[which], *bytes) != CUDA_SUCCESS)
    return CUDA_OUT_OF_MEMORY;
  *pointer = constants[which];
  return CUDA_SUCCESS;
}
EXPORT int cuModuleGetFunction(cuda_function *function, cuda_module module, const char *name) {
  (void)module;
  for (int i = 0; i < fake_kernel_count; i++)
    if (strcmp(fake_kernels[i].name, name) == 0) {
      *function = (cuda_function)(void *)(uintptr_t)(i + 1);
      return CUDA_SUCCESS;
    }
  return 500; // CUDA_ERROR_NOT_FOUND
}
EXPORT int cuFuncGetAttribute(int *value, int attribute, cuda_function function) {
  (void)attribute, (void)function;
  return *value = 64, CUDA_SUCCESS;
}
EXPORT int cuFuncSetAttribute(cuda_function function, int attribute, int value) {
  (void)function, (void)attribute;
  return value > EMULATED_SHARED ? 1 : CUDA_SUCCESS;
}
EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *n, cuda_function function, int threads,
                                                       size_t shared) {
  (void)function, (void)threads;
  return *n = shared > EMULATED_SHARED ? 0 : 2, CUDA_SUCCESS;
}

EXPORT int cuLaunchKernel(cuda_function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                          unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                          cuda_stream stream, void **arguments, void **extra) {
  FAIL("cuLaunchKernel");
  (void)stream, (void)extra;
  char problem[300] = "";
  size_t index = (uintptr_t)(void *)function - 1;
  if (grid_x == 0 || grid_y != 1 || grid_z != 1 || block_y != 1 || block_z != 1) return 1;
  unsigned seed = (unsigned)number("FAKE_CUDA_ORDER", 0);
  if (fake_kernels[index].work_in_shared) shared_bytes = EMULATED_SHARED;
  pthread_mutex_lock(&lock); // one emulator
  const int good = emulator_run(fake_kernels[index].run, arguments, grid_x, block_x, shared_bytes, seed,
                                problem, sizeof problem);
  pthread_mutex_unlock(&lock);
  if (good) return CUDA_SUCCESS;
  fprintf(stderr, "emulated %s: %s\n", fake_kernels[index].name, problem);
  return sticky = CUDA_LAUNCH_FAILED;
}
