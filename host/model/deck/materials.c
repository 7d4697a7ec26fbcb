#include "model/deck/materials.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "model/arena_array.h"
#include "model/model.h"

static chatter_status raise_unknown(const study *s, const material_config *c, const deck *d) {
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
    if (strcmp(card.name, "MATERIAL") != 0 || !deck_parameter(d, &card, "NAME", name[n], &line, &where))
      continue;
    names[n] = name[n];
    text_list_add(list, sizeof list, names[n++]);
  }
  const chatter_status status =
      error_raise(CHATTER_BAD_MODEL, "%s: the deck has no material '%s'; allowed: %s%s", model_place(s, path),
                  c->name, list, text_did_you_mean(c->name, n, names, near, sizeof near));
  free(name);
  return status;
}

// The one data line of a card, whose first number is wanted.
static chatter_status take_card(const deck *d, const deck_card *card, long *at, double *value) {
  char type[DECK_NAME] = "";
  const deck_line *line = &d->lines[card->line];
  const char *where = line->text, *cursor;
  deck_entry e;
  if (deck_parameter(d, card, "TYPE", type, &line, &where) && strncmp(type, "ISO", 3) != 0)
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
  if (deck_next_entry(&cursor, &e) && deck_number(e, value) && *value > 0) return CHATTER_OK;
  return deck_raise(&d->lines[card->begin], d->lines[card->begin].text, "a positive number is expected");
}

// Constants that the study does not give are looked for too: ccx's run for the part of a material is then one
// and the same, whatever varies.
static chatter_status take_if_asked(const deck *d, const deck_card *card, int asked, long *at,
                                    double *value) {
  const int before = error_count();
  if (take_card(d, card, at, value) == CHATTER_OK) return CHATTER_OK;
  *at = -1;
  if (asked) return CHATTER_BAD_MODEL;
  error_keep(before);
  return CHATTER_OK;
}

static chatter_status find_material(const study *s, const material_config *c, const deck *d,
                                    deck_material *out) {
  deck_card card;
  int inside = 0, found = 0;
  *out = (deck_material){.elastic = -1, .density = -1, .modulus_factor = 1, .density_factor = 1};
  for (long at = 0; deck_next_card(d, &at, &card);) {
    char name[DECK_NAME];
    const deck_line *line;
    const char *where;
    if (strcmp(card.name, "MATERIAL") == 0)
      inside = deck_parameter(d, &card, "NAME", name, &line, &where) && strcasecmp(name, c->name) == 0;
    found |= inside;
    if (inside && strcmp(card.name, "ELASTIC") == 0)
      TRY(take_if_asked(d, &card, c->youngs_modulus > 0, &out->elastic, &out->own_modulus));
    if (inside && strcmp(card.name, "DENSITY") == 0)
      TRY(take_if_asked(d, &card, c->density > 0, &out->density, &out->own_density));
  }
  if (!found) return raise_unknown(s, c, d);
  if (c->youngs_modulus > 0 && out->elastic >= 0) out->modulus_factor = c->youngs_modulus / out->own_modulus;
  if (c->density > 0 && out->density >= 0) out->density_factor = c->density / out->own_density;
  return CHATTER_OK;
}

chatter_status deck_find_materials(const study *s, const deck *d, arena *memory, deck_material **out) {
  chatter_status status = CHATTER_OK;
  ARENA_ARRAY(*out, memory, s->n_materials + 1);
  for (int i = 0; i < s->n_materials; i++) {
    const chatter_status one = find_material(s, &s->materials[i], d, &(*out)[i]);
    if (one != CHATTER_OK) status = one;
  }
  return status;
}

// The line with another first number, of the twenty characters that ccx reads at most.
static chatter_status put_number(deck *out, long at, double value, double *got) {
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
  if (m->elastic >= 0) status = put_number(out, m->elastic, m->own_modulus * modulus_factor, &got[0]);
  if (m->density >= 0 && status == CHATTER_OK)
    status = put_number(out, m->density, m->own_density * density_factor, &got[1]);
  if (status != CHATTER_OK) free(out->lines);
  return status;
}

void deck_scaled_destroy(deck *self) {
  free(self->lines);
}
