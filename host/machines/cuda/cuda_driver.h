// NVIDIA's driver interface, loaded at run time (libcuda.so.1): one program serves machines with
// and without a GPU and needs no CUDA headers to build. Only the functions in use are declared;
// names, argument types and numbers are those of the CUDA driver API, stable since CUDA 11.
#ifndef CHATTER_MACHINES_CUDA_DRIVER_H
#define CHATTER_MACHINES_CUDA_DRIVER_H

#include <stddef.h>

typedef unsigned long long cuda_pointer;
typedef struct cuda_context_opaque *cuda_context;
typedef struct cuda_module_opaque *cuda_module;
typedef struct cuda_function_opaque *cuda_function;
typedef struct cuda_stream_opaque *cuda_stream;
typedef struct cuda_event_opaque *cuda_event;

// CUDA_MEMCPY2D: `rows` pieces of `bytes` at a distance of `pitch`.
typedef struct cuda_copy_side {
  size_t x, y;
  int kind; // CUDA_MEMORY_…
  void *host;
  cuda_pointer device;
  void *array;
  size_t pitch;
} cuda_copy_side;
typedef struct cuda_copy {
  cuda_copy_side from, to;
  size_t bytes, rows;
} cuda_copy;

// X(member, symbol with the version that the headers select, arguments); all return a CUresult.
#define CUDA_DRIVER_LIST(X)                                                                                  \
  X(init, "cuInit", (unsigned flags))                                                                        \
  X(driver_version, "cuDriverGetVersion", (int *version))                                                    \
  X(error_name, "cuGetErrorName", (int error, const char **text))                                            \
  X(error_string, "cuGetErrorString", (int error, const char **text))                                        \
  X(count_devices, "cuDeviceGetCount", (int *count))                                                         \
  X(device_get, "cuDeviceGet", (int *device, int ordinal))                                                   \
  X(device_name, "cuDeviceGetName", (char *name, int size, int device))                                      \
  X(device_attribute, "cuDeviceGetAttribute", (int *value, int attribute, int device))                       \
  X(device_memory, "cuDeviceTotalMem_v2", (size_t * bytes, int device))                                      \
  X(context_retain, "cuDevicePrimaryCtxRetain", (cuda_context * context, int device))                        \
  X(context_release, "cuDevicePrimaryCtxRelease_v2", (int device))                                           \
  X(context_set, "cuCtxSetCurrent", (cuda_context context))                                                  \
  X(memory_info, "cuMemGetInfo_v2", (size_t * free, size_t * total))                                         \
  X(memory_allocate, "cuMemAlloc_v2", (cuda_pointer * pointer, size_t bytes))                                \
  X(memory_release, "cuMemFree_v2", (cuda_pointer pointer))                                                  \
  X(memory_set, "cuMemsetD8Async", (cuda_pointer to, unsigned char value, size_t n, cuda_stream stream))     \
  X(copy_to_device, "cuMemcpyHtoDAsync_v2",                                                                  \
    (cuda_pointer to, const void *from, size_t bytes, cuda_stream stream))                                   \
  X(copy_to_host, "cuMemcpyDtoHAsync_v2", (void *to, cuda_pointer from, size_t bytes, cuda_stream stream))   \
  X(copy_inside, "cuMemcpyDtoDAsync_v2",                                                                     \
    (cuda_pointer to, cuda_pointer from, size_t bytes, cuda_stream stream))                                  \
  X(copy_pieces, "cuMemcpy2DAsync_v2", (const cuda_copy *copy, cuda_stream stream))                          \
  X(stream_create, "cuStreamCreate", (cuda_stream * stream, unsigned flags))                                 \
  X(stream_destroy, "cuStreamDestroy_v2", (cuda_stream stream))                                              \
  X(stream_wait, "cuStreamSynchronize", (cuda_stream stream))                                                \
  X(event_create, "cuEventCreate", (cuda_event * event, unsigned flags))                                     \
  X(event_destroy, "cuEventDestroy_v2", (cuda_event event))                                                  \
  X(event_record, "cuEventRecord", (cuda_event event, cuda_stream stream))                                   \
  X(event_wait, "cuEventSynchronize", (cuda_event event))                                                    \
  X(event_elapsed, "cuEventElapsedTime", (float *milliseconds, cuda_event start, cuda_event end))            \
  X(module_load, "cuModuleLoadDataEx",                                                                       \
    (cuda_module * module, const void *image, unsigned n, int *options, void **values))                      \
  X(module_unload, "cuModuleUnload", (cuda_module module))                                                   \
  X(module_function, "cuModuleGetFunction",                                                                  \
    (cuda_function * function, cuda_module module, const char *name))                                        \
  X(module_global, "cuModuleGetGlobal_v2",                                                                   \
    (cuda_pointer * pointer, size_t * bytes, cuda_module module, const char *name))                          \
  X(function_attribute, "cuFuncGetAttribute", (int *value, int attribute, cuda_function function))           \
  X(function_set, "cuFuncSetAttribute", (cuda_function function, int attribute, int value))                  \
  X(occupancy, "cuOccupancyMaxActiveBlocksPerMultiprocessor",                                                \
    (int *blocks, cuda_function function, int threads, size_t shared_bytes))                                 \
  X(launch, "cuLaunchKernel",                                                                                \
    (cuda_function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,            \
     unsigned block_y, unsigned block_z, unsigned shared_bytes, cuda_stream stream, void **arguments,        \
     void **extra))

// CUresult values with specific advice.
enum {
  CUDA_SUCCESS = 0,
  CUDA_INVALID_VALUE = 1,
  CUDA_OUT_OF_MEMORY = 2,
  CUDA_STUB_LIBRARY = 34,
  CUDA_DEVICE_UNAVAILABLE = 46,
  CUDA_NO_DEVICE = 100,
  CUDA_INVALID_DEVICE = 101,
  CUDA_INVALID_IMAGE = 200,
  CUDA_NO_BINARY_FOR_GPU = 209,
  CUDA_ECC_UNCORRECTABLE = 214,
  CUDA_INVALID_PTX = 218,
  CUDA_UNSUPPORTED_PTX_VERSION = 222,
  CUDA_NOT_FOUND = 500,
  CUDA_ILLEGAL_ADDRESS = 700,
  CUDA_OUT_OF_RESOURCES = 701,
  CUDA_LAUNCH_TIMEOUT = 702,
  CUDA_LAUNCH_FAILED = 719,
  CUDA_SYSTEM_NOT_READY = 802,
  CUDA_DRIVER_MISMATCH = 803,
  CUDA_COMPAT_NOT_SUPPORTED = 804
};

// CUdevice_attribute, CUfunction_attribute, CUjit_option and flag values.
enum {
  CUDA_DEVICE_SM_COUNT = 16,
  CUDA_DEVICE_SM_THREADS = 39,
  CUDA_DEVICE_COMPUTE_MAJOR = 75,
  CUDA_DEVICE_COMPUTE_MINOR = 76,
  CUDA_DEVICE_SHARED_OPTIN = 97,
  CUDA_FUNCTION_SHARED_BYTES = 1,
  CUDA_FUNCTION_LOCAL_BYTES = 3,
  CUDA_FUNCTION_REGISTERS = 4,
  CUDA_FUNCTION_DYNAMIC_SHARED = 8,
  CUDA_JIT_ERROR_LOG = 5,
  CUDA_JIT_ERROR_LOG_SIZE = 6,
  CUDA_STREAM_NON_BLOCKING = 1,
  CUDA_MEMORY_HOST = 1,
  CUDA_MEMORY_DEVICE = 2
};

enum { CUDA_OLDEST_DRIVER = 11000 /* CUDA 11.0 */, CUDA_OLDEST_ARCHITECTURE = 70 };

typedef struct cuda_driver {
  int found;         // 1: the library exists
  int usable;        // 1: loaded, initialised, new enough
  int version;       // 1000 major + 10 minor of the newest supported CUDA; 0: not loaded
  int device_count;  // visible GPUs (the driver reads CUDA_VISIBLE_DEVICES)
  char problem[300]; // why it is not usable
#define X(member, symbol, arguments) int(*member) arguments;
  CUDA_DRIVER_LIST(X)
#undef X
} cuda_driver;

// Returns the process's driver, loaded on the first call (thread safe, never NULL).
// CHATTER_LIBCUDA=FILE loads FILE instead of libcuda.so.1.
const cuda_driver *cuda_driver_get(void);

// Writes "CUDA_ERROR_X (700): text; what to do".
void cuda_error_text(const cuda_driver *driver, int error, char *text, size_t size);

#endif
