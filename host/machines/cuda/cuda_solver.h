// Functions of cuBLAS and cuSOLVER in use. Names, argument types and numbers are those of their C
// interfaces.
#ifndef CHATTER_MACHINES_CUDA_SOLVER_H
#define CHATTER_MACHINES_CUDA_SOLVER_H

#include "machines/cuda/cuda_driver.h"
#include "machines/cuda/cuda_library.h"

typedef struct cublas_opaque *cublas_handle;
typedef struct cusolver_opaque *cusolver_handle;

enum { CUBLAS_PLAIN = 0, CUBLAS_TRANSPOSED = 1 };

#define CUBLAS_LIST(X)                                                                                       \
  X(create, "cublasCreate_v2", (cublas_handle * handle))                                                     \
  X(destroy, "cublasDestroy_v2", (cublas_handle handle))                                                     \
  X(set_stream, "cublasSetStream_v2", (cublas_handle handle, cuda_stream stream))                            \
  X(factorise, "cublasDgetrfBatched",                                                                        \
    (cublas_handle handle, int n, cuda_pointer a, int lda, cuda_pointer pivot, cuda_pointer info,            \
     int count))                                                                                             \
  X(solve, "cublasDgetrsBatched",                                                                            \
    (cublas_handle handle, int operation, int n, int sides, cuda_pointer a, int lda, cuda_pointer pivot,     \
     cuda_pointer x, int ldx, int *info, int count))

#define CUSOLVER_LIST(X)                                                                                     \
  X(create, "cusolverDnCreate", (cusolver_handle * handle))                                                  \
  X(destroy, "cusolverDnDestroy", (cusolver_handle handle))                                                  \
  X(set_stream, "cusolverDnSetStream", (cusolver_handle handle, cuda_stream stream))                         \
  X(room, "cusolverDnDgetrf_bufferSize",                                                                     \
    (cusolver_handle handle, int m, int n, cuda_pointer a, int lda, int *numbers))                           \
  X(factorise, "cusolverDnDgetrf",                                                                           \
    (cusolver_handle handle, int m, int n, cuda_pointer a, int lda, cuda_pointer room, cuda_pointer pivot,   \
     cuda_pointer info))                                                                                     \
  X(solve, "cusolverDnDgetrs",                                                                               \
    (cusolver_handle handle, int operation, int n, int sides, cuda_pointer a, int lda, cuda_pointer pivot,   \
     cuda_pointer x, int ldx, cuda_pointer info))

typedef struct cuda_blas {
  char file[CUDA_LIBRARY_NAME]; // path of the library; "": not found
#define X(member, symbol, arguments) int(*member) arguments;
  CUBLAS_LIST(X)
#undef X
} cuda_blas;

typedef struct cuda_lapack {
  char file[CUDA_LIBRARY_NAME];
#define X(member, symbol, arguments) int(*member) arguments;
  CUSOLVER_LIST(X)
#undef X
} cuda_lapack;

const cuda_blas *cuda_blas_get(void);     // NULL: not found
const cuda_lapack *cuda_lapack_get(void); // NULL: not found

#endif
