// A guide whose velocity is a constant plus a drive (kernels/sliding/guide.h), on the host.
#ifndef CHATTER_ENGINES_SLIDING_PAIR_GUIDE_COURSE_H
#define CHATTER_ENGINES_SLIDING_PAIR_GUIDE_COURSE_H

#include "engines/sliding/pair/equilibrium.h"
#include "drives/drive_uses.h"

// v + w(t) of one trajectory; table NULL: w = 0.
typedef struct guide_course {
  double velocity;      // v, m/s
  const double *block;  // of all drives
  const int *table;     // N_DRIVE_INTEGERS of w
  const double *number; // N_DRIVE_PARAMETERS of w
} guide_course;

int guide_is_driven(const study *config);
drive_use guide_use(const study *config); // for a driven guide

double guide_drives(const guide_course *self, double t); // w(t)
// Returns the data of the start: the velocity at t = 0, and the sense in which C will slide, that
// of the first step if it begins at rest. Sense 0: it does not move then either.
pair_load guide_load(const study *config, const guide_course *self, double step);

// Range of the guide over a time, in a number of steps.
typedef struct guide_range {
  double slowest, fastest; // m/s
  double least, most;      // of x_A, m
} guide_range;
guide_range guide_range_of(const guide_course *self, double duration, long steps);

#endif
