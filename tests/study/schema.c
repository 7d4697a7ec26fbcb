// The schema table: consistent, and printed completely as JSON Schema and as the reference page.
#include <jansson.h>
#include <unistd.h>

#include "base/log.h"
#include "base/text.h"
#include "study/schema/schema_catalogue.h"
#include "study/schema/schema_json.h"
#include "study/schema/schema_reference.h"
#include "tests/check.h"
#include "study/schema/schema.h"

// With overlapping numbers one key would write into another.
static void test_table(void) {
  const schema_field *f;
  for (int i = 0; (f = schema_field_at(i)); i++) {
    const schema_section *section = schema_section_of(f);
    char doc[SCHEMA_DOC];
    TEST_CHECK(*schema_doc(f, doc) && f->size > 0);
    TEST_CHECK(f->offset + f->size <= (section ? section->stride : sizeof(study)));
    TEST_CHECK((f->type == FIELD_WORD) == (f->words != NULL));
    if (f->type == FIELD_NUMBER) {
      TEST_CHECK(f->size == sizeof(double));
      TEST_CHECK(f->minimum < f->maximum); // every number states its range
    }
    for (int k = 0; k < i; k++) {
      const schema_field *g = schema_field_at(k);
      TEST_CHECK(schema_section_of(f) != schema_section_of(g) || f->offset >= g->offset + g->size ||
                 g->offset >= f->offset + f->size);
      TEST_CHECK(strcmp(f->path, g->path) && (!f->also || strcmp(f->also, g->path)));
    }
  }
}

static char *captured(chatter_status (*print)(void)) {
  char path[] = "/tmp/chatter_schema_XXXXXX", *text = NULL;
  size_t length = 0;
  int file = mkstemp(path), kept = dup(1);
  dup2(file, 1);
  CHECK_OK(print());
  dup2(kept, 1);
  close(kept);
  close(file);
  CHECK_OK(text_read_file(path, CHATTER_IO, &text, &length));
  unlink(path);
  return text;
}

// Returns the schema of a dotted path, through lists, names and alternatives.
static const json_t *descend(const json_t *s, const char *path) {
  while (s && *path) {
    const json_t *any = json_object_get(s, "anyOf");
    if (any) s = json_array_get(any, 0);
    const json_t *named = json_object_get(s, "additionalProperties");
    if (json_is_object(named)) {
      s = named;
      continue;
    }
    char key[64];
    size_t n = strcspn(path, ".");
    snprintf(key, sizeof key, "%.*s", (int)n, path);
    s = json_object_get(json_object_get(s, "properties"), key);
    path += n + (path[n] == '.');
  }
  return s;
}

static void test_json(void) {
  char *text = captured(schema_print_json);
  json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
  TEST_CHECK(root != NULL);
  const schema_field *f;
  char doc[SCHEMA_DOC];
  for (int i = 0; (f = schema_field_at(i)); i++) {
    const json_t *s = descend(root, f->path);
    TEST_CHECK(s && !strcmp(json_string_value(json_object_get(s, "description")), schema_doc(f, doc)));
    TEST_CHECK(strstr(schema_doc(f, doc), f->doc) == doc && strlen(doc) < SCHEMA_DOC - 1);
    if (f->also) TEST_CHECK(json_equal(s, descend(root, f->also)));
  }
  const json_t *modes = descend(root, "reduction.modes"), *step = descend(root, "integrator.step");
  CHECK_EQUAL_TEXT(json_string_value(json_object_get(modes, "type")), "integer");
  TEST_CHECK(json_integer_value(json_object_get(step, "exclusiveMinimum")) == 0);
  CHECK_EQUAL_TEXT(json_string_value(json_object_get(step, "x-unit")), "s");
  TEST_CHECK(json_array_size(json_object_get(descend(root, "model.type"), "enum")) == 7);
  json_decref(root);
  free(text);
}

static void test_reference(void) {
  char *text = captured(schema_print_reference);
  TEST_CHECK(strstr(text, "| `youngs_modulus` | number | Pa | more than 0 Pa |  | Young's modulus (only with "
                          "`bar`, `plane`, `beam`) |"));
  TEST_CHECK(strstr(text, "| `sweep_rate` (or `sweep.rate`) | number | Hz/s | at least 0 Hz/s | 0 |"));
  const schema_field *f;
  for (int i = 0; (f = schema_field_at(i)); i++) TEST_CHECK(strstr(text, f->doc) != NULL);
  free(text);
}

int main(void) {
  test_table();
  test_json();
  test_reference();
  return TEST_END();
}
