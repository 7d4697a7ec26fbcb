// Long sums with one order for all mappings: index k belongs to leaf k % TREE_LEAVES, which adds
// its terms in ascending order; then neighbouring leaves are added in pairs, those pairs in pairs,
// and so on. A warp has a leaf per thread (in a team of several warps each warp has all leaves), a
// smaller team several neighbouring leaves per thread; a CPU thread goes from leaf to leaf.
#ifndef CHATTER_KERNELS_TREE_H
#define CHATTER_KERNELS_TREE_H

#include "lane.h"

enum { TREE_LEAVES = 32 };

// TREE_OWNS_LEAF(i): 1 if the owner of index i is one of the threads that form a sum together.
#if KERNEL_CUDA && TEAM > 1
// Number of threads that share the leaves, and of leaves per thread.
#define TREE_THREADS (TEAM < TREE_LEAVES ? TEAM : TREE_LEAVES)
#define TREE_LEAVES_PER_THREAD (TREE_LEAVES / TREE_THREADS)
#if TEAM <= 32
#define TREE_MASK TEAM_MASK
#define TREE_OWNS_LEAF(i) 1
#else
#define TREE_MASK 0xffffffffu
#define TREE_OWNS_LEAF(i) ((i) % TEAM / TREE_LEAVES == TEAM_RANK / TREE_LEAVES)
#endif
KERNEL_ASSERT(TREE_LEAVES_PER_THREAD *TREE_THREADS == TREE_LEAVES && TEAM % TREE_THREADS == 0,
              "leaves in equal shares, whole warps");
// First leaf of a thread.
#define TREE_FIRST_LEAF (TEAM_RANK % TREE_THREADS * TREE_LEAVES_PER_THREAD)

// Sums leaf [TREE_LEAVES_PER_THREAD] over all threads; returns the sum in all of them.
KERNEL_FN lane_t tree_sum_team(const lane_t *leaf) {
  lane_t part[TREE_LEAVES_PER_THREAD];
  KERNEL_REGISTERS
  for (int i = 0; i < TREE_LEAVES_PER_THREAD; i++) part[i] = leaf[i];
  KERNEL_REGISTERS
  for (int step = 1; step < TREE_LEAVES_PER_THREAD; step *= 2) {
    KERNEL_REGISTERS
    for (int i = 0; i + step < TREE_LEAVES_PER_THREAD; i += 2 * step) part[i] = part[i] + part[i + step];
  }
  for (int step = 1; step < TREE_THREADS; step *= 2)
    part[0] = part[0] + (lane_t)__shfl_xor_sync(TREE_MASK, part[0], step);
  return part[0];
}
#else
#define TREE_OWNS_LEAF(i) 1
enum { TREE_LEVELS = 5 };

// Adds leaf number `leaf` after all earlier ones. `level` [TREE_LEVELS + 1] holds sums that wait
// for their neighbour; its last entry is finally the total.
KERNEL_FN void tree_add_leaf(lane_t *level, int leaf, lane_t sum) {
  int i = 0;
  for (; leaf >> i & 1; i++) sum = level[i] + sum;
  level[i] = sum;
}
#endif

// Returns Σ_k row[k] x[k], with `both` row[k] (x[k] + more[k]), in all threads of the team, which
// shares x and more.
KERNEL_FN lane_t tree_products(const real *row, const lane_t *x, const lane_t *more, int both, int n) {
#if KERNEL_CUDA && TEAM > 1
  lane_t sum[TREE_LEAVES_PER_THREAD];
  KERNEL_REGISTERS
  for (int i = 0; i < TREE_LEAVES_PER_THREAD; i++) sum[i] = lane_set(0);
  for (int first = TREE_FIRST_LEAF; first < n; first += TREE_LEAVES) {
    KERNEL_REGISTERS
    for (int i = 0; i < TREE_LEAVES_PER_THREAD; i++) {
      const int k = first + i;
      if (k < n) sum[i] = lane_fma(lane_set(row[k]), both ? x[k] + more[k] : x[k], sum[i]);
    }
  }
  return tree_sum_team(sum);
#else
  lane_t level[TREE_LEVELS + 1];
  for (int leaf = 0; leaf < TREE_LEAVES; leaf++) {
    lane_t sum = lane_set(0);
    KERNEL_UNROLL
    for (int k = leaf; k < n; k += TREE_LEAVES)
      sum = lane_fma(lane_set(row[k]), both ? x[k] + more[k] : x[k], sum);
    tree_add_leaf(level, leaf, sum);
  }
  return level[TREE_LEVELS];
#endif
}

KERNEL_FN lane_t tree_product(const real *row, const lane_t *x, int n) {
  return tree_products(row, x, x, 0, n);
}

#endif
