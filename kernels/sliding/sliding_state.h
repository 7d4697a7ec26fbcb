// Variables of LANES trajectories, and the place of a lane on the polyline.
#ifndef CHATTER_KERNELS_SLIDING_STATE_H
#define CHATTER_KERNELS_SLIDING_STATE_H

#include "../observe.h"
#include "../tree.h"
#include "roughness.h"
#include "sliding_layout.h"

// first of the two sums of a point among N_SLIDE_SUMS
enum { SUMS_OF_C, SUMS_OF_T1 = 2, SUMS_OF_T2 = 4 };

// A team within a warp that knows the sizes keeps its modes in registers: each thread has those of
// its leaves of the sums, of the slider and of the target. MODE: entry k of an array of all modes,
// number `at` among its thread's own. modes_for: loops over the thread's own of `n` modes; such
// loops need no synchronisation.
#if KERNEL_CUDA && TEAM > 1 && TEAM <= 32
#define MODE_SLOTS(n) (((n) + TREE_LEAVES - 1) / TREE_LEAVES * TREE_LEAVES_PER_THREAD)
#define MODE_OF_SLOT(at)                                                                                     \
  ((at) / TREE_LEAVES_PER_THREAD * TREE_LEAVES + TREE_FIRST_LEAF + (at) % TREE_LEAVES_PER_THREAD)
#endif
#if defined(MODE_SLOTS) && defined(KERNEL_SIZED)
#define MODES_IN_REGISTERS 1
#define MODE_SLOTS_OF_ALL (MODE_SLOTS(DIM(DIM_SLIDER_MODES)) + MODE_SLOTS(DIM(DIM_TARGET_MODES)))
#define MODE(array, at, k) (self->kept_##array[at])
#define modes_for(at, k, n)                                                                                  \
  KERNEL_UNROLL for (int at = 0, k = TREE_FIRST_LEAF; at < MODE_SLOTS(n);                                    \
                     at++, k = MODE_OF_SLOT(at)) if (k < (n))
#else
#define MODES_IN_REGISTERS 0
#define MODE(array, at, k) (self->array[k])
#ifdef MODE_SLOTS
#define modes_for(at, k, n)                                                                                  \
  for (int at = 0, k = TREE_FIRST_LEAF; at < MODE_SLOTS(n); at++, k = MODE_OF_SLOT(at))                      \
    if (k < (n))
#else
#define modes_for(at, k, n) for (int at = 0, k = TEAM_RANK; k < (n); at++, k += TEAM)
#endif
#endif
// Leaves that every warp of a team has.
#if TEAM > 32
#define leaf_modes_for(at, k, n) for (int at = 0, k = TREE_FIRST_LEAF; k < (n); at++, k += TREE_LEAVES)
#else
#define leaf_modes_for(at, k, n) modes_for(at, k, n)
#endif
// First slot of the target.
#define TARGET_FIRST_SLOT (MODE_SLOTS(DIM(DIM_SLIDER_MODES)))

// Data of a lane's element.
typedef struct sliding_element {
  lane_t number;  // 0 … nodes - 2
  wide_t from[2]; // X_C - X_T1 at x_A = 0
  wide_t span[2]; // X_T2 - X_T1
#if !KERNEL_CUDA
  lane_t gram[N_SLIDE_GRAM]; // Φ Φᵀ of T1, T2
#endif
} sliding_element;

// C relative to the element, not divided by its length, so that a step needs no square root.
typedef struct sliding_place {
  lane_t edge[2];        // T2 - T1
  lane_t from[2];        // C - T1
  lane_t along, length2; // (C - T1)·edge, edge·edge
} sliding_place;

// Increment of the guide by its drive (guide.h), used if DIM_GUIDE_IS_DRIVEN.
typedef struct sliding_guided {
  wide_t way, rest; // up to step n, m, and its rounding compensation
  wide_t pace;      // w between steps n and n + 1, m/s
  wide_t surge;     // x_A(n + 1) - 2 x_A(n) + x_A(n - 1), m
} sliding_guided;

typedef struct sliding_stepper {
  ARRAYS_FIELDS(SLIDING_ARRAYS)
#if LANES > 1
  lane_t *rows; // [target][4] rows of each lane's T1, T2
#endif
#if MODES_IN_REGISTERS
  lane_t kept_p[MODE_SLOTS_OF_ALL], kept_d[MODE_SLOTS_OF_ALL], kept_moved[MODE_SLOTS_OF_ALL];
  lane_t kept_push[MODE_SLOTS(DIM(DIM_SLIDER_MODES))];
  lane_t kept_rows[4 * MODE_SLOTS(DIM(DIM_TARGET_MODES))]; // rows of T1, T2
#endif
  sliding_element element;
  sliding_place place;    // at p_n + d*
  int elements_differ;    // 1: the active lanes are in different elements
  int common_element;     // their element, if they are in the same
  lane_t dt, drift;       // h, increment of the guide over the step
  lane_t signed_friction; // s μ
  wide_t dt_wide, advance_per_step, offset;
  sliding_guided guided;
  lane_t sums[N_SLIDE_SUMS];         // of p_n
  lane_t found[N_SLIDE_SUMS];        // of p_n + d*
  lane_t next[N_SLIDE_SUMS];         // of p_{n+1}
  lane_t push_contact[N_SLIDE_SUMS]; // -h² λ b_E
  lane_t pressing;                   // h² λ / l³
  lane_t gap;                        // b_C (X + u_{n+1}), if a signal needs it
  recording recording;
  roughness roughness;
} sliding_stepper;

KERNEL_FN lane_t dt_squared(const sliding_stepper *self) { // h²
  return self->dt * self->dt;
}

#define SLIDE_MODEL_BLOCK(which) (run->model + sliding_model_at(DIMS(run), which))

KERNEL_FN const real *element_rows(const kernel_run *run, int element) {
  return SLIDE_MODEL_BLOCK(SLIDE_MODEL_NODES) + (long)element * 2 * DIM(DIM_TARGET_MODES);
}

// Returns number i of Φ Φᵀ of T1, T2. A GPU thread has no registers to spare for data that its team
// shares.
KERNEL_FN lane_t element_gram(const kernel_run *run, const sliding_stepper *self, int i) {
#if KERNEL_CUDA
  return lane_set(SLIDE_MODEL_BLOCK(SLIDE_MODEL_GRAM)[(long)self->common_element * N_SLIDE_GRAM + i]);
#else
  return (void)run, self->element.gram[i];
#endif
}

// Loads the element data of the lanes of `mask`.
KERNEL_FN void element_load(const kernel_run *run, sliding_stepper *self, mask_t mask) {
  sliding_element *at = &self->element;
  const double *position = run->batch->model + sliding_model_at(DIMS(run), SLIDE_MODEL_POSITION);
  for (int lane = 0; lane < LANES; lane++) {
    if (!mask_get(mask, lane)) continue;
    const int e = (int)lane_get(at->number, lane);
    const double *first = position + 2 + 2 * e;
    KERNEL_REGISTERS
    for (int i = 0; i < 2; i++) {
      wide_put(&at->from[i], lane, position[i] - first[i]);
      wide_put(&at->span[i], lane, first[2 + i] - first[i]);
    }
#if !KERNEL_CUDA
    const real *gram = SLIDE_MODEL_BLOCK(SLIDE_MODEL_GRAM) + (long)e * N_SLIDE_GRAM;
    for (int i = 0; i < N_SLIDE_GRAM; i++) lane_put(&at->gram[i], lane, gram[i]);
#endif
#if LANES > 1
    const real *rows = element_rows(run, e);
    for (int k = 0; k < DIM(DIM_TARGET_MODES); k++) KERNEL_REGISTERS
    for (int r = 0; r < 4; r++) lane_put(&self->rows[4 * k + r], lane, rows[r * DIM(DIM_TARGET_MODES) + k]);
#elif MODES_IN_REGISTERS
    const real *rows = element_rows(run, e);
    modes_for(slot, k, DIM(DIM_TARGET_MODES)) {
      KERNEL_UNROLL
      for (int r = 0; r < 4; r++) self->kept_rows[4 * slot + r] = rows[r * DIM(DIM_TARGET_MODES) + k];
    }
#endif
  }
}

// Checks whether the active lanes are in one element, whose rows are then read once for all.
KERNEL_FN void element_compare_lanes(sliding_stepper *self, mask_t active) {
  int first = -1;
  self->elements_differ = 0;
  for (int lane = 0; lane < LANES; lane++) {
    if (!mask_get(active, lane)) continue;
    const int e = (int)lane_get(self->element.number, lane);
    if (first < 0) first = e;
    if (e != first) self->elements_differ = 1;
  }
  self->common_element = first < 0 ? 0 : first;
}

#endif
