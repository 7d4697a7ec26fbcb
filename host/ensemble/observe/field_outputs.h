// Field outputs: the motion of the whole body at instants of chosen trajectories. For each instant
// the time series of the trajectory stores the coordinates from which the recovery basis of the
// reduced model (reduction/recovery) gives the field. A batch stops before and after the steps that
// are instants (batch/snapshots.h), and kernels need no code for fields.
#ifndef CHATTER_ENSEMBLE_OBSERVE_FIELD_OUTPUTS_H
#define CHATTER_ENSEMBLE_OBSERVE_FIELD_OUTPUTS_H

#include "ensemble/engine.h"
#include "study/study_kind.h"

typedef struct field_plan {
  output_config output;  // its lists lie in the layout's memory
  long every;            // steps between instants in the recorded time; 0: instants of `at`
  long candidates;       // instants that are examined
  long instants;         // instants that are kept: all, or 1 for an event
  long place, length;    // first number in a trajectory's series, and numbers of an instant
  int n_modes, n_forces; // modal coordinates, and forces on a massless boundary
  int n_points;          // contact points
  int has_shift;         // 1: and the displacement of what moves as a whole
  int n_nodes, *node;    // nodes that an event examines, as indices of the recovery
} field_plan;

enum {           // layout of an instant
  FIELD_STEP,    // 1 + its step; 0: not reached
  FIELD_LARGEST, // for an event: the field's largest value
  FIELD_NUMBERS  // then coordinates, boundary forces, contact forces, shift
};

// Plans the study's fields into layout->fields, whose reduced model has its recovery basis, and
// adds their size to *series_values. recorded: steps of the study itself. CHATTER_BAD_STUDY for
// unknown nodes and for fields that are too large.
chatter_status fields_plan(const study *config, engine_layout *layout, double recorded, long *series_values);
// Refuses instants after the end of a chosen trajectory with so many steps of length dt.
chatter_status fields_check(const engine_layout *layout, const study *config, long trajectory, double dt,
                            double steps);

// Returns the least step ≥ `from` that is an instant of a field of column i; INFINITY: none.
double fields_next(const engine_layout *layout, const kernel_batch *host, long i, double from);
// Stores the motion of column i at `step` in the fields that have it as an instant. series: of the
// trajectory; room: workspace of fields_room numbers.
size_t fields_room(const engine_layout *layout);
void fields_keep(const engine_layout *layout, const kernel_batch *host, long i, double step,
                 const engine_motion *motion, double *room, double *series);

// Returns the basis of a field of that kind and its number of components; NULL: not recovered.
const double *field_basis(const struct recovery *of, int kind, int *components);
// Writes the numbers of an instant from FIELD_NUMBERS on.
void field_write(const field_plan *self, const engine_motion *motion, double *to);

#endif
