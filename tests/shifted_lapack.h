// Wrappers that blas_kernels_long.sh loads before OpenBLAS (LD_PRELOAD); it compiles this file
// separately. BLAS and LAPACK get copies of their matrices and vectors that begin 8 bytes after a
// multiple of 16, so that kernels with a separate loop up to such a multiple add in another order.
// At the end the number of calls is printed, so that no calls are not mistaken for success.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Calls from liblapacke and libmumps have no prototypes of these functions.
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

static long n_calls;
static __attribute__((destructor)) void say(void) {
  const char *file = getenv("SHIFTED_CALLS");
  FILE *to = file ? fopen(file, "a") : NULL;
  if (to) fprintf(to, "%ld\n", n_calls), fclose(to);
}

// The next function of this name in the library order, of any type.
#define BEHIND(name)                                                                                         \
  static __typeof__(name) *real;                                                                             \
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);                                                      \
  __atomic_fetch_add(&n_calls, 1, __ATOMIC_RELAXED)

typedef struct shifted {
  double *at;
  char *room;
  size_t n;
} shifted;
static shifted shift(const double *own, long n) {
  shifted s = {.n = n > 0 ? (size_t)n : 0};
  s.room = malloc(8 * s.n + 8);
  if (!s.room) abort();
  s.at = (double *)(void *)(s.room + 8);
  memcpy(s.at, own, 8 * s.n);
  return s;
}
static void drop(shifted s) {
  free(s.room);
}
static void give_back(shifted s, double *own) {
  memcpy(own, s.at, 8 * s.n);
  free(s.room);
}
// Returns the length from the first to the last element of `columns` columns with `rows` numbers.
static long span(long rows, long columns, long ld) {
  return rows > 0 && columns > 0 ? ld * (columns - 1) + rows : 0;
}
static int is_plain(const char *t) {
  return *t == 'N' || *t == 'n';
}

void dgemm_(const char *ta, const char *tb, const int *m, const int *n, const int *k, const double *alpha,
            const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c,
            const int *ldc, size_t la, size_t lb) {
  BEHIND(dgemm_);
  shifted x = shift(a, is_plain(ta) ? span(*m, *k, *lda) : span(*k, *m, *lda)),
          y = shift(b, is_plain(tb) ? span(*k, *n, *ldb) : span(*n, *k, *ldb)),
          z = shift(c, span(*m, *n, *ldc));
  real(ta, tb, m, n, k, alpha, x.at, lda, y.at, ldb, beta, z.at, ldc, la, lb);
  drop(x), drop(y), give_back(z, c);
}
void cblas_dgemm(int order, int ta, int tb, int m, int n, int k, double alpha, const double *a, int lda,
                 const double *b, int ldb, double beta, double *c, int ldc) {
  BEHIND(cblas_dgemm);
  const int rows = order == 101, plain_a = (ta == 111) != rows, plain_b = (tb == 111) != rows;
  shifted x = shift(a, plain_a ? span(m, k, lda) : span(k, m, lda)),
          y = shift(b, plain_b ? span(k, n, ldb) : span(n, k, ldb)),
          z = shift(c, rows ? span(n, m, ldc) : span(m, n, ldc));
  real(order, ta, tb, m, n, k, alpha, x.at, lda, y.at, ldb, beta, z.at, ldc);
  drop(x), drop(y), give_back(z, c);
}
void dgemv_(const char *t, const int *m, const int *n, const double *alpha, const double *a, const int *lda,
            const double *x, const int *dx, const double *beta, double *y, const int *dy, size_t lt) {
  BEHIND(dgemv_);
  if (*dx < 0 || *dy < 0) {
    real(t, m, n, alpha, a, lda, x, dx, beta, y, dy, lt);
    return;
  }
  const long nx = is_plain(t) ? *n : *m, ny = is_plain(t) ? *m : *n;
  shifted sa = shift(a, span(*m, *n, *lda)), sx = shift(x, span(1, nx, *dx)), sy = shift(y, span(1, ny, *dy));
  real(t, m, n, alpha, sa.at, lda, sx.at, dx, beta, sy.at, dy, lt);
  drop(sa), drop(sx), give_back(sy, y);
}
void dtrsm_(const char *side, const char *up, const char *t, const char *unit, const int *m, const int *n,
            const double *alpha, const double *a, const int *lda, double *b, const int *ldb, size_t l1,
            size_t l2, size_t l3, size_t l4) {
  BEHIND(dtrsm_);
  const long k = *side == 'L' || *side == 'l' ? *m : *n;
  shifted x = shift(a, span(k, k, *lda)), y = shift(b, span(*m, *n, *ldb));
  real(side, up, t, unit, m, n, alpha, x.at, lda, y.at, ldb, l1, l2, l3, l4);
  drop(x), give_back(y, b);
}
void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *pivot, int *info) {
  BEHIND(dgetrf_);
  shifted x = shift(a, span(*m, *n, *lda));
  real(m, n, x.at, lda, pivot, info);
  give_back(x, a);
}
void dgetrs_(const char *t, const int *n, const int *sides, const double *a, const int *lda, const int *pivot,
             double *b, const int *ldb, int *info, size_t lt) {
  BEHIND(dgetrs_);
  shifted x = shift(a, span(*n, *n, *lda)), y = shift(b, span(*n, *sides, *ldb));
  real(t, n, sides, x.at, lda, pivot, y.at, ldb, info, lt);
  drop(x), give_back(y, b);
}
void dpotrf_(const char *up, const int *n, double *a, const int *lda, int *info, size_t lu) {
  BEHIND(dpotrf_);
  shifted x = shift(a, span(*n, *n, *lda));
  real(up, n, x.at, lda, info, lu);
  give_back(x, a);
}
void dsyevd_(const char *job, const char *up, const int *n, double *a, const int *lda, double *w,
             double *work, const int *lwork, int *iwork, const int *liwork, int *info, size_t l1, size_t l2) {
  BEHIND(dsyevd_);
  shifted x = shift(a, span(*n, *n, *lda));
  real(job, up, n, x.at, lda, w, work, lwork, iwork, liwork, info, l1, l2);
  give_back(x, a);
}
void dsygvd_(const int *type, const char *job, const char *up, const int *n, double *a, const int *lda,
             double *b, const int *ldb, double *w, double *work, const int *lwork, int *iwork,
             const int *liwork, int *info, size_t l1, size_t l2) {
  BEHIND(dsygvd_);
  shifted x = shift(a, span(*n, *n, *lda)), y = shift(b, span(*n, *n, *ldb));
  real(type, job, up, n, x.at, lda, y.at, ldb, w, work, lwork, iwork, liwork, info, l1, l2);
  give_back(x, a), give_back(y, b);
}
void dgesv_(const int *n, const int *sides, double *a, const int *lda, int *pivot, double *b, const int *ldb,
            int *info) {
  BEHIND(dgesv_);
  shifted x = shift(a, span(*n, *n, *lda)), y = shift(b, span(*n, *sides, *ldb));
  real(n, sides, x.at, lda, pivot, y.at, ldb, info);
  give_back(x, a), give_back(y, b);
}
