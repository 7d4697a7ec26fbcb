// Finds, loads and calls NVRTC.
#include "machines/cuda/cuda_nvrtc.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machines/cuda/cuda_library.h"

static const char *const VERSIONS[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"};
enum { N_VERSIONS = sizeof VERSIONS / sizeof *VERSIONS };

// Returns 1 if the library is new enough. All versions from 11.2 to 11.8 are named
// libnvrtc.so.11.2; only the library itself knows its version.
static int new_enough(cuda_nvrtc *nvrtc) {
  if (1000 * nvrtc->major + 10 * nvrtc->minor >= NVRTC_OLDEST) return 1;
  if (!*nvrtc->problem)
    snprintf(nvrtc->problem, sizeof nvrtc->problem, "%s is NVRTC %d.%d, older than %d.%d", nvrtc->file,
             nvrtc->major, nvrtc->minor, NVRTC_OLDEST / 1000, NVRTC_OLDEST % 1000 / 10);
  return 0;
}

static int load(const char *file, cuda_nvrtc *nvrtc) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  nvrtc->usable = 0;
  void *address;
#define X(member, symbol, result, arguments)                                                                 \
  address = dlsym(library, symbol);                                                                          \
  if (!address) {                                                                                            \
    dlclose(library);                                                                                        \
    return 0;                                                                                                \
  }                                                                                                          \
  memcpy(&nvrtc->member, &address, sizeof address);
  CUDA_NVRTC_LIST(X)
#undef X
  if (nvrtc->version(&nvrtc->major, &nvrtc->minor) != 0) return 0;
  snprintf(nvrtc->file, sizeof nvrtc->file, "%s", file);
  return nvrtc->usable = new_enough(nvrtc);
}

int cuda_nvrtc_target(const cuda_nvrtc *nvrtc, int arch) {
  int n = 0, known[128], best = 0;
  if (nvrtc->arch_count(&n) != 0 || n <= 0 || n > 128 || nvrtc->archs(known) != 0) return 0;
  for (int i = 0; i < n; i++)
    if (known[i] <= arch && known[i] > best) best = known[i];
  return best;
}

static int serves(cuda_nvrtc *nvrtc, int driver_version, int arch) {
  nvrtc->usable =
      (!driver_version || nvrtc->major <= driver_version / 1000) && // otherwise the driver refuses its images
      (arch == 0 || cuda_nvrtc_target(nvrtc, arch) > 0);
  return nvrtc->usable;
}

typedef struct search {
  cuda_nvrtc *nvrtc;
  int driver_version, arch;
} search;

static int load_serving(const char *file, void *to) {
  const search *self = to;
  return load(file, self->nvrtc) && serves(self->nvrtc, self->driver_version, self->arch);
}

int cuda_nvrtc_find(int driver_version, int arch, cuda_nvrtc *nvrtc) {
  search self = {.nvrtc = nvrtc, .driver_version = driver_version, .arch = arch};
  memset(nvrtc, 0, sizeof *nvrtc);
  return cuda_library_find("CHATTER_NVRTC", N_VERSIONS, VERSIONS, load_serving, &self);
}

static char *text_copy(const char *text) {
  char *copy = malloc(strlen(text) + 1);
  if (copy) strcpy(copy, text);
  return copy;
}

static void read_log(const cuda_nvrtc *nvrtc, nvrtc_program program, const char *otherwise,
                     cuda_image *image) {
  size_t size = 0;
  if (program && nvrtc->log_size(program, &size) == 0 && size > 1) image->log = malloc(size);
  if (image->log && nvrtc->log(program, image->log) == 0) return;
  free(image->log);
  image->log = text_copy(otherwise);
}

int cuda_nvrtc_compile(const cuda_nvrtc *nvrtc, const char *source, const char *name, int n_headers,
                       const char *const *headers, const char *const *header_names, int n_options,
                       const char *const *options, int binary, cuda_image *image) {
  *image = (cuda_image){0};
  nvrtc_program program = NULL;
  int error = nvrtc->create(&program, source, name, n_headers, headers, header_names);
  if (error == 0) error = nvrtc->compile(program, n_options, options);
  read_log(nvrtc, program, error ? nvrtc->error_string(error) : "", image);
  if (error == 0) error = (binary ? nvrtc->cubin_size : nvrtc->ptx_size)(program, &image->size);
  if (error == 0 && image->size > 0) {
    image->bytes = malloc(image->size);
    error = image->bytes ? (binary ? nvrtc->cubin : nvrtc->ptx)(program, image->bytes) : 1;
  }
  if (program) nvrtc->destroy(&program);
  return error == 0 && image->size > 0;
}

void cuda_image_release(cuda_image *image) {
  free(image->bytes);
  free(image->log);
  *image = (cuda_image){0};
}
