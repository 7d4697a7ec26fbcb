// Selects nodes and elements of a field.
#include "ensemble/observe/field_nodes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/cells.h"
#include "base/memory.h"
#include "base/text.h"
#include "study/sections.h"

// Returns the node with this id in [first, end); -1: none.
static int node_of_id(const recovery *of, int first, int end, long id) {
  for (int i = first; i < end; i++)
    if (of->id[i] == id) return i;
  return -1;
}

int field_nodes_find(const recovery *of, const int *place, int moves, long id) {
  const int first = moves ? 0 : of->n_moving, end = moves ? of->n_moving : of->n_nodes;
  const int node = node_of_id(of, first, end, id);
  return node < 0 ? -1 : place[node];
}

static chatter_status raise_unknown(const recovery *of, const char *name, const char *where) {
  const char **names;
  ALLOCATE(names, of->n_sets + 1);
  for (int s = 0; s < of->n_sets; s++) names[s] = of->sets[s].name;
  const char *nearest = text_nearest(name, of->n_sets, names);
  memory_free(names);
  return error_raise(CHATTER_BAD_MODEL, "%s: the model has no node or node set '%s' (%s%s%s)", where, name,
                     nearest ? "did you mean '" : "allowed: all, sets, ids", nearest ? nearest : "",
                     nearest ? "'?" : "");
}

// Returns the node of an id, or of SET.ID, an id among a set's nodes; -1: none.
static int find_single(const recovery *of, const char *name) {
  char *end;
  const char *point = strrchr(name, '.'), *number = point ? point + 1 : name;
  const long id = strtol(number, &end, 10);
  if (end == number || *end) return -1;
  if (!point)
    return of->n_moving ? -1 : node_of_id(of, 0, of->n_nodes, id); // an id alone is ambiguous for two bodies
  for (int s = 0; s < of->n_sets; s++) {
    const recovery_set *set = &of->sets[s];
    if (strncasecmp(set->name, name, (size_t)(point - name)) != 0 || set->name[point - name]) continue;
    for (int i = 0; i < set->n; i++)
      if (of->id[set->node[i]] == id) return set->node[i];
  }
  return -1;
}

// Marks the nodes of one name.
static chatter_status choose(const recovery *of, const char *name, const char *where, int *chosen) {
  if (strcasecmp(name, "all") == 0) {
    for (int i = 0; i < of->n_nodes; i++) chosen[i] = 1;
    return CHATTER_OK;
  }
  for (int s = 0; s < of->n_sets; s++)
    if (strcasecmp(of->sets[s].name, name) == 0) {
      for (int i = 0; i < of->sets[s].n; i++) chosen[of->sets[s].node[i]] = 1;
      return CHATTER_OK;
    }
  const int node = find_single(of, name);
  if (node < 0) return raise_unknown(of, name, where);
  chosen[node] = 1;
  return CHATTER_OK;
}

static chatter_status choose_all(const recovery *of, const char *names, const char *where, int *chosen) {
  char all[STUDY_NODES], *rest = all, *name;
  snprintf(all, sizeof all, "%s", names);
  while ((name = strsep(&rest, " ")))
    if (*name) TRY(choose(of, name, where, chosen));
  return CHATTER_OK;
}

static void number_nodes(const recovery *of, field_nodes *out) {
  for (int i = 0; i < of->n_nodes; i++) {
    const int chosen = out->place[i];
    out->place[i] = chosen ? out->n : -1;
    if (chosen) out->node[out->n++] = i;
  }
}

// Takes an element whose nodes are all there; of a list of points, those that are.
static void copy_chosen_cell(const cell *one, field_nodes *out) {
  int there = 0;
  for (int a = 0; a < one->n; a++) there += out->place[one->node[a]] >= 0;
  if (there == 0 || (there < one->n && one->type != CELL_VERTEX)) return;
  int *to = out->cells + out->n_cells;
  *to++ = one->type;
  if (cells_has_count(one->type)) *to++ = there;
  for (int a = 0; a < one->n; a++)
    if (out->place[one->node[a]] >= 0) *to++ = out->place[one->node[a]];
  out->n_cells = to - out->cells;
}

static void copy_chosen_cells(const recovery *of, field_nodes *out) {
  cell one;
  for (size_t at = 0; cells_next(of->cells, (size_t)of->n_cells, &at, &one);) copy_chosen_cell(&one, out);
}

chatter_status field_nodes_create(const recovery *of, const char *names, const char *where,
                                  field_nodes *out) {
  *out = (field_nodes){0};
  ALLOCATE(out->node, of->n_nodes + 1);
  ALLOCATE(out->place, of->n_nodes + 1);
  ALLOCATE(out->cells, of->n_cells + 1);
  const chatter_status status = choose_all(of, names, where, out->place);
  if (status != CHATTER_OK) {
    field_nodes_destroy(out);
    return status;
  }
  number_nodes(of, out);
  copy_chosen_cells(of, out);
  return CHATTER_OK;
}

void field_nodes_destroy(field_nodes *self) {
  memory_free(self->node);
  memory_free(self->place);
  memory_free(self->cells);
  *self = (field_nodes){0};
}
