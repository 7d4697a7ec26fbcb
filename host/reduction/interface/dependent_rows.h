// Contact rows that depend on each other: a stop on both sides of one node, a groove, three bodies in a ring.
// The reduction works in the independent ones alone; of the reduced model every row is made again as their
// combination, q_b = S q_independent, so that each contact keeps a force of its own: F = S F' Sᵀ is singular,
// the motion unique, and of the forces what the independent rows feel, Sᵀλ.
#ifndef CHATTER_REDUCTION_INTERFACE_DEPENDENT_ROWS_H
#define CHATTER_REDUCTION_INTERFACE_DEPENDENT_ROWS_H

#include "base/status.h"
#include "reduction/algebra/direction.h"
#include "reduction/interface/interface.h"
#include "reduction/reduced.h"

// Makes the rows of dependent contacts again from the independent ones that the reduction kept.
chatter_status dependent_expand(const interface *f, reduced_model *out);

// Finds which of the rows are independent of each other: fills boundary, n_boundary, n_rows and combination.
chatter_status dependent_separate(int n_rows, const direction *rows, interface *out);

#endif
