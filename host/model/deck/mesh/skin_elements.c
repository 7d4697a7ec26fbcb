// Removes surface and line elements from a deck.
#include "model/deck/mesh/skin_elements.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "model/arena_array.h"
#include "model/deck/mesh/deck_mesh.h"
#include "model/deck/mesh/surface.h"
#include "model/model_building.h"
#include "model/number.h"

static int is_skin_card(const deck *self, const deck_card *card, char type[DECK_NAME]) {
  const deck_line *line;
  const char *where;
  int n;
  return strcmp(card->name, "ELEMENT") == 0 && deck_find_parameter(self, card, "TYPE", type, &line, &where) &&
         deck_is_skin_type(type, &n);
}

// Refuses surface elements with a node in no solid element: they are part of the structure.
static chatter_status check_nodes_covered(const deck *self, const deck_card *card, const char *type,
                                          const deck_mesh *mesh, const model *m, const unsigned char *solid) {
  const deck_line *line = &self->lines[card->line];
  for (long l = card->begin; l < card->end; l++) {
    const char *cursor = self->lines[l].text;
    deck_entry e = {cursor, cursor};
    long id;
    if (!deck_next_entry(&cursor, &e) || number_read_whole(e.at, e.end, &id) != e.end) continue;
    const mesh_element *found = deck_mesh_find_element(mesh, id);
    for (int i = 0; found && !found->type && i < found->n_nodes; i++)
      if (!solid[found->node[i]])
        return deck_raise(
            line, line->text,
            "%s are surface or line elements, and node %ld of them belongs to no solid element: "
            "decks are of bodies. Mesh the volume too (gmsh: -3), or leave these elements out",
            type, m->nodes[found->node[i]].id);
  }
  return CHATTER_OK;
}

static int model_has_set(const model *m, const char *name) {
  int known = strlen(name) >= STUDY_SET;
  for (int s = 0; s < m->n_sets; s++) known |= strcmp(m->sets[s].name, name) == 0;
  return known;
}

// Adds the nodes of a set's surface elements as a node set of the same name.
static chatter_status add_node_set(model *m, const deck_mesh *mesh, const element_set *set, int *stamp,
                                   int mark) {
  int n = 0;
  node_set *kept;
  for (int remove_skin = 0; remove_skin < 2; remove_skin++) {
    for (long i = 0; i < set->n; i++) {
      const mesh_element *e = deck_mesh_find_element(mesh, set->id[i]);
      for (int k = 0; e && !e->type && k < e->n_nodes; k++) {
        if (stamp[e->node[k]] == 2 * mark + remove_skin) continue;
        stamp[e->node[k]] = 2 * mark + remove_skin;
        if (remove_skin == 1) kept->node[kept->n++] = e->node[k];
        n += remove_skin == 0;
      }
    }
    if (n == 0) return CHATTER_OK;
    if (remove_skin == 0) {
      TRY(model_add_set(m, set->name, n, &kept));
      kept->n = 0;
    }
  }
  return CHATTER_OK;
}

// Prints it as *NSET too, for supports that name it.
static chatter_status print_node_set(const model *m, const deck_line *line, deck *out) {
  const node_set *set = &m->sets[m->n_sets - 1];
  TRY(deck_print_line(out, line, "*NSET, NSET=%s", set->name));
  for (int i = 0; i < set->n; i++) TRY(deck_print_line(out, line, "%ld", m->nodes[set->node[i]].id));
  return CHATTER_OK;
}

static chatter_status add_node_sets(model *m, const deck_mesh *mesh, const deck_line *line, deck *out) {
  node_set *more;
  int *stamp;
  ARENA_ARRAY(more, m->memory, m->n_sets + mesh->n_sets);
  ARENA_ARRAY(stamp, mesh->memory, m->n_nodes);
  if (m->n_sets) memcpy(more, m->sets, (size_t)m->n_sets * sizeof *more);
  m->sets = more;
  for (int s = 0; s < mesh->n_sets; s++) {
    const int before = m->n_sets;
    if (!model_has_set(m, mesh->sets[s].name)) TRY(add_node_set(m, mesh, &mesh->sets[s], stamp, s + 1));
    if (m->n_sets > before) TRY(print_node_set(m, line, out));
  }
  return CHATTER_OK;
}

// Prints an *ELSET without the surface elements; nothing if no others are left.
static chatter_status print_body_elset(const deck *self, const deck_card *card, const deck_mesh *mesh,
                                       deck *out) {
  char name[DECK_NAME];
  const deck_line *line = &self->lines[card->line];
  const char *where;
  const element_set *set =
      deck_find_parameter(self, card, "ELSET", name, &line, &where) ? deck_mesh_find_set(mesh, name) : NULL;
  int n_skin = 0, first = 1;
  for (long i = 0; set && i < set->n; i++) {
    const mesh_element *e = deck_mesh_find_element(mesh, set->id[i]);
    n_skin += e && !e->type;
  }
  if (n_skin == 0) {
    for (long l = card->line; l < card->end; l++) TRY(deck_add_line(out, self->lines[l]));
    return CHATTER_OK;
  }
  for (long i = 0; i < set->n; i++) {
    const mesh_element *e = deck_mesh_find_element(mesh, set->id[i]);
    if (e && !e->type) continue;
    if (first) TRY(deck_print_line(out, &self->lines[card->line], "*ELSET, ELSET=%s", name));
    first = 0;
    TRY(deck_print_line(out, &self->lines[card->line], "%ld", set->id[i]));
  }
  return CHATTER_OK;
}

static chatter_status remove_skin(deck *self, model *m, const deck_mesh *mesh, deck *out) {
  char type[DECK_NAME], types[200] = "";
  unsigned char *solid;
  deck_card card;
  const deck_line *first = NULL;
  ARENA_ARRAY(solid, mesh->memory, m->n_nodes);
  for (long i = 0; i < mesh->n; i++)
    for (int k = 0; mesh->elements[i].type && k < mesh->elements[i].n_nodes; k++)
      solid[mesh->elements[i].node[k]] |= strncmp(mesh->elements[i].type, "C3D", 3) == 0;
  for (long at = 0; deck_next_card(self, &at, &card);) {
    if (is_skin_card(self, &card, type)) {
      TRY(check_nodes_covered(self, &card, type, mesh, m, solid));
      if (!first) TRY(add_node_sets(m, mesh, &self->lines[card.line], out));
      if (!first) first = &self->lines[card.line];
      if (!strstr(types, type) && strlen(types) + strlen(type) + 3 < sizeof types)
        snprintf(types + strlen(types), sizeof types - strlen(types), "%s%s", types[0] ? ", " : "", type);
    } else if (strcmp(card.name, "ELSET") == 0) {
      TRY(print_body_elset(self, &card, mesh, out));
    } else {
      for (long l = card.line; l < card.end; l++) TRY(deck_add_line(out, self->lines[l]));
    }
  }
  log_warning(
      "%s:%ld:1: surface and line elements (%s) are passed over: solid elements have their nodes. Their sets "
      "serve as node sets",
      first->path, first->number, types);
  return CHATTER_OK;
}

chatter_status deck_remove_skin(deck *self, int pressed, model *m) {
  deck_card card;
  deck_mesh mesh;
  char type[DECK_NAME];
  int needed = 0;
  for (long at = 0; deck_next_card(self, &at, &card);) needed |= is_skin_card(self, &card, type);
  if (!needed) return CHATTER_OK;
  TRY(deck_mesh_read(self, m, &mesh));
  deck fresh = {.made = self->made};
  chatter_status status = remove_skin(self, m, &mesh, &fresh);
  if (status == CHATTER_OK && pressed) status = deck_add_skin_surfaces(self, &mesh, m);
  if (status == CHATTER_OK) deck_replace_lines(self, &fresh);
  free(fresh.lines);
  deck_mesh_destroy(&mesh);
  return status;
}
