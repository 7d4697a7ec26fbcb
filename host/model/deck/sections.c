// Sections and materials of the solid elements: what would stop ccx, found before it is run, with its line.
#include <string.h>

#include "base/text.h"
#include "model/arena_array.h"
#include "model/deck/deck_mesh.h"

// Flags: which cards a material has.
enum { HAS_CARD = 1, HAS_LAW = 2, HAS_DENSITY = 4 };

static int find_material(const deck *self, const char *name, const deck_line **card) {
  static const char *const laws[] = {"ELASTIC", "HYPERELASTIC", "HYPERFOAM", "DEFORMATIONPLASTICITY"};
  deck_card at_card;
  int has = 0, inside = 0;
  for (long at = 0; deck_next_card(self, &at, &at_card);) {
    char value[DECK_NAME];
    const deck_line *line;
    const char *where;
    if (strcmp(at_card.name, "MATERIAL") == 0) {
      inside = deck_parameter_place(self, &at_card, "NAME", value, &line, &where) && strcmp(value, name) == 0;
      if (inside) has |= HAS_CARD, *card = &self->lines[at_card.line];
    }
    if (!inside) continue;
    if (strcmp(at_card.name, "DENSITY") == 0) has |= HAS_DENSITY;
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
      if (strcmp(at_card.name, laws[i]) == 0) has |= HAS_LAW;
  }
  return has;
}

static chatter_status check_material(const deck *self, const deck_card *section) {
  char name[DECK_NAME];
  const deck_line *line, *card = NULL;
  const char *where;
  if (!deck_parameter_place(self, section, "MATERIAL", name, &line, &where))
    return deck_raise(line, where,
                      "*SOLID SECTION without a material; expected: *SOLID SECTION, ELSET=SET, "
                      "MATERIAL=NAME");
  const int has = find_material(self, name, &card);
  if (!(has & HAS_CARD))
    return deck_raise(line, where,
                      "the deck has no material '%.80s'; expected: *MATERIAL, NAME=%.80s with "
                      "*ELASTIC (Pa) and *DENSITY (kg/m³)",
                      name, name);
  if (has & HAS_LAW && has & HAS_DENSITY) return CHATTER_OK;
  return deck_raise(card, card->text + strspn(card->text, " \t"), "material %.80s has no %s", name,
                    has & HAS_LAW ? "*DENSITY (kg/m³)"
                    : has & HAS_DENSITY
                        ? "*ELASTIC (Young's modulus in Pa, Poisson's ratio)"
                        : "*ELASTIC (Young's modulus in Pa, Poisson's ratio) and *DENSITY (kg/m³)");
}

static chatter_status check_section(const deck *self, const deck_card *section, const deck_mesh *mesh,
                                    unsigned char *covered) {
  char name[DECK_NAME];
  const deck_line *line;
  const char *where;
  const mesh_set *set = NULL;
  chatter_status status = check_material(self, section);
  if (deck_parameter_place(self, section, "ELSET", name, &line, &where)) set = deck_mesh_set(mesh, name);
  if (!set) return deck_raise(line, where, "the deck has no element set '%.80s'", name);
  for (long i = 0; i < set->n; i++) {
    const mesh_element *e = deck_mesh_element(mesh, set->id[i]);
    if (e) covered[e - mesh->elements] = 1;
  }
  return status;
}

// The card that has the element.
static const deck_line *card_of(const deck *self, const char *type) {
  deck_card card;
  char value[DECK_NAME];
  const deck_line *line;
  const char *where;
  for (long at = 0; deck_next_card(self, &at, &card);)
    if (strcmp(card.name, "ELEMENT") == 0 &&
        deck_parameter_place(self, &card, "TYPE", value, &line, &where) && strcmp(value, type) == 0)
      return &self->lines[card.line];
  return &self->lines[0];
}

static chatter_status check(const deck *self, const deck_mesh *mesh) {
  deck_card card;
  deck_steps steps = {0};
  unsigned char *covered;
  chatter_status status = CHATTER_OK;
  long n = 0, first = -1;
  ARENA_ARRAY(covered, mesh->memory, mesh->n + 1);
  for (long at = 0; deck_next_card(self, &at, &card) && error_count() < DECK_MISTAKES;)
    if (deck_keeps(&steps, &card) && strcmp(card.name, "SOLIDSECTION") == 0 &&
        check_section(self, &card, mesh, covered) != CHATTER_OK)
      status = CHATTER_BAD_MODEL;
  for (long e = 0; e < mesh->n; e++)
    if (mesh->elements[e].type && strncmp(mesh->elements[e].type, "C3D", 3) == 0 && !covered[e]) {
      if (first < 0) first = e;
      n++;
    }
  if (n == 0) return status;
  const deck_line *line = card_of(self, mesh->elements[first].type);
  return deck_raise(line, line->text + strspn(line->text, " \t"),
                    "%ld solid %s no section, the first is element %ld; expected: *SOLID SECTION, ELSET=SET, "
                    "MATERIAL=NAME with a *MATERIAL of that name",
                    n, text_plural(n, "element has", "elements have"), mesh->elements[first].id);
}

chatter_status deck_check_sections(const deck *self, const model *m) {
  deck_mesh mesh;
  TRY(deck_mesh_read(self, m, &mesh));
  const chatter_status status = check(self, &mesh);
  deck_mesh_destroy(&mesh);
  return status;
}
