// Interface between a model and a study: boundary coordinates (W = identity), loads, responses,
// initial fields.
#ifndef CHATTER_REDUCTION_INTERFACE_H
#define CHATTER_REDUCTION_INTERFACE_H

#include "reduction/algebra/direction.h"
#include "reduction/reduced.h"
#include "reduction/store/reduction_input.h"

typedef struct interface {
  arena *memory;
  int n; // equations of the model
  int n_boundary, n_loads, n_responses, n_contacts;
  direction *boundary;  // [n_boundary] columns of B: independent rows of the relative displacements at the
                        // contacts, positive opens
  int n_held;           // of reduction.hold
  direction *held;      // [n_held] displacements held at zero
  int n_rows;           // rows of q_b of all contacts
  double *combination;  // S, [n_rows][n_boundary]: the rows in terms of the independent ones
  double *loads;        // [n_loads][n], per unit amplitude
  int *load_is_inertia; // [n_loads]
  double *load_offset;  // [n_loads] potential with the body at rest, J per unit amplitude
  direction *responses; // [n_responses]
  char (*load_name)[STUDY_NAME]; // "node:direction"
  char (*response_name)[STUDY_NAME];
  reduced_contact *contacts; // [n_contacts]
  double *translation;       // [3][n], unit rigid translations
  int n_masses;              // of a chain whose nodes initial fields may displace one by one; else 0
} interface;

// Builds the interface. Errors (CHATTER_BAD_STUDY, or CHATTER_BAD_MODEL for unknown nodes) name the
// study's entry. On failure nothing is left to destroy.
chatter_status interface_create(const study *s, const model *m, interface *out);
chatter_status interface_from_input(const reduction_input *in, const model *m, interface *out);
void interface_destroy(interface *self);

#endif
