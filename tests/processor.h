// Processor check for tests that call kernels with a compiled number of lanes.
#ifndef CHATTER_TESTS_PROCESSOR_H
#define CHATTER_TESTS_PROCESSOR_H

// Returns 1 if this processor runs kernels of `lanes` lanes: 1, 4 (x86-64-v3) or 8 (x86-64-v4).
static inline int processor_has(int lanes) {
  __builtin_cpu_init();
  if (lanes == 1) return 1;
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return 0;
  return lanes == 4 || (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                        __builtin_cpu_supports("avx512vl"));
}

#endif
