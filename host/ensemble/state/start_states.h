// The ends of another run, kept there by --keep-state, that trajectories go on from (initial.from): the rows
// of the state that an engine names, each a variable state_NAME over trajectories, beside the step Δt and the
// number of steps from t = 0.
#ifndef CHATTER_ENSEMBLE_STATE_START_STATES_H
#define CHATTER_ENSEMBLE_STATE_START_STATES_H

#include "ensemble/engine.h"

typedef struct start_states start_states;

// What a variable of `rows` is called, and its dimension.
void start_states_name(const engine_rows *rows, char name[RESULT_NAME]);
#define START_STEPS "state_steps"
#define START_STEP "state_step"
#define START_MODEL "state_model" // SHA-256 of the coordinates: an attribute, or of each trajectory

// Reads them for the layout of a first reduced model. Refuses, naming initial.from, a file without states,
// those of another kind of study or of another model.
chatter_status start_states_open(const study *config, const engine_layout *layout, start_states **out);
void start_states_close(start_states *self);
// Refuses states of which none belongs to this layout's reduced model.
chatter_status start_states_check(const start_states *self, const study *config, const engine_layout *layout);

// Sets estimate->from to the end that trajectory `trajectory` of the study, in steps of `step` (s or what the
// engine counts in), goes on from, and the status not_run where it did not end well there. Refuses a number
// that the file lacks, another model, and a clock that does not go on in whole steps.
chatter_status start_states_find(const engine_layout *layout, const study *config, long trajectory,
                                 double step, trajectory_estimate *estimate);
// Number i of what the run that it comes from kept by that name; 0: nothing.
double start_states_number(const engine_layout *layout, const start_point *from, const char *name, int i);
// Its rows into a column of the state.
void start_states_copy(const engine_layout *layout, const start_point *from, double *state);

#endif
