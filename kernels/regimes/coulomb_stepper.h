// Event-exact stepper of a system with one Coulomb contact (Marino and Cicirello 2021;
// docs/theory/regimes.md). Each phase (slip with either sign, stick) is linear and advanced by its
// exact modal solution; the next event is bracketed under an error bound and located to 1e-13 in τ.
// A step of the batch is one excitation cycle.
//
// All phases have the same form. Event function f: the contact velocity u' in slip, the resultant R
// in stick;
//   f(τ) = f0 + fc cos τ + fs sin τ + Σ_i W_i a_i,   (a_i, b_i)' = (−d_i a_i − ω_i b_i, ω_i a_i − d_i b_i),
// and the phase lasts while lo < f < hi. So lanes in different phases do the same work: one trial
// point each (rotation of the pairs by small angles), accepted, refined or taken as the event, each
// lane on its own clock. A trial interval of length h is guaranteed free of events if the Bernstein
// coefficients of its cubic Hermite interpolant keep a distance of the interpolation error h⁴
// max|f''''| / 288 from lo and hi.
#ifndef CHATTER_KERNELS_COULOMB_H
#define CHATTER_KERNELS_COULOMB_H

#include "../portable.h"
#include "../run.h"
#include "coulomb_layout.h"

#define COULOMB_TWO_PI (2 * KERNEL_PI)
#define COULOMB_NO_BOUND 1.0e300 // represents an absent bound
#define COULOMB_MIN_STICK 1.0e-9 // shortest stick phase that is counted, rad
// Shorter intervals are accepted without the error bound, as a grazing contact that cannot be
// resolved.
#define COULOMB_MIN_INTERVAL 1.0e-7
#define COULOMB_FIRST_TRIAL 1.6         // first trial interval times the effective frequency of f
#define COULOMB_EVENT_TOLERANCE 1.0e-13 // error allowed in an event, rad
#define COULOMB_SERIES_MAX_ANGLE 5.0e-3 // largest angle of a last root step by series
#define COULOMB_ROUNDING                                                                                     \
  2.0e-15 // rounding of f relative to its amplitude: a bound counts as crossed beyond it
#define COULOMB_REPEAT_TOLERANCE 1.0e-12 // early exit: change of the state per cycle
#define COULOMB_REPEAT_CYCLES 3
#define COULOMB_WATCH_MAX_INTERVAL                                                                           \
  0.7 // longest interval times the highest frequency if extremes are observed

#if LANES == 1
KERNEL_FN wide_mask_t wide_not(wide_mask_t m) {
  return !m;
}
KERNEL_FN int wide_any(wide_mask_t m) {
  return m;
}
KERNEL_FN int wide_count(wide_mask_t m) {
  return m;
}
#else
KERNEL_FN wide_mask_t wide_not(wide_mask_t m) {
  return ~m;
}
#if LANES == 8
KERNEL_FN int wide_any(wide_mask_t m) {
  return _mm512_test_epi64_mask((__m512i)m, (__m512i)m) != 0;
}
KERNEL_FN int wide_count(wide_mask_t m) {
  return __builtin_popcount(_mm512_test_epi64_mask((__m512i)m, (__m512i)m));
}
#else
KERNEL_FN int wide_any(wide_mask_t m) {
  return _mm256_movemask_pd((__m256d)m) != 0;
}
KERNEL_FN int wide_count(wide_mask_t m) {
  return __builtin_popcount((unsigned)_mm256_movemask_pd((__m256d)m));
}
#endif
#endif
KERNEL_FN wide_t wide_max(wide_t a, wide_t b) {
  return wide_select(wide_less(a, b), b, a);
}
KERNEL_FN wide_t wide_min(wide_t a, wide_t b) {
  return wide_select(wide_less(b, a), b, a);
}
KERNEL_FN wide_t wide_abs(wide_t a) {
  return wide_max(a, -a);
}
#if LANES == 1
KERNEL_FN wide_t wide_sqrt(wide_t a) {
#if KERNEL_CUDA
  return __dsqrt_rn(a);
#else
  return __builtin_sqrt(a);
#endif
}
#else
KERNEL_FN wide_t wide_sqrt(wide_t a) {
  return (wide_t)WIDE(sqrt)((wide_register)a);
}
#endif
KERNEL_FN wide_mask_t wide_select_mask(wide_mask_t m, wide_mask_t yes, wide_mask_t no) {
  return (m & yes) | (wide_not(m) & no);
}
KERNEL_FN wide_mask_t wide_equal(wide_t a, wide_t b) {
  return (wide_mask_t)(a == b);
}
KERNEL_FN wide_t wide_round(wide_t x) {
  const wide_t magic = wide_set(6755399441055744.0);
  return (x + magic) - magic;
}

// sin x and cos x, x in radians, |x| < 1e5: quadrant by Cody–Waite with two parts of π/2, then the
// minimax polynomials on |r| ≤ π/4 of fdlibm; about 1 ulp.
KERNEL_FN void wide_sincos(wide_t x, wide_t *sine, wide_t *cosine) {
  const wide_t quadrant = wide_round(x * wide_set(2 / KERNEL_PI));
  wide_t r = wide_fma(-quadrant, wide_set(KERNEL_PI / 2), x);
  r = wide_fma(-quadrant, wide_set(6.123233995736766e-17), r);
  const wide_t z = r * r;
  wide_t p = wide_fma(wide_set(1.58969099521155010221e-10), z, wide_set(-2.50507602534068634195e-08));
  p = wide_fma(p, z, wide_set(2.75573137070700676789e-06));
  p = wide_fma(p, z, wide_set(-1.98412698298579493134e-04));
  p = wide_fma(p, z, wide_set(8.33333333332248946124e-03));
  p = wide_fma(p, z, wide_set(-1.66666666666666324348e-01));
  const wide_t s = wide_fma(p * z, r, r);
  wide_t q = wide_fma(wide_set(-1.13596475577881948265e-11), z, wide_set(2.08757232129817482790e-09));
  q = wide_fma(q, z, wide_set(-2.75573143513906633035e-07));
  q = wide_fma(q, z, wide_set(2.48015872894767294178e-05));
  q = wide_fma(q, z, wide_set(-1.38888888888741095749e-03));
  q = wide_fma(q, z, wide_set(4.16666666666666019037e-02));
  const wide_t c = wide_fma(z * z, q, wide_fma(z, wide_set(-0.5), wide_set(1.0)));
  const wide_t half = quadrant * wide_set(0.5);
  const wide_mask_t even = wide_equal(half, wide_round(half));
  const wide_t pair = wide_round(wide_select(even, half, half - wide_set(0.5))) * wide_set(0.5);
  const wide_mask_t plus = wide_equal(pair, wide_round(pair));
  *sine = wide_select(even, s, c);
  *cosine = wide_select(even, c, -s);
  *sine = wide_select(plus, *sine, -*sine);
  *cosine = wide_select(plus, *cosine, -*cosine);
}

// 2^(exponent − 1023) from its bits: exact, and the same on every machine.
KERNEL_FN double coulomb_power_of_two(long long exponent) {
#if KERNEL_CUDA
  return __longlong_as_double(exponent << 52);
#else
  union {
    long long bits;
    double value;
  } power = {.bits = exponent << 52};
  return power.value;
#endif
}

// e^(−x), 0 ≤ x: 2^−k · e^−r, |r| ≤ ln2/2, Taylor through r^13 (remainder below 5e-18). Beyond 700
// it is zero.
KERNEL_FN wide_t wide_decay(wide_t x) {
  const wide_t k = wide_round(wide_min(x, wide_set(700.0)) * wide_set(1.4426950408889634));
  wide_t r = wide_fma(k, wide_set(0.6931471805599453), -wide_min(x, wide_set(700.0)));
  r = wide_fma(k, wide_set(2.3190468138462996e-17), r);
  wide_t p = wide_fma(wide_set(1.6059043836821613e-10), r, wide_set(2.0876756987868100e-09));
  p = wide_fma(p, r, wide_set(2.5052108385441720e-08));
  p = wide_fma(p, r, wide_set(2.7557319223985893e-07));
  p = wide_fma(p, r, wide_set(2.7557319223985888e-06));
  p = wide_fma(p, r, wide_set(2.4801587301587302e-05));
  p = wide_fma(p, r, wide_set(1.9841269841269841e-04));
  p = wide_fma(p, r, wide_set(1.3888888888888889e-03));
  p = wide_fma(p, r, wide_set(8.3333333333333332e-03));
  p = wide_fma(p, r, wide_set(4.1666666666666664e-02));
  p = wide_fma(p, r, wide_set(1.6666666666666666e-01));
  p = wide_fma(p, r, wide_set(0.5));
  p = wide_fma(p, r, wide_set(1.0));
  p = wide_fma(p, r, wide_set(1.0));
  wide_t scale = k;
  for (int lane = 0; lane < LANES; lane++)
    wide_put(&scale, lane, coulomb_power_of_two(1023 - (long long)wide_get(k, lane)));
  return wide_select(wide_less(wide_set(700.0), x), wide_set(0.0), p * scale);
}

// Functions that run only a few times per cycle are not inlined on a CPU; the lanes are then in
// memory, near the core.
#if KERNEL_CUDA
#define COULOMB_FN KERNEL_FN
#else
#define COULOMB_FN static __attribute__((noinline))
#endif

#ifdef KERNEL_SIZED // one body
#define COULOMB_EXACT
#define COULOMB_MODE_LIMIT kernel_sized_dim[DIM_COULOMB_MODES]
#define COULOMB_NAME sized
#define COULOMB_DAMPED 0
#include "coulomb_body.h"
#undef COULOMB_DAMPED
#define COULOMB_DAMPED 1
#include "coulomb_body.h"
KERNEL_FN void coulomb_trajectory(const kernel_run *run, char *work) {
  (void)work;
  if (DIM(DIM_COULOMB_DAMPED))
    coulomb_sized_1_run(run);
  else
    coulomb_sized_0_run(run);
}
#else
#define COULOMB_DAMPED 0
#define COULOMB_EXACT
#define COULOMB_MODE_LIMIT 1
#define COULOMB_NAME 1
#include "coulomb_body.h"
#undef COULOMB_NAME
#undef COULOMB_MODE_LIMIT
#define COULOMB_MODE_LIMIT 2
#define COULOMB_NAME 2
#include "coulomb_body.h"
#undef COULOMB_NAME
#undef COULOMB_MODE_LIMIT
#define COULOMB_MODE_LIMIT 5
#define COULOMB_NAME 5
#include "coulomb_body.h"
#undef COULOMB_NAME
#undef COULOMB_MODE_LIMIT
#undef COULOMB_EXACT
#define COULOMB_MODE_LIMIT COULOMB_MAX_MODES
#define COULOMB_NAME any
#include "coulomb_body.h"
#undef COULOMB_DAMPED
#define COULOMB_DAMPED 1
#include "coulomb_body.h"
KERNEL_FN void coulomb_trajectory(const kernel_run *run, char *work) {
  (void)work;
  const int n = DIM(DIM_COULOMB_MODES);
  if (DIM(DIM_COULOMB_DAMPED))
    coulomb_any_1_run(run);
  else if (n == 1)
    coulomb_1_0_run(run);
  else if (n == 2)
    coulomb_2_0_run(run);
  else if (n == 5)
    coulomb_5_0_run(run);
  else
    coulomb_any_0_run(run);
}
#endif
#undef COULOMB_NAME
#undef COULOMB_MODE_LIMIT
#undef COULOMB_DAMPED

KERNEL_FN void coulomb_uniform(const kernel_run *run, real *uniform, int rank, int size) {
  (void)run, (void)uniform, (void)rank, (void)size;
}

#endif
