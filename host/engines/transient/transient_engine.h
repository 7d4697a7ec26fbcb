// The engine of `study: transient`: packs a study and its reduced model for the leapfrog and Moreau kernels.
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
  int n_values; // 1, or one for every contact point
  int *signal;  // [n_values], -1: a counter of a contact point
  int *index;   // [n_values], of the response, or of the contact point
} transient_output_plan;

// What the kernel takes for a contact entry: points of one entry of the study that share all their numbers.
typedef struct transient_contact_plan {
  int entry, point, index; // of the study; its first point, and that point's number within the entry
} transient_contact_plan;

// All rows of a symmetric sparse matrix: starts [n + 1], then columns, ascending, and values.
typedef struct sparse_rows {
  int n, n_entries; // n_entries: those of the kernel's slices
  long *start;
  int *column;
  double *value;
} sparse_rows;

typedef struct transient_setup {
  reduction_config reduction; // the damping that the reduced model has
  integrator_config integrator;
  double dt;              // of the study itself; 0 where the study gives none
  double most_relaxation; // optimum of the open inclusion: beyond it Jacobi only oscillates
  int n_responses;        // those that outputs want
  reduced_row *response;
  int *load;          // of the reduced model, of every excitation
  drive_plan *drives; // of every drive
  int n_entries;
  transient_contact_plan *entries;
  int *point_entry; // which of them, of every contact point
  signals_plan signals;
  transient_output_plan *outputs; // of every output
  int n_apexes, contacts, dissipation, velocity;
  int springs;        // spring_kind
  double limit_stuck; // largest stable step with all contacts stuck, springs of the study's own stiffness, s
  sparse_rows sparse; // the stiffness of a model that is not reduced
  int has_warned;     // 1: of a trajectory without static equilibrium
  int limit_varies;   // 1: these stiffnesses differ between trajectories
} transient_setup;

extern const engine transient_engine;

extern const engine *const transient_engines[]; // NULL behind the last

#endif
