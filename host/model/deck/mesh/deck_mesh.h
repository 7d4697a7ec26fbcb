// The elements of a deck with their nodes, element sets and surfaces. Couplings and pressures use
// the surfaces; meshers leave surface elements beside the solid ones.
#ifndef CHATTER_MODEL_DECK_MESH_DECK_MESH_H
#define CHATTER_MODEL_DECK_MESH_DECK_MESH_H

#include "base/memory.h"
#include "base/status.h"
#include "model/deck/deck.h"
#include "model/model.h"

typedef struct mesh_element {
  long id;
  const char *type; // of deck_element_types; NULL: a surface or line element
  int is_face;      // 1: a surface element
  int n_nodes;
  int *node; // indices into the model's nodes
} mesh_element;

typedef struct element_set {
  const char *name;
  long n, capacity;
  long *id;
} element_set;

typedef struct deck_mesh {
  arena *memory;
  long n;
  mesh_element *elements; // by ascending id
  int n_sets;
  element_set *sets;
} deck_mesh;

// Returns 1 for an element type of surfaces, lines or shells (CPS6, S4, T3D2, ...), which meshers
// write for a body's skin. *n_nodes: by its name.
int deck_is_skin_type(const char *type, int *n_nodes);

// Reads the elements and sets before the first step. Mistakes are left to deck_check_elements.
chatter_status deck_mesh_read(const deck *self, const model *m, deck_mesh *out);
void deck_mesh_destroy(deck_mesh *self);
const mesh_element *deck_mesh_find_element(const deck_mesh *self, long id); // NULL: there is none
const element_set *deck_mesh_find_set(const deck_mesh *self, const char *name);

// Adds the solid elements to the model's cells.
chatter_status deck_mesh_add_cells(const deck_mesh *self, model *out);

int deck_count_element_nodes(const char *type); // nodes of one element; 0: an unknown type

#endif
