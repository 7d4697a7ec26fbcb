// The linear structure K, M, free or held at the boundary (Bᵀq = 0), with its rigid-body modes set apart: its
// lowest modes and its static solutions. Holding is done with Lagrange multipliers in the saddle system
// [K B; Bᵀ 0], so that skew normals and node pairs need no change of coordinates.
#ifndef CHATTER_REDUCTION_STRUCTURE_H
#define CHATTER_REDUCTION_STRUCTURE_H

#include "base/memory.h"
#include "base/status.h"
#include "model/sparse_matrix.h"
#include "reduction/algebra/direction.h"
#include "reduction/algebra/ldl.h"

// Relative error of an entry of 14 digits, which is what ccx writes.
#define STRUCTURE_ENTRY_ERROR 5e-15

enum {
  STRUCTURE_MAX_RIGID = 64,   // most rigid-body modes and mechanisms
  STRUCTURE_DENSE_LIMIT = 300 // equations up to which all modes are computed at once
};

typedef struct structure {
  arena *memory;
  const sparse *stiffness, *mass;
  const char *modes_place; // of the study that asks for the number of modes, for messages
  int n;
  int n_held; // columns of B that are held at zero; 0: free
  const direction *held;
  double added; // stiffness `added` · B Bᵀ at n_added directions (artificial, numerics note 8)
  int n_added;
  const direction *added_at;
  double scale;      // largest K_ii/M_ii, an estimate of the largest (rad/s)²
  double held_scale; // factor of B in the saddle system, N/m
  int n_modes, n_rigid;
  int fixed[STRUCTURE_MAX_RIGID]; // coordinates fixed in the factor of a structure with rigid-body modes
  double *rigid, *mass_rigid;     // R and M R, [n_rigid][n]
  double *lambda;                 // [n_modes] ω², ascending; the first n_rigid are exactly 0
  double *modes;                  // [n_modes][n], M-normalised
  ldl *factor; // for static solutions; with n_rigid coordinates fixed where the structure is free
} structure;

// Sets `self` up with its n_modes lowest modes (all with mass where n_modes < 0) and the factor for static
// solutions. Of self, the caller fills stiffness, mass, modes_place, held, n_held, added, added_at, n_added.
// Errors: CHATTER_BAD_MODEL for an indefinite stiffness or mass, for more modes than there are, for
// directions that depend on another.
chatter_status structure_create(structure *self, int n_modes);
void structure_destroy(structure *self);

#endif
