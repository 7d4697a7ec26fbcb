// Where a model meets the outside, as its study says: boundary coordinates (W = identity), loads, responses,
// initial fields.
#ifndef CHATTER_REDUCTION_INTERFACE_H
#define CHATTER_REDUCTION_INTERFACE_H

#include "reduction/algebra/structure.h"
#include "reduction/reduced.h"
#include "reduction/store/reduction_input.h"

typedef struct interface {
  arena *memory;
  int n; // equations of the model
  int n_boundary, n_loads, n_responses, n_contacts;
  direction *boundary;           // [n_boundary] columns of B: relative displacement, positive opens;
                                 // those of the contacts' rows that are independent of each other
  int n_held;                    // reduction.hold:
  direction *held;               // [n_held] displacements that are zero
  int n_rows;                    // rows of q_b that the contacts have
  double *combination;           // S, [n_rows][n_boundary]: each of them in the independent ones
  double *loads;                 // [n_loads][n], per unit amplitude
  int *load_is_inertia;          // [n_loads]
  double *load_offset;           // [n_loads], J per unit amplitude
  direction *responses;          // [n_responses]
  char (*load_name)[STUDY_NAME]; // "node:direction"
  char (*response_name)[STUDY_NAME];
  reduced_contact *contacts; // [n_contacts]
  double *translation;       // [3][n], unit rigid translations
  int n_masses;              // of a chain, whose nodes are displaced one by one by initial fields; else 0
} interface;

// Errors (CHATTER_BAD_STUDY, or CHATTER_BAD_MODEL for unknown nodes) name the study's entry. On failure
// nothing is left to destroy.
chatter_status interface_create(const study *s, const model *m, interface *out);
chatter_status interface_from_input(const reduction_input *in, const model *m, interface *out);
void interface_destroy(interface *self);

// interface_names.c
// The first failure of two, so that one mistake does not hide the next; memory before mistakes.
chatter_status interface_worse(chatter_status a, chatter_status b);
// The displacement of one node along a vector; raises where it cannot move along it.
chatter_status interface_direction(const model *m, int node, const double along[3], const char *name,
                                   const char *place, direction *out);
// interface_loads.c: fills n_loads and what there is of them.
chatter_status interface_loads(const reduction_input *in, const model *m, interface *out);

// "node:direction" of a load or response, with a check sum where six digits are not all of the direction, or
// where it would be longer than STUDY_NAME.
chatter_status interface_name(const char *node, const double direction[3], char name[STUDY_NAME]);
// The words for the nodes of a contact, long lists with a check sum of all of them.
void interface_nodes_name(const char *nodes, char name[STUDY_NAME]);
// Of a load of the study: "gravity:direction", "base_acceleration:direction", "centrifugal:axis" for those
// without a node; where weights, areas or an origin count, or the names are long, with a check sum of them
// too.
chatter_status interface_load_name(const excitation_config *load, char name[STUDY_NAME]);
// One distinct displacement that the study's outputs are taken from, with the first output that wants it.
typedef struct interface_response {
  char name[STUDY_NAME]; // "node:direction"
  response_term term;
  int output;
} interface_response;
// All of them, in the order of the outputs and their terms; the list lies in `memory`.
chatter_status interface_list_responses(int n_outputs, const output_config *outputs, arena *memory, int *n,
                                        interface_response **list);

// The boundary part (interface_contacts.c): fills n_contacts, contacts and, from their rows, n_boundary,
// boundary, n_rows, combination (dependent.c).
// Indices of the nodes of an entry's names, which are parted by blanks; they lie in `memory` or in the model.
// `along`: the only direction that counts, or NULL.
chatter_status interface_find_nodes(const model *m, const char *names, const double *along, const char *place,
                                    arena *memory, int *n, const int **nodes);
chatter_status interface_contacts(const reduction_input *in, const model *m, interface *out);
chatter_status dependent_separate(int n_rows, const direction *rows, interface *out);

#endif
