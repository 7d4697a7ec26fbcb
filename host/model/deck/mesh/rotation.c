// Reads and checks the rotation of a deck.
#include "model/deck/mesh/rotation.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/dot.h"
#include "model/arena_array.h"
#include "model/deck/mesh/deck_mesh.h"
#include "model/model_lookup.h"

// Reads "set, CENTRIF, ω², x, y, z, nx, ny, nz"; the point x, y, z lies on the axis.
static int read_centrifugal_line(const deck_line *line, char set[DECK_NAME], model_rotation *out) {
  const char *cursor = line->text;
  deck_entry e;
  double value[7] = {0};
  int n = 0;
  for (; n < 9 && deck_next_entry(&cursor, &e); n++) {
    if (n == 0) {
      size_t k = 0;
      for (const char *c = e.at; c < e.end && k + 1 < DECK_NAME; c++)
        set[k++] = (char)toupper((unsigned char)*c);
      set[k] = 0;
    }
    if (n == 1 && (e.end - e.at < 7 || strncasecmp(e.at, "CENTRIF", 7) != 0)) return 0;
    if (n > 1 && !deck_entry_number(e, &value[n - 2])) value[n - 2] = NAN;
  }
  const double length = dot(3, value + 4, value + 4);
  out->square = n == 9 && length > 0 ? value[0] : NAN;
  for (int d = 0; d < 3; d++) out->origin[d] = value[1 + d], out->axis[d] = value[4 + d] / sqrt(length);
  return n > 1;
}

// Returns 1 if both have the same speed about the same line.
static int is_same_rotation(const model_rotation *a, const model_rotation *b) {
  double off[3], along = 0, apart = 0, axes = 0, scale = 1e-9;
  for (int d = 0; d < 3; d++) {
    off[d] = b->origin[d] - a->origin[d];
    along += off[d] * a->axis[d];
    axes += a->axis[d] * b->axis[d];
    scale += fabs(a->origin[d]) + fabs(b->origin[d]);
  }
  for (int d = 0; d < 3; d++) apart += fabs(off[d] - along * a->axis[d]);
  return apart <= 1e-9 * scale && fabs(fabs(axes) - 1) < 1e-12 &&
         fabs(a->square - b->square) <= 1e-12 * fabs(a->square);
}

// Marks the elements of a set, or one element by its number. Returns 0 if there is no such set.
static int mark_elements(const deck_mesh *mesh, const char *name, unsigned char *marked) {
  const element_set *set = deck_mesh_find_set(mesh, name);
  char *end;
  const long single = strtol(name, &end, 10);
  const int is_number = *name && *end == 0;
  for (long i = 0; i < (set ? set->n : is_number); i++) {
    const mesh_element *e = deck_mesh_find_element(mesh, set ? set->id[i] : single);
    if (e) marked[e - mesh->elements] = 1;
  }
  return set || is_number;
}

static chatter_status add_centrifugal_line(const deck_line *line, const deck_mesh *mesh,
                                           unsigned char *marked, int *n, model_rotation *out) {
  model_rotation next;
  char set[DECK_NAME] = "";
  if (!read_centrifugal_line(line, set, &next)) return CHATTER_OK;
  if (!(next.square >= 0))
    return deck_raise(line, line->text,
                      "CENTRIF needs: element set, CENTRIF, ω² (at least 0), x, y, z of a point "
                      "of the axis, nx, ny, nz along it");
  if (*n > 0 && !is_same_rotation(out, &next))
    return deck_raise(line, line->text,
                      "another rotation than that of a line before: give the study's own "
                      "(excitation.direction, origin, rotation)");
  if (!mark_elements(mesh, set, marked))
    return deck_raise(line, line->text, "'%.60s' is neither an element nor an element set", set);
  *out = next;
  ++*n;
  return CHATTER_OK;
}

chatter_status deck_read_rotation(const deck *self, const deck_mesh *mesh, model *out) {
  deck_card card;
  model_rotation *rotation;
  unsigned char *marked;
  int n = 0;
  const deck_line *last = &self->lines[0];
  ARENA_ARRAY(rotation, out->memory, 1);
  ARENA_ARRAY(marked, mesh->memory, mesh->n);
  for (long at = 0; deck_next_card(self, &at, &card);) {
    if (strcmp(card.name, "DLOAD") != 0) continue;
    for (long l = card.begin; l < card.end; l++) {
      const int before = n;
      TRY(add_centrifugal_line(&self->lines[l], mesh, marked, &n, rotation));
      if (n > before) last = &self->lines[l];
    }
  }
  for (long i = 0; i < mesh->n && n > 0; i++)
    if (mesh->elements[i].type && !marked[i])
      return deck_raise(last, last->text,
                        "element %ld does not turn with the others: only a rotation of all "
                        "elements is known",
                        mesh->elements[i].id);
  out->rotation = n > 0 ? rotation : NULL; // NULL: interface_add_loads reports that there is none
  return CHATTER_OK;
}

// Adds a term "node, direction, factor" of an equation, applied to the distances from the axis.
static void add_distance_term(const model *m, const model_rotation *rotation, const double term[3],
                              double *sum, double *size) {
  const int node = model_find_node_id(m, (long)term[0]), d = (int)term[1] - 1;
  double along = 0, far = 0;
  if (node < 0 || d < 0 || d > 2) return;
  for (int k = 0; k < 3; k++) {
    const double x = m->nodes[node].position[k] - rotation->origin[k];
    along += rotation->axis[k] * x;
    far += fabs(x);
  }
  *sum += term[2] * (m->nodes[node].position[d] - rotation->origin[d] - along * rotation->axis[d]);
  *size += fabs(term[2]) * far;
}

// Checks one equation: "n", then n terms over as many lines as they need.
static chatter_status check_equation(const deck *self, long *line, long end, const model *m,
                                     const model_rotation *rotation) {
  const deck_line *first = &self->lines[*line];
  double term[3] = {0}, sum = 0, size = 0, value;
  long left = -1;
  int at = 0;
  for (; *line < end && left != 0; ++*line) {
    const char *cursor = self->lines[*line].text;
    deck_entry e;
    while (left != 0 && deck_next_entry(&cursor, &e)) {
      if (e.at == e.end || !deck_entry_number(e, &value) || !(fabs(value) < 1e15))
        continue; // ccx reports the mistake
      if (left < 0) {
        left = 3 * (long)value;
        break;
      }
      term[at++] = value;
      left--;
      if (at == 3) add_distance_term(m, rotation, term, &sum, &size), at = 0;
    }
  }
  if (fabs(sum) <= 1e-6 * size) return CHATTER_OK; // coordinates in decks have seven digits
  return deck_raise(
      first, first->text,
      "the equation binds places at different distances from the axis of rotation: the mass matrix "
      "behind it does not know their centrifugal load (allowed: equations that a motion away from "
      "the axis, in proportion to the distance from it, obeys)");
}

chatter_status deck_check_rotation(const deck *self, const model *m, const model_rotation *rotation) {
  deck_card card;
  deck_steps steps = {0};
  for (long at = 0; deck_next_card(self, &at, &card) && deck_keeps_card(&steps, &card);) {
    if (strcmp(card.name, "EQUATION") != 0) continue;
    for (long l = card.begin; l < card.end;) TRY(check_equation(self, &l, card.end, m, rotation));
  }
  return CHATTER_OK;
}
