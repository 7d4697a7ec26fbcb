// Common beginning of the test kernels, in NVRTC's C++ and in the emulator's C
// (machines/cuda/team_program.h puts this text before theirs).
#ifndef CHATTER_TESTS_KERNEL_ENTRY_H
#define CHATTER_TESTS_KERNEL_ENTRY_H

#ifndef KERNEL_SHARED
#define KERNEL_SHARED(name) extern __shared__ __align__(16) char name[]
#endif
#ifdef __cplusplus
#define KERNEL_ENTRY extern "C" __global__ void
#else
#define KERNEL_ENTRY __global__ void
#endif

#endif
