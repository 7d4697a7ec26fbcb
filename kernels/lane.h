// The mapping, second half: LANES trajectories side by side in one CPU thread (1, 4, 8 by SIMD
// vector types; 1 on the GPU). lane_t holds one number of each lane, mask_t one truth value of each
// (all bits), wide_t is always double, for times and phases. Arithmetic operators work on all of
// them; everything else is a function here. A lane never depends on its neighbours, so its bits do
// not depend on LANES.
#ifndef CHATTER_KERNELS_LANE_H
#define CHATTER_KERNELS_LANE_H

#include "team.h"

#ifndef LANES
#define LANES 1
#endif
#ifdef KERNEL_SINGLE
typedef float real;
#define REAL_EPSILON 1.1920929e-7f
#define REAL_LARGEST 3.402823466e38f
#else
typedef double real;
#define REAL_EPSILON 2.2204460492503131e-16
#define REAL_LARGEST 1.7976931348623157e308
#endif

// The only NaN that is ever stored.
#if KERNEL_CUDA
#define KERNEL_NAN __longlong_as_double(0x7ff8000000000000LL)
#else
#define KERNEL_NAN __builtin_nan("")
#endif

#if LANES == 1
typedef real lane_t;
typedef double wide_t;
typedef int mask_t, wide_mask_t;
#define MASK_ALL 1
KERNEL_FN lane_t lane_set(real x) {
  return x;
}
KERNEL_FN wide_t wide_set(double x) {
  return x;
}
KERNEL_FN lane_t lane_narrow(wide_t x) {
  return (real)x;
}
KERNEL_FN wide_t lane_widen(lane_t x) {
  return (double)x;
}
KERNEL_FN mask_t mask_narrow(wide_mask_t m) {
  return m;
}
KERNEL_FN mask_t mask_not(mask_t m) {
  return !m;
}
KERNEL_FN int lane_any(mask_t m) {
  return m;
}
KERNEL_FN lane_t lane_select(mask_t m, lane_t yes, lane_t no) {
  return m ? yes : no;
}
KERNEL_FN wide_t wide_select(wide_mask_t m, wide_t yes, wide_t no) {
  return m ? yes : no;
}
KERNEL_FN int mask_get(mask_t m, int lane) {
  return (void)lane, m;
}
KERNEL_FN void mask_put(mask_t *m, int lane, int value) {
  (void)lane, *m = value != 0;
}
KERNEL_FN double wide_get(wide_t x, int lane) {
  return (void)lane, x;
}
KERNEL_FN void wide_put(wide_t *x, int lane, double value) {
  (void)lane, *x = value;
}
KERNEL_FN void lane_put(lane_t *x, int lane, real value) {
  (void)lane, *x = value;
}
KERNEL_FN wide_t wide_load(const double *from) {
  return *from;
}
KERNEL_FN void wide_store(double *to, wide_t x) {
  *to = x;
}
#if KERNEL_CUDA
#ifdef KERNEL_SINGLE
KERNEL_FN lane_t lane_fma(lane_t a, lane_t b, lane_t c) {
  return __fmaf_rn(a, b, c);
}
KERNEL_FN lane_t lane_sqrt(lane_t a) {
  return __fsqrt_rn(a);
}
#else
KERNEL_FN lane_t lane_fma(lane_t a, lane_t b, lane_t c) {
  return __fma_rn(a, b, c);
}
KERNEL_FN lane_t lane_sqrt(lane_t a) {
  return __dsqrt_rn(a);
}
#endif
KERNEL_FN wide_t wide_fma(wide_t a, wide_t b, wide_t c) {
  return __fma_rn(a, b, c);
}
#else
#ifdef KERNEL_SINGLE
KERNEL_FN lane_t lane_fma(lane_t a, lane_t b, lane_t c) {
  return __builtin_fmaf(a, b, c);
}
KERNEL_FN lane_t lane_sqrt(lane_t a) {
  return __builtin_sqrtf(a);
}
#else
KERNEL_FN lane_t lane_fma(lane_t a, lane_t b, lane_t c) {
  return __builtin_fma(a, b, c);
}
KERNEL_FN lane_t lane_sqrt(lane_t a) {
  return __builtin_sqrt(a);
}
#endif
KERNEL_FN wide_t wide_fma(wide_t a, wide_t b, wide_t c) {
  return __builtin_fma(a, b, c);
}
#endif

#else // SIMD: GCC vector types; intrinsics only where the language has no operator
#include <immintrin.h>
typedef double wide_t __attribute__((vector_size(8 * LANES)));
typedef long wide_mask_t __attribute__((vector_size(8 * LANES)));
#if LANES == 8
#define WIDE(name) _mm512_##name##_pd
typedef __m512d wide_register;
#else
#define WIDE(name) _mm256_##name##_pd
typedef __m256d wide_register;
#endif
KERNEL_FN wide_t wide_set(double x) {
  return (wide_t)WIDE(set1)(x);
}
KERNEL_FN wide_t wide_fma(wide_t a, wide_t b, wide_t c) {
  return (wide_t)WIDE(fmadd)((wide_register)a, (wide_register)b, (wide_register)c);
}
KERNEL_FN wide_t wide_load(const double *from) {
  return (wide_t)WIDE(loadu)(from);
}
KERNEL_FN void wide_store(double *to, wide_t x) {
  WIDE(storeu)(to, (wide_register)x);
}
KERNEL_FN double wide_get(wide_t x, int lane) {
  return x[lane];
}
KERNEL_FN void wide_put(wide_t *x, int lane, double value) {
  (*x)[lane] = value;
}
KERNEL_FN wide_t wide_select(wide_mask_t m, wide_t yes, wide_t no) {
  return (wide_t)(((wide_mask_t)yes & m) | ((wide_mask_t)no & ~m));
}
#ifdef KERNEL_SINGLE
typedef float lane_t __attribute__((vector_size(4 * LANES)));
typedef int mask_t __attribute__((vector_size(4 * LANES)));
#if LANES == 8
#define NARROW(name) _mm256_##name##_ps
typedef __m256 lane_register;
#else
#define NARROW(name) _mm_##name##_ps
typedef __m128 lane_register;
#endif
#define LANE(name) NARROW(name)
KERNEL_FN lane_t lane_set(real x) {
  return (lane_t)NARROW(set1)(x);
}
KERNEL_FN lane_t lane_fma(lane_t a, lane_t b, lane_t c) {
  return (lane_t)NARROW(fmadd)((lane_register)a, (lane_register)b, (lane_register)c);
}
KERNEL_FN lane_t lane_sqrt(lane_t a) {
  return (lane_t)NARROW(sqrt)((lane_register)a);
}
KERNEL_FN lane_t lane_narrow(wide_t x) {
  return __builtin_convertvector(x, lane_t);
}
KERNEL_FN wide_t lane_widen(lane_t x) {
  return __builtin_convertvector(x, wide_t);
}
KERNEL_FN mask_t mask_narrow(wide_mask_t m) {
  return __builtin_convertvector(m, mask_t);
}
KERNEL_FN int lane_any(mask_t m) {
  return NARROW(movemask)((lane_register)m) != 0;
}
#else
typedef wide_t lane_t;
typedef wide_mask_t mask_t;
typedef wide_register lane_register;
#define LANE(name) WIDE(name)
KERNEL_FN lane_t lane_set(real x) {
  return wide_set(x);
}
KERNEL_FN lane_t lane_fma(lane_t a, lane_t b, lane_t c) {
  return wide_fma(a, b, c);
}
KERNEL_FN lane_t lane_sqrt(lane_t a) {
  return (lane_t)WIDE(sqrt)((wide_register)a);
}
KERNEL_FN lane_t lane_narrow(wide_t x) {
  return x;
}
KERNEL_FN wide_t lane_widen(lane_t x) {
  return x;
}
KERNEL_FN mask_t mask_narrow(wide_mask_t m) {
  return m;
}
#if LANES == 8
KERNEL_FN int lane_any(mask_t m) {
  return _mm512_test_epi64_mask((__m512i)m, (__m512i)m) != 0;
}
#else
KERNEL_FN int lane_any(mask_t m) {
  return _mm256_movemask_pd((__m256d)m) != 0;
}
#endif
#endif
KERNEL_FN void lane_put(lane_t *x, int lane, real value) {
  (*x)[lane] = value;
}
#define MASK_ALL (~(mask_t){0})
KERNEL_FN mask_t mask_not(mask_t m) {
  return ~m;
}
KERNEL_FN int mask_get(mask_t m, int lane) {
  return m[lane] != 0;
}
KERNEL_FN void mask_put(mask_t *m, int lane, int value) {
  (*m)[lane] = value ? -1 : 0;
}
KERNEL_FN lane_t lane_select(mask_t m, lane_t yes, lane_t no) {
  return (lane_t)(((mask_t)yes & m) | ((mask_t)no & ~m));
}
// The processor's maximum returns the second operand unless the first is larger: the same choice as
// lane_less, also for zeros and NaN.
KERNEL_FN lane_t lane_max(lane_t a, lane_t b) {
  return (lane_t)LANE(max)((lane_register)b, (lane_register)a);
}
KERNEL_FN lane_t lane_min(lane_t a, lane_t b) {
  return (lane_t)LANE(min)((lane_register)b, (lane_register)a);
}
#endif

KERNEL_FN mask_t lane_less(lane_t a, lane_t b) {
  return (mask_t)(a < b);
}
KERNEL_FN mask_t lane_less_equal(lane_t a, lane_t b) {
  return (mask_t)(a <= b);
}
KERNEL_FN mask_t lane_equal(lane_t a, lane_t b) {
  return (mask_t)(a == b);
}
KERNEL_FN wide_mask_t wide_less(wide_t a, wide_t b) {
  return (wide_mask_t)(a < b);
}
KERNEL_FN wide_mask_t wide_less_equal(wide_t a, wide_t b) {
  return (wide_mask_t)(a <= b);
}
KERNEL_FN mask_t mask_set(int value) {
  return value ? MASK_ALL : mask_not(MASK_ALL);
}
#if LANES == 1
KERNEL_FN lane_t lane_max(lane_t a, lane_t b) {
  return lane_select(lane_less(a, b), b, a);
}
KERNEL_FN lane_t lane_min(lane_t a, lane_t b) {
  return lane_select(lane_less(b, a), b, a);
}
#endif
KERNEL_FN lane_t lane_abs(lane_t a) {
  return lane_max(a, -a);
}
KERNEL_FN lane_t lane_load(const double *from) {
  return lane_narrow(wide_load(from));
}
KERNEL_FN double lane_get(lane_t x, int lane) {
  return wide_get(lane_widen(x), lane);
}

// Operations on single doubles that all lanes share.
#if KERNEL_CUDA
KERNEL_FN double double_fma(double a, double b, double c) {
  return __fma_rn(a, b, c);
}
#else
KERNEL_FN double double_fma(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
#endif

// Arrays of a stepper. Sized builds with one thread per trajectory keep them as true arrays
// (registers). All others take them from `work`: thread memory on the CPU, shared memory on the
// GPU.
#if defined(KERNEL_SIZED) && TEAM == 1
#define LANE_FIELD(name, n) lane_t name[(n) > 0 ? (n) : 1]
#define WIDE_FIELD(name, n) wide_t name[(n) > 0 ? (n) : 1]
#define LANE_SHARED(name, n) lane_t name[1]
#define LANE_PLACE(name, n) ((void)0)
#define WIDE_PLACE(name, n) ((void)0)
#else
#define LANE_FIELD(name, n) lane_t *name
#define WIDE_FIELD(name, n) wide_t *name
#define LANE_SHARED(name, n) lane_t *name
#define LANE_PLACE(name, n) ((name) = (lane_t *)work_allocate(&work, (long)(n) * (long)sizeof(lane_t)))
#define WIDE_PLACE(name, n) ((name) = (wide_t *)work_allocate(&work, (long)(n) * (long)sizeof(wide_t)))
#endif
// Takes `bytes` from work, aligned to a wide_t.
KERNEL_FN void *work_allocate(char **work, long bytes) {
  char *taken = *work;
  *work += (bytes + (long)sizeof(wide_t) - 1) / (long)sizeof(wide_t) * (long)sizeof(wide_t);
  return taken;
}

#endif
