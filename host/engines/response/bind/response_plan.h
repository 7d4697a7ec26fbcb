// Contact points, loads and displacements of a study as the kernel takes them.
#ifndef CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_PLAN_H
#define CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_PLAN_H

#include "engines/response/extract/grid_curve.h"
#include "ensemble/engine.h"
#include "kernels/response/response_layout.h"
#include "reduction/reduced_entries.h"
#include "study/contact_laws.h"

// A contact point of the kernel: its coordinates stand side by side, the normal one first.
typedef struct response_point {
  int entry, contact, index; // of the study; of the reduced model; its number within the entry
  int law;                   // hb_law
  int contact_law;           // of the study, LAW_…
  int compliant_law;         // of HB_LAW_COMPLIANT: law of kernels/laws/laws.h
  law_size size;             // its numbers and states
  int numbers;               // where its numbers begin
  int first, count, has_normal;
  int slopes;       // where its block of ∂r/∂u begins
  int is_dependent; // 1: other contact coordinates tell one of its own
} response_point;

typedef struct response_setup {
  int stages;              // that any trajectory goes through
  int is_at;               // outputs are of the state at response.at
  int restarts;            // 1: backbones may begin anew, behind a gap
  int has_forces;          // 1: an output is of a contact point
  int has_grid;            // 1: curves or backbones are wanted on a grid too
  response_grid load_grid; // of backbones; n 0: none
  int n_points;            // contact points
  int n_rows;              // displacements, the monitored one first
  int n_slopes;            // numbers of ∂r/∂u
  int n_numbers;           // of compliant laws
  int more_harmonics;      // above the first, of loads
  int gap_harmonics;       // of gaps that move
  struct drive_table
      *drive;      // [drives of the study]; of no columns where nothing uses it (bind/response_drives.h)
  int *excitation; // of the study, of every load of the kernel: the first one drives
  int *load;       // of the reduced model, likewise
  int *coordinate; // row of the reduced model, of each contact coordinate
  response_point *point;
  reduced_row *row;
  int *output_row; // of every output, -1: of no node
  int is_coupled;  // 1: the damping matrix couples the modes
  // [modes], 1/s: the matrix' diagonal without what the study's numbers add; NULL: no matrix
  double *own_damping;
  double
      *hold; // [boundary] N/m, of the kernel's coordinates: what holds means of rigid-body modes; NULL: none
} response_setup;

// Plans them; layout->reduced gets one more response where the monitored displacement is no output.
chatter_status response_plan(const study *config, engine_layout *layout, response_setup *setup);

// Damping of a mode of a trajectory, of a matrix its diagonal, 1/s.
double response_damping(const engine_layout *layout, const reduction_config *of, int mode);

// Returns 1 if a backbone of maxima takes differences for second derivatives of a contact law.
int response_uses_differences(const response_setup *setup);

#endif
