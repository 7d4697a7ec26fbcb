// Variables of LANES trajectories in the time steppers, and pointers to the model's blocks.
#ifndef CHATTER_KERNELS_TRANSIENT_STATE_H
#define CHATTER_KERNELS_TRANSIENT_STATE_H

#include "../lane_math.h"

#include "../drives/drives.h"
#include "../observe.h"
#include "transient_layout.h"

// Variables of LANES trajectories. Units: p m·sqrt(kg), u m·sqrt(kg)/s.
typedef struct transient {
  wide_t dt_wide; // Δt, s
  lane_t dt;      // the same in the working precision
  ARRAYS_FIELDS(TRANSIENT_ARRAYS)
  lane_t iterations; // iterations of the inclusion solver in this step
  lane_t tolerance, relaxation;
  lane_t proximal; // ε α of the proximal method (inclusion.h), 0: none
  lane_t most_iterations;
  lane_t slip_scale; // factor from `slip` to m/s
  recording recording;
  mask_t struck;      // lanes where a point closed in this step by an impulse (Moreau)
  mask_t has_product; // lanes where `product` is that of `force` within the solver's tolerance
  int touching;       // 1: some λ may differ from that of an open contact, and modes_step_free is done
} transient;

#define MODEL_BLOCK(which) (run->model + transient_model_at(DIMS(run), which))
#ifdef KERNEL_TABLES
#define TABLES_FROM(i) (kernel_tables + (i))
#else
#define TABLES_FROM(i) (run->batch->tables + (i))
#endif

// A thread with a whole trajectory and its own coefficients has too few registers for them. In
// double precision it keeps `force_gain` and recomputes `stiffness_gain` and `modal_load_gain` at
// each use, with the same bits.
#if KERNEL_CUDA && TEAM == 1 && !defined(KERNEL_SINGLE)
#define MODAL_GAINS_RECOMPUTED 1
#else
#define MODAL_GAINS_RECOMPUTED 0
#endif

#endif
