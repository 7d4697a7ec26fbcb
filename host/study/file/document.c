// Stores places of keys and mistakes of a study.
#include "study/file/document.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/fnv.h"
#include "base/text.h"

void parser_mistake(parser *p, const char *place, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  parser_mistake_va(p, place, format, arguments);
  va_end(arguments);
}

void parser_mistake_va(parser *p, const char *place, const char *format, va_list arguments) {
  p->mistakes++;
  error_raise_list(CHATTER_BAD_STUDY, place, format, arguments);
}

const char *parser_text(parser *p, const char *format, ...) {
  char text[1200];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  const char *copy = arena_string(p->memory, text);
  if (copy) return copy;
  p->out_of_memory = 1;
  return "";
}

const char *parser_value_place(parser *p, const yaml_node *node) {
  if (node->override) return parser_text(p, "--set %.500s", node->override);
  return parser_text(p, "%s:%d:%d", p->document->path, node->line, node->column);
}

const char *parser_key_place(parser *p, const yaml_node *node) {
  if (node->override || !node->key) return parser_value_place(p, node);
  return parser_text(p, "%s:%d:%d", p->document->path, node->key_line, node->key_column);
}

const char *parser_hint_text(parser *p, const char *word, int n, const char *const *candidates) {
  const char *nearest = text_nearest(word, n, candidates);
  if (nearest) return parser_text(p, " (did you mean '%s'?)", nearest);
  char text[900] = "";
  for (int i = 0; i < n; i++) text_list_add(text, sizeof text, candidates[i]);
  return n ? parser_text(p, " (allowed: %s)", text) : "";
}

// Returns the slot that holds the place of a path, or a free slot for it.
static int *find_place_slot(const study_document *self, const char *path) {
  const size_t n = 4 * (size_t)self->capacity;
  size_t i = fnv_add(FNV_BEGIN, path, strlen(path)) % n;
  while (self->slots[i] >= 0 && strcmp(self->places[self->slots[i]].path, path) != 0) i = (i + 1) % n;
  return &self->slots[i];
}

static int grow_places(study_document *self) {
  const int capacity = self->capacity ? 2 * self->capacity : 64;
  document_place *larger = arena_allocate(self->memory, sizeof *larger * (size_t)capacity);
  int *slots = arena_allocate(self->memory, 4 * sizeof *slots * (size_t)capacity);
  if (!larger || !slots) return 0;
  if (self->n_places) memcpy(larger, self->places, sizeof *larger * (size_t)self->n_places);
  self->places = larger, self->slots = slots, self->capacity = capacity;
  for (int i = 0; i < 4 * capacity; i++) slots[i] = -1;
  for (int i = 0; i < self->n_places; i++) *find_place_slot(self, larger[i].path) = i;
  return 1;
}

void parser_remember_place(parser *p, const char *path, const yaml_node *node) {
  study_document *d = p->document;
  if (d->n_places == d->capacity && !grow_places(d)) {
    p->out_of_memory = 1;
    return;
  }
  int *slot = find_place_slot(d, path);
  if (*slot >= 0) return; // of a repeated key the first place counts
  *slot = d->n_places;
  d->places[d->n_places++] = (document_place){
      .path = path, .line = node->line, .column = node->column, .key = node->key, .override = node->override};
}

const document_place *document_find(const study_document *self, const char *path) {
  const int place = self->capacity ? *find_place_slot(self, path) : -1;
  return place >= 0 ? &self->places[place] : NULL;
}

const char *document_place_text(const study_document *self, const char *path, char *buffer, size_t size) {
  char part[STUDY_PATH];
  snprintf(part, sizeof part, "%s", path);
  for (;;) {
    const document_place *place = document_find(self, part);
    if (place && place->override)
      snprintf(buffer, size, "--set %s", place->override);
    else if (place)
      snprintf(buffer, size, "%s:%d:%d", self->path, place->line, place->column);
    if (place) return buffer;
    char *dot = strrchr(part, '.');
    if (!dot) break;
    *dot = 0;
  }
  snprintf(buffer, size, "%s", self->path);
  return buffer;
}
