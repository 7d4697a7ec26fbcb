// Long sums with one order for all mappings: index k belongs to leaf k % TREE_LEAVES, which adds its terms in
// ascending order; then neighbouring leaves are added in pairs, those pairs in pairs, and so on. A warp has a
// leaf per thread (a team of several warps: each warp all leaves), a CPU thread goes from leaf to leaf.
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
enum { TREE_LEVELS = 5 };

// Adds leaf number `leaf`, after all before it. `level` [TREE_LEVELS + 1] holds what waits for its neighbour,
// at last the sum in its last.
KERNEL_FN void tree_add(lane_t *level, int leaf, lane_t sum) {
  int i = 0;
  for (; leaf >> i & 1; i++) sum = level[i] + sum;
  level[i] = sum;
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
  lane_t level[TREE_LEVELS + 1];
  for (int leaf = 0; leaf < TREE_LEAVES; leaf++) {
    lane_t sum = lane_set(0);
    KERNEL_UNROLL
    for (int k = leaf; k < n; k += TREE_LEAVES)
      sum = lane_fma(lane_set(row[k]), both ? x[k] + more[k] : x[k], sum);
    tree_add(level, leaf, sum);
  }
  return level[TREE_LEVELS];
#endif
}

KERNEL_FN lane_t tree_product(const real *row, const lane_t *x, int n) {
  return tree_products(row, x, x, 0, n);
}

#endif
