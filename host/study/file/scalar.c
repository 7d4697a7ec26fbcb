// Resolves, reads and sets scalars.
#include "study/file/scalar.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "study/file/entries.h"
#include "study/file/key_place.h"
#include "study/file/path.h"
#include "study/file/storage.h"
#include "study/schema/schema_catalogue.h"
#include "study/study_kind.h"

// Returns the address of the number at an offset as study_scalar.offset counts it: in struct study,
// then in its block.
static const double *number_at_offset(const study *self, size_t offset) {
  const char *first = (const char *)self, *block = self->block;
  return (const double *)(const void *)(offset < sizeof *self ? first + offset
                                                              : block + (offset - sizeof *self));
}

static size_t offset_of_number(const study *self, const double *number) {
  const char *at = (const char *)number, *first = (const char *)self;
  return at >= first && at < first + sizeof *self ? (size_t)(at - first)
                                                  : sizeof *self + (size_t)(at - self->block);
}

static int is_scalar(const schema_field *f, const schema_section *s) {
  if (!s || f->flags & FIELD_FIXED) return 0;
  return f->type == FIELD_NUMBER || f->type == FIELD_PHASE || f->type == FIELD_COLUMN || path_is_list(f);
}

// Returns the number of doubles in a scalar field of this study, 0 for an empty list.
static int count_elements(const study *self, const study_location *at) {
  const void *of = study_field(self, at->field, at->entry);
  if (at->field->type == FIELD_LIST) return ((const number_list *)of)->n;
  if (at->field->type == FIELD_COLUMNS) return study_has_all_columns(of) ? 0 : ((const column_list *)of)->n;
  return at->field->type == FIELD_PAIR ? 2 : 1;
}

// Returns the address of its double `element`.
static const double *find_element(const study *self, const study_location *at) {
  const void *of = study_field(self, at->field, at->entry);
  if (at->field->type == FIELD_LIST) return ((const number_list *)of)->value + at->element;
  if (at->field->type == FIELD_COLUMNS) return &((const column_list *)of)->choice[at->element].number;
  return (const double *)of + at->element;
}

// Writes the shortest path: no index if there is one entry or one element.
static void canonical_path(const study *self, const study_location *at, int element, char *path,
                           size_t size) {
  char entry[STUDY_NAME + 1] = "", last[16] = "";
  if (at->section->shape == SECTION_LIST && study_count_entries(self, at->section) > 1)
    snprintf(entry, sizeof entry, ".%d", at->entry);
  if (at->section->shape == SECTION_NAMED)
    snprintf(entry, sizeof entry, ".%s", path_entry_name(self, at->section, at->entry));
  if (count_elements(self, at) > 1) snprintf(last, sizeof last, ".%d", element);
  snprintf(path, size, "%s%s%s%s", at->section->name, entry, at->field->path + strlen(at->section->name),
           last);
}

static void copy_place_prefix(const char *place, char *text, size_t size) {
  snprintf(text, size, "%s%s", place ? place : "", place ? ": " : "");
}

// Lists all scalars and inputs for "did you mean". Returns their number; fills `names` unless NULL.
static int list_scalars(const study *self, arena *memory, const char **names) {
  int n = 0;
  for (int i = 0; i < self->n_inputs; i++, n++)
    if (names) names[n] = self->inputs[i].name;
  const schema_field *f;
  for (int i = 0; (f = schema_field_at(i)); i++) {
    study_location at = {.field = f, .section = schema_section_of(f)};
    if (!is_scalar(at.field, at.section)) continue;
    for (at.entry = 0; at.entry < study_count_entries(self, at.section); at.entry++)
      for (int k = 0; k < count_elements(self, &at); k++) {
        char text[STUDY_PATH];
        if (!schema_applies(self, at.field, at.entry, text, sizeof text)) continue;
        if (names) {
          canonical_path(self, &at, k, text, sizeof text);
          names[n] = arena_string(memory, text);
          if (!names[n]) return 0;
        }
        n++;
      }
  }
  return n;
}

// Writes " (inputs of this study: a, b; `chatter schema` lists all paths)"; only the first of many
// inputs.
static void list_inputs_text(const study *self, char *text, size_t size) {
  enum { SHOWN = 32 };
  size_t used = (size_t)snprintf(text, size, " (");
  for (int i = 0; i < self->n_inputs && i < SHOWN; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%s",
                             i ? ", " : "inputs of this study: ", self->inputs[i].name);
  if (self->n_inputs > SHOWN)
    used += (size_t)snprintf(text + used, size - used, " and %d more", self->n_inputs - SHOWN);
  snprintf(text + used, size - used, "%s`chatter schema` lists all paths)", self->n_inputs ? "; " : "");
}

// Finds the first path that ends in `.path`, for a path given without its beginning; NULL: none.
static const char *find_ending(int n, const char *const *paths, const char *path) {
  const size_t length = strlen(path);
  for (int i = 0; i < n; i++) {
    const size_t all = strlen(paths[i]);
    if (length > 0 && all > length && paths[i][all - length - 1] == '.' &&
        strcasecmp(paths[i] + all - length, path) == 0)
      return paths[i];
  }
  return NULL;
}

static chatter_status raise_unknown_path(const study *self, const char *path, const char *front) {
  arena *memory = arena_create();
  const int most = memory ? list_scalars(self, memory, NULL) : 0;
  const char **names = memory ? arena_allocate(memory, sizeof *names * (size_t)(most + 1)) : NULL;
  char hint[STUDY_PATH + 40], inputs[32 * (STUDY_NAME + 2) + 120];
  const int n = names ? list_scalars(self, memory, names) : 0;
  const char *whole = find_ending(n, names, path);
  text_did_you_mean(whole ? whole : path, n, names, hint, sizeof hint);
  arena_destroy(memory);
  list_inputs_text(self, inputs, sizeof inputs);
  return error_raise(CHATTER_BAD_STUDY, "%sunknown parameter '%.200s'%s", front, path, *hint ? hint : inputs);
}

static chatter_status check_element(const study *self, study_location *at, const char *path,
                                    const char *front) {
  int n = count_elements(self, at);
  if (!path_is_list(at->field)) at->element = 0;
  if (!n) return error_raise(CHATTER_BAD_STUDY, "%s'%s' has no numbers in this study", front, path);
  if (at->element < 0 && n > 1 && at->field->type != FIELD_PAIR)
    return error_raise(CHATTER_BAD_STUDY, "%s'%s' holds %d numbers: say which, '%s.0' to '%s.%d'", front,
                       path, n, path, path, n - 1);
  if (at->element < 0) at->element = 0;
  if (at->element >= n)
    return error_raise(CHATTER_BAD_STUDY, "%s'%s': there is no number %d, the list has %d, counted from 0",
                       front, path, at->element, n);
  return CHATTER_OK;
}

// Returns the text for a load whose size another key, or the deck, determines; NULL: this key does.
static const char *find_other_load_key(const excitation_config *loads, const schema_field *f, int entry) {
  if (strncmp(f->path, "excitation.", strlen("excitation.")) != 0) return NULL;
  const excitation_config *e = &loads[entry];
  const int is_amplitude = strcmp(f->path, "excitation.amplitude") == 0,
            is_pressure = strcmp(f->path, "excitation.pressure") == 0;
  if (is_amplitude && e->is_pressure) return "excitation.pressure";
  if (is_pressure && !e->is_pressure) return "excitation.amplitude";
  return strcmp(f->path, "excitation.rotation") == 0 && e->from_deck ? "the deck" : NULL;
}

static int is_single_node_contact(const contact_config *c) {
  return !c->nodes[0] && !c->from_file;
}

static int is_structural(const study *self, const schema_field *f) {
  if (f->flags & FIELD_STRUCTURAL) return 1;
  return f->flags & FIELD_RATE && (self->model.type == MODEL_REDUCED || study_given(self, "model.damping"));
}

// Returns the unit of a key's number in this study, which may depend on another key of the entry.
static const char *find_unit(const study *self, const schema_field *f, int entry) {
  const char *own = NULL;
  if (strcmp(f->path, "excitation.amplitude") == 0) own = study_load_unit(&self->excitations[entry]);
  if (!own && self->kind && self->kind->unit) own = self->kind->unit(self, f->path, entry);
  return own ? own : f->unit ? f->unit : "";
}

static chatter_status find_scalar(const study *self, const char *path_or_alias, const char *place,
                                  study_scalar *out) {
  char front[2 * STUDY_PATH + 40];
  study_location at;
  copy_place_prefix(place, front, sizeof front);
  const char *path = path_resolve_alias(self, path_or_alias);
  path_outcome outcome = path_find_location(self, path_or_alias, &at);
  const schema_section *s = at.section;
  if (outcome == PATH_NO_ENTRY && s->shape == SECTION_LIST)
    return error_raise(CHATTER_BAD_STUDY, "%s'%s': the study has %d of '%s', counted from 0", front, path,
                       study_count_entries(self, s), s->name);
  if (outcome == PATH_WHICH_ENTRY)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s'%s': the study has %d of '%s': say which, '%s.0%s' to '%s.%d%s'", front, path,
                       study_count_entries(self, s), s->name, s->name, path + strlen(s->name), s->name,
                       study_count_entries(self, s) - 1, path + strlen(s->name));
  if (outcome != PATH_OK) return raise_unknown_path(self, path, front);
  const schema_field *f = at.field;
  if (!is_scalar(f, s))
    return error_raise(CHATTER_BAD_STUDY, "%s'%s' is no number that can vary from trajectory to trajectory",
                       front, path);
  char word[64];
  if (!schema_applies(self, f, at.entry, word, sizeof word))
    return error_raise(CHATTER_BAD_STUDY, "%s'%s' does not belong to %s %s", front, path,
                       schema_type_of(f)->path, word);
  TRY(check_element(self, &at, path, front));
  if (strcmp(f->path, "contact.node") == 0 && !is_single_node_contact(&self->contacts[at.entry]))
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s'%s' says nothing where contact.nodes or contact.from_file does (allowed: one of them)", front,
        path);
  const char *instead = find_other_load_key(self->excitations, f, at.entry);
  if (instead)
    return error_raise(CHATTER_BAD_STUDY, "%s'%s' says nothing where %s does (allowed: one of them)", front,
                       path, instead);
  // A negative constant normal load would pull, and friction would drive the motion.
  const int presses = strcmp(f->path, "contact.preload") == 0 || strcmp(f->path, "contact.pressure") == 0;
  const int pressed = presses && !study_contact_has_normal(self, at.entry);
  *out = (study_scalar){.minimum = pressed ? 0 : f->minimum,
                        .maximum = f->maximum,
                        .structural = is_structural(self, f),
                        .whole = (f->flags & FIELD_WHOLE) != 0};
  out->offset = offset_of_number(self, find_element(self, &at));
  snprintf(out->unit, sizeof out->unit, "%s", find_unit(self, f, at.entry));
  char canonical[STUDY_PATH];
  canonical_path(self, &at, at.element, canonical, sizeof canonical);
  strcpy(out->path, canonical);
  return CHATTER_OK;
}

// A value of an alias of several numbers must fit each of them.
chatter_status study_find_scalar(const study *self, const char *path_or_alias, const char *place,
                                 study_scalar *out) {
  const input_alias *input = path_find_input(self, path_or_alias);
  char text[STUDY_PATH];
  TRY(find_scalar(self, path_or_alias, place, out));
  if (!input || !input->also[0]) return CHATTER_OK;
  out->input = 1 + (int)(input - self->inputs);
  for (int k = 1; path_resolve_alias_at(self, path_or_alias, k, text); k++) {
    study_scalar other;
    TRY(find_scalar(self, text, place, &other));
    out->minimum = fmax(out->minimum, other.minimum);
    out->maximum = fmin(out->maximum, other.maximum);
    out->whole |= other.whole;
    out->structural |= other.structural;
  }
  return CHATTER_OK;
}

double study_scalar_value(const study *self, const study_scalar *scalar) {
  return *number_at_offset(self, scalar->offset);
}

int study_scalar_fits(const study_scalar *scalar, double value) {
  return value >= scalar->minimum && value <= scalar->maximum && isfinite(value) &&
         (!scalar->whole || value == floor(value));
}

chatter_status study_scalar_check(const study_scalar *scalar, const char *place, double value) {
  if (study_scalar_fits(scalar, value)) return CHATTER_OK;
  char front[2 * STUDY_PATH + 40], range[160], number[32];
  const char *unit = scalar->unit;
  const schema_field bounds = {
      .minimum = scalar->minimum, .maximum = scalar->maximum, .unit = *unit ? unit : NULL};
  copy_place_prefix(place, front, sizeof front);
  schema_allowed_text(&bounds, value, range, sizeof range);
  text_number_digits(value, 1, 17, number, sizeof number);
  return error_raise(CHATTER_BAD_STUDY, "%s%s: %s%s%s is out of range (allowed: %s%s)", front, scalar->path,
                     number, *unit ? " " : "", unit, range, scalar->whole ? ", whole numbers" : "");
}

chatter_status study_scalar_set(study *self, const study_scalar *scalar, double value) {
  TRY(study_scalar_check(scalar, NULL, value));
  char *first = (char *)self;
  const size_t at = scalar->offset;
  memcpy(at < sizeof *self ? first + at : self->block + (at - sizeof *self), &value, sizeof value);
  return CHATTER_OK;
}
