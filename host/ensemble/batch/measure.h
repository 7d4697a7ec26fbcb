// How fast a run would go, by a second or two of it on the first device: the speed of a whole batch at its
// beginning, and some trajectories all the way to their results, where that does not take longer.
#ifndef CHATTER_ENSEMBLE_MEASURE_H
#define CHATTER_ENSEMBLE_MEASURE_H

#include "ensemble/batch/devices.h"
#include "ensemble/run_plan.h"

typedef struct measured_speed {
  double steps_per_second; // trajectory-steps, of one device; 0: nothing to step
  double ratio;            // of the steps that they seem to take to those expected
  double results;          // s that those of one trajectory take to be made, beside the steps
  double seconds;          // that were measured
  long n;                  // trajectories, evenly spread over the group
} measured_speed;

// Of an opened group. Nothing is kept of what was stepped.
chatter_status measure_speed(run_plan *plan, int group, device_set *devices, measured_speed *out);

#endif
