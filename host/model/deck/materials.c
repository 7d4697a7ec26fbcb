// Finds, checks and scales materials of a deck.
#include "model/deck/materials.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "model/arena_array.h"
#include "model/deck/mesh/deck_mesh.h"
#include "model/model.h"

static chatter_status raise_unknown_material(const study *s, const material_config *c, const deck *d) {
  char near[DECK_NAME + 40], list[400] = "", (*name)[DECK_NAME];
  const char *names[40];
  int n = 0;
  deck_card card;
  char path[STUDY_NAME + 32];
  snprintf(path, sizeof path, "model.materials.%s", c->name);
  name = calloc(40, sizeof *name);
  if (!name) return error_raise(CHATTER_DEVICE, "out of memory for the materials");
  for (long at = 0; deck_next_card(d, &at, &card) && n < 40;) {
    const deck_line *line;
    const char *where;
    if (strcmp(card.name, "MATERIAL") != 0 || !deck_find_parameter(d, &card, "NAME", name[n], &line, &where))
      continue;
    names[n] = name[n];
    text_list_add(list, sizeof list, names[n++]);
  }
  const chatter_status status = error_raise(
      CHATTER_BAD_MODEL, "%s: the deck has no material '%s'; allowed: %s%s", model_key_place(s, path),
      c->name, list, text_did_you_mean(c->name, n, names, near, sizeof near));
  free(name);
  return status;
}

// Reads the first number of a card that must have one data line.
static chatter_status read_constant(const deck *d, const deck_card *card, long *at, double *value) {
  char type[DECK_NAME] = "";
  const deck_line *line = &d->lines[card->line];
  const char *where = line->text, *cursor;
  deck_entry e;
  if (deck_find_parameter(d, card, "TYPE", type, &line, &where) && strncmp(type, "ISO", 3) != 0)
    return deck_raise(line, where,
                      "constants of type '%.40s': the study's youngs_modulus (model.materials) is of "
                      "isotropic materials",
                      type);
  if (card->end - card->begin != 1)
    return deck_raise(&d->lines[card->line], d->lines[card->line].text,
                      "%ld lines of constants: the study's constants (model.materials) are those of one "
                      "temperature; expected: one line",
                      card->end - card->begin);
  *at = card->begin;
  cursor = d->lines[card->begin].text;
  if (deck_next_entry(&cursor, &e) && deck_entry_number(e, value) && *value > 0) return CHATTER_OK;
  return deck_raise(&d->lines[card->begin], d->lines[card->begin].text, "a positive number is expected");
}

// Reads a constant. Constants that the study does not give are read if they can be: the run of ccx
// for the part of a material is then the same whatever varies.
static chatter_status read_constant_if_asked(const deck *d, const deck_card *card, int asked, long *at,
                                             double *value) {
  const int before = error_count();
  if (read_constant(d, card, at, value) == CHATTER_OK) return CHATTER_OK;
  *at = -1;
  if (asked) return CHATTER_BAD_MODEL;
  error_keep(before);
  return CHATTER_OK;
}

static chatter_status find_study_material(const study *s, const material_config *c, const deck *d,
                                          deck_material *out) {
  deck_card card;
  int inside = 0, found = 0;
  *out = (deck_material){.elastic = -1, .density = -1, .modulus_factor = 1, .density_factor = 1};
  for (long at = 0; deck_next_card(d, &at, &card);) {
    char name[DECK_NAME];
    const deck_line *line;
    const char *where;
    if (strcmp(card.name, "MATERIAL") == 0)
      inside = deck_find_parameter(d, &card, "NAME", name, &line, &where) && strcasecmp(name, c->name) == 0;
    found |= inside;
    if (inside && strcmp(card.name, "ELASTIC") == 0)
      TRY(read_constant_if_asked(d, &card, c->youngs_modulus > 0, &out->elastic, &out->own_modulus));
    if (inside && strcmp(card.name, "DENSITY") == 0)
      TRY(read_constant_if_asked(d, &card, c->density > 0, &out->density, &out->own_density));
  }
  if (!found) return raise_unknown_material(s, c, d);
  if (c->youngs_modulus > 0 && out->elastic >= 0) out->modulus_factor = c->youngs_modulus / out->own_modulus;
  if (c->density > 0 && out->density >= 0) out->density_factor = c->density / out->own_density;
  return CHATTER_OK;
}

chatter_status deck_find_study_materials(const study *s, const deck *d, arena *memory, deck_material **out) {
  chatter_status status = CHATTER_OK;
  ARENA_ARRAY(*out, memory, s->n_materials + 1);
  for (int i = 0; i < s->n_materials; i++) {
    const chatter_status one = find_study_material(s, &s->materials[i], d, &(*out)[i]);
    if (one != CHATTER_OK) status = one;
  }
  return status;
}

// Appends the line with another first number, in the 20 characters that ccx reads.
static chatter_status replace_first_number(deck *out, long at, double value, double *got) {
  char text[32];
  const deck_line line = out->lines[at];
  const char *rest = line.text + strcspn(line.text, ",");
  snprintf(text, sizeof text, "%.13E", value);
  *got = strtod(text, NULL);
  const size_t size = strlen(text) + strlen(rest) + 1;
  char *fresh = arena_allocate(out->made, size);
  if (!fresh) return error_raise(CHATTER_DEVICE, "out of memory for %s", line.path);
  snprintf(fresh, size, "%s%s", text, rest);
  out->lines[at].text = fresh;
  return CHATTER_OK;
}

chatter_status deck_scale_material(const deck *from, const deck_material *m, double modulus_factor,
                                   double density_factor, double got[2], deck *out) {
  *out = *from;
  out->files = NULL;
  got[0] = m->own_modulus, got[1] = m->own_density;
  out->lines = malloc((size_t)from->n_lines * sizeof *out->lines);
  if (!out->lines) return error_raise(CHATTER_DEVICE, "out of memory for the deck");
  memcpy(out->lines, from->lines, (size_t)from->n_lines * sizeof *out->lines);
  chatter_status status = CHATTER_OK;
  if (m->elastic >= 0)
    status = replace_first_number(out, m->elastic, m->own_modulus * modulus_factor, &got[0]);
  if (m->density >= 0 && status == CHATTER_OK)
    status = replace_first_number(out, m->density, m->own_density * density_factor, &got[1]);
  if (status != CHATTER_OK) free(out->lines);
  return status;
}

void deck_destroy_scaled(deck *self) {
  free(self->lines);
}

// Flags of the cards that a material has.
enum { MATERIAL_HAS_CARD = 1, MATERIAL_HAS_LAW = 2, MATERIAL_HAS_DENSITY = 4 };

static int find_material_cards(const deck *self, const char *name, const deck_line **card) {
  static const char *const laws[] = {"ELASTIC", "HYPERELASTIC", "HYPERFOAM", "DEFORMATIONPLASTICITY"};
  deck_card at_card;
  int has = 0, inside = 0;
  for (long at = 0; deck_next_card(self, &at, &at_card);) {
    char value[DECK_NAME];
    const deck_line *line;
    const char *where;
    if (strcmp(at_card.name, "MATERIAL") == 0) {
      inside =
          deck_find_parameter_place(self, &at_card, "NAME", value, &line, &where) && strcmp(value, name) == 0;
      if (inside) has |= MATERIAL_HAS_CARD, *card = &self->lines[at_card.line];
    }
    if (!inside) continue;
    if (strcmp(at_card.name, "DENSITY") == 0) has |= MATERIAL_HAS_DENSITY;
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
      if (strcmp(at_card.name, laws[i]) == 0) has |= MATERIAL_HAS_LAW;
  }
  return has;
}

static chatter_status check_material(const deck *self, const deck_card *section) {
  char name[DECK_NAME];
  const deck_line *line, *card = NULL;
  const char *where;
  if (!deck_find_parameter_place(self, section, "MATERIAL", name, &line, &where))
    return deck_raise(line, where,
                      "*SOLID SECTION without a material; expected: *SOLID SECTION, ELSET=SET, "
                      "MATERIAL=NAME");
  const int has = find_material_cards(self, name, &card);
  if (!(has & MATERIAL_HAS_CARD))
    return deck_raise(line, where,
                      "the deck has no material '%.80s'; expected: *MATERIAL, NAME=%.80s with "
                      "*ELASTIC (Pa) and *DENSITY (kg/m³)",
                      name, name);
  if (has & MATERIAL_HAS_LAW && has & MATERIAL_HAS_DENSITY) return CHATTER_OK;
  return deck_raise(card, card->text + strspn(card->text, " \t"), "material %.80s has no %s", name,
                    has & MATERIAL_HAS_LAW ? "*DENSITY (kg/m³)"
                    : has & MATERIAL_HAS_DENSITY
                        ? "*ELASTIC (Young's modulus in Pa, Poisson's ratio)"
                        : "*ELASTIC (Young's modulus in Pa, Poisson's ratio) and *DENSITY (kg/m³)");
}

static chatter_status check_section(const deck *self, const deck_card *section, const deck_mesh *mesh,
                                    unsigned char *covered) {
  char name[DECK_NAME];
  const deck_line *line;
  const char *where;
  const element_set *set = NULL;
  chatter_status status = check_material(self, section);
  if (deck_find_parameter_place(self, section, "ELSET", name, &line, &where))
    set = deck_mesh_find_set(mesh, name);
  if (!set) return deck_raise(line, where, "the deck has no element set '%.80s'", name);
  for (long i = 0; i < set->n; i++) {
    const mesh_element *e = deck_mesh_find_element(mesh, set->id[i]);
    if (e) covered[e - mesh->elements] = 1;
  }
  return status;
}

// Finds the card of the element type.
static const deck_line *find_element_card(const deck *self, const char *type) {
  deck_card card;
  char value[DECK_NAME];
  const deck_line *line;
  const char *where;
  for (long at = 0; deck_next_card(self, &at, &card);)
    if (strcmp(card.name, "ELEMENT") == 0 &&
        deck_find_parameter_place(self, &card, "TYPE", value, &line, &where) && strcmp(value, type) == 0)
      return &self->lines[card.line];
  return &self->lines[0];
}

static chatter_status check_all_sections(const deck *self, const deck_mesh *mesh) {
  deck_card card;
  deck_steps steps = {0};
  unsigned char *covered;
  chatter_status status = CHATTER_OK;
  long n = 0, first = -1;
  ARENA_ARRAY(covered, mesh->memory, mesh->n + 1);
  for (long at = 0; deck_next_card(self, &at, &card) && error_count() < DECK_MAX_MISTAKES;)
    if (deck_keeps_card(&steps, &card) && strcmp(card.name, "SOLIDSECTION") == 0 &&
        check_section(self, &card, mesh, covered) != CHATTER_OK)
      status = CHATTER_BAD_MODEL;
  for (long e = 0; e < mesh->n; e++)
    if (mesh->elements[e].type && strncmp(mesh->elements[e].type, "C3D", 3) == 0 && !covered[e]) {
      if (first < 0) first = e;
      n++;
    }
  if (n == 0) return status;
  const deck_line *line = find_element_card(self, mesh->elements[first].type);
  return deck_raise(line, line->text + strspn(line->text, " \t"),
                    "%ld solid %s no section, the first is element %ld; expected: *SOLID SECTION, ELSET=SET, "
                    "MATERIAL=NAME with a *MATERIAL of that name",
                    n, text_plural(n, "element has", "elements have"), mesh->elements[first].id);
}

chatter_status deck_check_sections(const deck *self, const model *m) {
  deck_mesh mesh;
  TRY(deck_mesh_read(self, m, &mesh));
  const chatter_status status = check_all_sections(self, &mesh);
  deck_mesh_destroy(&mesh);
  return status;
}
