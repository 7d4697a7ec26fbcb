// Rules between keys of a study: sections of each kind of study, keys of each type.
#include <stdio.h>
#include <string.h>

#include "study/file/document.h"
#include "study/rules/rules.h"
#include "study/file/key_place.h"
#include "study/file/storage.h"
#include "study/rules/mistakes.h"
#include "study/schema/schema_catalogue.h"
#include "study/schema/schema_words.h"
#include "study/study_kind.h"

static int is_of_one_structure(const char *section) {
  return schema_word_index("model reduction contact excitation", section) >= 0;
}

static void check_kind(parser *p) {
  char kinds[256];
  if (!rules_given(p, "study"))
    rules_mistake(p, "study", "missing key 'study' (%s)", study_kinds_text(" or ", kinds, sizeof kinds));
  const schema_section *s;
  for (int i = 0; p->kind && (s = schema_section_at(i)); i++) {
    const study_kind *owner = schema_section_kind(s);
    if (owner && rules_given(p, "%s", s->name) && !study_kind_has(p->kind, owner) &&
        !study_ignores_section(p->out, s))
      rules_mistake(p, s->name, "'%s' does not belong to a study of kind %s", s->name, p->kind->name);
    if (!owner && p->kind->has_bodies && is_of_one_structure(s->name) && rules_given(p, "%s", s->name))
      rules_mistake(p, s->name,
                    "'%s' does not belong to a study of kind %s, whose bodies have their own sections",
                    s->name, p->kind->name);
  }
}

// Writes "a b c" as "a, b, c".
static void list_words(const char *words, char *text, size_t size) {
  size_t n = 0;
  for (; *words && n + 2 < size; words++) {
    if (*words == ' ') text[n++] = ',';
    text[n++] = *words;
  }
  text[n] = '\0';
}

static void check_key_of_types(parser *p, const schema_field *f, const schema_section *s, int index,
                               const char *entry) {
  const char *rest = f->path + strlen(s->name);
  char word[64], only[SCHEMA_TYPES_SIZE], words[2 * SCHEMA_TYPES_SIZE];
  const schema_field *type = schema_type_of(f);
  if (!rules_given(p, "%s%s", entry, rest) || schema_applies(p->out, f, index, word, sizeof word)) return;
  if (!type->initial && !rules_given(p, "%s%s", entry, type->path + strlen(s->name)))
    return; // reported as missing
  list_words(schema_types_that_know(f, only), words, sizeof words);
  rules_mistake(p, parser_text(p, "%s%s", entry, rest), "'%s' does not belong to %s %s (it belongs to: %s)",
                strrchr(f->path, '.') + 1, strrchr(type->path, '.') + 1, word, words);
}

static void check_keys_of_types(parser *p) {
  const schema_field *f;
  for (int i = 0; (f = schema_field_at(i)); i++) {
    if (!f->only) continue;
    const schema_section *s = schema_section_of(f);
    if (s->shape == SECTION_MAP) check_key_of_types(p, f, s, 0, s->name);
    const int n = s->shape == SECTION_MAP ? 0 : study_count_entries(p->out, s);
    for (int entry = 0; entry < n; entry++) {
      const char *name = s->shape == SECTION_LIST
                             ? parser_text(p, "%d", entry)
                             : (const char *)study_entry(p->out, s, entry) + s->name_offset;
      check_key_of_types(p, f, s, entry, parser_text(p, "%s.%s", s->name, name));
    }
  }
}

void rules_check(parser *p) {
  check_kind(p);
  check_keys_of_types(p);
  rules_structure(p, "", &p->out->model, &p->out->reduction, p->kind && p->kind->needs_model);
  rules_run(p);
}
