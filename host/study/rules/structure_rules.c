// Rules of a structure and its reduction, wherever a study has them: keys and requirements of each
// type.
#include <stdio.h>
#include <string.h>

#include "study/file/document.h"
#include "study/rules/mistakes.h"
#include "study/rules/rules.h"
#include "study/schema/schema_words.h"
#include "study/study_kind.h"

// The sections of one structure: names and content.
typedef struct structure_rules {
  parser *p;
  const char *model, *reduction; // "slider.model"
  const model_config *m;
  reduction_config *r;
} structure_rules;

static const char *find_key_path(const structure_rules *self, const char *key) {
  return parser_text(self->p, "%s.%s", self->model, key);
}

static int is_given(const structure_rules *self, const char *section, const char *key) {
  return rules_given(self->p, "%s.%s", section, key);
}

static void require_of_model(const structure_rules *self, const char *key, const char *why) {
  rules_require(self->p, self->model, key, why);
}

// Checks the springs or dashpots of a chain.
static void check_links(const structure_rules *self, const char *what, const number_list *links) {
  const char *path = find_key_path(self, what);
  const int n = self->m->masses.n;
  if (!is_given(self, self->model, what) || links->n == n || links->n == n + 1) return;
  rules_mistake(self->p, path,
                "%s: %d %s for %d masses (allowed: %d, or %d with one from the last mass to the ground)",
                path, links->n, what, n, n, n + 1);
}

static void check_chain(const structure_rules *self) {
  const model_config *m = self->m;
  require_of_model(self, "masses", "a chain needs it");
  require_of_model(self, "springs", "a chain needs it");
  if (!is_given(self, self->model, "masses")) return;
  const char *masses = find_key_path(self, "masses");
  if (!m->masses.n && is_given(self, self->model, "springs"))
    rules_mistake(self->p, masses, "%s: the list is empty", masses);
  check_links(self, "springs", &m->springs);
  check_links(self, "dashpots", &m->dashpots);
}

// Requires the keys {key, unit} of a body.
static void require_body_keys(const structure_rules *self, const char *body, const char *const (*keys)[2],
                              int n) {
  char why[64];
  for (int i = 0; i < n; i++) {
    snprintf(why, sizeof why, "a %s needs it%s", body, keys[i][1]);
    require_of_model(self, keys[i][0], why);
  }
}

// Checks `clamped`, whose words cover the ends of all bodies; two of them do not exist in each
// body.
static void check_clamped_ends(const structure_rules *self, const char *body, int stranger,
                               int other_stranger, const char *allowed) {
  char word[64];
  const int clamped = self->m->clamped;
  if (clamped != stranger && clamped != other_stranger) return;
  const char *path = find_key_path(self, "clamped");
  rules_mistake(self->p, path, "%s: a %s has no end '%s' (allowed: %s)", path, body,
                schema_word(schema_find_field("model.clamped")->words, clamped, word, sizeof word), allowed);
}

static void check_bar(const structure_rules *self) {
  static const char *const keys[][2] = {
      {"youngs_modulus", " (Pa)"}, {"density", " (kg/m³)"}, {"length", " (m)"}, {"elements", ""}};
  require_body_keys(self, "bar", keys, sizeof keys / sizeof *keys);
  check_clamped_ends(self, "bar", CLAMPED_LEFT, CLAMPED_RIGHT, "none, lower, upper, both");
}

static void check_plane(const structure_rules *self) {
  static const char *const keys[][2] = {
      {"youngs_modulus", " (Pa)"}, {"poisson_ratio", ""}, {"density", " (kg/m³)"}, {"length", " (m)"},
      {"height", " (m)"},          {"width", " (m)"},     {"elements", ""},        {"elements_across", ""}};
  require_body_keys(self, "plane", keys, sizeof keys / sizeof *keys);
  check_clamped_ends(self, "plane", CLAMPED_LOWER, CLAMPED_UPPER, "none, left, right, both");
}

static void check_beam(const structure_rules *self) {
  static const char *const keys[][2] = {{"youngs_modulus", " (Pa)"}, {"density", " (kg/m³)"},
                                        {"length", " (m)"},          {"height", " (m)"},
                                        {"width", " (m)"},           {"elements", ""}};
  require_body_keys(self, "beam", keys, sizeof keys / sizeof *keys);
  check_clamped_ends(self, "beam", CLAMPED_LOWER, CLAMPED_UPPER, "none, left, right, both");
}

static void check_ignored(const structure_rules *self) {
  char words[STUDY_NAME], *rest = words;
  const char *path = find_key_path(self, "ignore");
  snprintf(words, sizeof words, "%s", self->m->ignore);
  for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
    if (strcmp(word, "prestress") != 0)
      rules_mistake(self->p, path, "%s: '%s' cannot be ignored (allowed: prestress)", path, word);
}

static void check_model(const structure_rules *self) {
  if (!is_given(self, self->model, "type")) {
    require_of_model(self, "type", "one of chain, bar, plane, beam, matrices, calculix, reduced");
    return;
  }
  switch ((model_type)self->m->type) {
  case MODEL_CHAIN:
    check_chain(self);
    break;
  case MODEL_BAR:
    check_bar(self);
    break;
  case MODEL_PLANE:
    check_plane(self);
    break;
  case MODEL_BEAM:
    check_beam(self);
    break;
  case MODEL_MATRICES:
    require_of_model(self, "stiffness", "a Matrix Market file");
    require_of_model(self, "mass", "a Matrix Market file");
    require_of_model(self, "dof", "a CSV file eq,node,dof");
    break;
  case MODEL_CALCULIX:
    require_of_model(self, "deck", "a CalculiX input deck");
    check_ignored(self);
    break;
  case MODEL_REDUCED:
    require_of_model(self, "file", "a reduced model saved by `chatter reduce`");
    break;
  }
}

static void check_method(const structure_rules *self) {
  if (is_given(self, self->reduction, "method")) {
    const char *modes = parser_text(self->p, "%s.modes", self->reduction);
    if (self->r->method == REDUCTION_NONE && self->r->modes > 0)
      rules_mistake(self->p, modes, "%s: method none keeps the whole model (allowed: no key 'modes')", modes);
    else if (self->r->method != REDUCTION_MODAL && self->r->method != REDUCTION_NONE && self->r->modes < 1)
      rules_mistake(self->p, modes, "%s: this method needs at least 1 mode%s", modes,
                    rules_given(self->p, "%s", modes) ? "" : " (missing key 'modes')");
  } else if (self->m->type == MODEL_CHAIN)
    self->r->method = REDUCTION_MODAL;
  else if (rules_given(self->p, "%s", self->reduction))
    rules_require(self->p, self->reduction, "method",
                  "one of craig_bampton, massless_craig_bampton, macneal, rubin, modal, none");
  else
    rules_mistake(self->p, self->model,
                  "missing key '%s': a model of this type is reduced before it is stepped", self->reduction);
}

static int has_method(const structure_rules *self, reduction_method method) {
  return self->r->method == (int)method;
}

static void check_key_of_methods(const structure_rules *self, const char *key, int known,
                                 const char *methods) {
  if (!known && is_given(self, self->reduction, key))
    rules_mistake(self->p, parser_text(self->p, "%s.%s", self->reduction, key),
                  "%s.%s says nothing to this method (allowed with: %s)", self->reduction, key, methods);
}

// Checks keys that only some methods know.
static void check_keys_of_method(const structure_rules *self) {
  const char *gravity = parser_text(self->p, "%s.gravity", self->reduction);
  check_key_of_methods(self, "rigid_stiffness",
                       has_method(self, REDUCTION_MACNEAL) || has_method(self, REDUCTION_RUBIN),
                       "macneal, rubin");
  check_key_of_methods(self, "gravity", has_method(self, REDUCTION_MASSLESS_CRAIG_BAMPTON),
                       "massless_craig_bampton");
  if (self->p->kind && self->p->kind->has_bodies && rules_given(self->p, "%s", gravity))
    rules_mistake(self->p, gravity, "%s: a study of kind %s has no gravity (allowed: without this key)",
                  gravity, self->p->kind->name);
}

static void check_reduction(const structure_rules *self) {
  parser *p = self->p;
  const char *in = self->reduction;
  rules_exclude(p, in, "damping", "modal_damping");
  rules_exclude(p, in, "damping", "rayleigh_mass");
  rules_exclude(p, in, "damping", "rayleigh_stiffness");
  rules_exclude(p, in, "modal_damping", "rayleigh_mass");
  rules_exclude(p, in, "modal_damping", "rayleigh_stiffness");
  if (is_given(self, in, "hold")) rules_require(p, in, "hold_direction", "along which the nodes are held");
  if (is_given(self, in, "hold_direction")) rules_require(p, in, "hold", "the nodes that are held");
  if (!is_given(self, self->model, "type") || self->m->type == MODEL_REDUCED) return;
  check_method(self);
  check_keys_of_method(self);
}

void rules_structure(parser *p, const char *front, const model_config *model, reduction_config *reduction,
                     int needed) {
  const structure_rules self = {.p = p,
                                .model = parser_text(p, "%smodel", front),
                                .reduction = parser_text(p, "%sreduction", front),
                                .m = model,
                                .r = reduction};
  const int given = rules_given(p, "%s", self.model);
  if (!given && needed) rules_mistake(p, self.model, "missing key '%s'", self.model);
  if (given) check_model(&self);
  if (!*front && p->out->n_materials > 0 && model->type != MODEL_CALCULIX)
    rules_mistake(p, "model.materials", "model.materials: materials of a deck (allowed with type: calculix)");
  check_reduction(&self);
}
