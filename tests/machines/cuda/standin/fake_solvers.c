// A stand-in for libcublas.so and libcusolver.so: the functions of cuda_solver.h by LAPACK. Device
// memory is that of the host, as in the stand-in driver (fake_libcuda.c); streams are ignored.
//
// FAKE_SOLVER_FAIL=symbol:n: the n-th call of that function returns status 13 (execution failed).
#include <lapacke.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machines/cuda/cuda_solver.h"

#define EXPORT __attribute__((visibility("default")))

enum { FAILED = 13 };

static int handles, largest_batch, single_calls;

// For tests: open handles, the largest number of systems in one call of cuBLAS, calls of cuSOLVER's
// factorisation.
EXPORT void fake_solver_counts(int count[3]);
EXPORT void fake_solver_counts(int count[3]) {
  count[0] = handles, count[1] = largest_batch, count[2] = single_calls;
}

static int fails(const char *symbol) {
  static int calls;
  const char *wanted = getenv("FAKE_SOLVER_FAIL");
  char name[64];
  int n = 0;
  if (!wanted || sscanf(wanted, "%63[^:]:%d", name, &n) != 2 || strcmp(name, symbol) != 0) return 0;
  return ++calls == n;
}
static void *host(cuda_pointer pointer) {
  return (void *)(uintptr_t)pointer;
}
// Makes a handle, which is any address.
static int take(void **handle) {
  static char place;
  *handle = &place;
  handles++;
  return 0;
}

EXPORT int cublasCreate_v2(cublas_handle *handle) {
  return take((void **)handle);
}
EXPORT int cublasDestroy_v2(cublas_handle handle) {
  return (void)handle, handles--, 0;
}
EXPORT int cublasSetStream_v2(cublas_handle handle, cuda_stream stream) {
  return (void)handle, (void)stream, 0;
}
EXPORT int cublasDgetrfBatched(cublas_handle handle, int n, cuda_pointer a, int lda, cuda_pointer pivot,
                               cuda_pointer info, int count) {
  cuda_pointer *matrix = host(a);
  (void)handle;
  if (fails("cublasDgetrfBatched")) return FAILED;
  if (count > largest_batch) largest_batch = count;
  for (int i = 0; i < count; i++)
    ((int *)host(info))[i] = LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, host(matrix[i]), lda,
                                                 (int *)host(pivot) + (size_t)i * (size_t)n);
  return 0;
}
EXPORT int cublasDgetrsBatched(cublas_handle handle, int operation, int n, int sides, cuda_pointer a, int lda,
                               cuda_pointer pivot, cuda_pointer x, int ldx, int *info, int count) {
  cuda_pointer *matrix = host(a), *side = host(x);
  (void)handle;
  if (fails("cublasDgetrsBatched")) return FAILED;
  *info = 0;
  for (int i = 0; i < count; i++)
    LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, operation == CUBLAS_PLAIN ? 'N' : 'T', n, sides, host(matrix[i]),
                        lda, (int *)host(pivot) + (size_t)i * (size_t)n, host(side[i]), ldx);
  return 0;
}

EXPORT int cusolverDnCreate(cusolver_handle *handle) {
  return take((void **)handle);
}
EXPORT int cusolverDnDestroy(cusolver_handle handle) {
  return (void)handle, handles--, 0;
}
EXPORT int cusolverDnSetStream(cusolver_handle handle, cuda_stream stream) {
  return (void)handle, (void)stream, 0;
}
EXPORT int cusolverDnDgetrf_bufferSize(cusolver_handle handle, int m, int n, cuda_pointer a, int lda,
                                       int *numbers) {
  return (void)handle, (void)m, (void)a, (void)lda, *numbers = n, 0;
}
EXPORT int cusolverDnDgetrf(cusolver_handle handle, int m, int n, cuda_pointer a, int lda, cuda_pointer room,
                            cuda_pointer pivot, cuda_pointer info) {
  (void)handle;
  if (fails("cusolverDnDgetrf")) return FAILED;
  single_calls++;
  memset(host(room), 0xa5, 8 * (size_t)n); // fills the workspace of the requested size
  *(int *)host(info) = LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, m, n, host(a), lda, host(pivot));
  return 0;
}
EXPORT int cusolverDnDgetrs(cusolver_handle handle, int operation, int n, int sides, cuda_pointer a, int lda,
                            cuda_pointer pivot, cuda_pointer x, int ldx, cuda_pointer info) {
  (void)handle;
  if (fails("cusolverDnDgetrs")) return FAILED;
  *(int *)host(info) = LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, operation == CUBLAS_PLAIN ? 'N' : 'T', n, sides,
                                           host(a), lda, host(pivot), host(x), ldx);
  return 0;
}
