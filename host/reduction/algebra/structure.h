// The linear structure K, M, free or held at the boundary (Bᵀq = 0): its rigid-body modes, lowest
// elastic modes and static solutions. Lagrange multipliers in the saddle system [K B; Bᵀ 0] hold
// the boundary, so skew normals and node pairs need no change of coordinates.
#ifndef CHATTER_REDUCTION_STRUCTURE_H
#define CHATTER_REDUCTION_STRUCTURE_H

#include "base/memory.h"
#include "base/status.h"
#include "model/sparse_matrix.h"
#include "reduction/algebra/direction.h"
#include "reduction/algebra/ldl.h"

// Relative rounding error of an entry that ccx writes with 14 digits.
#define STRUCTURE_ENTRY_ERROR 5e-15

enum {
  STRUCTURE_MAX_RIGID = 64,   // most rigid-body modes and mechanisms
  STRUCTURE_DENSE_LIMIT = 300 // equations up to which all modes are computed in dense arithmetic
};

typedef struct structure {
  arena *memory;
  const sparse *stiffness, *mass;
  const char *modes_place; // place of reduction.modes in the study, for messages
  int n;
  int n_held; // columns of B that are held at zero; 0: free
  const direction *held;
  double added; // artificial stiffness `added` · B Bᵀ at n_added directions, see free_interface.c
  int n_added;
  const direction *added_at;
  double scale;      // largest K_ii/M_ii, an estimate of the largest ω², (rad/s)²
  double held_scale; // factor of B in the saddle system, N/m
  int n_modes, n_rigid;
  int fixed[STRUCTURE_MAX_RIGID]; // coordinates that are fixed in the factor
  double *rigid, *mass_rigid;     // R and M R, [n_rigid][n]
  double *lambda;                 // [n_modes] ω², ascending; the first n_rigid are exactly 0
  double *modes;                  // [n_modes][n], M-normalised
  ldl *factor;                    // for static solutions
} structure;

// Computes the n_modes lowest modes (n_modes < 0: all modes with mass) and the factor for static
// solutions. The caller fills stiffness, mass, modes_place, held, n_held, added, added_at, n_added.
// Errors: CHATTER_BAD_MODEL for an indefinite stiffness or mass, for more modes than exist, for
// linearly dependent directions.
chatter_status structure_create(structure *self, int n_modes);
void structure_destroy(structure *self);

#endif
