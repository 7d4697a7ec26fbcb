// Names of the loads and displacements of a study, "node:direction". Reduced rows are stored and
// looked up by them.
#ifndef CHATTER_REDUCTION_INTERFACE_INTERFACE_NAMES_H
#define CHATTER_REDUCTION_INTERFACE_INTERFACE_NAMES_H

#include "base/memory.h"
#include "base/status.h"
#include "model/model.h"
#include "reduction/algebra/direction.h"
#include "study/sections.h"

// Returns the first of two failures, so that one mistake does not hide the next. Out of memory has
// precedence.
chatter_status interface_first_failure(chatter_status a, chatter_status b);

// Makes the displacement of one node along a vector; raises if the node cannot move along it.
chatter_status interface_direction(const model *m, int node, const double along[3], const char *name,
                                   const char *place, direction *out);

// Makes "node:direction" for a load or response. A checksum is added if six digits do not give the
// direction, or if the name is longer than STUDY_NAME.
chatter_status interface_direction_name(const char *node, const double direction[3], char name[STUDY_NAME]);

// Makes the text of the nodes of a contact; long lists end with a checksum of all of them.
void interface_nodes_name(const char *nodes, char name[STUDY_NAME]);

// Names a load of the study: "node:direction", or "gravity:direction",
// "base_acceleration:direction", "centrifugal:axis". Names with weights, areas or an origin, and
// long names, have a checksum.
chatter_status interface_load_name(const excitation_config *load, char name[STUDY_NAME]);

// A displacement that outputs need, with the first output that needs it.
typedef struct interface_response {
  char name[STUDY_NAME]; // "node:direction"
  response_term term;
  int output;
} interface_response;

// Lists them, each once, in the order of the outputs and their terms; the list lies in `memory`.
chatter_status interface_list_responses(int n_outputs, const output_config *outputs, arena *memory, int *n,
                                        interface_response **list);

#endif
