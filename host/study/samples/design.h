// The study's own design: grid, random, Latin hypercube, Sobol, Saltelli, file.
#ifndef CHATTER_STUDY_SAMPLES_DESIGN_H
#define CHATTER_STUDY_SAMPLES_DESIGN_H

#include "base/status.h"
#include "study/samples/samples.h"
#include "study/sections.h"
#include "study/study.h"

// The study's own design (none: one trajectory).
chatter_status samples_from_design(const study *self, samples *out);

// n rows of the design's parameters, from z[n][its parameters] of independent normal numbers (0, 1): with the
// design's distributions and correlation. Values may lie beyond what a parameter allows; inputs of several
// paths are not spread yet.
chatter_status samples_from_normal(const study *self, long n, const double *z, samples *out);

// How many trajectories belong together, from the first on: with design saltelli d + 2, else 1.
long samples_group_size(const ensemble_config *ensemble);

#endif
