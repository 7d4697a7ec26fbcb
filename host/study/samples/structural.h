// The parameters of samples that a reduced model depends on.
#ifndef CHATTER_STUDY_STRUCTURAL_H
#define CHATTER_STUDY_STRUCTURAL_H

#include "study/study.h"

// 1 when trajectories differ in structural values.
int samples_have_structural(const samples *self);
// 1 when trajectories i and j share their structural values.
int samples_same_structure(const samples *self, long i, long j);
// Orders trajectories by their structural values, then by number: a comparison of qsort_r.
int samples_compare_structure(const void *a, const void *b, void *self);

#endif
