// The engine of `study: transient`: packs a study and its reduced model for the leapfrog and Moreau
// kernels.
#ifndef CHATTER_ENGINES_TRANSIENT_ENGINE_H
#define CHATTER_ENGINES_TRANSIENT_ENGINE_H

#include "engines/transient/study/transient_kind.h"
#include "engines/transient/study/transient_keys.h"
#include "drives/drive_uses.h"
#include "ensemble/observe/signal_outputs.h"
#include "kernels/transient/transient_layout.h"
#include "reduction/reduced_entries.h"
#define KERNEL KERNEL_DECLARE
#include "kernels/transient/kernels.h"
#undef KERNEL

typedef struct transient_output_plan {
  int n_values; // 1, or one per contact point
  int *signal;  // [n_values], -1: a counter of a contact point
  int *index;   // [n_values], of the response, or of the contact point
} transient_output_plan;

// A contact entry of the kernel: points of one entry of the study with equal parameters.
typedef struct transient_contact_plan {
  // entry of the study; its first point, and that point's number within the entry
  int entry, point, index;
} transient_contact_plan;

// All rows of a symmetric sparse matrix: starts [n + 1], then columns, ascending, and values.
typedef struct sparse_rows {
  int n, n_entries; // n_entries: of the kernel's slices
  long *start;
  int *column;
  double *value;
} sparse_rows;

typedef struct transient_setup {
  reduction_config reduction; // the damping of the reduced model
  integrator_config integrator;
  double dt; // of the study; 0: not given
  // optimum of the open inclusion; larger factors only make Jacobi oscillate
  double most_relaxation;
  int n_responses; // those that outputs need
  reduced_row *response;
  int *load;          // load of the reduced model for every excitation
  drive_plan *drives; // for every drive
  int n_entries;
  transient_contact_plan *entries;
  int *point_entry; // entry of every contact point
  signals_plan signals;
  transient_output_plan *outputs; // for every output
  int n_apexes, contacts, dissipation, velocity;
  int springs; // spring_kind
  // largest stable step with all contacts stuck, with the study's own stiffnesses, s
  double limit_stuck;
  sparse_rows sparse; // stiffness of a model that is not reduced
  int has_warned;     // 1: a trajectory without static equilibrium was reported
  int limit_varies;   // 1: these stiffnesses differ between trajectories
} transient_setup;

extern const engine transient_engine;

extern const engine *const transient_engines[]; // NULL behind the last

#endif
