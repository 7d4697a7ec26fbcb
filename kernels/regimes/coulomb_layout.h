// Layout of `parameters`, `tables` and `state` of the event-exact Coulomb stepper. Plain integers,
// independent of the machine; shared by the stepper and its engine.
//
// Equation of motion (docs/theory/regimes.md), τ in radians of the excitation, modal coordinates η
// of the sliding system:
//   η_i'' + 2 d_i η_i' + ω0_i² η_i = p_i cos τ − β s e_i,   contact coordinate u = Σ g_i η_i,  s = sgn u'.
// In stick u is constant and the rest moves in N−1 constrained modes ("slots").
#ifndef CHATTER_KERNELS_COULOMB_LAYOUT_H
#define CHATTER_KERNELS_COULOMB_LAYOUT_H

#include "../batch.h"

enum { COULOMB_MAX_MODES = 64 };

// kernel_sizes.dim
enum {
  DIM_COULOMB_MODES,   // N
  DIM_COULOMB_DAMPED,  // 1: modal damping
  DIM_COULOMB_WATCHED, // coordinates with observed extremes, besides u
  N_DIM_COULOMB
};

// Layout of `tables`: head, then for each watch the order of its derivative by τ, 0 to 2.
enum { COULOMB_TABLE_EARLY_EXIT, COULOMB_TABLE_MAX_EVENTS, COULOMB_TABLE_WATCH };
KERNEL_INDEX int coulomb_n_tables(const int *dim) {
  return COULOMB_TABLE_WATCH + dim[DIM_COULOMB_WATCHED];
}

// Layout of `parameters`: head, then blocks.
enum {
  COULOMB_BETA = PARAMETER_STEPPER_FIRST, // friction force (scaled)
  COULOMB_RESULTANT, // resultant on the contact at u' = 0: R = this·cos τ − Σ ρ_i η_i − Σ δ_i η_i'
  COULOMB_SLIP_COS,  // particular part of u' in slip
  COULOMB_SLIP_SIN,
  COULOMB_STICK_COS, // particular part of R in stick
  COULOMB_STICK_SIN,
  COULOMB_STICK_STIFFNESS, // R = −this·u0 + ...
  COULOMB_FIRST_BLOCK
};
typedef enum {
  // Per mode i:
  BLOCK_OMEGA,          // ω_i, damped frequency
  BLOCK_INVERSE,        // 1 / ω_i
  BLOCK_CONTACT,        // g_i
  BLOCK_COS,            // particular solution of η_i: this·cos τ + ...
  BLOCK_STATIC,         // η_i under a unit friction force
  BLOCK_RESULTANT,      // ρ_i
  BLOCK_SIN,            // ... + this·sin τ (damped, like the rest of the modes' blocks)
  BLOCK_DECAY,          // d_i
  BLOCK_RESULTANT_RATE, // δ_i
  BLOCK_RATIO,          // (ω0_i / ω_i)²
  // Per slot k:
  BLOCK_SLOT_OMEGA,
  BLOCK_SLOT_INVERSE,
  BLOCK_SLOT_WEIGHT, // weight of the slot in R
  BLOCK_SLOT_DECAY,  // damped
  // Transitions into and out of stick:
  BLOCK_LOCKED,     // [N] η of a unit locked displacement
  BLOCK_MODES,      // undamped: Z [N][N−1]
  BLOCK_SLOT_LOCK,  // undamped: [N−1] Zᵀ·locked
  BLOCK_SLOT_COS,   // undamped: [N−1] particular solution of a slot
  BLOCK_ENTER,      // damped: [N−1][2 parts][2N + 3]: η, η', cos τ, sin τ, u0 → slot
  BLOCK_LEAVE_COS,  // damped: [N] particular part of η in stick
  BLOCK_LEAVE_SIN,  // damped: [N]
  BLOCK_LEAVE,      // damped: [N][N−1][2]: η from the slots' pairs
  BLOCK_LEAVE_RATE, // damped: [N][N−1][2]: η' likewise
  // Observers:
  BLOCK_WATCH_ROW, // [watches][N]
  BLOCK_WATCH_COS, // [watches], motion of the frame, times cos τ
  BLOCK_END
} coulomb_block;

KERNEL_INDEX int coulomb_block_size(const int *dim, int block) {
  const int n = dim[DIM_COULOMB_MODES], k = n - 1, damped = dim[DIM_COULOMB_DAMPED];
  if (block < BLOCK_SIN) return n;
  if (block < BLOCK_SLOT_OMEGA) return damped ? n : 0;
  if (block < BLOCK_SLOT_DECAY) return k;
  if (block == BLOCK_SLOT_DECAY) return damped ? k : 0;
  if (block == BLOCK_LOCKED) return n;
  if (block == BLOCK_MODES) return damped ? 0 : n * k;
  if (block < BLOCK_ENTER) return damped ? 0 : k;
  if (block == BLOCK_ENTER) return damped ? 2 * k * (2 * n + 3) : 0;
  if (block < BLOCK_LEAVE) return damped ? n : 0;
  if (block < BLOCK_WATCH_ROW) return damped ? 2 * n * k : 0;
  return block == BLOCK_WATCH_ROW ? dim[DIM_COULOMB_WATCHED] * n : dim[DIM_COULOMB_WATCHED];
}
KERNEL_INDEX int coulomb_block_at(const int *dim, int block) {
  int at = COULOMB_FIRST_BLOCK;
  for (int b = 0; b < block; b++) at += coulomb_block_size(dim, b);
  return at;
}
KERNEL_INDEX int coulomb_n_parameters(const int *dim) {
  return coulomb_block_at(dim, BLOCK_END);
}

// Layout of `state` after the common rows. A step is one excitation cycle, so a state is at τ =
// 2πn.
enum {
  COULOMB_KIND = STATE_STEPPER_FIRST, // −1, +1: slip with that sign; 0: stick
  COULOMB_F,                          // u' (slip) or R (stick) at the start of the phase's unchecked part
  COULOMB_F_RATE,                     // its derivative
  COULOMB_U,                          // stick: u; slip: u at the start of the cycle
  COULOMB_PHASE_START,                // start of the phase, relative to this cycle's start, ≤ 0
  COULOMB_PENDING,                    // 1: a stick phase began in the window and is not yet counted
  COULOMB_REPEATED,                   // consecutive cycles that repeated the state
  COULOMB_RECORDED,                   // cycles in the window so far
  COULOMB_STOPS,
  COULOMB_STUCK_CYCLES, // recorded cycles without slip
  COULOMB_STICK_TIME,   // in the window, rad
  COULOMB_SLIP_PATH,    // ∫|u'| over the window
  COULOMB_U_MIN,
  COULOMB_U_MAX,
  COULOMB_EVENTS, // over all cycles
  COULOMB_TRIALS, // evaluated points over all cycles, a measure of cost
  COULOMB_PAIRS   // [2N] (a, b) of each mode or slot, then the previous cycle's kind, u, pairs, then watches
};
KERNEL_INDEX int coulomb_row_previous(const int *dim) {
  return COULOMB_PAIRS + 2 * dim[DIM_COULOMB_MODES];
}
KERNEL_INDEX int coulomb_row_watch(const int *dim) {
  return coulomb_row_previous(dim) + 2 + 2 * dim[DIM_COULOMB_MODES];
}
KERNEL_INDEX int coulomb_n_state(const int *dim) {
  return coulomb_row_watch(dim) + 2 * dim[DIM_COULOMB_WATCHED];
}

// A system is defined by its parameters, and a thread keeps its lanes itself: no model and no work.
KERNEL_INDEX long coulomb_n_model(const int *dim) {
  return (void)dim, 0;
}
KERNEL_INDEX long coulomb_n_uniform(const int *dim) {
  return (void)dim, 0;
}
KERNEL_INDEX long coulomb_work(const int *dim, long lane_bytes, long wide_bytes) {
  return (void)dim, (void)lane_bytes, (void)wide_bytes, 0;
}
// All limits of events share one build.
KERNEL_INDEX int coulomb_fixed_tables(const int *dim) {
  return (void)dim, 0;
}
KERNEL_INDEX int coulomb_n_persistent(const int *dim) {
  return 8 * dim[DIM_COULOMB_MODES];
}
KERNEL_INDEX int coulomb_n_parallel(const int *dim) {
  return dim[DIM_COULOMB_MODES];
}

#endif
