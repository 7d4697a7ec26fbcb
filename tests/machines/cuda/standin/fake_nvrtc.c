// A stand-in for libnvrtc.so.11.2 that compiles nothing; FAKE_NVRTC_VERSION sets its version (1000
// major + 10 minor, 11060).
#include <stdlib.h>

#include "machines/cuda/cuda_nvrtc.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT int nvrtcVersion(int *major, int *minor) {
  const char *text = getenv("FAKE_NVRTC_VERSION");
  const int version = text ? atoi(text) : 11060;
  return *major = version / 1000, *minor = version % 1000 / 10, 0;
}
EXPORT const char *nvrtcGetErrorString(int error) {
  return (void)error, "compiles nothing";
}
EXPORT int nvrtcGetNumSupportedArchs(int *count) {
  return *count = 1, 0;
}
EXPORT int nvrtcGetSupportedArchs(int *archs) {
  return *archs = 80, 0;
}
#define FAILS(name)                                                                                          \
  EXPORT int name(void);                                                                                     \
  EXPORT int name(void) {                                                                                    \
    return 1;                                                                                                \
  }
FAILS(nvrtcCreateProgram)
FAILS(nvrtcCompileProgram)
FAILS(nvrtcDestroyProgram)
FAILS(nvrtcGetProgramLogSize)
FAILS(nvrtcGetProgramLog)
FAILS(nvrtcGetPTXSize)
FAILS(nvrtcGetPTX)
FAILS(nvrtcGetCUBINSize)
FAILS(nvrtcGetCUBIN)
