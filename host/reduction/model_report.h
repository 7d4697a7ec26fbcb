// What every import reports of its matrices.
#ifndef CHATTER_REDUCTION_MODEL_REPORT_H
#define CHATTER_REDUCTION_MODEL_REPORT_H

#include <stdio.h>

#include "base/status.h"
#include "model/model.h"

// What every import reports.
typedef struct model_report {
  int n_equations, n_nodes;
  double stiffness_asymmetry, mass_asymmetry; // max |A - A'| / max |A| as read
  int n_rigid_modes;                          // null pivots of K (inertia of K + shift M)
  int stiffness_negative, mass_negative;      // negative pivots
  int n_massless;                             // null pivots of M
  double mass[3];       // kg, unit translation x, y, z of the whole structure, of what is known of it
  int n_held;           // directions of nodes that are fixed
  int held_are_missing; // 1: the mass of those is not in it
  int n_frequencies;
  double frequency[10]; // Hz, lowest, free interface
  int n_costly;         // of those, rigid motions that cost energy (rigid_motions.h)
  double costly[6];     // Hz
} model_report;

// Symmetry as read, definiteness by the inertia of M and K, rigid-body modes, mass along x, y, z of the free
// coordinates, lowest frequencies of the free interface (rigid-body modes are 0; none where a matrix is
// indefinite: that is reported, not an error). Costs about as much as a reduction.
chatter_status model_report_compute(const model *self, model_report *out);
void model_report_print(const model_report *self, FILE *out);

#endif
