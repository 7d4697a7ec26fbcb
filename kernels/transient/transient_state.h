// The variables of LANES trajectories that the time steppers hold while they step them, and the places of
// the numbers of the model.
#ifndef CHATTER_KERNELS_TRANSIENT_STATE_H
#define CHATTER_KERNELS_TRANSIENT_STATE_H

#include "../lane_math.h"

#include "../drives/drives.h"
#include "../observe.h"
#include "transient_layout.h"

// The variables of LANES trajectories. Units: p m·sqrt(kg), u m·sqrt(kg)/s.
typedef struct transient {
  wide_t dt_wide; // Δt, s
  lane_t dt;      // the same in the working precision
  ARRAYS_FIELDS(TRANSIENT_ARRAYS)
  lane_t iterations; // of the inclusion solver in this step
  lane_t tolerance, relaxation;
  lane_t proximal; // ε α of the proximal method (inclusion.h), 0: none
  lane_t most_iterations;
  lane_t slip_scale; // of `slip` to m/s
  recording recording;
  mask_t struck;      // where a point closed in this step by an impulse (Moreau)
  mask_t has_product; // where `product` is that of `force`, as closely as the solver's tolerance
  int touching; // 1: some λ of the group may not be that of an open contact, and modes_step_free is done
} transient;

#define MODEL_BLOCK(which) (run->model + transient_model_at(DIMS(run), which))
#ifdef KERNEL_TABLES
#define TABLES_FROM(i) (kernel_tables + (i))
#else
#define TABLES_FROM(i) (run->batch->tables + (i))
#endif

// A thread that holds a whole trajectory with coefficients of its own has too few registers for them. In
// double precision it keeps `force_gain` and forms the products `stiffness_gain` and `modal_load_gain` at
// each use: their bits are the same.
#if KERNEL_CUDA && TEAM == 1 && !defined(KERNEL_SINGLE)
#define COEFFICIENTS_RECOMPUTED 1
#else
#define COEFFICIENTS_RECOMPUTED 0
#endif

#endif
