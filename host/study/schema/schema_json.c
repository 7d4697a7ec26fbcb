// Prints the JSON Schema.
#include "study/schema/schema_json.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "study/schema/schema.h"

static json_t *number_schema(const schema_field *f) {
  json_t *s = json_pack("{s:s}", "type", f->flags & FIELD_WHOLE ? "integer" : "number");
  if (f->minimum == POSITIVE)
    json_object_set_new(s, "exclusiveMinimum", json_integer(0));
  else if (isfinite(f->minimum))
    json_object_set_new(s, "minimum", json_real(f->minimum));
  if (isfinite(f->maximum)) json_object_set_new(s, "maximum", json_real(f->maximum));
  return s;
}

// Makes the schema "one of two forms"; takes ownership of both.
static json_t *either(json_t *a, json_t *b) {
  return json_pack("{s:[o,o]}", "anyOf", a, b);
}

// Makes the schema of a list; most 0: no limit.
static json_t *list_schema(const schema_field *f, int most) {
  json_t *list = json_pack("{s:s,s:o}", "type", "array", "items", number_schema(f));
  if (most > 0) json_object_set_new(list, "maxItems", json_integer(most));
  return either(number_schema(f), list);
}

static json_t *matrix_schema(const schema_field *f) {
  return json_pack("{s:s,s:{s:s,s:o}}", "type", "array", "items", "type", "array", "items", number_schema(f));
}

static json_t *words_schema(const schema_field *f) {
  json_t *list = json_array();
  char word[64];
  for (int i = 0; *schema_field_word(f, i, word, sizeof word); i++)
    json_array_append_new(list, json_string(word));
  return json_pack("{s:o}", "enum", list);
}

static json_t *word_schema(const char *words) {
  const schema_field f = {.type = FIELD_WORD, .words = words};
  return words_schema(&f);
}

static json_t *direction_schema(void) {
  json_t *vector = json_pack("{s:s,s:{s:s},s:i,s:i}", "type", "array", "items", "type", "number", "minItems",
                             3, "maxItems", 3);
  return either(word_schema("x y z -x -y -z +x +y +z"), vector);
}

static json_t *text_schema(const schema_field *f) {
  return json_pack("{s:s,s:i,s:i}", "type", "string", "minLength", 1, "maxLength", (int)f->size - 1);
}

static json_t *sum_schema(void) {
  json_t *node = json_pack("{s:[s,s]}", "type", "string", "integer");
  json_t *term = json_pack("{s:s,s:{s:o,s:o,s:{s:s}},s:[s],s:b}", "type", "object", "properties", "node",
                           node, "direction", direction_schema(), "weight", "type", "number", "required",
                           "node", "additionalProperties", 0);
  return json_pack("{s:s,s:o,s:i}", "type", "array", "items", term, "minItems", 1);
}

static json_t *column_schema(const schema_field *f) {
  return either(number_schema(f), json_pack("{s:s}", "type", "string"));
}

static json_t *value_schema(const schema_field *f) {
  switch (f->type) {
  case FIELD_NUMBER:
    return number_schema(f);
  case FIELD_LIST:
    if (f->flags & FIELD_ALL) return either(list_schema(f, 0), word_schema("all"));
    return f->flags & FIELD_MATRIX ? matrix_schema(f) : list_schema(f, 0);
  case FIELD_PAIR:
    return list_schema(f, 2);
  case FIELD_PHASE:
    return either(number_schema(f), word_schema("sin cos"));
  case FIELD_COLUMN:
    return column_schema(f);
  case FIELD_COLUMNS:
    return either(column_schema(f),
                  json_pack("{s:s,s:i,s:o}", "type", "array", "minItems", 1, "items", column_schema(f)));
  case FIELD_DIRECTION:
    return direction_schema();
  case FIELD_NAME:
    return either(text_schema(f), json_pack("{s:s}", "type", "integer"));
  case FIELD_NAMES:
    return either(either(text_schema(f), json_pack("{s:s}", "type", "integer")),
                  json_pack("{s:s,s:i,s:{s:[s,s]}}", "type", "array", "minItems", 1, "items", "type",
                            "string", "integer"));
  case FIELD_TEXTS:
  case FIELD_LINES:
  case FIELD_FILES:
    return either(text_schema(f),
                  json_pack("{s:s,s:i,s:{s:s}}", "type", "array", "minItems", 1, "items", "type", "string"));
  case FIELD_TEXT:
    return either(text_schema(f), json_pack("{s:s}", "type", "number"));
  case FIELD_FILE:
    return text_schema(f);
  case FIELD_WORD:
  case FIELD_KIND:
  case FIELD_LAW:
  case FIELD_QUANTITY:
    return words_schema(f);
  case FIELD_POINT:
    return either(number_schema(f), word_schema(POINT_WORDS));
  case FIELD_SUM:
    return sum_schema();
  case FIELD_SWITCH:
    return json_pack("{s:s}", "type", "boolean");
  }
  return NULL;
}

static json_t *default_value(const schema_field *f) {
  double x = 0;
  if (f->type == FIELD_SWITCH) return json_boolean(!strcmp(f->initial, "true"));
  if (text_number(f->initial, &x) != NUMBER_OK) return json_string(f->initial);
  return f->flags & FIELD_WHOLE ? json_integer((json_int_t)x) : json_real(x);
}

static json_t *field_schema(const schema_field *f) {
  json_t *s = value_schema(f);
  char doc[SCHEMA_DOC], only[SCHEMA_TYPES_SIZE];
  json_object_set_new(s, "description", json_string(schema_doc(f, doc)));
  if (f->unit) json_object_set_new(s, "x-unit", json_string(f->unit));
  if (f->initial) json_object_set_new(s, "default", default_value(f));
  if (f->only) json_object_set_new(s, "x-only", json_string(schema_types_that_know(f, only)));
  return s;
}

static json_t *group_schema(arena *memory, const char *group);

static json_t *section_schema(arena *memory, const schema_section *section) {
  if (section->shape == SECTION_TEXTS)
    return json_pack("{s:s,s:o,s:s}", "type", "object", "additionalProperties",
                     either(json_pack("{s:s}", "type", "string"),
                            json_pack("{s:s,s:{s:s}}", "type", "array", "items", "type", "string")),
                     "description", section->doc);
  json_t *entry = group_schema(memory, section->name), *s = entry;
  if (section->shape == SECTION_LIST)
    s = either(entry, json_pack("{s:s,s:O}", "type", "array", "items", entry));
  if (section->shape == SECTION_NAMED)
    s = json_pack("{s:s,s:o}", "type", "object", "additionalProperties",
                  either(entry, json_pack("{s:s}", "type", "null")));
  json_object_set_new(s, "description", json_string(section->doc));
  return s;
}

// Makes the schema of the map whose keys follow `group`.
static json_t *group_schema(arena *memory, const char *group) {
  int n = 0;
  const char *const *keys = schema_keys(memory, group, &n);
  if (!keys) return NULL;
  json_t *properties = json_object();
  for (int i = 0; i < n; i++) {
    char path[256];
    snprintf(path, sizeof path, "%s%s%s", group, *group ? "." : "", keys[i]);
    const schema_section *section = schema_find_section(path);
    const schema_field *field = schema_find_field(path);
    json_object_set_new(properties, keys[i],
                        section ? section_schema(memory, section)
                        : field ? field_schema(field)
                                : group_schema(memory, path));
  }
  return json_pack("{s:s,s:o,s:b}", "type", "object", "properties", properties, "additionalProperties", 0);
}

chatter_status schema_print_json(void) {
  arena *memory = arena_create();
  json_t *root = memory ? group_schema(memory, "") : NULL;
  arena_destroy(memory);
  if (!root) return error_raise(CHATTER_DEVICE, "out of memory");
  json_object_set_new(root, "$schema", json_string("https://json-schema.org/draft/2020-12/schema"));
  json_object_set_new(root, "title", json_string("chatter study"));
  json_object_set_new(root, "required", json_pack("[s]", "study"));
  int failed = json_dumpf(root, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) || putchar('\n') == EOF ||
               fflush(stdout);
  json_decref(root);
  return failed ? error_raise(CHATTER_IO, "cannot write the schema to the standard output") : CHATTER_OK;
}
