// Report on the matrices of every import.
#ifndef CHATTER_REDUCTION_MODEL_REPORT_H
#define CHATTER_REDUCTION_MODEL_REPORT_H

#include <stdio.h>

#include "base/status.h"
#include "model/model.h"

// Results of the report.
typedef struct model_report {
  int n_equations, n_nodes;
  double stiffness_asymmetry, mass_asymmetry; // max |A - Aᵀ| / max |A| as read
  int n_rigid_modes;                          // null pivots of K (inertia of K + shift M)
  int stiffness_negative, mass_negative;      // negative pivots
  int n_massless;                             // null pivots of M
  double mass[3];       // kg, under unit translation along x, y, z, of the known part of the structure
  int n_held;           // fixed directions of nodes
  int held_are_missing; // 1: mass of the fixed directions is missing in `mass`
  int n_frequencies;
  double frequency[10]; // Hz, lowest, free interface
  int n_costly;         // rigid motions among them that cost energy (rigid_motions.h)
  double costly[6];     // Hz
} model_report;

// Computes symmetry as read, definiteness by the inertia of M and K, rigid-body modes, mass along
// x, y, z, and the lowest frequencies of the free interface (0 for rigid-body modes). There are no
// frequencies if a matrix is indefinite, which is reported and no error. Costs about as much as a
// reduction.
chatter_status model_report_compute(const model *self, model_report *out);
void model_report_print(const model_report *self, FILE *out);

#endif
