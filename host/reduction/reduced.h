// The canonical form of all reductions (docs/theory/reduction.md). With the contact forces λ at the
// boundary and load amplitudes f_j(t):
//   p'' + D p' + diag(ω²) p = Φ_bᵀ λ + Φ_fᵀ f
//   q_b = Φ_b p + F λ + F_f f
//   y = Φ_y p + F_y λ + F_yf f
// F = 0: mass-carrying boundary (Craig–Bampton, Rubin, full modal); F > 0: massless (MacNeal,
// massless CB).
// Method none has a sparse matrix A in place of diag(ω²); its p are the model's own coordinates.
// q_b are relative coordinates at the contacts: positive opens the gap (W = identity).
#ifndef CHATTER_REDUCTION_REDUCED_H
#define CHATTER_REDUCTION_REDUCED_H

#include <stddef.h>

#include "base/memory.h"
#include "base/status.h"
#include "model/model.h"
#include "study/sections.h"
#include "study/study.h"

// Rows of q_b of one contact point; -1: there is no such coordinate.
typedef struct reduced_contact {
  int entry;                                         // index of its contact entry in the study
  char nodes[STUDY_NAME], partner_nodes[STUDY_NAME]; // names in that entry
  long node, partner;                                // ids, partner -1: ground
  int row_normal, row_tangent[2];
  double normal[3], tangent[2][3], position[3];
  // From contact.csv; 0 if not given.
  double gap;       // added to the entry's gap, m
  double area;      // m²
  double preload;   // added to the entry's, N
  double gap_phase; // added to the entry's, rad
} reduced_contact;

typedef struct reduced_model {
  arena *memory; // owns all arrays below
  char method[STUDY_NAME];
  int massless; // 1: F > 0
  int n_kept;   // normal modes of the reduction, reduction.modes; the others are static modes after
                // diagonalisation
  int n_first;  // two bodies in one model: modes of the first, before those of the second; 0: one body
  int n_modes, n_boundary, n_loads, n_responses, n_contacts;
  struct sparse *sparse; // A; NULL: diag(ω²)
  int n_near;            // with A: Φ_b is zero beyond this number of coordinates
  int n_independent;     // rank of the rows of q_b; less than n_boundary if contacts share a coordinate
  double *omega2;   // [n_modes], (rad/s)², ascending, exact zeros for rigid-body modes; with A its diagonal
  double *zeta;     // [n_modes], modal damping ratios
  double *own_zeta; // [n_modes], their part from the model's own damping; NULL: none
  double *damping;  // [n_modes][n_modes] dense modal D, or NULL: D = diag(2 ζ ω)
  double *phi_b;    // [n_boundary][n_modes], sqrt(1/kg)
  double *flexibility; // F, [n_boundary][n_boundary], m/N; zeros for a mass-carrying boundary
  double *stiffness; // F⁻¹ (pseudoinverse for dependent rows), [n_boundary][n_boundary]; NULL: mass-carrying
  double *phi_f;     // [n_loads][n_modes]
  double *f_f;       // F_f, [n_boundary][n_loads]
  double *phi_y;     // [n_responses][n_modes]
  double *f_y;       // [n_responses][n_boundary]
  double *f_yf;      // [n_responses][n_loads]
  double *f_ff;      // [n_loads][n_loads], displacement of the load points under loads, for the potential
  double *load_offset; // [n_loads], potential at zero displacement per unit amplitude (gravity: -Σ m a·x), J
  int n_masses;        // of a chain (one free degree of freedom per node); else 0
  double *mass_motion;   // [n_masses][n_modes], p of a unit displacement of each mass
  double *mass_boundary; // [n_masses][n_boundary], q_b of the same; p alone does not determine a massless
                         // boundary
  double *translation;   // [3][n_modes], p of a unit rigid translation x, y, z
  double *translation_boundary;      // [3][n_boundary], q_b of the same
  char (*load_name)[STUDY_NAME];     // "node:direction" or "gravity:direction"
  char (*response_name)[STUDY_NAME]; // "node:direction"
  reduced_contact *contacts;
  double limit_open, limit_stuck; // largest stable steps 2/ω_max of the explicit schemes, s
  double extent;             // largest extent of the nodes along x, y or z, m; 0: nodes without coordinates
  char hash[65];             // SHA-256 of all of the above, hex
  struct recovery *recovery; // recovery/recovery.h; NULL: no field was asked for
  char *warnings;            // warnings raised when it was made, one a line; NULL: none
  int damping_is_saved;      // 1: from a file, for a study without damping: `zeta` cannot be split further
} reduced_model;
void reduced_destroy(reduced_model *self);

// Computes the largest stable steps of the two explicit schemes (docs/theory/time_stepping.md),
// also for changed damping. A boundary with mass needs the open limit alone: sticking removes
// freedom and raises no frequency.
chatter_status reduced_find_limits(reduced_model *self);

// Returns the name of its n_modes coordinates: "modes", or for method none "degrees of freedom with
// mass".
const char *reduced_coordinate_words(const reduced_model *self);

// Makes the text "0.0111 s contacts open, 0.0109 s stuck".
const char *reduced_limit_text(const reduced_model *self, char *text, size_t size);

// Computes SHA-256 of the meaning of the coordinates: modes, boundary and contact points. Models
// with equal hashes can continue each other's states, whatever their loads and outputs.
void reduced_coordinate_hash(const reduced_model *self, char hex[65]);

// Finds the load or response of a study's entry by "node:direction"; raises with the nearest name.
chatter_status reduced_find_load(const reduced_model *self, const char *name, const char *place, int *index);
chatter_status reduced_find_response(const reduced_model *self, const char *name, const char *place,
                                     int *index);

// Finds the response of a term of an output: its node along its direction.
chatter_status reduced_find_term(const reduced_model *self, const response_term *term, const char *place,
                                 int *index);

// Finds the load of an excitation of the study.
chatter_status reduced_find_excitation(const reduced_model *self, const study *s, int excitation, int *index);

#endif
