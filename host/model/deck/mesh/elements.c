// The table of element types, and checks of elements and units.
#include "model/deck/mesh/elements.h"

#include <stdio.h>
#include <string.h>

#include "base/cells.h"
#include "base/log.h"
#include "base/text.h"
#include "model/deck/deck.h"
#include "model/model_lookup.h"

// Supported element types. A test compares the solid ones (C3D...) with ccx: six rigid-body modes,
// and the frequencies of a beam.
static const deck_element_type element_types[] = {
    {"C3D4", 4, 0, CELL_TETRAHEDRON},
    {"C3D6", 6, 0, CELL_WEDGE},
    {"C3D8", 8, 0, CELL_HEXAHEDRON},
    {"C3D8I", 8, 3, CELL_HEXAHEDRON},
    {"C3D8R", 8, 0, CELL_HEXAHEDRON},
    {"C3D10", 10, 0, CELL_TETRAHEDRON_10},
    {"C3D10T", 10, 0, CELL_TETRAHEDRON_10},
    {"C3D15", 15, 0, CELL_WEDGE_15},
    {"C3D20", 20, 0, CELL_HEXAHEDRON_20},
    {"C3D20R", 20, 0, CELL_HEXAHEDRON_20},
    {"DASHPOTA", 2, 0, 0},
    {"MASS", 1, 0, 0},
    {"SPRING1", 1, 0, 0},
    {"SPRING2", 2, 0, 0},
    {"SPRINGA", 2, 0, 0},
};
enum { N_ELEMENT_TYPES = sizeof element_types / sizeof *element_types };

const deck_element_type *deck_element_types(int *n) {
  *n = N_ELEMENT_TYPES;
  return element_types;
}

static chatter_status find_element_type(const deck *self, const deck_card *card,
                                        const deck_element_type **out) {
  char type[DECK_NAME] = "", near[80], list[200] = "";
  const char *names[N_ELEMENT_TYPES];
  const deck_line *line = &self->lines[card->line];
  const char *where = strchr(line->text, '*');
  if (!deck_find_parameter(self, card, "TYPE", type, &line, &where))
    return deck_raise(line, where, "*ELEMENT without a type; expected: *ELEMENT, TYPE=C3D10, ELSET=NAME");
  for (int i = 0; i < N_ELEMENT_TYPES; i++) {
    if (strcmp(element_types[i].name, type) == 0) {
      *out = &element_types[i];
      return CHATTER_OK;
    }
    names[i] = element_types[i].name;
    text_list_add(list, sizeof list, names[i]);
  }
  return deck_raise(line, where, "elements of type '%.30s' are not supported; allowed: %s%s", type, list,
                    text_did_you_mean(type, N_ELEMENT_TYPES, names, near, sizeof near));
}

// Checks the elements of a card. An element may continue over several lines: its own number, then
// its nodes.
static chatter_status check_element_card(const deck *self, const deck_card *card, const model *m,
                                         long *n_internal_nodes) {
  const deck_element_type *type = NULL;
  TRY(find_element_type(self, card, &type));
  int n = 0;
  long element = 0;
  for (long l = card->begin; l < card->end; l++) {
    const deck_line *line = &self->lines[l];
    const char *cursor = line->text;
    deck_entry e = {cursor, cursor};
    while (deck_next_entry(&cursor, &e)) {
      long id;
      TRY(deck_entry_id(line, e, n == 0 ? "an element number" : "a node number", &id));
      if (n == 0)
        element = id, *n_internal_nodes += type->internal_nodes;
      else if (model_find_node_id(m, id) < 0)
        return deck_raise(line, e.at, "element %ld names node %ld, which the deck has not", element, id);
      n = n == type->n_nodes ? 0 : n + 1;
      if (n == 0) break; // ccx ignores the rest of the line
    }
  }
  if (n > 0)
    return deck_raise(&self->lines[card->end - 1], self->lines[card->end - 1].text,
                      "element %ld ends after %d nodes; %s has %d", element, n - 1, type->name,
                      type->n_nodes);
  return CHATTER_OK;
}

chatter_status deck_check_elements(const deck *self, const model *m, long *n_internal_nodes) {
  long at = 0;
  deck_card card;
  deck_steps steps = {0};
  *n_internal_nodes = 0;
  chatter_status status = CHATTER_OK; // the first mistake of each card
  while (deck_next_card(self, &at, &card) && error_count() < DECK_MAX_MISTAKES)
    if (deck_keeps_card(&steps, &card) && strcmp(card.name, "ELEMENT") == 0 &&
        check_element_card(self, &card, m, n_internal_nodes) != CHATTER_OK)
      status = CHATTER_BAD_MODEL;
  return status;
}

// Returns the first number of a card's data; 0 for none.
static double read_first_number(const deck *self, const deck_card *card) {
  if (card->begin == card->end) return 0;
  const char *cursor = self->lines[card->begin].text;
  deck_entry e = {cursor, cursor};
  double value = 0;
  return deck_next_entry(&cursor, &e) && deck_entry_number(e, &value) ? value : 0;
}

// Warns of numbers in mm, t, MPa: a density in t/mm³ read as kg/m³ is lighter than any solid, and a
// modulus in MPa read as Pa is softer than any solid of such density.
void deck_check_units(const deck *self) {
  static const char *const advice = "decks are SI: lengths in m, kg/m³, Pa; this looks like mm, t, MPa";
  long at = 0;
  deck_card card;
  double modulus = 0, density = 0;
  while (deck_next_card(self, &at, &card)) {
    const deck_line *line = &self->lines[card.line];
    if (strcmp(card.name, "MATERIAL") == 0) modulus = density = 0;
    if (strcmp(card.name, "ELASTIC") == 0) modulus = read_first_number(self, &card);
    if (strcmp(card.name, "DENSITY") == 0) density = read_first_number(self, &card);
    if (strcmp(card.name, "DENSITY") != 0 && strcmp(card.name, "ELASTIC") != 0) continue;
    int light = density > 0 && density < 1e-4;
    int soft = density > 500 && modulus > 1e3 && modulus < 1e6;
    if (!light && !soft) continue;
    log_warning("%s:%ld:1: a %s of %g: %s", line->path, line->number, light ? "density" : "modulus",
                light ? density : modulus, advice);
    return;
  }
}
