// Finds nodes and surfaces of the model by the names in a study.
#include "model/model_lookup.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

static chatter_status raise_unknown_node(const model *self, const char *name, const char *place) {
  char text[512] = "";
  size_t used = 0;
  const char **names = calloc((size_t)self->n_sets + 1, sizeof *names);
  for (int i = 0; names && i < self->n_sets; i++) names[i] = self->sets[i].name;
  const char *nearest = names ? text_nearest(name, self->n_sets, names) : NULL;
  free(names);
  if (nearest) {
    snprintf(text, sizeof text, "did you mean '%s'?", nearest);
  } else {
    if (self->n_sets > 0) used = (size_t)snprintf(text, sizeof text, "sets:");
    for (int i = 0; i < self->n_sets && used + STUDY_SET + 80 < sizeof text; i++)
      used += (size_t)snprintf(text + used, sizeof text - used, " %s", self->sets[i].name);
    snprintf(text + used, sizeof text - used, "%sids: %ld to %ld", used ? "; " : "", self->nodes[0].id,
             self->nodes[self->n_nodes - 1].id);
  }
  return error_raise(CHATTER_BAD_MODEL, "%s: the model has no node or node set '%s' (%s)", place, name, text);
}

// Returns the index of the node with this id, -1 if there is none.
int model_find_node_id(const model *self, long id) {
  int low = 0, high = self->n_nodes - 1;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (self->nodes[middle].id == id) return middle;
    if (self->nodes[middle].id < id)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}

// Refuses nodes without an equation in the directions (bits) that are needed.
static chatter_status check_equations_known(const model *self, const char *name, const char *place,
                                            int directions, int n, const int *nodes) {
  for (int i = 0; i < n; i++)
    for (int d = 0; d < 3; d++)
      if ((self->nodes[nodes[i]].unknown & directions) >> d & 1)
        return error_raise(
            CHATTER_BAD_MODEL,
            "%s: node %ld (of '%s') has no equation for %c though nothing fixes it: no element has it, or "
            "it hangs on other nodes (*EQUATION, *TIE, ...); allowed: nodes that move by themselves",
            place, self->nodes[nodes[i]].id, name, "xyz"[d]);
  return CHATTER_OK;
}

static chatter_status find_named_nodes(const model *self, const char *name, const char *place, int directions,
                                       int *n, const int **nodes) {
  for (int s = 0; s < self->n_sets; s++) // set names of decks ignore case
    if (strcasecmp(self->sets[s].name, name) == 0) {
      *n = self->sets[s].n;
      *nodes = self->sets[s].node;
      if (*n == 0)
        return error_raise(CHATTER_BAD_MODEL, "%s: the node set '%s' is empty%s%s%s", place, name,
                           self->sets[s].place ? " (" : "", self->sets[s].place ? self->sets[s].place : "",
                           self->sets[s].place ? ")" : "");
      return check_equations_known(self, name, place, directions, *n, *nodes);
    }
  char *end;
  errno = 0;
  long id = strtol(name, &end, 10);
  int node = errno == 0 && end != name && *end == 0 ? model_find_node_id(self, id) : -1;
  if (node < 0) return raise_unknown_node(self, name, place);
  *n = 1;
  *nodes = &self->node_index[node];
  return check_equations_known(self, name, place, directions, 1, *nodes);
}

chatter_status model_find_nodes(const model *self, const char *name, const char *place, int *n,
                                const int **nodes) {
  return find_named_nodes(self, name, place, 7, n, nodes);
}

// Returns the directions of a vector's nonzero components as bits.
static int direction_bits(const double along[3]) {
  int directions = 0;
  for (int d = 0; d < 3; d++) directions |= (along[d] != 0) << d;
  return directions;
}

chatter_status model_find_nodes_along(const model *self, const char *name, const double along[3],
                                      const char *place, int *n, const int **nodes) {
  return find_named_nodes(self, name, place, direction_bits(along), n, nodes);
}

static chatter_status find_one_node(const model *self, const char *name, const char *place, int directions,
                                    const char *several, int *node) {
  int n;
  const int *nodes;
  TRY(find_named_nodes(self, name, place, directions, &n, &nodes));
  if (n != 1)
    return error_raise(CHATTER_BAD_MODEL,
                       "%s: the node set '%s' has %d nodes; allowed here: one, such as node %ld%s", place,
                       name, n, self->nodes[nodes[0]].id, several);
  *node = nodes[0];
  return CHATTER_OK;
}

chatter_status model_find_node(const model *self, const char *name, const char *place, int *node) {
  return find_one_node(self, name, place, 7, "", node);
}

chatter_status model_find_node_along(const model *self, const char *name, const double along[3],
                                     const char *place, const char *several, int *node) {
  return find_one_node(self, name, place, direction_bits(along), several, node);
}

chatter_status model_find_surface(const model *self, const char *name, const char *place,
                                  const model_surface **surface) {
  char text[512] = "";
  size_t used = 0;
  for (int s = 0; s < self->n_surfaces; s++)
    if (strcasecmp(self->surfaces[s].name, name) == 0) {
      *surface = &self->surfaces[s];
      return CHATTER_OK;
    }
  for (int s = 0; s < self->n_surfaces && used + STUDY_SET + 2 < sizeof text; s++)
    used +=
        (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "", self->surfaces[s].name);
  return error_raise(CHATTER_BAD_STUDY,
                     "%s: the model has no surface '%s', whose area a pressure could act on (allowed: %s%s"
                     "excitation.weights, the areas of the nodes in m²)",
                     place, name, text, used ? "; or " : "");
}
