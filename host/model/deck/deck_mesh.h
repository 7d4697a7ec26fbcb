// The elements of a deck with their nodes, element sets and surfaces: for couplings, which hang on surfaces,
// and for the surface elements that meshers leave beside the solid ones.
#ifndef CHATTER_MODEL_DECK_DECK_MESH_H
#define CHATTER_MODEL_DECK_DECK_MESH_H

#include "model/deck/deck.h"

typedef struct mesh_element {
  long id;
  const char *type; // as deck_element_types has it; NULL: of a surface or line, not of a body
  int is_face;      // 1: of a surface; of a line or a body 0
  int n_nodes;
  int *node; // indices into the model's nodes
} mesh_element;

typedef struct mesh_set {
  const char *name;
  long n, capacity;
  long *id;
} mesh_set;

typedef struct deck_mesh {
  arena *memory;
  long n;
  mesh_element *elements; // ascending ids
  int n_sets;
  mesh_set *sets;
} deck_mesh;

// Whether a type is one of surfaces, lines or shells (CPS6, S4, T3D2, ...), which meshers write of a body's
// skin; *n_nodes as its name says.
int deck_is_skin(const char *type, int *n_nodes);
// Elements and sets of everything before the first step. What is wrong in them is left to
// deck_check_elements.
chatter_status deck_mesh_read(const deck *self, const model *m, deck_mesh *out);
void deck_mesh_destroy(deck_mesh *self);
const mesh_element *deck_mesh_element(const deck_mesh *self, long id); // NULL where there is none
const mesh_set *deck_mesh_set(const deck_mesh *self, const char *name);

// The elements of bodies into the model.
chatter_status deck_cells(const deck_mesh *self, model *out);
// weight: [n_nodes] gets the area of the surface that belongs to each of its nodes (of a surface of nodes:
// the number beside the node, or 1), zeros elsewhere. *found: 0 where the deck has no surface of this name.
chatter_status deck_surface(const deck *self, const model *m, const deck_mesh *mesh, const char *name,
                            double *weight, int *found);

// Likewise of a mesher's surface elements: each element set that has some, where the deck has no surface of
// its name, with the faces of the solid elements that they lie on.
chatter_status deck_skin_surfaces(const deck *self, const deck_mesh *mesh, model *out);
// Surfaces of element faces into the model.
chatter_status deck_surfaces(const deck *self, const deck_mesh *mesh, model *out);
// rotation.c. The rotation that *DLOAD, CENTRIF gives all elements, into the model; raises where there is
// none or where some have another one.
chatter_status deck_rotation(const deck *self, const deck_mesh *mesh, model *out);
// Whether the load of a rotation is what the mass matrix says of it: of nodes that *EQUATION binds, their
// distances from the axis must obey the equation too.
chatter_status deck_check_rotation(const deck *self, const model *m, const model_rotation *rotation);

// Sections and materials of the solid elements (sections.c).
chatter_status deck_check_sections(const deck *self, const model *m);

// Leaves the surface and line elements of a mesher out of the deck, with a warning; their sets become node
// sets of the model where it has none of the name, and its surfaces where `pressed`.
chatter_status deck_pass_skin(deck *self, int pressed, model *m);

#endif
