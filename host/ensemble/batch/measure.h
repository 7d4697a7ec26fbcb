// Measures the speed of a run in a second or two on the first device: that of a whole batch at its
// beginning, and, if it takes no longer, some trajectories up to their results.
#ifndef CHATTER_ENSEMBLE_MEASURE_H
#define CHATTER_ENSEMBLE_MEASURE_H

#include "ensemble/batch/devices.h"
#include "ensemble/run_plan.h"

typedef struct measured_speed {
  double steps_per_second; // trajectory-steps of one device; 0: nothing to step
  double ratio;            // probable steps over expected steps
  double results;          // s to make the results of a trajectory, beside its steps
  double seconds;          // spent on the measurement
  long n;                  // trajectories, evenly spread over the group
} measured_speed;

// Measures an opened group. No result is kept.
chatter_status measure_speed(run_plan *plan, int group, device_set *devices, measured_speed *out);

#endif
