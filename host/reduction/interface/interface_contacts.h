// Boundary coordinates: relative displacements at the contact points along normal and tangents.
#ifndef CHATTER_REDUCTION_INTERFACE_INTERFACE_CONTACTS_H
#define CHATTER_REDUCTION_INTERFACE_INTERFACE_CONTACTS_H

#include "base/memory.h"
#include "base/status.h"
#include "model/model.h"
#include "reduction/interface/interface.h"
#include "reduction/store/reduction_input.h"

// Finds the indices of the nodes of an entry's blank-separated names; they lie in `memory` or in
// the model. `along`: the only direction that is used, or NULL.
chatter_status interface_find_nodes(const model *m, const char *names, const double *along, const char *place,
                                    arena *memory, int *n, const int **nodes);

// Fills n_contacts, contacts and, from their rows, n_boundary, boundary, n_rows, combination.

// Fills n_contacts, contacts and, from their rows, n_boundary, boundary, n_rows, combination.
chatter_status interface_add_contacts(const reduction_input *in, const model *m, interface *out);

#endif
