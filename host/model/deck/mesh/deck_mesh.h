// The elements of a deck with their nodes, element sets and surfaces: for couplings, which hang on surfaces,
// and for the surface elements that meshers leave beside the solid ones.
#ifndef CHATTER_MODEL_DECK_MESH_DECK_MESH_H
#define CHATTER_MODEL_DECK_MESH_DECK_MESH_H

#include "base/memory.h"
#include "base/status.h"
#include "model/deck/deck.h"
#include "model/model.h"

typedef struct mesh_element {
  long id;
  const char *type; // as deck_element_types has it; NULL: of a surface or line, not of a body
  int is_face;      // 1: of a surface; of a line or a body 0
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
  mesh_element *elements; // ascending ids
  int n_sets;
  element_set *sets;
} deck_mesh;

// Returns 1 for a type of surfaces, lines or shells (CPS6, S4, T3D2, ...), which meshers write of a body's
// skin; *n_nodes as its name says.
int deck_is_skin_type(const char *type, int *n_nodes);

// Elements and sets of everything before the first step. What is wrong in them is left to
// deck_check_elements.
chatter_status deck_mesh_read(const deck *self, const model *m, deck_mesh *out);
void deck_mesh_destroy(deck_mesh *self);
const mesh_element *deck_mesh_find_element(const deck_mesh *self, long id); // NULL where there is none
const element_set *deck_mesh_find_set(const deck_mesh *self, const char *name);

// The elements of bodies into the model.
chatter_status deck_mesh_add_cells(const deck_mesh *self, model *out);

int deck_count_element_nodes(const char *type); // numbers of one element without its own; 0: an unknown type

#endif
