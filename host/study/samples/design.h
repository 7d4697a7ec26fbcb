// Samples of the study's own design: grid, random, Latin hypercube, Sobol, Saltelli, file.
#ifndef CHATTER_STUDY_SAMPLES_DESIGN_H
#define CHATTER_STUDY_SAMPLES_DESIGN_H

#include "base/status.h"
#include "study/samples/samples.h"
#include "study/sections.h"
#include "study/study.h"

// Makes the samples of the study's design (none: one trajectory).
chatter_status samples_from_design(const study *self, samples *out);

// Makes n rows of the design's parameters from z [n][n_parameters], independent standard normal
// numbers, with the design's distributions and correlation. Values may be out of a parameter's
// range; inputs of several paths are not expanded yet.
chatter_status samples_from_normal(const study *self, long n, const double *z, samples *out);

// Returns the number of consecutive trajectories that form a group: d + 2 for design saltelli, else
// 1.
long samples_group_size(const ensemble_config *ensemble);

#endif
