// A stand-in for libcuda.so.1: enough of the driver interface to run the GPU launcher on a machine
// without a GPU. Device memory is that of the host, filled with garbage when allocated; an executor
// (executor.h) executes kernels. This tests the whole launcher: loading, compiling, caching,
// memory, launches in parts, the limits of shared and local memory, and every failure below.
//
// FAKE_CUDA_DEVICES (1), FAKE_CUDA_VERSION (13000), FAKE_CUDA_ARCH, FAKE_CUDA_MEMORY (bytes, 256
// MiB), FAKE_CUDA_SHARED (bytes that a block may ask for, 227 KiB), FAKE_CUDA_LOCAL (bytes per
// thread, the kernel's), FAKE_CUDA_FAIL=symbol:n:error: the n-th call of a function returns that
// error. If the error is 700 or above, which destroys a context, every later call does too.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "executor.h"
#include "kernels/batch.h"
#include "machines/cuda/cuda_driver.h"

#define EXPORT __attribute__((visibility("default")))

// An H200 with two processors.
enum { PROCESSORS = 2, PROCESSOR_THREADS = 2048, MOST_SHARED = 232448, SHARED_WITHOUT_OPTIN = 49152 };

typedef struct block {
  char *data;
  size_t bytes;
  const void *module; // module of the array; NULL: allocated
  struct block *next;
} block;

typedef struct function {
  void *code; // belongs to the executor
  const void *module;
  int static_shared, local_bytes, dynamic_limit;
  struct function *next;
} function;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // a run drives each GPU from a separate
                                                         // thread
static block *blocks;
static function *functions;
static size_t used, local_taken;
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
  snprintf(name, (size_t)size, "%s GPU %d", executor_name, device);
  return CUDA_SUCCESS;
}
EXPORT int cuDeviceGetAttribute(int *value, int attribute, int device) {
  int arch = (int)number("FAKE_CUDA_ARCH", (size_t)executor_arch);
  (void)device;
  *value = attribute == CUDA_DEVICE_COMPUTE_MAJOR   ? arch / 10
           : attribute == CUDA_DEVICE_COMPUTE_MINOR ? arch % 10
           : attribute == CUDA_DEVICE_SM_COUNT      ? PROCESSORS
           : attribute == CUDA_DEVICE_SM_THREADS    ? PROCESSOR_THREADS
                                                    : (int)number("FAKE_CUDA_SHARED", MOST_SHARED);
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
  if (bytes == 0) return CUDA_INVALID_VALUE;
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
    if (!(*link)->module && (uintptr_t)(*link)->data == pointer) {
      found = *link;
      *link = found->next, used -= found->bytes;
      break;
    }
  pthread_mutex_unlock(&lock);
  if (!found) return CUDA_INVALID_VALUE;
  free(found->data), free(found);
  return CUDA_SUCCESS;
}
// Returns 1 if the bytes lie in one allocation, or for a transfer in an array of a module, as on a
// real device.
static int lies_in(uint64_t address, size_t bytes, int arrays) {
  int found = 0;
  pthread_mutex_lock(&lock);
  for (const block *b = blocks; b && !found; b = b->next) {
    uintptr_t first = (uintptr_t)b->data;
    found = (arrays || !b->module) && address >= first && address - first <= b->bytes &&
            bytes <= b->bytes - (address - first);
  }
  pthread_mutex_unlock(&lock);
  return found;
}
static int inside(cuda_pointer pointer, size_t bytes) {
  return lies_in(pointer, bytes, 1);
}
static int inside_allocation(uint64_t address, size_t bytes) {
  return lies_in(address, bytes, 0);
}
EXPORT int cuMemsetD8Async(cuda_pointer to, unsigned char value, size_t n, cuda_stream stream) {
  (void)stream;
  if (!inside(to, n)) return CUDA_INVALID_VALUE;
  memset((void *)(uintptr_t)to, value, n);
  return fail("cuMemsetD8Async");
}
EXPORT int cuMemcpyHtoDAsync_v2(cuda_pointer to, const void *from, size_t bytes, cuda_stream stream) {
  FAIL("cuMemcpyHtoDAsync_v2");
  (void)stream;
  if (!inside(to, bytes)) return CUDA_INVALID_VALUE;
  memcpy((void *)(uintptr_t)to, from, bytes);
  return CUDA_SUCCESS;
}
EXPORT int cuMemcpyDtoHAsync_v2(void *to, cuda_pointer from, size_t bytes, cuda_stream stream) {
  FAIL("cuMemcpyDtoHAsync_v2");
  (void)stream;
  if (!inside(from, bytes)) return CUDA_INVALID_VALUE;
  memcpy(to, (const void *)(uintptr_t)from, bytes);
  return CUDA_SUCCESS;
}
EXPORT int cuMemcpy2DAsync_v2(const cuda_copy *copy, cuda_stream stream) {
  FAIL("cuMemcpy2DAsync_v2");
  (void)stream;
  const cuda_copy_side *from = &copy->from, *to = &copy->to;
  if (from->kind != CUDA_MEMORY_DEVICE || to->kind != CUDA_MEMORY_HOST || copy->rows < 1 ||
      from->pitch < copy->bytes || to->pitch < copy->bytes ||
      !inside(from->device, (copy->rows - 1) * from->pitch + copy->bytes))
    return CUDA_INVALID_VALUE;
  for (size_t i = 0; i < copy->rows; i++)
    memcpy((char *)to->host + i * to->pitch, (const char *)(uintptr_t)from->device + i * from->pitch,
           copy->bytes);
  return CUDA_SUCCESS;
}
EXPORT int cuMemcpyDtoDAsync_v2(cuda_pointer to, cuda_pointer from, size_t bytes, cuda_stream stream) {
  FAIL("cuMemcpyDtoDAsync_v2");
  (void)stream;
  if (!inside(to, bytes) || !inside(from, bytes)) return CUDA_INVALID_VALUE;
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
  char problem[400] = "";
  void *loaded = NULL;
  const int error = executor_load(image, &loaded, problem, sizeof problem);
  if (*problem) fprintf(stderr, "%s image: %s\n", executor_name, problem);
  *module = loaded;
  return error;
}
EXPORT int cuModuleUnload(cuda_module module) {
  pthread_mutex_lock(&lock);
  for (block **link = &blocks; *link;) {
    block *b = *link;
    if (b->module == module)
      *link = b->next, free(b);
    else
      link = &b->next;
  }
  for (function **link = &functions; *link;) {
    function *f = *link;
    if (f->module == module)
      *link = f->next, free(f);
    else
      link = &f->next;
  }
  pthread_mutex_unlock(&lock);
  return executor_unload(module), CUDA_SUCCESS;
}
EXPORT int cuModuleGetGlobal_v2(cuda_pointer *pointer, size_t *bytes, cuda_module module, const char *name) {
  char *data = executor_array(module, name, bytes);
  if (!data) return CUDA_NOT_FOUND;
  block *b = calloc(1, sizeof *b);
  b->data = data, b->bytes = *bytes, b->module = module;
  pthread_mutex_lock(&lock);
  b->next = blocks, blocks = b;
  pthread_mutex_unlock(&lock);
  *pointer = (uintptr_t)data;
  return CUDA_SUCCESS;
}
EXPORT int cuModuleGetFunction(cuda_function *found, cuda_module module, const char *name) {
  void *code = executor_function(module, name);
  if (!code) return CUDA_NOT_FOUND;
  function *f = calloc(1, sizeof *f);
  f->code = code, f->module = module;
  executor_attributes(code, &f->static_shared, &f->local_bytes);
  f->local_bytes = (int)number("FAKE_CUDA_LOCAL", (size_t)f->local_bytes);
  f->dynamic_limit = SHARED_WITHOUT_OPTIN - f->static_shared;
  pthread_mutex_lock(&lock);
  f->next = functions, functions = f;
  pthread_mutex_unlock(&lock);
  *found = (cuda_function)(void *)f;
  return CUDA_SUCCESS;
}
EXPORT int cuFuncGetAttribute(int *value, int attribute, cuda_function which) {
  const function *f = (const void *)which;
  *value = attribute == CUDA_FUNCTION_SHARED_BYTES  ? f->static_shared
           : attribute == CUDA_FUNCTION_LOCAL_BYTES ? f->local_bytes
                                                    : 64; // registers: decided by ptxas
  return CUDA_SUCCESS;
}
static int shared_fits(const function *f, size_t dynamic) {
  return dynamic + (size_t)f->static_shared <= number("FAKE_CUDA_SHARED", MOST_SHARED);
}
EXPORT int cuFuncSetAttribute(cuda_function which, int attribute, int value) {
  function *f = (void *)which;
  if (attribute != CUDA_FUNCTION_DYNAMIC_SHARED || value < 0 || !shared_fits(f, (size_t)value))
    return CUDA_INVALID_VALUE;
  f->dynamic_limit = value;
  return CUDA_SUCCESS;
}
EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *n, cuda_function which, int threads,
                                                       size_t shared) {
  (void)threads;
  return *n = shared_fits((const void *)which, shared) ? 2 : 0, CUDA_SUCCESS;
}

// Takes local memory for all threads that the GPU can hold when a kernel that needs it first runs.
static int local_take(const function *f) {
  const size_t wanted = (size_t)f->local_bytes * PROCESSORS * PROCESSOR_THREADS;
  if (wanted <= local_taken) return CUDA_SUCCESS;
  if (wanted - local_taken > number("FAKE_CUDA_MEMORY", (size_t)256 << 20) - used) return CUDA_OUT_OF_MEMORY;
  used += wanted - local_taken, local_taken = wanted;
  return CUDA_SUCCESS;
}

EXPORT int cuLaunchKernel(cuda_function which, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                          unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                          cuda_stream stream, void **arguments, void **extra) {
  static pthread_mutex_t running = PTHREAD_MUTEX_INITIALIZER; // one executor at a time
  FAIL("cuLaunchKernel");
  (void)stream, (void)extra;
  const function *f = (const void *)which;
  char problem[400] = "";
  if (grid_x == 0 || grid_y != 1 || grid_z != 1 || block_y != 1 || block_z != 1) return CUDA_INVALID_VALUE;
  if (!shared_fits(f, shared_bytes) || shared_bytes > (unsigned)f->dynamic_limit) return CUDA_INVALID_VALUE;
  pthread_mutex_lock(&running);
  int error = local_take(f);
  if (error == CUDA_SUCCESS)
    error = executor_run(f->code, arguments, grid_x, block_x, shared_bytes, inside_allocation, problem,
                         sizeof problem);
  pthread_mutex_unlock(&running);
  if (*problem) fprintf(stderr, "%s GPU: %s\n", executor_name, problem);
  if (error >= CUDA_ILLEGAL_ADDRESS) sticky = error;
  return error;
}
