// Two crossed cantilevers of three elements for the tests of machines, made by the engine from a
// study. They have one or three pairs of points. Angles, gaps and coefficients of friction vary, so
// that contacts close in different increments, slip, stick, open again, or stay open; some
// trajectories do not converge.
#ifndef CHATTER_TESTS_BEAMS_CASE_H
#define CHATTER_TESTS_BEAMS_CASE_H

#include "tests/machines/batch_case.h"

#include "kernels/beams/beams_layout.h"

#define KERNEL KERNEL_DECLARE
#include "kernels/beams/kernels.h"
#undef KERNEL

// Makes a batch with `steps` increments, half of them backward.
batch_case beams_case_create(int elements, int pairs, long n, double steps);

// Checks, with three trajectories or more, that some stay in contact to the end and slide and that
// one opens again; with four or more, that one never touches.
void beams_case_check(const batch_case *c, const case_result *r);

#endif
