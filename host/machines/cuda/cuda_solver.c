// Loads cuBLAS and cuSOLVER.
#include "machines/cuda/cuda_solver.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "machines/backend.h"
#include "machines/gpu_solver.h"

static const char *const BLAS_NAMES[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11"};
static const char *const LAPACK_NAMES[] = {"libcusolver.so.12", "libcusolver.so.11"};

static cuda_blas the_blas;
static cuda_lapack the_lapack;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Loads the symbols of a library; the members are pointers of one size, in the order of `symbol`.
static int load_symbols(const char *file, int n, const char *const *symbol, void **const *member) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  for (int i = 0; i < n; i++) {
    void *address = dlsym(library, symbol[i]);
    if (!address) {
      dlclose(library);
      return 0;
    }
    memcpy((void *)member[i], &address, sizeof address);
  }
  return 1;
}

static int load_blas(const char *file, void *to) {
  cuda_blas *blas = to;
#define X(member, symbol, arguments) symbol,
  static const char *const symbols[] = {CUBLAS_LIST(X)};
#undef X
#define X(member, symbol, arguments) (void **)(void *)&blas->member,
  void **const members[] = {CUBLAS_LIST(X)};
#undef X
  if (!load_symbols(file, (int)(sizeof symbols / sizeof *symbols), symbols, members)) return 0;
  snprintf(blas->file, sizeof blas->file, "%s", file);
  return 1;
}

static int load_lapack(const char *file, void *to) {
  cuda_lapack *lapack = to;
#define X(member, symbol, arguments) symbol,
  static const char *const symbols[] = {CUSOLVER_LIST(X)};
#undef X
#define X(member, symbol, arguments) (void **)(void *)&lapack->member,
  void **const members[] = {CUSOLVER_LIST(X)};
#undef X
  if (!load_symbols(file, (int)(sizeof symbols / sizeof *symbols), symbols, members)) return 0;
  snprintf(lapack->file, sizeof lapack->file, "%s", file);
  return 1;
}

static void load(void) {
  cuda_library_find("CHATTER_CUBLAS", (int)(sizeof BLAS_NAMES / sizeof *BLAS_NAMES), BLAS_NAMES, load_blas,
                    &the_blas);
  cuda_library_find("CHATTER_CUSOLVER", (int)(sizeof LAPACK_NAMES / sizeof *LAPACK_NAMES), LAPACK_NAMES,
                    load_lapack, &the_lapack);
}

const cuda_blas *cuda_blas_get(void) {
  pthread_once(&once, load);
  return *the_blas.file ? &the_blas : NULL;
}

const cuda_lapack *cuda_lapack_get(void) {
  pthread_once(&once, load);
  return *the_lapack.file ? &the_lapack : NULL;
}

int gpu_solver_found(char *text, size_t size) {
  const cuda_blas *blas = cuda_blas_get();
  const cuda_lapack *lapack = cuda_lapack_get();
  if (blas && lapack)
    snprintf(text, size, "%s, %s", blas->file, lapack->file);
  else
    snprintf(text, size, "no %s",
             blas     ? "cuSOLVER (libcusolver.so)"
             : lapack ? "cuBLAS (libcublas.so)"
                      : "cuBLAS (libcublas.so) and no cuSOLVER (libcusolver.so)");
  return blas && lapack;
}
