// Outputs of kind field: the motion of the whole body at instants of chosen trajectories. What is kept of an
// instant are the coordinates that the recovery basis of the reduced model (reduction/recovery) makes the
// field of, in the time series of the trajectory: a batch stops before and after the steps that are instants
// (batch/snapshots.h), and no kernel knows of it.
#ifndef CHATTER_ENSEMBLE_OBSERVE_FIELD_OUTPUTS_H
#define CHATTER_ENSEMBLE_OBSERVE_FIELD_OUTPUTS_H

#include "ensemble/engine.h"
#include "study/study_kind.h"

typedef struct field_plan {
  output_config output;  // its lists lie in the layout's memory
  long every;            // steps between instants of the recorded time; 0: those of `at`
  long candidates;       // how many instants are looked at
  long instants;         // and kept: all of them, or 1 of an event
  long place, length;    // first number in the series of a trajectory, numbers of an instant
  int n_modes, n_forces; // of them coordinates, and forces on a massless boundary,
  int n_points;          // contact points,
  int has_shift;         // 1: and the way of what moves as a whole
  int n_nodes, *node;    // which nodes an event looks at, in the recovery
} field_plan;

enum {           // numbers of an instant
  FIELD_STEP,    // 1 + its step; 0: not reached
  FIELD_LARGEST, // of an event: the field's largest value there
  FIELD_NUMBERS  // then coordinates, boundary forces, contact forces, shift
};

// Plans the study's fields into layout->fields, whose reduced model has its recovery basis, and adds their
// room to *series_values. `recorded`: steps of the study itself. CHATTER_BAD_STUDY for nodes that there are
// not, for too much.
chatter_status fields_plan(const study *config, engine_layout *layout, double recorded, long *series_values);
// Refuses instants behind the end of a chosen trajectory of so many steps of dt.
chatter_status fields_check(const engine_layout *layout, const study *config, long trajectory, double dt,
                            double steps);

// The least step, not below `from`, that is an instant of one of the fields of column i; INFINITY: none.
double fields_next(const engine_layout *layout, const kernel_batch *host, long i, double from);
// Keeps the motion of column i at `step` for the fields that it is an instant of. series: of the trajectory;
// room: for fields_room numbers.
size_t fields_room(const engine_layout *layout);
void fields_keep(const engine_layout *layout, const kernel_batch *host, long i, double step,
                 const engine_motion *motion, double *room, double *series);

// The basis that a field of that kind is made of, in how many components; NULL: not recovered.
const double *field_basis(const struct recovery *of, int kind, int *components);
// The numbers of an instant from FIELD_NUMBERS on.
void field_write(const field_plan *self, const engine_motion *motion, double *to);

#endif
