// From the names in a study to nodes of the model.
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "model/kinds.h"

// Edits (insert, delete, replace) that turn a into b, letters compared without case.
static int edit_distance(const char *a, const char *b) {
  int row[STUDY_NAME + 1], n = (int)strlen(b);
  if (n > STUDY_NAME) return STUDY_NAME;
  for (int j = 0; j <= n; j++) row[j] = j;
  for (int i = 1; a[i - 1]; i++) {
    int diagonal = row[0];
    row[0] = i;
    for (int j = 1; j <= n; j++) {
      int replace = diagonal + (toupper((unsigned char)a[i - 1]) != toupper((unsigned char)b[j - 1]));
      int other = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
      diagonal = row[j];
      row[j] = replace < other ? replace : other;
    }
  }
  return row[n];
}

static chatter_status raise_unknown(const model *self, const char *name, const char *place) {
  char text[512] = "";
  int best = -1, best_distance = STUDY_NAME;
  for (int s = 0; s < self->n_sets; s++) {
    int distance = edit_distance(name, self->sets[s].name);
    if (distance < best_distance) best = s, best_distance = distance;
  }
  if (best >= 0 && best_distance <= 2 + (int)strlen(name) / 4) {
    snprintf(text, sizeof text, "did you mean '%s'?", self->sets[best].name);
  } else if (self->n_sets > 0) {
    size_t used = (size_t)snprintf(text, sizeof text, "sets:");
    for (int s = 0; s < self->n_sets && used + STUDY_NAME + 8 < sizeof text; s++)
      used += (size_t)snprintf(text + used, sizeof text - used, " %s", self->sets[s].name);
    snprintf(text + used, sizeof text - used, "; ids: %ld to %ld", self->nodes[0].id,
             self->nodes[self->n_nodes - 1].id);
  } else {
    snprintf(text, sizeof text, "ids: %ld to %ld", self->nodes[0].id, self->nodes[self->n_nodes - 1].id);
  }
  return error_raise(CHATTER_BAD_MODEL, "%s: the model has no node or node set '%s' (%s)", place, name, text);
}

// Index of the node with this id, -1 where there is none.
int model_node_of_id(const model *self, long id) {
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

chatter_status model_find_nodes(const model *self, const char *name, const char *place, int *n,
                                const int **nodes) {
  for (int s = 0; s < self->n_sets; s++) // set names of decks know no case
    if (strcasecmp(self->sets[s].name, name) == 0) {
      *n = self->sets[s].n;
      *nodes = self->sets[s].node;
      return CHATTER_OK;
    }
  char *end;
  errno = 0;
  long id = strtol(name, &end, 10);
  int node = errno == 0 && end != name && *end == 0 ? model_node_of_id(self, id) : -1;
  if (node < 0) return raise_unknown(self, name, place);
  *n = 1;
  *nodes = &self->node_index[node];
  return CHATTER_OK;
}

chatter_status model_find_node(const model *self, const char *name, const char *place, int *node) {
  int n;
  const int *nodes;
  TRY(model_find_nodes(self, name, place, &n, &nodes));
  if (n != 1)
    return error_raise(CHATTER_BAD_MODEL, "%s: the node set '%s' has %d nodes; allowed here: one", place,
                       name, n);
  *node = nodes[0];
  return CHATTER_OK;
}
