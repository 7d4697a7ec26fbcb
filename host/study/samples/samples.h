// Samples of an ensemble, and which of them share a reduced model.
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
  char (*id)[STUDY_NAME];   // sample_id of a file, or NULL
} samples;

// Allocates parameters[n_parameters] and value[n][n_parameters]; refuses what does not fit into memory.
chatter_status samples_allocate(long n, int n_parameters, samples *out);

// 1 when trajectories differ in structural values.
int samples_have_structural(const samples *self);

// 1 when trajectories i and j share their structural values.
int samples_same_structure(const samples *self, long i, long j);

// Orders trajectories by their structural values, then by number: a comparison of qsort_r.
int samples_compare_structure(const void *a, const void *b, void *self);

// Parameters that are inputs of several paths become one for each of these. Those functions do so.
chatter_status samples_spread_inputs(const study *self, samples *io);
void samples_destroy(samples *self);

#endif
