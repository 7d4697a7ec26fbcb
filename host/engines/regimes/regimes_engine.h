// The engine of `study: regimes`, event-exact: one Coulomb contact on a dimensionless chain (γ, κ,
// r1, β of Marino and Cicirello 2021), or on any mass-carrying reduced model in physical units.
#ifndef CHATTER_ENGINES_REGIMES_ENGINE_H
#define CHATTER_ENGINES_REGIMES_ENGINE_H

#include "engines/regimes/study/regimes_kind.h"
#include "engines/regimes/boundaries.h"
#include "engines/regimes/study/regimes_keys.h"
#include "engines/transient/study/transient_keys.h"
#include "ensemble/engine.h"
#define KERNEL KERNEL_DECLARE
#include "kernels/regimes/kernels.h"
#undef KERNEL

extern const engine regimes_engine; // event-exact, one contact

extern const engine *const regimes_engines[]; // NULL behind the last

// Definition of a chain's modes.
typedef struct regimes_chain {
  int n, n_springs, wall, contact;
  double mass[FRICTION_MODES], spring[FRICTION_MODES + 1]; // ratios
} regimes_chain;

// Modal friction model of a study (with a trajectory's sample), with its locked system.
// Trajectories of a map often share everything but the friction; unchanged parts are kept from one
// to the next.
typedef struct regimes_system {
  friction_modes modes;
  double r;     // excitation frequency in the unit of modes.omega
  double beta;  // friction force
  double scale; // unit of length of the kernel, for numbers of order one; m, or 1
  double shape[FRICTION_MODES * FRICTION_MODES]; // chains: [n][n], row of mass i
  regimes_chain chain;                           // of the present modes and shape
  int has_chain, is_locked, has_boundaries;      // 1: chain, locked system, boundaries are current
  regime_boundaries boundaries;                  // by regimes_boundaries_of
} regimes_system;

// Defined in regimes_outputs.c: outputs that are watched coordinates, and reading the state.
typedef struct regimes_watches {
  int n;      // coordinates
  int *order; // [n] 0 displacement, 1 velocity, 2 acceleration
  int *index; // response, or mass, for every term of each
} regimes_watches;

// Rows of `parameters` after the stepper's own: for the host, filled if outputs need them.
enum {
  REGIMES_SCALE,
  REGIMES_BETA,
  REGIMES_LIMIT,
  REGIMES_LIMIT_S1,
  REGIMES_NO_MOTION,
  REGIMES_TIME,
  N_REGIMES_ROWS
};

#endif
