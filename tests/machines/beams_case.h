// Two crossed cantilevers of three elements for the tests of machines, made by the engine from a study: with
// three pairs of points or one, at other angles, gaps and coefficients of friction, so that they touch in
// different increments, slip, stick, open again, and stay apart; some do not converge.
#ifndef CHATTER_TESTS_BEAMS_CASE_H
#define CHATTER_TESTS_BEAMS_CASE_H

#include "tests/machines/batch_case.h"

#include "kernels/beams/beams_layout.h"

#define KERNEL KERNEL_DECLARE
#include "kernels/beams/kernels.h"
#undef KERNEL

// `steps` increments, half of them back.
batch_case beams_case_create(int elements, int pairs, long n, double steps);

// Of three trajectories or more: some touch to the end and slide, one opens again; of four, one never
// touches.
void beams_case_check(const batch_case *c, const case_result *r);

#endif
