// How fast a run would go: a fraction of a second of it, on the first device.
#ifndef CHATTER_ENSEMBLE_MEASURE_H
#define CHATTER_ENSEMBLE_MEASURE_H

#include "ensemble/devices.h"
#include "ensemble/plan.h"

typedef struct measured_speed {
  double steps_per_second; // trajectory-steps, of one device; 0: nothing to step
  double ratio;            // of the steps that they seem to take to those expected
  double seconds;          // that were measured
  long n;                  // trajectories, evenly spread over the group
} measured_speed;

// Of an opened group. Nothing is kept of what was stepped.
chatter_status measure_speed(run_plan *plan, int group, device_set *devices, measured_speed *out);

#endif
