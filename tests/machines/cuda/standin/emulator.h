// Runs the CUDA path of the kernels on the host. Each GPU thread of a block is a fibre, and every
// synchronising call yields to a scheduler that releases a warp or a block once all its threads
// have reached the same call. A seed selects the order in which fibres run between two calls. A
// missing synchronisation shows as a difference between orders, a wrong one as a message: threads
// of one group at different calls, a thread that ended while others wait for it, a mask without its
// caller.
//
// Include after the C standard headers and before those of the kernels (it defines __CUDACC__).
#ifndef CHATTER_TESTS_CUDA_EMULATOR_H
#define CHATTER_TESTS_CUDA_EMULATOR_H

typedef struct {
  unsigned x, y, z;
} emulated_index;

extern emulated_index emulated_thread, emulated_block, emulated_block_size, emulated_grid_size;
enum { EMULATED_SHARED = 232448 }; // dynamic shared memory of a block: the most that an H200 has
extern char emulated_shared[EMULATED_SHARED];

// Calls kernel(argument) for every thread of `grid` blocks. seed 0: threads in order, 1: in
// reverse, else random orders. Before each block, `shared_bytes` of the dynamic shared memory are
// filled with NaNs; the rest traps a kernel that uses more than it was given. Returns 0 and a
// message in `problem` if a synchronisation is wrong.
int emulator_run(void (*kernel)(const void *), const void *argument, unsigned grid, unsigned threads,
                 unsigned shared_bytes, unsigned seed, char *problem, unsigned long problem_size);

void emulated_syncthreads(void);
int emulated_syncthreads_or(int value);
void emulated_syncwarp(unsigned mask);
int emulated_any(unsigned mask, int value);
double emulated_shuffle_xor(unsigned mask, double value, int lane_mask);
double emulated_shuffle(unsigned mask, double value, int lane);

#ifdef EMULATE_CUDA // in the files that hold kernels
#define __CUDACC__ 1
#define __global__
#define __device__
#define __host__
#define __constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __shared__ static
#define __grid_constant__
#define constexpr const
#define KERNEL_SHARED(name) char *name = emulated_shared
#define __launch_bounds__(...)
#define threadIdx emulated_thread
#define blockIdx emulated_block
#define blockDim emulated_block_size
#define gridDim emulated_grid_size
#define __syncthreads() emulated_syncthreads()
#define __syncthreads_or(value) emulated_syncthreads_or(value)
#define __syncwarp(mask) emulated_syncwarp(mask)
#define __any_sync(mask, value) emulated_any(mask, value)
#define __shfl_xor_sync(mask, value, lane_mask) emulated_shuffle_xor(mask, value, lane_mask)
#define __shfl_sync(mask, value, lane) emulated_shuffle(mask, value, lane)
#define __fma_rn(a, b, c) __builtin_fma(a, b, c)
#define __fmaf_rn(a, b, c) __builtin_fmaf(a, b, c)
#define __dsqrt_rn(a) __builtin_sqrt(a)
#define __fsqrt_rn(a) __builtin_sqrtf(a)
static inline double __longlong_as_double(long long bits) {
  union {
    long long bits;
    double value;
  } same = {.bits = bits};
  return same.value;
}
#pragma GCC diagnostic ignored "-Wunknown-pragmas" // the unroll pragma of CUDA
#endif

#endif
