// The recovery basis of a reduced model: the motion of all nodes of the body, and where it was asked for
// their stress, of each coordinate:
//   u(x) = Σ_k p_k modes_k(x) + Σ_b r_b statics_b(x),   r = λ + F⁻¹ F_f f (reduction/reduced.h)
#ifndef CHATTER_REDUCTION_RECOVERY_H
#define CHATTER_REDUCTION_RECOVERY_H

#include "base/memory.h"
#include "base/status.h"
#include "study/study.h"

enum { RECOVERY_SET = STUDY_NAME + STUDY_SET }; // of a body and a set of it
typedef struct recovery_set {
  char name[RECOVERY_SET];
  int n, *node; // places in the list of nodes
} recovery_set;

typedef struct recovery {
  int n_nodes;
  long *id;              // [n_nodes]
  double (*position)[3]; // [n_nodes], m
  long n_cells;
  int *cells;           // [n_cells] elements as base/cells.h lists them, over these nodes
  int n_coordinates;    // n_modes + n_boundary of the reduced model; of two bodies n_modes
  double *displacement; // [n_coordinates][n_nodes][3]: m per m√kg of p, then m per N of r; zeros of a
                        // boundary with mass
  double *stress;       // [n_coordinates][n_nodes][6] Pa, xx yy zz xy yz zx; NULL: not recovered
  int n_moving;         // of two bodies the first so many nodes, which besides are moved as a whole; else 0
  int n_sets;
  recovery_set *sets; // node sets of the model
} recovery;

typedef enum { RECOVERY_NONE, RECOVERY_DISPLACEMENT, RECOVERY_STRESS } recovery_want;

// What the study's outputs of fields, or reduction.mesh, ask for.
recovery_want recovery_find_wanted(recovery_want mesh, int n_outputs, const output_config *outputs);
int recovery_has(const recovery *self, recovery_want want); // self may be NULL

// From the basis of a reduction (canonical.c) whose rows are expanded already. Arrays belong to out->memory.
struct model;
struct canonical_basis;
struct interface;
struct reduced_model;
chatter_status recovery_make(const study *s, const struct model *m, const struct interface *f,
                             const struct canonical_basis *basis, recovery_want want,
                             struct reduced_model *out);

#endif
