// Steps and sweeps of a transient study.
#ifndef CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_TIME_H
#define CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_TIME_H

#include "engines/transient/transient_engine.h"

double transient_step(const study *config);                 // Δt, s; 0: not given
double transient_period_frequency(const study *config);     // Hz; 0: none
chatter_status transient_check_period(const study *config); // error if a period is used but unknown
// Returns the load that defines the frequency and sweep of load number `load`: itself, or one
// before it.
const excitation_config *transient_frequency_of(const study *config, int load);
// Returns the number of steps from the time `began` on: the rest of sweeps, and the duration. The
// last steps of this number are recorded.
double transient_steps(const study *config, double dt, double began);
double transient_recorded(const study *config, double dt, double began);
chatter_status transient_check_time(const study *config, const reduced_model *reduced,
                                    const transient_setup *setup);

#endif
