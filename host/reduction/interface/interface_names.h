// How loads and displacements of a study are named, "node:direction": one name for each, by which all that is
// reduced is kept and found again.
#ifndef CHATTER_REDUCTION_INTERFACE_INTERFACE_NAMES_H
#define CHATTER_REDUCTION_INTERFACE_INTERFACE_NAMES_H

#include "base/memory.h"
#include "base/status.h"
#include "model/model.h"
#include "reduction/algebra/direction.h"
#include "study/sections.h"

// Returns the first failure of two, so that one mistake does not hide the next; memory before mistakes.
chatter_status interface_first_failure(chatter_status a, chatter_status b);

// The displacement of one node along a vector; raises where it cannot move along it.
chatter_status interface_direction(const model *m, int node, const double along[3], const char *name,
                                   const char *place, direction *out);

// "node:direction" of a load or response, with a check sum where six digits are not all of the direction, or
// where it would be longer than STUDY_NAME.
chatter_status interface_direction_name(const char *node, const double direction[3], char name[STUDY_NAME]);

// The words for the nodes of a contact, long lists with a check sum of all of them.
void interface_nodes_name(const char *nodes, char name[STUDY_NAME]);

// Names a load of the study: "gravity:direction", "base_acceleration:direction", "centrifugal:axis" for those
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

#endif
