// The guide whose velocity has a drive on top of its constant part (kernels/sliding/guide.h), on
// the host.
#ifndef CHATTER_ENGINES_SLIDING_PAIR_GUIDE_COURSE_H
#define CHATTER_ENGINES_SLIDING_PAIR_GUIDE_COURSE_H

#include "engines/sliding/pair/equilibrium.h"
#include "drives/drive_uses.h"

// v + w(t) of one trajectory; table NULL: w = 0.
typedef struct guide_course {
  double velocity;      // v, m/s
  const double *block;  // of all drives
  const int *table;     // N_DRIVE_INTEGERS of the one that is w
  const double *number; // N_DRIVE_PARAMETERS of its use
} guide_course;

int guide_is_driven(const study *config);
drive_use guide_use(const study *config); // of a guide that is driven

double guide_drives(const guide_course *self, double t); // w(t)
// What the start needs to know: the velocity at t = 0, and the sense in which C will slide: that of
// the first step where it begins at rest. Sense 0: it does not move there either.
pair_load guide_load(const study *config, const guide_course *self, double step);

// Where it comes to in a time, by so many steps.
typedef struct guide_range {
  double slowest, fastest; // m/s
  double least, most;      // of x_A, m
} guide_range;
guide_range guide_range_of(const guide_course *self, double duration, long steps);

#endif
