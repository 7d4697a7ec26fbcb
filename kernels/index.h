// Functions of sizes and of laws' numbers alone, for the host and the kernels.
#ifndef CHATTER_KERNELS_INDEX_H
#define CHATTER_KERNELS_INDEX_H

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define KERNEL_INDEX static __host__ __device__ __forceinline__
#else
#define KERNEL_INDEX static inline
#endif

#endif
