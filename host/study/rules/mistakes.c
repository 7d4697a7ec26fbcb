// Asks for keys and raises mistakes.
#include "study/rules/mistakes.h"

#include <stdarg.h>
#include <stdio.h>

#include "study/file/document.h"
#include "study/file/path.h"
#include "study/study_kind.h"

int rules_given(const parser *p, const char *format, ...) {
  char path[STUDY_PATH * 2];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(path, sizeof path, format, arguments);
  va_end(arguments);
  return document_find(p->document, path) != NULL;
}

int rules_samples_follow(const parser *p) {
  return p->samples_follow || p->out->ensemble.file[0];
}

int rules_has(const parser *p, const char *path) {
  return rules_given(p, "%s", path) || study_varies(p->out, path) || rules_samples_follow(p);
}

void rules_mistake(parser *p, const char *path, const char *format, ...) {
  char place[2 * STUDY_PATH];
  document_place_text(p->document, path, place, sizeof place);
  va_list arguments;
  va_start(arguments, format);
  parser_mistake_va(p, place, format, arguments);
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

const double *rules_only_direction(const parser *p) {
  if (!rules_given(p, "model.type")) return NULL;
  const study *s = p->out;
  static const double along_x[3] = {1, 0, 0}, along_y[3] = {0, 1, 0};
  if (s->model.type == MODEL_CHAIN || s->model.type == MODEL_BAR) return along_x;
  return s->model.type == MODEL_BEAM ? along_y : NULL;
}
