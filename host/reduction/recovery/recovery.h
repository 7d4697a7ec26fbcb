// The recovery basis of a reduced model: displacements and, on request, stresses of all nodes for
// each coordinate:
// u(x) = Σ_k p_k modes_k(x) + Σ_b r_b statics_b(x),   r = λ + F⁻¹ F_f f (reduction/reduced.h)
#ifndef CHATTER_REDUCTION_RECOVERY_H
#define CHATTER_REDUCTION_RECOVERY_H

#include "base/memory.h"
#include "base/status.h"
#include "study/study.h"

enum { RECOVERY_SET = STUDY_NAME + STUDY_SET }; // name of a body and its set
typedef struct recovery_set {
  char name[RECOVERY_SET];
  int n, *node; // indices in the list of nodes
} recovery_set;

typedef struct recovery {
  int n_nodes;
  long *id;              // [n_nodes]
  double (*position)[3]; // [n_nodes], m
  long n_cells;
  int *cells;           // [n_cells] elements as in base/cells.h, over these nodes
  int n_coordinates;    // n_modes + n_boundary of the reduced model; n_modes for two bodies
  double *displacement; // [n_coordinates][n_nodes][3]: m per m√kg of p, then m per N of r; 0 for a boundary
                        // with mass
  double *stress;       // [n_coordinates][n_nodes][6] Pa, xx yy zz xy yz zx; NULL: not recovered
  int n_moving;         // of two bodies: nodes of the first, which also moves as a whole; else 0
  int n_sets;
  recovery_set *sets; // node sets of the model
} recovery;

typedef enum { RECOVERY_NONE, RECOVERY_DISPLACEMENT, RECOVERY_STRESS } recovery_want;

// Returns what the study's field outputs, or reduction.mesh, need.
recovery_want recovery_find_wanted(recovery_want mesh, int n_outputs, const output_config *outputs);
int recovery_has(const recovery *self, recovery_want want); // self may be NULL

// Computes the recovery basis from the basis of a reduction (canonical.c) with expanded rows.
// Arrays belong to out->memory.
struct model;
struct canonical_basis;
struct interface;
struct reduced_model;
chatter_status recovery_make(const study *s, const struct model *m, const struct interface *f,
                             const struct canonical_basis *basis, recovery_want want,
                             struct reduced_model *out);

#endif
