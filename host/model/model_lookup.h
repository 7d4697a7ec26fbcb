// Nodes and surfaces of a model by the names that a study gives them.
#ifndef CHATTER_MODEL_MODEL_LOOKUP_H
#define CHATTER_MODEL_MODEL_LOOKUP_H

#include "base/status.h"
#include "model/model.h"

// The surface of that name; raises with the nearest names and the study's place.
chatter_status model_find_surface(const model *self, const char *name, const char *place,
                                  const model_surface **surface);

// Index of the node a study means by `name` (a node id, or a set with exactly one node); raises with the
// nearest names and the study's place.
chatter_status model_find_node(const model *self, const char *name, const char *place, int *node);

// As model_find_node where only its displacement along a direction is wanted: others may hang on other nodes.
// several: what the message about a set of more nodes ends with, or "".
#define MODEL_SEVERAL_LOADED ", or all of them by 'nodes' in place of 'node', each of which takes the force"
#define MODEL_SEVERAL_SEEN ", or their weighted sum by 'sum'"
chatter_status model_find_node_along(const model *self, const char *name, const double along[3],
                                     const char *place, const char *several, int *node);

// Indices of all nodes of a set or of one id; *nodes is owned by the model.
chatter_status model_find_nodes(const model *self, const char *name, const char *place, int *n,
                                const int **nodes);
chatter_status model_find_nodes_along(const model *self, const char *name, const double along[3],
                                      const char *place, int *n, const int **nodes);

int model_find_node_id(const model *self, long id); // index, -1 where there is none

#endif
