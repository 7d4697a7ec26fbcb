// What one key of a study says about others: sections per study kind, keys per model type, what must be
// there.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "study/document.h"
#include "study/study_kind.h"

int rules_given(const parser *p, const char *format, ...) {
  char path[STUDY_PATH * 2];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(path, sizeof path, format, arguments);
  va_end(arguments);
  return document_find(p->document, path) != NULL;
}

void rules_mistake(parser *p, const char *path, const char *format, ...) {
  char place[2 * STUDY_PATH];
  document_place_text(p->document, path, place, sizeof place);
  va_list arguments;
  va_start(arguments, format);
  parser_mistake_list(p, place, format, arguments);
  va_end(arguments);
}

void rules_require(parser *p, const char *section, const char *key, const char *why) {
  if (!rules_given(p, "%s.%s", section, key))
    rules_mistake(p, section, "%s: missing key '%s'%s%s", section, key, *why ? ": " : "", why);
}

void rules_exclude(parser *p, const char *section, const char *a, const char *b) {
  if (rules_given(p, "%s.%s", section, a) && rules_given(p, "%s.%s", section, b))
    rules_mistake(p, parser_text(p, "%s.%s", section, b), "%s: give '%s' or '%s', not both", section, a, b);
}

int rules_one_dimensional(const study *s) {
  return s->model.type == MODEL_CHAIN || s->model.type == MODEL_BAR;
}

static void check_kind(parser *p) {
  char kinds[256];
  if (!rules_given(p, "study"))
    rules_mistake(p, "study", "missing key 'study' (%s)", study_kinds_text(" or ", kinds, sizeof kinds));
  const schema_section *s;
  for (int i = 0; p->kind && (s = schema_section_at(i)); i++) {
    const study_kind *owner = schema_section_kind(s);
    if (owner && rules_given(p, "%s", s->name) && !study_kind_has(p->kind, owner))
      rules_mistake(p, s->name, "'%s' does not belong to a study of kind %s", s->name, p->kind->name);
  }
}

// "a b c" as "a, b, c".
static void list_words(const char *words, char *text, size_t size) {
  size_t n = 0;
  for (; *words && n + 2 < size; words++) {
    if (*words == ' ') text[n++] = ',';
    text[n++] = *words;
  }
  text[n] = '\0';
}

static void check_only(parser *p, const schema_field *f, const schema_section *s, int index,
                       const char *entry) {
  const char *rest = f->path + strlen(s->name);
  char word[64], words[256];
  const schema_field *type = schema_type_of(f);
  if (!rules_given(p, "%s%s", entry, rest) || schema_applies(p->out, f, index, word, sizeof word)) return;
  if (!type->initial && !rules_given(p, "%s%s", entry, type->path + strlen(s->name)))
    return; // reported as missing
  list_words(f->only, words, sizeof words);
  rules_mistake(p, parser_text(p, "%s%s", entry, rest), "'%s' does not belong to %s %s (it belongs to: %s)",
                strrchr(f->path, '.') + 1, strrchr(type->path, '.') + 1, word, words);
}

static void check_onlys(parser *p) {
  const schema_field *f;
  for (int i = 0; (f = schema_field_at(i)); i++) {
    if (!f->only) continue;
    const schema_section *s = schema_section_of(f);
    if (s->shape == SECTION_MAP) check_only(p, f, s, 0, s->name);
    const int n = s->shape == SECTION_LIST ? study_entries(p->out, s) : 0;
    for (int entry = 0; entry < n; entry++)
      check_only(p, f, s, entry, parser_text(p, "%s.%d", s->name, entry));
  }
}

static void check_chain(parser *p) {
  const model_config *m = &p->out->model;
  rules_require(p, "model", "masses", "a chain needs it");
  rules_require(p, "model", "springs", "a chain needs it");
  if (!rules_given(p, "model.masses") || !rules_given(p, "model.springs")) return;
  if (!m->masses.n) rules_mistake(p, "model.masses", "model.masses: the list is empty");
  if (m->springs.n != m->masses.n && m->springs.n != m->masses.n + 1)
    rules_mistake(p, "model.springs",
                  "model.springs: %d springs for %d masses (allowed: %d, or %d with one from the last mass "
                  "to the ground)",
                  m->springs.n, m->masses.n, m->masses.n, m->masses.n + 1);
}

// Keys that a bar or a plane cannot do without: {key, its unit}.
static void check_body(parser *p, const char *body, const char *const (*keys)[2], int n) {
  char why[64];
  for (int i = 0; i < n; i++) {
    snprintf(why, sizeof why, "a %s needs it%s", body, keys[i][1]);
    rules_require(p, "model", keys[i][0], why);
  }
}

// `clamped` knows the ends of both; two of its words are strangers to each.
static void check_ends(parser *p, const char *body, int stranger, int other_stranger, const char *allowed) {
  char word[64];
  const int clamped = p->out->model.clamped;
  if (clamped != stranger && clamped != other_stranger) return;
  const schema_field *f = schema_find_field("model.clamped");
  rules_mistake(p, "model.clamped", "model.clamped: a %s has no end '%s' (allowed: %s)", body,
                schema_word(f->words, clamped, word, sizeof word), allowed);
}

static void check_bar(parser *p) {
  static const char *const keys[][2] = {
      {"youngs_modulus", " (Pa)"}, {"density", " (kg/m³)"}, {"length", " (m)"}, {"elements", ""}};
  check_body(p, "bar", keys, sizeof keys / sizeof *keys);
  check_ends(p, "bar", CLAMPED_LEFT, CLAMPED_RIGHT, "none, lower, upper, both");
}

static void check_plane(parser *p) {
  static const char *const keys[][2] = {
      {"youngs_modulus", " (Pa)"}, {"poisson_ratio", ""}, {"density", " (kg/m³)"}, {"length", " (m)"},
      {"height", " (m)"},          {"width", " (m)"},     {"elements", ""},        {"elements_across", ""}};
  check_body(p, "plane", keys, sizeof keys / sizeof *keys);
  check_ends(p, "plane", CLAMPED_LOWER, CLAMPED_UPPER, "none, left, right, both");
}

static void check_model(parser *p) {
  const study *s = p->out;
  if (!rules_given(p, "model")) {
    if (p->kind && p->kind->needs_model) rules_mistake(p, "model", "missing key 'model'");
    return;
  }
  if (!rules_given(p, "model.type")) {
    rules_require(p, "model", "type", "one of chain, bar, plane, matrices, calculix, reduced");
    return;
  }
  switch ((model_type)s->model.type) {
  case MODEL_CHAIN:
    check_chain(p);
    break;
  case MODEL_BAR:
    check_bar(p);
    break;
  case MODEL_PLANE:
    check_plane(p);
    break;
  case MODEL_MATRICES:
    rules_require(p, "model", "stiffness", "a Matrix Market file");
    rules_require(p, "model", "mass", "a Matrix Market file");
    rules_require(p, "model", "dof", "a CSV file eq,node,dof");
    break;
  case MODEL_CALCULIX:
    rules_require(p, "model", "deck", "a CalculiX input deck");
    break;
  case MODEL_REDUCED:
    rules_require(p, "model", "file", "a reduced model saved by `chatter reduce`");
    break;
  }
}

static void check_reduction(parser *p) {
  study *s = p->out;
  rules_exclude(p, "reduction", "damping", "modal_damping");
  rules_exclude(p, "reduction", "damping", "rayleigh_mass");
  rules_exclude(p, "reduction", "damping", "rayleigh_stiffness");
  rules_exclude(p, "reduction", "modal_damping", "rayleigh_mass");
  rules_exclude(p, "reduction", "modal_damping", "rayleigh_stiffness");
  if (!rules_given(p, "model.type") || s->model.type == MODEL_REDUCED) return;
  if (!rules_given(p, "reduction.method")) {
    if (s->model.type == MODEL_CHAIN)
      s->reduction.method = REDUCTION_MODAL;
    else if (rules_given(p, "reduction"))
      rules_require(p, "reduction", "method",
                    "one of craig_bampton, massless_craig_bampton, macneal, rubin, modal");
    else
      rules_mistake(p, "model",
                    "missing key 'reduction': a model of this type is reduced before it is stepped");
    return;
  }
  if (s->reduction.method != REDUCTION_MODAL && s->reduction.modes < 1)
    rules_mistake(p, "reduction.modes", "reduction.modes: this method needs at least 1 mode%s",
                  rules_given(p, "reduction.modes") ? "" : " (missing key 'modes')");
}

void rules_check(parser *p) {
  check_kind(p);
  check_onlys(p);
  check_model(p);
  check_reduction(p);
  rules_run(p);
}
