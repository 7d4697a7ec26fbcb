// The mapping of trajectories on machines, first half: TEAM is the number of GPU threads that share
// one trajectory (1; 4, 8, 16 with others in a warp; 32; 128: a block). On the CPU a team is one
// thread and every macro a plain loop.
//
// Owner computes: inside team_for each index has one owner, which forms its whole sum in a fixed
// order from state that the team shares. Sums across the team have the order of tree.h in every
// mapping. Hence the bits do not depend on TEAM. The combining calls below (or, max) do not depend
// on the order of the ranks either. Rules: variables declared inside team_for end at its brace;
// control flow around a team_sync is uniform in the team; between two syncs only its owner writes
// an element.
#ifndef CHATTER_KERNELS_TEAM_H
#define CHATTER_KERNELS_TEAM_H

#ifndef TEAM
#define TEAM 1
#endif

// KERNEL_CALLED: functions that run seldom or are called from several places. On the CPU they are
// not inlined: a kernel in a single function takes six times as long to compile (bench/compile.md),
// and several copies slow all of them down. On a GPU everything is one function, whose variables
// stay in registers.
#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define KERNEL_CUDA 1
#define KERNEL_FN static __device__ __forceinline__
#define KERNEL_CALLED KERNEL_FN
#define KERNEL_UNROLL _Pragma("unroll")
#define KERNEL_RARELY(x) (x)
#define KERNEL_REGISTERS KERNEL_UNROLL
#else
#define KERNEL_CUDA 0
#define KERNEL_FN static inline __attribute__((always_inline))
#define KERNEL_CALLED static __attribute__((noinline, unused))
#define KERNEL_UNROLL _Pragma("GCC unroll 8")
#define KERNEL_RARELY(x) __builtin_expect(!!(x), 0) // its registers are spilled first
#define KERNEL_REGISTERS // loops over data that only a GPU keeps in registers: not unrolled by GCC
#endif
#define KERNEL_RESTRICT __restrict__
#ifdef __cplusplus
#define KERNEL_ASSERT static_assert
#else
#define KERNEL_ASSERT _Static_assert
#endif

#if KERNEL_CUDA && TEAM > 1
#define TEAM_RANK ((int)(threadIdx.x % TEAM))
#if TEAM <= 32
#define TEAM_MASK (TEAM == 32 ? 0xffffffffu : ((1u << (TEAM % 32)) - 1u) << (threadIdx.x % 32 / TEAM * TEAM))
#define team_sync() __syncwarp(TEAM_MASK)
KERNEL_FN int team_or(int mask) {
  return __any_sync(TEAM_MASK, mask);
}
KERNEL_FN double team_max(double x) {
  for (int step = TEAM / 2; step > 0; step /= 2) {
    double other = __shfl_xor_sync(TEAM_MASK, x, step);
    x = other > x ? other : x;
  }
  return x;
}
#else // the team is the whole block
#define team_sync() __syncthreads()
KERNEL_FN int team_or(int mask) {
  return __syncthreads_or(mask);
}
KERNEL_FN double team_max(double x) {
  __shared__ double part[TEAM / 32];
  for (int step = 16; step > 0; step /= 2) {
    double other = __shfl_xor_sync(0xffffffffu, x, step);
    x = other > x ? other : x;
  }
  __syncthreads();
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = x;
  __syncthreads();
  for (int i = 0; i < TEAM / 32; i++) x = part[i] > x ? part[i] : x;
  return x;
}
#endif
#define team_for(i, n) for (int i = TEAM_RANK; i < (n); i += TEAM)
#if TEAM < 32
// The trajectories of a warp step together, as lanes of the CPU do. Control flow that all of them
// reach uses lockstep_any, so that one that needs no iteration waits for those that do. Between two
// such calls a team may take its own path.
#define LOCKSTEP_TEAMS (32 / TEAM)
KERNEL_FN int lockstep_any(int mask) {
  return __any_sync(0xffffffffu, mask);
}
KERNEL_FN double lockstep_least(double x) {
  for (int step = TEAM; step < 32; step *= 2) {
    double other = __shfl_xor_sync(0xffffffffu, x, step);
    x = other < x ? other : x;
  }
  return x;
}
#endif
#else
#define TEAM_RANK 0
#define team_sync() ((void)0)
#define team_or(mask) (mask)
#define team_max(x) (x)
// Hot loops use KERNEL_UNROLL themselves.
#define team_for(i, n) KERNEL_REGISTERS for (int i = 0; i < (n); i++)
#endif
#ifndef LOCKSTEP_TEAMS
#define LOCKSTEP_TEAMS 1 // teams in a group
#define lockstep_any(mask) lane_any(mask)
#define lockstep_least(x) (x)
#endif

#endif
