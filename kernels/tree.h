// Long sums with one order for all mappings: index k belongs to leaf k % TREE_LEAVES, which adds its terms in
// ascending order; then neighbouring leaves are added in pairs, those pairs in pairs, and so on. A warp has a
// leaf per thread (a team of several warps: each warp all leaves), a CPU thread works on a few neighbouring
// leaves at once.
#ifndef CHATTER_KERNELS_TREE_H
#define CHATTER_KERNELS_TREE_H

#include "lane.h"

enum { TREE_LEAVES = 32 };

#if KERNEL_CUDA && TEAM > 1
KERNEL_ASSERT(TEAM % TREE_LEAVES == 0, "whole warps, a leaf per thread");
#define TREE_LEAF (TEAM_RANK % TREE_LEAVES)

// `leaf` of each thread → the sum, in all threads.
KERNEL_FN lane_t tree_team(lane_t leaf) {
  for (int step = 1; step < TREE_LEAVES; step *= 2)
    leaf = leaf + (lane_t)__shfl_xor_sync(0xffffffffu, leaf, step);
  return leaf;
}
#else
// Leaves that one thread works on at once: enough independent chains to hide the latency of an fma with four
// sums at a time, and no more than there are registers for.
#if LANES == 8
enum { TREE_TOGETHER = 4 };
#elif LANES == 4
enum { TREE_TOGETHER = 2 };
#else
enum { TREE_TOGETHER = 2 };
#endif
enum { TREE_BRANCHES = TREE_LEAVES / TREE_TOGETHER };

// The sum of `n` neighbouring leaves or branches, a power of two; what they held is lost.
KERNEL_FN lane_t tree_pairs(lane_t *leaf, int n) {
  KERNEL_UNROLL
  for (int step = 1; step < n; step *= 2) {
    KERNEL_UNROLL
    for (int i = 0; i < n; i += 2 * step) leaf[i] = leaf[i] + leaf[i + step];
  }
  return leaf[0];
}
#endif

// Σ_k row[k] x[k], `both`: row[k] (x[k] + more[k]); in all threads of the team, which has shared x and more.
KERNEL_FN lane_t tree_products(const real *row, const lane_t *x, const lane_t *more, int both, int n) {
#if KERNEL_CUDA && TEAM > 1
  lane_t sum = lane_set(0);
  for (int k = TREE_LEAF; k < n; k += TREE_LEAVES)
    sum = lane_fma(lane_set(row[k]), both ? x[k] + more[k] : x[k], sum);
  return tree_team(sum);
#else
  lane_t branch[TREE_BRANCHES];
  for (int b = 0; b < TREE_BRANCHES; b++) {
    lane_t leaf[TREE_TOGETHER];
    for (int l = 0; l < TREE_TOGETHER; l++) {
      leaf[l] = lane_set(0);
      for (int k = b * TREE_TOGETHER + l; k < n; k += TREE_LEAVES)
        leaf[l] = lane_fma(lane_set(row[k]), both ? x[k] + more[k] : x[k], leaf[l]);
    }
    branch[b] = tree_pairs(leaf, TREE_TOGETHER);
  }
  return tree_pairs(branch, TREE_BRANCHES);
#endif
}

KERNEL_FN lane_t tree_product(const real *row, const lane_t *x, int n) {
  return tree_products(row, x, x, 0, n);
}

#endif
