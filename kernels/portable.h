// Definitions shared by host and kernels, in C17 and CUDA C++: the qualifier of functions that both
// compile, and π.
#ifndef CHATTER_KERNELS_PORTABLE_H
#define CHATTER_KERNELS_PORTABLE_H

// Qualifier of functions of sizes and of laws' numbers.
#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define KERNEL_INDEX static __host__ __device__ __forceinline__
#else
#define KERNEL_INDEX static inline
#endif

// NVRTC compiles kernels without the C library's headers. Half and twice of π are exact, so
// KERNEL_PI / 2 and 2 * KERNEL_PI are correctly rounded too.
#define KERNEL_PI 3.14159265358979323846

#endif
