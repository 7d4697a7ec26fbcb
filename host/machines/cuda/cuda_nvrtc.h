// NVIDIA's run-time compiler, loaded at run time. It needs no GPU: tests compile every kernel with
// it.
#ifndef CHATTER_MACHINES_CUDA_NVRTC_H
#define CHATTER_MACHINES_CUDA_NVRTC_H

#include <stddef.h>

enum { NVRTC_NAME = 256, NVRTC_OLDEST = 11070 /* 11.7: the first with __grid_constant__ */ };

typedef struct nvrtc_program_opaque *nvrtc_program;

#define CUDA_NVRTC_LIST(X)                                                                                   \
  X(version, "nvrtcVersion", int, (int *major, int *minor))                                                  \
  X(error_string, "nvrtcGetErrorString", const char *, (int error))                                          \
  X(arch_count, "nvrtcGetNumSupportedArchs", int, (int *count))                                              \
  X(archs, "nvrtcGetSupportedArchs", int, (int *archs))                                                      \
  X(create, "nvrtcCreateProgram", int,                                                                       \
    (nvrtc_program * program, const char *source, const char *name, int n_headers,                           \
     const char *const *headers, const char *const *header_names))                                           \
  X(compile, "nvrtcCompileProgram", int, (nvrtc_program program, int n, const char *const *options))         \
  X(destroy, "nvrtcDestroyProgram", int, (nvrtc_program * program))                                          \
  X(log_size, "nvrtcGetProgramLogSize", int, (nvrtc_program program, size_t * size))                         \
  X(log, "nvrtcGetProgramLog", int, (nvrtc_program program, char *text))                                     \
  X(ptx_size, "nvrtcGetPTXSize", int, (nvrtc_program program, size_t * size))                                \
  X(ptx, "nvrtcGetPTX", int, (nvrtc_program program, char *text))                                            \
  X(cubin_size, "nvrtcGetCUBINSize", int, (nvrtc_program program, size_t * size))                            \
  X(cubin, "nvrtcGetCUBIN", int, (nvrtc_program program, char *bytes))

typedef struct cuda_nvrtc {
  int usable;
  int major, minor;
  char file[NVRTC_NAME];          // path of the library
  char problem[NVRTC_NAME + 100]; // if not usable: the newest library that is too old; "": none
#define X(member, symbol, result, arguments) result(*member) arguments;
  CUDA_NVRTC_LIST(X)
#undef X
} cuda_nvrtc;

// Finds the newest NVRTC whose major version a driver of `driver_version` (1000 major + 10 minor;
// 0: any) accepts and that compiles for `arch` (90 for sm_90; 0: any) or for an older architecture
// whose PTX serves. Searched: $CHATTER_NVRTC (a file), $CUDA_HOME and $CUDA_PATH, the program's
// ../lib, the loader's path, /usr/local/cuda. Returns 1 if found; else nvrtc->usable is 0 and
// nvrtc->problem names what was too old. "" or "none" in CHATTER_NVRTC switches NVRTC off.
int cuda_nvrtc_find(int driver_version, int arch, cuda_nvrtc *nvrtc);

// Returns the architecture to compile for: `arch` itself (binary), or the newest older one known
// (PTX); 0: none.
int cuda_nvrtc_target(const cuda_nvrtc *nvrtc, int arch);

typedef struct cuda_image {
  void *bytes; // malloc'ed; cubin, or PTX text with its NUL
  size_t size;
  char *log; // malloc'ed compiler messages, not NULL after cuda_nvrtc_compile
} cuda_image;

// Compiles `source` (with headers by name) under `options`; `binary`: cubin, else PTX. Returns 0 on
// failure, with the reason in image->log. Release with cuda_image_release in either case.
int cuda_nvrtc_compile(const cuda_nvrtc *nvrtc, const char *source, const char *name, int n_headers,
                       const char *const *headers, const char *const *header_names, int n_options,
                       const char *const *options, int binary, cuda_image *image);
void cuda_image_release(cuda_image *image);

#endif
