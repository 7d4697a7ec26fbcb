// The arrays of the sliding contact (arrays.h): of every trajectory, one of each.
#ifndef CHATTER_KERNELS_SLIDING_ARRAYS_H
#define CHATTER_KERNELS_SLIDING_ARRAYS_H

// clang-format off
#define SLIDING_ARRAYS(LANE, WIDE, SHARED, D)                                                                \
  LANE(p, D(DIM_SLIDER) + D(DIM_TARGET))                                                                     \
  LANE(d, D(DIM_SLIDER) + D(DIM_TARGET))                  /* d*: the prediction of p_{n+1} - p_n */          \
  LANE(push, D(DIM_SLIDER))                               /* h² times the constant modal forces */           \
  LANE(moved, D(DIM_SLIDE_MOVED) * (D(DIM_SLIDER) + D(DIM_TARGET))) /* d_{n+1}, for the responses */         \
  LANE(response, D(DIM_SLIDE_MOVED) * D(DIM_SLIDE_RESPONSES)) /* Σ φ d_{n+1} */                              \
  LANE(before, D(DIM_SLIDE_MOVED) * D(DIM_SLIDE_RESPONSES))   /* Σ φ d_n */                                  \
  LANE(shown, D(DIM_SLIDE_SIGNALS))                       /* Σ φ p_n, of those that are displacements */     \
  LANE(observed, D(DIM_SLIDE_OBSERVED))                                                                      \
  WIDE(filters, D(DIM_SLIDE_FILTERS) * FILTER_NUMBERS)
// clang-format on

#endif
