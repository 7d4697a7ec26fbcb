// Steps of a sliding study and their limits.
#ifndef CHATTER_ENGINES_SLIDING_BIND_SLIDING_TIME_H
#define CHATTER_ENGINES_SLIDING_BIND_SLIDING_TIME_H

#include "engines/sliding/sliding_engine.h"

double sliding_steps(const study *config);
double sliding_recorded(const study *config); // number of recorded steps
// Refuses a step above the stability limit and a slider that leaves the path, for the study itself.
chatter_status sliding_check_time(const study *config, const reduced_model *joined, const contact_pair *pair);

#endif
