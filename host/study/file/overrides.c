// Overrides --set PATH=VALUE: the value, read as YAML, is placed in the tree before any check. null
// removes.
#include "study/file/overrides.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "study/file/document.h"
#include "study/schema/schema.h"

static void mark_overridden(yaml_node *node, const char *text) {
  node->override = text;
  for (yaml_node *child = node->first; child; child = child->next) mark_overridden(child, text);
}

// Returns the rest of `path` behind `key`, or NULL if it does not begin with that key.
static const char *skip_key(const char *path, const char *key) {
  size_t n = strlen(key);
  if (strncmp(path, key, n)) return NULL;
  return path[n] == '.' ? path + n + 1 : path[n] ? NULL : path + n;
}

// Finds the child of a map that `path` begins with: the longest key, because keys of parameters
// contain dots.
static yaml_node *step_into_map(const yaml_node *map, const char *path, const char **rest) {
  yaml_node *found = NULL;
  for (yaml_node *child = map->first; child; child = child->next) {
    const char *tail = skip_key(path, child->key);
    if (tail && (!found || tail > *rest)) {
      found = child;
      *rest = tail;
    }
  }
  return found;
}

// Finds the entry of a list that `path` begins with; a list of one needs no index.
static yaml_node *step_into_list(parser *p, const char *place, const yaml_node *list, const char *path,
                                 const char **rest) {
  char *end = NULL;
  long index = isdigit((unsigned char)*path) ? strtol(path, &end, 10) : -1;
  if (index >= 0 && (*end == '.' || !*end)) {
    yaml_node *child = index < list->n_children ? yaml_child(list, (int)index) : NULL;
    if (!child)
      parser_mistake(p, place, "there is no entry %ld: the list has %d, counted from 0", index,
                     list->n_children);
    *rest = *end ? end + 1 : end;
    return child;
  }
  *rest = path;
  if (list->n_children == 1) return list->first;
  parser_mistake(p, place, "an index is needed before '%s': the list has %d entries, counted from 0", path,
                 list->n_children);
  return NULL;
}

// Skips a first "0." if a map stands for a list of one.
static const char *skip_zero_index(const char *path) {
  return path[0] == '0' && path[1] == '.' ? path + 2 : path;
}

static yaml_node *add_child(parser *p, yaml_node *map, const char *key, size_t length, const char *text) {
  yaml_node *child = arena_allocate(p->memory, sizeof *child);
  if (!child) {
    p->out_of_memory = 1;
    return NULL;
  }
  *child = (yaml_node){.kind = YAML_MAP, .key = parser_text(p, "%.*s", (int)length, key), .override = text};
  yaml_append(map, child);
  return child;
}

// Finds the node that `path` names; with `add`, a missing node is added.
static yaml_node *locate_node(parser *p, const char *place, yaml_node *node, const char *path, int add,
                              const char *text) {
  while (*path && node) {
    const char *rest = path;
    yaml_node *next = NULL;
    if (node->kind == YAML_LIST)
      next = step_into_list(p, place, node, path, &rest);
    else if (node->kind == YAML_MAP) {
      next = step_into_map(node, path, &rest);
      if (!next) next = step_into_map(node, skip_zero_index(path), &rest);
      if (!next && !add) return NULL;
      size_t length = strcspn(skip_zero_index(path), ".");
      if (!next && !length) {
        parser_mistake(p, place, "the path has an empty part");
        return NULL;
      }
      if (!next) {
        next = add_child(p, node, skip_zero_index(path), length, text);
        rest = skip_zero_index(path) + length;
        rest += *rest == '.';
      }
    } else if (!strcmp(path, "0"))
      return node; // a number stands for a list of one
    else if (add)
      parser_mistake(p, place, "'%s' does not exist: a plain value has no parts", path);
    node = next;
    path = rest;
  }
  return node;
}

static const char *other_spelling(const char *path) {
  const schema_field *field = schema_find_field(path);
  if (!field || !field->also) return NULL;
  return strcmp(path, field->path) ? field->path : field->also;
}

static void remove_child(yaml_node *parent, const yaml_node *node) {
  yaml_node *last = NULL;
  for (yaml_node **link = &parent->first; *link;) {
    if (*link == node) {
      *link = node->next;
      parent->n_children--;
      continue;
    }
    last = *link;
    link = &(*link)->next;
  }
  parent->last = last;
}

static int remove_node(yaml_node *parent, const yaml_node *node) {
  for (yaml_node *child = parent->first; child; child = child->next) {
    if (child == node) {
      remove_child(parent, node);
      return 1;
    }
    if (remove_node(child, node)) return 1;
  }
  return 0;
}

// Puts the value at `path`. It is parsed for each place, so that nodes are not shared.
static void put_value(parser *p, const char *place, yaml_node *root, const char *path, const char *text) {
  yaml_node *value = NULL;
  const char *given = strchr(text, '=') + 1;
  if (yaml_read(p->memory, given, strlen(given), place, &value) != CHATTER_OK) {
    p->mistakes++;
    return;
  }
  int before = p->mistakes;
  yaml_node *node = locate_node(p, place, root, path, 0, text);
  const char *other = other_spelling(path);
  if (!node && other && p->mistakes == before) node = locate_node(p, place, root, other, 0, text);
  if (yaml_is_nothing(value)) {
    if (node && node != root) remove_node(root, node);
    return;
  }
  if (!node && p->mistakes == before) node = locate_node(p, place, root, path, 1, text);
  if (!node || node == root) return;
  mark_overridden(value, text);
  yaml_node *next = node->next;
  value->key = node->key;
  *node = *value;
  node->next = next;
}

static void apply_override(parser *p, yaml_node *root, const char *text) {
  const char *place = parser_text(p, "--set %.500s", text), *equals = strchr(text, '=');
  if (!equals || equals == text || strlen(text) >= STUDY_PATH) {
    parser_mistake(p, place, "PATH=VALUE is expected");
    return;
  }
  if (strchr(text, '\n')) { // results store these texts as lines
    parser_mistake(p, place, "PATH=VALUE is expected on one line");
    return;
  }
  if (equals[1 + strspn(equals + 1, " \t\r\n")] == '\0') {
    parser_mistake(p, place, "a value is expected behind '=' (null removes the key)");
    return;
  }
  const char *path = parser_text(p, "%.*s", (int)(equals - text), text);
  const yaml_node *inputs = yaml_find(root, "inputs"), *alias = inputs ? yaml_find(inputs, path) : NULL;
  if (alias && alias->kind == YAML_SCALAR) path = alias->text;
  if (!alias || alias->kind != YAML_LIST) {
    put_value(p, place, root, path, text);
    return;
  }
  for (const yaml_node *one = alias->first; one; one = one->next)
    if (one->kind == YAML_SCALAR) put_value(p, place, root, one->text, text);
}

void overrides_apply(parser *p, yaml_node *root, int n, const char *const *overrides) {
  for (int i = 0; i < n && !p->out_of_memory; i++) apply_override(p, root, overrides[i]);
}
