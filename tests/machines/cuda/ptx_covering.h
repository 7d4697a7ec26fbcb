// The cases of ptx_cases.h that are run every time besides the quick ones. A pair is two values of
// two properties (kernel, layout, threads of a team, precision, each switch on and off; size with
// kernel and team only). Every pair that any case has occurs in a selected case. A new case changes
// the selection automatically.
#ifndef CHATTER_TESTS_CUDA_PTX_COVERING_H
#define CHATTER_TESTS_CUDA_PTX_COVERING_H

#include "ptx_cases.h"

enum { PTX_SWITCHES = 13, PTX_PROPERTIES = 5 + PTX_SWITCHES, PTX_VALUES = 2 * PTX_N_CASES + 64 };

// Numbers of the properties of a case, different for different values.
static inline void ptx_properties(int which, int value[PTX_PROPERTIES]) {
  const ptx_case *c = &PTX_CASES[which];
  int kernel = which, size = which, n = 0, free = 2 * PTX_N_CASES;
  for (int i = which; i >= 0; i--) {
    if (PTX_CASES[i].kernel != c->kernel) continue;
    kernel = i;
    if (PTX_CASES[i].modes == c->modes && PTX_CASES[i].points == c->points) size = i;
  }
  value[n++] = kernel, value[n++] = PTX_N_CASES + size;
  value[n++] = free + c->layout, free += 16;
  value[n++] = free + (c->team > 1) + (c->team > 16) + (c->team > 32), free += 4;
  value[n++] = free + c->single, free += 2;
  for (int i = 0; i < PTX_SWITCHES; i++, free += 2) value[n++] = free + (c->switches >> i & 1);
}

enum { PTX_KERNEL, PTX_SIZE, PTX_LAYOUT, PTX_TEAM }; // positions of the properties
static inline int ptx_is_pair(int i, int j) {        // j < i
  return i == PTX_SIZE || j != PTX_SIZE || i == PTX_TEAM;
}

// Returns how many pairs of a case are not covered yet; `take`: marks them as covered.
static inline int ptx_pairs(int which, int take, char (*covered)[PTX_VALUES]) {
  int value[PTX_PROPERTIES], n = 0;
  ptx_properties(which, value);
  for (int i = 0; i < PTX_PROPERTIES; i++)
    for (int j = 0; j < i; j++) {
      if (!ptx_is_pair(i, j)) continue;
      n += !covered[value[i]][value[j]];
      if (take) covered[value[i]][value[j]] = 1;
    }
  return n;
}

// Selects the quick cases, then repeatedly the case with most uncovered pairs. Returns their
// number.
static inline int ptx_covering(const ptx_case *list[PTX_N_CASES]) {
  static char covered[PTX_VALUES][PTX_VALUES];
  int n = 0;
  memset(covered, 0, sizeof covered);
  for (int i = 0; i < PTX_N_CASES; i++)
    if (PTX_CASES[i].quick) ptx_pairs(i, 1, covered), list[n++] = &PTX_CASES[i];
  for (;;) {
    int best = 0;
    for (int i = 1; i < PTX_N_CASES; i++)
      if (ptx_pairs(i, 0, covered) > ptx_pairs(best, 0, covered)) best = i;
    if (ptx_pairs(best, 1, covered) == 0) return n;
    list[n++] = &PTX_CASES[best];
  }
}

#endif
