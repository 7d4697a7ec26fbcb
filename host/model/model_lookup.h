// Nodes and surfaces of a model by their names in a study.
#ifndef CHATTER_MODEL_MODEL_LOOKUP_H
#define CHATTER_MODEL_MODEL_LOOKUP_H

#include "base/status.h"
#include "model/model.h"

// Finds the surface of that name; otherwise raises with the nearest names and the study's place.
chatter_status model_find_surface(const model *self, const char *name, const char *place,
                                  const model_surface **surface);

// Finds the node named by an id or by a set with exactly one node; otherwise raises with the
// nearest names and the study's place.
chatter_status model_find_node(const model *self, const char *name, const char *place, int *node);

// Does the same if only the displacement along a direction is needed; other directions may depend
// on other nodes. several: end of the message about a set of more nodes, or "".
#define MODEL_SEVERAL_LOADED ", or all of them by 'nodes' in place of 'node', each of which takes the force"
#define MODEL_SEVERAL_SEEN ", or their weighted sum by 'sum'"
chatter_status model_find_node_along(const model *self, const char *name, const double along[3],
                                     const char *place, const char *several, int *node);

// Finds all nodes of a set or of one id; the model owns *nodes.
chatter_status model_find_nodes(const model *self, const char *name, const char *place, int *n,
                                const int **nodes);
chatter_status model_find_nodes_along(const model *self, const char *name, const double along[3],
                                      const char *place, int *n, const int **nodes);

int model_find_node_id(const model *self, long id); // index; -1: none

#endif
