// Walks the tree of a study file.
#include "study/file/parse.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "study/file/document.h"
#include "study/file/overrides.h"
#include "study/file/storage.h"
#include "study/file/value.h"
#include "study/rules/rules.h"
#include "study/schema/schema_catalogue.h"
#include "study/schema/schema_words.h"
#include "study/study_kind.h"

// Position in the schema: keys of `group` (schema spelling) belong to the entry `entry` of
// `section`.
typedef struct map_position {
  const schema_section *section; // NULL at the top
  const char *group;             // "excitation.sweep"
  const char *entry;             // "excitation.0": stored path of places
  const char *shown;             // "excitation.sweep": name in messages
  char *target;                  // the entry in memory
} map_position;

static void walk_map(parser *p, const map_position *at, const yaml_node *map);

static void set_defaults(parser *p, const schema_section *section, char *target) {
  const schema_field *f;
  for (int i = 0; (f = schema_field_at(i)); i++)
    if (schema_section_of(f) == section) value_default(p, f, target + f->offset);
}

static const char *join_path(parser *p, const char *a, const char *b) {
  return *a ? parser_text(p, "%s.%s", a, b) : b;
}

// Reads one entry of a list or of a map of names.
static void read_entry(parser *p, const schema_section *s, const yaml_node *node, char *target,
                       const char *entry, const char *shown) {
  const map_position at = {.section = s, .group = s->name, .entry = entry, .shown = shown, .target = target};
  set_defaults(p, s, target);
  if (node->kind == YAML_MAP)
    walk_map(p, &at, node);
  else if (s->shape != SECTION_NAMED || !yaml_is_nothing(node))
    parser_mistake(p, parser_value_place(p, node), "%s: a map is expected, not %s", shown,
                   yaml_kind_text(node));
}

// Reserves entries behind the existing ones. A repeated section is already an error and is read for
// its other mistakes.
static int reserve_entries(parser *p, const schema_section *s, int more) {
  const size_t n = (size_t)study_count_entries(p->out, s);
  char *entries = arena_allocate(p->memory, s->stride * (n + (size_t)more) + 1);
  if (!entries) {
    p->out_of_memory = 1;
    return 0;
  }
  if (n > 0) memcpy(entries, study_section(p->out, s), s->stride * n);
  study_set_section(p->out, s, (int)n, entries);
  return 1;
}

static char *next_entry(parser *p, const schema_section *s) {
  const int n = study_count_entries(p->out, s);
  study_set_section(p->out, s, n + 1, study_section_writable(p->out, s));
  return study_entry_writable(p->out, s, n);
}

static void read_list(parser *p, const schema_section *s, const yaml_node *node) {
  if (node->kind == YAML_MAP) {
    const char *entry = parser_text(p, "%s.0", s->name);
    study_set_section(p->out, s, 0, NULL);
    if (!reserve_entries(p, s, 1)) return;
    parser_remember_place(p, entry, node);
    read_entry(p, s, node, next_entry(p, s), entry, s->name);
    return;
  }
  if (node->kind != YAML_LIST) {
    parser_mistake(p, parser_value_place(p, node), "%s: a map or a list of maps is expected, not %s", s->name,
                   yaml_kind_text(node));
    return;
  }
  if (!reserve_entries(p, s, node->n_children)) return;
  for (const yaml_node *child = node->first; child && !p->out_of_memory; child = child->next) {
    const char *entry = parser_text(p, "%s.%d", s->name, study_count_entries(p->out, s));
    parser_remember_place(p, entry, child);
    read_entry(p, s, child, next_entry(p, s), entry, entry);
  }
}

// Checks an entry's name: names become variables of results and columns of CSV files.
static int check_entry_name(parser *p, const schema_section *s, const yaml_node *node) {
  const char *place = parser_key_place(p, node);
  if (strlen(node->key) >= s->name_size) {
    parser_mistake(p, place, "'%.40s…' is longer than %zu bytes", node->key, s->name_size - 1);
    return 0;
  }
  if (!strcmp(s->name, "ensemble.design.parameters"))
    return 1; // their names are paths, which are resolved later
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

// Reads one path, or a list of paths.
static void read_input(parser *p, const yaml_node *node, const char *entry, input_alias *to) {
  const schema_field text = {.type = FIELD_TEXTS, .size = sizeof to->also};
  char all[sizeof to->also] = "";
  value_read(p, &text, node, entry, all);
  const size_t first = strcspn(all, " ");
  snprintf(to->path, sizeof to->path, "%.*s", (int)first, all);
  if (all[first]) strcpy(to->also, all + first + 1);
}

static void read_named(parser *p, const schema_section *s, const yaml_node *node) {
  if (node->kind != YAML_MAP) {
    parser_mistake(p, parser_value_place(p, node), "%s: a map of names is expected, not %s", s->name,
                   yaml_kind_text(node));
    return;
  }
  if (!reserve_entries(p, s, node->n_children)) return;
  for (const yaml_node *child = node->first; child && !p->out_of_memory; child = child->next) {
    if (!check_entry_name(p, s, child)) continue;
    char *target = next_entry(p, s);
    const char *entry = join_path(p, s->name, child->key);
    strcpy(target + s->name_offset, child->key);
    parser_remember_place(p, entry, child);
    if (s->shape == SECTION_NAMED) {
      read_entry(p, s, child, target, entry, entry);
      continue;
    }
    read_input(p, child, entry, (input_alias *)target);
  }
}

static void read_section(parser *p, const schema_section *s, const yaml_node *node) {
  parser_remember_place(p, s->name, node);
  if (s->shape == SECTION_LIST)
    read_list(p, s, node);
  else if (s->shape != SECTION_MAP)
    read_named(p, s, node);
  else if (node->kind != YAML_MAP)
    parser_mistake(p, parser_value_place(p, node), "%s: a map is expected, not %s", s->name,
                   yaml_kind_text(node));
  else
    walk_map(p,
             &(map_position){.section = s,
                             .group = s->name,
                             .entry = s->name,
                             .shown = s->name,
                             .target = study_section_writable(p->out, s)},
             node);
}

static void read_field(parser *p, const map_position *at, const schema_field *field, const yaml_node *node) {
  const char *rest = at->section ? field->path + strlen(at->section->name) : field->path;
  const char *path = parser_text(p, "%s%s", at->entry, rest);
  const document_place *before = document_find(p->document, path);
  if (before && strcmp(before->key, node->key)) // a repetition in the same spelling is already reported
    parser_mistake(p, parser_key_place(p, node), "'%s' is given twice: '%s' and '%s' mean the same", path,
                   field->path, field->also);
  parser_remember_place(p, path, node);
  value_read(p, field, node, join_path(p, at->shown, node->key), at->target + field->offset);
}

static int is_group(const char *path) {
  const schema_field *f;
  for (int i = 0; (f = schema_field_at(i)); i++)
    if (schema_in_group(f->path, path) || (f->also && schema_in_group(f->also, path))) return 1;
  return 0;
}

// Returns the likely cause of a misspelt key: 0,02 in a flow map, or a colon without its blank (or
// no colon at all).
static const char *find_misspelling(parser *p, const char *key, int n, const char *const *keys) {
  if (key[0] && strspn(key, "0123456789") == strlen(key))
    return " (the decimal sign is a point, not a comma)";
  size_t length = strcspn(key, " :");
  for (int i = 0; i < n && key[length]; i++)
    if (strlen(keys[i]) == length && strncmp(keys[i], key, length) == 0)
      return parser_text(p, " (did you mean '%s: %.60s'? a colon and a blank part key and value)", keys[i],
                         key + length + strspn(key + length, " :"));
  return NULL;
}

static void report_unknown_key(parser *p, const map_position *at, const yaml_node *node) {
  int n = 0;
  const char *const *keys = schema_keys(p->memory, at->group, &n);
  if (!keys) p->out_of_memory = 1;
  const char *slip = keys ? find_misspelling(p, node->key, n, keys) : NULL;
  parser_mistake(p, parser_key_place(p, node), "unknown key '%.100s'%s", node->key,
                 slip   ? slip
                 : keys ? parser_hint_text(p, node->key, n, keys)
                        : "");
}

static void walk_map(parser *p, const map_position *at, const yaml_node *map) {
  for (const yaml_node *child = map->first; child && !p->out_of_memory; child = child->next) {
    const char *path = join_path(p, at->group, child->key);
    const schema_section *section = schema_find_section(path);
    const schema_field *field = strchr(child->key, '.') ? NULL : schema_find_field(path);
    if (section)
      read_section(p, section, child);
    else if (field)
      read_field(p, at, field, child);
    else if (strchr(child->key, '.') || !is_group(path))
      report_unknown_key(p, at, child);
    else if (child->kind != YAML_MAP)
      parser_mistake(p, parser_value_place(p, child), "%s: a map is expected, not %s", path,
                     yaml_kind_text(child));
    else {
      map_position inner = *at;
      inner.group = path;
      parser_remember_place(
          p, parser_text(p, "%s%s", at->entry, path + (at->section ? strlen(at->section->name) : 0)), child);
      inner.shown = join_path(p, at->shown, child->key);
      walk_map(p, &inner, child);
    }
  }
}

// Allocates slots for the sections that have no member in struct study; the entry of a map exists
// at once.
static void allocate_slots(parser *p) {
  study *out = p->out;
  const schema_section *s;
  size_t n = 0;
  while (schema_section_at((int)n)) n++;
  out->slots = arena_allocate(p->memory, sizeof *out->slots * (n + 1));
  p->out_of_memory |= !out->slots;
  for (int i = 0; (s = schema_section_at(i)) && !p->out_of_memory; i++) {
    if (!s->in_slot) continue;
    out->slots[out->n_slots++].section = s;
    if (s->shape != SECTION_MAP || !reserve_entries(p, s, 1)) continue;
    next_entry(p, s);
  }
}

// Finds the kind of the study before all other keys, because words of outputs depend on it. Returns
// 0 for a kind that this build lacks; its keys cannot be checked.
static int find_kind(parser *p, const yaml_node *node) {
  char kinds[256];
  if (!node || node->kind != YAML_SCALAR) return 1; // reported elsewhere
  p->kind = study_kind_find(node->text);
  for (const char *const *known = study_kinds_known; !p->kind && *known; known++) {
    if (strcmp(*known, node->text) != 0) continue;
    parser_mistake(p, parser_value_place(p, node),
                   "study: this build of chatter has no engine '%s' (it has: %s)", *known,
                   study_kinds_text(", ", kinds, sizeof kinds));
    return 0;
  }
  return 1;
}

static void read_tree(parser *p, yaml_node *root, int n_overrides, const char *const *overrides) {
  if (root->kind != YAML_MAP) {
    parser_mistake(p, parser_value_place(p, root), "a study is a map of keys, not %s", yaml_kind_text(root));
    return;
  }
  overrides_apply(p, root, n_overrides, overrides);
  if (!find_kind(p, yaml_find(root, "study"))) return;
  allocate_slots(p);
  if (p->out_of_memory) return;
  set_defaults(p, NULL, (char *)p->out);
  const schema_section *s;
  for (int i = 0; (s = schema_section_at(i)); i++)
    if (s->shape == SECTION_MAP) set_defaults(p, s, study_section_writable(p->out, s));
  walk_map(p, &(map_position){.group = "", .entry = "", .shown = "", .target = (char *)p->out}, root);
  p->out_of_memory |= study_pack_lists(p->out) != CHATTER_OK; // rules complete entries but add none
  // Rules depend on the words that were read; after a misread word their messages would mislead.
  if (p->out_of_memory || p->misread) return;
  rules_check(p);
  rules_ensemble(p);
  rules_statistics(p);
  rules_identify(p);
}

// Sets the study's name: the file name without folder and extension.
static void name_study(study *out, const char *path) {
  const char *slash = strrchr(path, '/');
  snprintf(out->path, sizeof out->path, "%s", path);
  snprintf(out->name, sizeof out->name, "%.*s", STUDY_NAME - 1, slash ? slash + 1 : path);
  char *dot = strrchr(out->name, '.');
  if (dot && (!strcmp(dot, ".yaml") || !strcmp(dot, ".yml"))) *dot = 0;
}

static chatter_status parse_text(parser *p, const char *text, size_t length, const char *path,
                                 int n_overrides, const char *const *overrides) {
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

static chatter_status parse_into(const char *text, size_t length, const char *path, int n_overrides,
                                 const char *const *overrides, int samples_follow, study *out) {
  memset(out, 0, sizeof *out);
  arena *memory = arena_create();
  study_document *document = memory ? arena_allocate(memory, sizeof *document) : NULL;
  if (!document) {
    arena_destroy(memory);
    return error_raise(CHATTER_DEVICE, "%s: out of memory", path);
  }
  document->memory = memory;
  out->document = document;
  parser p = {.out = out, .document = document, .memory = memory, .samples_follow = samples_follow};
  chatter_status status = parse_text(&p, text, length, path, n_overrides, overrides);
  if (status != CHATTER_OK) study_destroy(out);
  return status;
}

chatter_status study_parse(const char *text, size_t length, const char *path, int n_overrides,
                           const char *const *overrides, study *out) {
  return parse_into(text, length, path, n_overrides, overrides, 0, out);
}

static chatter_status load_file(const char *path, int n_overrides, const char *const *overrides,
                                int samples_follow, study *out) {
  char *text = NULL;
  size_t length = 0;
  memset(out, 0, sizeof *out);
  if (text_is_hdf5(path))
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: is an HDF5 file, not a study; results are read by chatter info, plot, export, "
                       "stats, report and merge, a "
                       "reduced model by a study with model: {type: reduced, file: %s}",
                       path, path);
  TRY(text_read_bounded(path, YAML_MOST_BYTES, CHATTER_IO, CHATTER_BAD_STUDY, &text, &length));
  chatter_status status = parse_into(text, length, path, n_overrides, overrides, samples_follow, out);
  free(text);
  return status;
}

chatter_status study_load(const char *path, int n_overrides, const char *const *overrides, study *out) {
  return load_file(path, n_overrides, overrides, 0, out);
}

chatter_status study_load_for_samples(const char *path, int n_overrides, const char *const *overrides,
                                      study *out) {
  return load_file(path, n_overrides, overrides, 1, out);
}

const char *study_file_text(const study *self) {
  return self->document->text;
}
