// Contact points, loads and displacements of a study in the form of the kernel.
#ifndef CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_PLAN_H
#define CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_PLAN_H

#include "engines/response/extract/grid_curve.h"
#include "ensemble/engine.h"
#include "kernels/response/response_layout.h"
#include "reduction/reduced_entries.h"
#include "study/contact_laws.h"

// A contact point of the kernel. Its coordinates are adjacent, the normal one first.
typedef struct response_point {
  // index of the study's contact entry; contact of the reduced model; number within the entry
  int entry, contact, index;
  int law;           // hb_law
  int contact_law;   // LAW_… of the study
  int compliant_law; // for HB_LAW_COMPLIANT: law of kernels/laws/laws.h
  law_size size;     // numbers of parameters and states
  int numbers;       // offset of its parameters
  int first, count, has_normal;
  int slopes;       // offset of its block of ∂r/∂u
  int is_dependent; // 1: one of its coordinates depends on other contact coordinates
} response_point;

typedef struct response_setup {
  int stages;                // union over trajectories
  int is_at;                 // 1: outputs are of the state at response.at
  int restarts;              // 1: backbones may restart beyond a gap
  int has_forces;            // 1: an output is of a contact point
  int has_grid;              // 1: curves or backbones are interpolated on a grid too
  response_grid load_grid;   // of backbones; n 0: none
  int n_points;              // contact points
  int n_rows;                // displacements, the monitored one first
  int n_slopes;              // size of ∂r/∂u
  int n_numbers;             // parameters of compliant laws
  int more_harmonics;        // harmonics of loads above the first
  int gap_harmonics;         // harmonics of moving gaps
  struct drive_table *drive; // [drives of the study]; without columns if unused (bind/response_drives.h)
  int *excitation;           // excitation of the study for every load of the kernel: the first one drives
  int *load;                 // load of the reduced model, likewise
  int *coordinate;           // row of the reduced model for each contact coordinate
  response_point *point;
  reduced_row *row;
  int *output_row; // for every output; -1: of no node
  int is_coupled;  // 1: the damping matrix couples the modes
  // [modes], 1/s: the matrix' diagonal without the terms of the study's numbers; NULL: no matrix
  double *own_damping;
  double *hold; // [boundary] N/m, holding springs of rigid-body means; NULL: none
} response_setup;

// Plans contact points, loads and displacements. layout->reduced gets one more response if the
// monitored displacement is no output.
chatter_status response_plan(const study *config, engine_layout *layout, response_setup *setup);

// Returns the damping of a mode of a trajectory, 1/s; with a damping matrix its diagonal element.
double response_damping(const engine_layout *layout, const reduction_config *of, int mode);

// Returns 1 if a backbone of maxima needs finite differences for second derivatives of a contact
// law.
int response_uses_differences(const response_setup *setup);

#endif
