// From the tree of a study file to struct study, by the schema table.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "study/document.h"

// Where the walk is: keys of `group` (schema spelling) belong to the entry `entry` of `section`.
typedef struct position {
  const schema_section *section; // NULL at the top
  const char *group;             // "excitation.sweep"
  const char *entry;             // "excitation.0": how places are remembered
  const char *shown;             // "excitation.sweep": how it is called in messages
  size_t delta;                  // bytes from a section's first entry to this one
} position;

static void walk_map(parser *p, const position *at, const yaml_node *map);

static void set_defaults(parser *p, const schema_section *section, size_t delta) {
  for (int i = 0; i < schema_n_fields; i++)
    if (schema_section_of(&schema_fields[i]) == section)
      value_default(p, &schema_fields[i], (char *)p->out + schema_fields[i].offset + delta);
}

static const char *join(parser *p, const char *a, const char *b) {
  return *a ? parser_text(p, "%s.%s", a, b) : b;
}

// One entry of a list or a map of names
static void read_entry(parser *p, const schema_section *s, const yaml_node *node, int index,
                       const char *entry, const char *shown) {
  position at = {
      .section = s, .group = s->name, .entry = entry, .shown = shown, .delta = s->stride * (size_t)index};
  set_defaults(p, s, at.delta);
  if (node->kind == YAML_MAP)
    walk_map(p, &at, node);
  else if (s->shape != SECTION_NAMED || !yaml_is_nothing(node))
    parser_mistake(p, parser_value_place(p, node), "%s: a map is expected, not %s", shown,
                   yaml_kind_text(node));
}

static int *entry_count(parser *p, const schema_section *s) {
  return (int *)((char *)p->out + s->count_offset);
}

// A section that is there twice is an error already, and is read on for the other mistakes.
static int has_room(parser *p, const schema_section *s, const yaml_node *node) {
  const int wanted = *entry_count(p, s) + node->n_children;
  if (wanted <= s->most) return 1;
  parser_mistake(p, parser_value_place(p, node), "%s: %d entries, at most %d are allowed", s->name, wanted,
                 s->most);
  return 0;
}

static void read_list(parser *p, const schema_section *s, const yaml_node *node) {
  if (node->kind == YAML_MAP) {
    *entry_count(p, s) = 1;
    parser_remember(p, parser_text(p, "%s.0", s->name), node);
    read_entry(p, s, node, 0, parser_text(p, "%s.0", s->name), s->name);
    return;
  }
  if (node->kind != YAML_LIST) {
    parser_mistake(p, parser_value_place(p, node), "%s: a map or a list of maps is expected, not %s", s->name,
                   yaml_kind_text(node));
    return;
  }
  if (!has_room(p, s, node)) return;
  for (const yaml_node *child = node->first; child; child = child->next) {
    int index = (*entry_count(p, s))++;
    const char *entry = parser_text(p, "%s.%d", s->name, index);
    parser_remember(p, entry, child);
    read_entry(p, s, child, index, entry, entry);
  }
}

// Names become variables of results and columns of CSV files.
static int check_name(parser *p, const schema_section *s, const yaml_node *node) {
  const char *place = parser_key_place(p, node);
  if (strlen(node->key) >= s->name_size) {
    parser_mistake(p, place, "'%.40s…' is longer than %zu bytes", node->key, s->name_size - 1);
    return 0;
  }
  if (!strcmp(s->name, "ensemble.design.parameters")) return 1; // these are paths, resolved later
  int good = isalpha((unsigned char)*node->key) || *node->key == '_';
  for (const char *c = node->key; *c; c++) good = good && (isalnum((unsigned char)*c) || *c == '_');
  if (!good)
    parser_mistake(p, place, "the name '%.80s' may hold letters, digits and _ only, and begins with no digit",
                   node->key);
  if (!strcmp(node->key, "sample_id") || !strcmp(node->key, "status") || !strcmp(node->key, "trajectory")) {
    parser_mistake(p, place, "the name '%s' is taken by a column of every result", node->key);
    good = 0;
  }
  return good;
}

static void read_named(parser *p, const schema_section *s, const yaml_node *node) {
  if (node->kind != YAML_MAP) {
    parser_mistake(p, parser_value_place(p, node), "%s: a map of names is expected, not %s", s->name,
                   yaml_kind_text(node));
    return;
  }
  if (!has_room(p, s, node)) return;
  for (const yaml_node *child = node->first; child; child = child->next) {
    if (!check_name(p, s, child)) continue;
    int index = (*entry_count(p, s))++;
    char *target = (char *)p->out + s->offset + s->stride * (size_t)index;
    const char *entry = join(p, s->name, child->key);
    strcpy(target + s->name_offset, child->key);
    parser_remember(p, entry, child);
    if (s->shape == SECTION_NAMED) {
      read_entry(p, s, child, index, entry, entry);
      continue;
    }
    const schema_field text = {.type = FIELD_TEXT, .size = STUDY_PATH};
    value_read(p, &text, child, entry, ((input_alias *)target)->path);
  }
}

static void read_section(parser *p, const schema_section *s, const yaml_node *node) {
  parser_remember(p, s->name, node);
  if (s->shape == SECTION_LIST)
    read_list(p, s, node);
  else if (s->shape != SECTION_MAP)
    read_named(p, s, node);
  else if (node->kind != YAML_MAP)
    parser_mistake(p, parser_value_place(p, node), "%s: a map is expected, not %s", s->name,
                   yaml_kind_text(node));
  else
    walk_map(p, &(position){.section = s, .group = s->name, .entry = s->name, .shown = s->name}, node);
}

static void read_field(parser *p, const position *at, const schema_field *field, const yaml_node *node) {
  const char *rest = at->section ? field->path + strlen(at->section->name) : field->path;
  const char *path = parser_text(p, "%s%s", at->entry, rest);
  const document_place *before = document_find(p->document, path);
  if (before && strcmp(before->key, node->key)) // the same spelling twice was already reported
    parser_mistake(p, parser_key_place(p, node), "'%s' is given twice: '%s' and '%s' mean the same", path,
                   field->path, field->also);
  parser_remember(p, path, node);
  value_read(p, field, node, join(p, at->shown, node->key), (char *)p->out + field->offset + at->delta);
}

static int is_group(const char *path) {
  for (int i = 0; i < schema_n_fields; i++)
    if (schema_in_group(schema_fields[i].path, path) ||
        (schema_fields[i].also && schema_in_group(schema_fields[i].also, path)))
      return 1;
  return 0;
}

// What slips of the pen make a key of: 0,02 in a flow map, and a colon without its blank (or no colon at
// all).
static const char *slip_of_key(parser *p, const char *key, int n, const char *const *keys) {
  if (key[0] && strspn(key, "0123456789") == strlen(key))
    return " (the decimal sign is a point, not a comma)";
  size_t length = strcspn(key, " :");
  for (int i = 0; i < n && key[length]; i++)
    if (strlen(keys[i]) == length && strncmp(keys[i], key, length) == 0)
      return parser_text(p, " (did you mean '%s: %.60s'? a colon and a blank part key and value)", keys[i],
                         key + length + strspn(key + length, " :"));
  return NULL;
}

static void unknown_key(parser *p, const position *at, const yaml_node *node) {
  int n = 0;
  const char *const *keys = schema_keys(p->memory, at->group, &n);
  if (!keys) p->out_of_memory = 1;
  const char *slip = keys ? slip_of_key(p, node->key, n, keys) : NULL;
  parser_mistake(p, parser_key_place(p, node), "unknown key '%.100s'%s", node->key,
                 slip   ? slip
                 : keys ? parser_hint(p, node->key, n, keys)
                        : "");
}

static void walk_map(parser *p, const position *at, const yaml_node *map) {
  for (const yaml_node *child = map->first; child && !p->out_of_memory; child = child->next) {
    const char *path = join(p, at->group, child->key);
    const schema_section *section = schema_find_section(path);
    const schema_field *field = strchr(child->key, '.') ? NULL : schema_find_field(path);
    if (section)
      read_section(p, section, child);
    else if (field)
      read_field(p, at, field, child);
    else if (strchr(child->key, '.') || !is_group(path))
      unknown_key(p, at, child);
    else if (child->kind != YAML_MAP)
      parser_mistake(p, parser_value_place(p, child), "%s: a map is expected, not %s", path,
                     yaml_kind_text(child));
    else {
      position inner = *at;
      inner.group = path;
      parser_remember(
          p, parser_text(p, "%s%s", at->entry, path + (at->section ? strlen(at->section->name) : 0)), child);
      inner.shown = join(p, at->shown, child->key);
      walk_map(p, &inner, child);
    }
  }
}

static void read_tree(parser *p, yaml_node *root, int n_overrides, const char *const *overrides) {
  if (root->kind != YAML_MAP) {
    parser_mistake(p, parser_value_place(p, root), "a study is a map of keys, not %s", yaml_kind_text(root));
    return;
  }
  overrides_apply(p, root, n_overrides, overrides);
  set_defaults(p, NULL, 0);
  for (int i = 0; i < schema_n_sections; i++)
    if (schema_sections[i].shape == SECTION_MAP) set_defaults(p, &schema_sections[i], 0);
  walk_map(p, &(position){.group = "", .entry = "", .shown = ""}, root);
  rules_check(p);
  rules_ensemble(p);
}

// File name without folder and extension
static void name_study(study *out, const char *path) {
  const char *slash = strrchr(path, '/');
  snprintf(out->path, sizeof out->path, "%s", path);
  snprintf(out->name, sizeof out->name, "%.*s", STUDY_NAME - 1, slash ? slash + 1 : path);
  char *dot = strrchr(out->name, '.');
  if (dot && (!strcmp(dot, ".yaml") || !strcmp(dot, ".yml"))) *dot = 0;
}

static chatter_status parse(parser *p, const char *text, size_t length, const char *path, int n_overrides,
                            const char *const *overrides) {
  study_document *d = p->document;
  if (strlen(path) >= STUDY_PATH)
    return error_raise(CHATTER_BAD_STUDY, "%s: the file name is too long", path);
  d->path = arena_string(d->memory, path);
  d->text = arena_allocate(d->memory, length + 1);
  if (!d->path || !d->text) return error_raise(CHATTER_DEVICE, "%s: out of memory", path);
  memcpy(d->text, text, length);
  d->length = length;
  name_study(p->out, path);
  yaml_node *root = NULL;
  chatter_status status = yaml_read(d->memory, text, length, path, &root);
  if (!root) return status;
  read_tree(p, root, n_overrides, overrides);
  if (p->out_of_memory) return error_raise(CHATTER_DEVICE, "%s: out of memory", path);
  return p->mistakes ? CHATTER_BAD_STUDY : status;
}

chatter_status study_parse(const char *text, size_t length, const char *path, int n_overrides,
                           const char *const *overrides, study *out) {
  memset(out, 0, sizeof *out);
  arena *memory = arena_create();
  study_document *document = memory ? arena_allocate(memory, sizeof *document) : NULL;
  if (!document) {
    arena_destroy(memory);
    return error_raise(CHATTER_DEVICE, "%s: out of memory", path);
  }
  document->memory = memory;
  out->document = document;
  parser p = {.out = out, .document = document, .memory = memory};
  chatter_status status = parse(&p, text, length, path, n_overrides, overrides);
  if (status != CHATTER_OK) study_destroy(out);
  return status;
}

chatter_status study_load(const char *path, int n_overrides, const char *const *overrides, study *out) {
  char *text = NULL;
  size_t length = 0;
  memset(out, 0, sizeof *out);
  if (text_is_hdf5(path))
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: is an HDF5 file, not a study; results are read by chatter info, plot, export and merge, a "
        "reduced model by a study with model: {type: reduced, file: %s}",
        path, path);
  TRY(text_read_bounded(path, YAML_MOST_BYTES, CHATTER_IO, CHATTER_BAD_STUDY, &text, &length));
  chatter_status status = study_parse(text, length, path, n_overrides, overrides, out);
  free(text);
  return status;
}

void study_destroy(study *self) {
  if (self->document) arena_destroy(self->document->memory);
  self->document = NULL;
}

const char *study_text(const study *self) {
  return self->document->text;
}
