// Linearly dependent contact rows: stops on both sides of a node, a groove, three bodies in a ring.
// The reduction uses the independent rows alone. Afterwards every row is restored as their
// combination, q_b = S q_independent, so that each contact has its own force. F = S F' Sᵀ is
// singular; the motion is unique, and of the forces only Sᵀλ is.
#ifndef CHATTER_REDUCTION_INTERFACE_DEPENDENT_ROWS_H
#define CHATTER_REDUCTION_INTERFACE_DEPENDENT_ROWS_H

#include "base/status.h"
#include "reduction/algebra/direction.h"
#include "reduction/interface/interface.h"
#include "reduction/reduced.h"

// Restores the rows of dependent contacts from the independent ones of the reduction.
chatter_status dependent_expand(const interface *f, reduced_model *out);

// Finds the linearly independent rows: fills boundary, n_boundary, n_rows and combination.
chatter_status dependent_separate(int n_rows, const direction *rows, interface *out);

#endif
