// Peak performance of a core, and processor time: for benchmarks that report their fraction of a
// bound.
#ifndef CHATTER_BENCH_PEAK_H
#define CHATTER_BENCH_PEAK_H

#include <math.h>
#include <time.h>

// Returns the processor time of all threads: other programs on the machine do not count.
static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Measures the peak of one core: independent chains of FMA on vectors of 8 doubles.
#if defined(__x86_64__)
typedef double vector8 __attribute__((vector_size(64)));
__attribute__((target("avx512f"), noinline)) static double fma_chains(long n) {
  vector8 x[12];
  const vector8 a = {0.999999, 0.999999, 0.999999, 0.999999, 0.999999, 0.999999, 0.999999, 0.999999},
                b = a * 1e-6;
  for (int i = 0; i < 12; i++) x[i] = a + i;
  for (long k = 0; k < n; k++)
#pragma GCC unroll 12
    for (int i = 0; i < 12; i++)
      for (int l = 0; l < 8; l++) x[i][l] = __builtin_fma(x[i][l], a[l], b[l]);
  double sum = 0;
  for (int i = 0; i < 12; i++)
    for (int l = 0; l < 8; l++) sum += x[i][l];
  return sum;
}
#endif
static double peak_gflops(void) {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx512f")) return NAN;
  volatile double sink = fma_chains(1000000);
  const double start = seconds();
  sink = fma_chains(20000000);
  (void)sink;
  return 20e6 * 12 * 8 * 2 / (seconds() - start) / 1e9;
#else
  return NAN;
#endif
}

#endif
