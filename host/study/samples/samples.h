// Samples of an ensemble; trajectories with equal structural values share a reduced model.
#ifndef CHATTER_STUDY_SAMPLES_H
#define CHATTER_STUDY_SAMPLES_H

#include "base/status.h"
#include "study/file/scalar.h"
#include "study/sections.h"
#include "study/study.h"

// The samples of the ensemble: n trajectories × n parameters.
typedef struct samples {
  long n;
  int n_parameters;
  study_scalar *parameters; // [n_parameters]
  double *value;            // [n][n_parameters]
  char (*id)[STUDY_NAME];   // sample_id of a file; NULL: none
} samples;

// Allocates parameters[n_parameters] and value[n][n_parameters]; refuses sizes beyond the memory.
chatter_status samples_allocate(long n, int n_parameters, samples *out);

// Returns 1 if trajectories differ in structural values.
int samples_have_structural(const samples *self);

// Returns 1 if trajectories i and j have the same structural values.
int samples_same_structure(const samples *self, long i, long j);

// Compares trajectories by their structural values, then by number, for qsort_r.
int samples_compare_structure(const void *a, const void *b, void *self);

// Replaces each parameter that is an input of several paths by one parameter per path. The
// functions that make samples call it.
chatter_status samples_spread_inputs(const study *self, samples *io);
void samples_destroy(samples *self);

#endif
