// Final states of another run, stored by --keep-state, from which trajectories continue
// (initial.from): the rows of the state that an engine names, each a variable state_NAME over
// trajectories, with the step Δt and the number of steps since t = 0.
#ifndef CHATTER_ENSEMBLE_STATE_START_STATES_H
#define CHATTER_ENSEMBLE_STATE_START_STATES_H

#include "ensemble/engine.h"

typedef struct start_states start_states;

// Make the name of the variable of `rows`, and that of its dimension.
void start_states_name(const engine_rows *rows, char name[RESULT_NAME]);
#define START_STEPS "state_steps"
#define START_STEP "state_step"
#define START_MODEL "state_model" // SHA-256 of the coordinates: an attribute, or one for each trajectory

// Reads the states for the layout of the first reduced model. Refuses, naming initial.from, a file
// without states, and states of another kind of study or another model.
chatter_status start_states_open(const study *config, const engine_layout *layout, start_states **out);
void start_states_close(start_states *self);
// Refuses states if none belongs to this layout's reduced model.
chatter_status start_states_check(const start_states *self, const study *config, const engine_layout *layout);

// Sets estimate->from to the end that trajectory `trajectory` of the study continues, in steps of
// `step` (s or the engine's unit), and the status not_run if that one did not end well. Refuses a
// number that the file lacks, another model, and a clock that does not continue in whole steps.
chatter_status start_states_find(const engine_layout *layout, const study *config, long trajectory,
                                 double step, trajectory_estimate *estimate);
// Returns number i that the other run stored under that name; 0: none.
double start_states_number(const engine_layout *layout, const start_point *from, const char *name, int i);
// Copies its rows into a column of the state.
void start_states_copy(const engine_layout *layout, const start_point *from, double *state);

#endif
