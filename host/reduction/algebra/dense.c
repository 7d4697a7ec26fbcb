// Calls BLAS and LAPACK for small dense matrices.
#include "reduction/algebra/dense.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <pthread.h>
#include <sys/mman.h>

static pthread_mutex_t library_lock = PTHREAD_MUTEX_INITIALIZER, holders_lock = PTHREAD_MUTEX_INITIALIZER;
static int n_holders, released_thread_count; // guarded by `counting`

// Makes OpenBLAS allocate its buffer. OpenBLAS keeps one buffer per calling thread and retries for
// ever if it cannot get it, so the memory is tested first; then a small product makes OpenBLAS take
// it.
static chatter_status reserve_blas_buffer(void) {
  enum { N = 8 };
  static const size_t buffer = (size_t)160 << 20; // 128 MiB in OpenBLAS 0.3, with reserve for a small call
  static int taken;
  static double a[N * N], b[N * N], c[N * N];
  if (taken) return CHATTER_OK;
  void *room = mmap(NULL, buffer, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED)
    return error_raise(
        CHATTER_DEVICE,
        "out of memory: linear algebra needs %zu MiB to work in; is there a limit (ulimit -v)?",
        buffer >> 20);
  munmap(room, buffer);
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, N, N, N, 1, a, N, b, N, 0, c, N);
  taken = 1;
  return CHATTER_OK;
}

void dense_hold_one_thread(void) {
  pthread_mutex_lock(&holders_lock);
  if (n_holders++ == 0) {
    released_thread_count = openblas_get_num_threads();
    if (released_thread_count != 1) openblas_set_num_threads(1);
  }
  pthread_mutex_unlock(&holders_lock);
}

void dense_release_threads(void) {
  pthread_mutex_lock(&holders_lock);
  if (--n_holders == 0 && released_thread_count != 1) openblas_set_num_threads(released_thread_count);
  pthread_mutex_unlock(&holders_lock);
}

chatter_status dense_begin(void) {
  pthread_mutex_lock(&library_lock);
  chatter_status status = reserve_blas_buffer();
  if (status == CHATTER_OK)
    dense_hold_one_thread();
  else
    pthread_mutex_unlock(&library_lock);
  return status;
}

void dense_end(void) {
  dense_release_threads();
  pthread_mutex_unlock(&library_lock);
}

double *dense_array(arena *memory, size_t rows, size_t columns) {
  size_t bytes = 0;
  double *pointer = NULL;
  if (!__builtin_mul_overflow(rows, columns, &bytes) && bytes < SIZE_MAX / 16)
    pointer = arena_allocate(memory, (bytes + 1) * sizeof(double));
  if (!pointer)
    error_raise(CHATTER_DEVICE, "out of memory: %zu × %zu numbers for the reduction", rows, columns);
  return pointer;
}

void dense_multiply(int ta, int tb, int m, int n, int k, double alpha, const double *a, const double *b,
                    double beta, double *c) {
  if (m == 0 || n == 0) return;
  if (k == 0) {
    for (long i = 0; i < (long)m * n; i++) c[i] *= beta;
    return;
  }
  cblas_dgemm(CblasRowMajor, ta ? CblasTrans : CblasNoTrans, tb ? CblasTrans : CblasNoTrans, m, n, k, alpha,
              a, ta ? m : k, b, tb ? k : n, beta, c, n);
}

// Raises CHATTER_DEVICE. The arguments are valid here, so a negative code of LAPACKE means out of
// memory.
static chatter_status raise_out_of_memory(int n) {
  return error_raise(CHATTER_DEVICE, "out of memory: linear algebra with %d × %d numbers", n, n);
}

chatter_status dense_invert(int n, double *a, const char *what) {
  if (n == 0) return CHATTER_OK;
  lapack_int info = LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'U', n, a, n);
  if (info == 0) info = LAPACKE_dpotri(LAPACK_ROW_MAJOR, 'U', n, a, n);
  if (info < 0) return raise_out_of_memory(n);
  if (info > 0) return error_raise(CHATTER_BAD_MODEL, "%s is not positive definite", what);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) a[i * n + j] = a[j * n + i];
  return CHATTER_OK;
}

double dense_sign(int n, const double *v) {
  double largest = 0;
  for (int i = 0; i < n; i++)
    if (fabs(v[i]) > largest) largest = fabs(v[i]);
  for (int i = 0; i < n; i++)
    if (fabs(v[i]) >= 0.5 * largest) return v[i] < 0 ? -1 : 1;
  return 1;
}

chatter_status dense_eigen(int n, double *k, double *m, double *lambda, const char *what) {
  if (n == 0) return CHATTER_OK;
  // Column-major LAPACK reads the rows of a symmetric matrix as its columns and leaves vector j in
  // row j.
  lapack_int info = m ? LAPACKE_dsygvd(LAPACK_COL_MAJOR, 1, 'V', 'U', n, k, n, m, n, lambda)
                      : LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'U', n, k, n, lambda);
  if (info < 0) return raise_out_of_memory(n);
  if (info > n) return error_raise(CHATTER_BAD_MODEL, "the mass matrix of %s is not positive definite", what);
  if (info != 0)
    return error_raise(CHATTER_INTERNAL, "the eigenvalues of %s did not converge (LAPACK %d)", what,
                       (int)info);
  for (int j = 0; j < n; j++) {
    double *v = k + (long)j * n, sign = dense_sign(n, v);
    for (int i = 0; i < n; i++) v[i] *= sign;
  }
  return CHATTER_OK;
}

int dense_count_rigid(int n, const double *lambda, double scale) {
  int n_rigid = 0;
  for (int k = 1; k <= n; k++) {
    double last = fabs(lambda[k - 1]), next = k < n ? lambda[k] : scale;
    if (last <= 1e-12 * scale && last <= 1e-6 * next) n_rigid = k;
  }
  return n_rigid;
}
