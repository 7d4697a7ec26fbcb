// Reads YAML by libyaml.
#include "study/file/yaml.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

#include "base/text.h"

enum { MAX_DEPTH = 16, MAX_NODES = 300000, MAX_KEYS = 10000 };

typedef struct yaml_reader {
  yaml_parser_t parser;
  arena *memory;
  const char *path, *text;
  size_t length;
  int n_nodes;
  yaml_node *stack[MAX_DEPTH]; // open maps and lists
  int depth;
  const char *key; // a key whose value comes next
  int key_line, key_column;
  yaml_node *root;
  chatter_status status;
} yaml_reader;

static chatter_status raise_at(yaml_reader *r, int line, int column, const char *text) {
  return r->status = error_raise(CHATTER_BAD_STUDY, "%s:%d:%d: %s", r->path, line, column, text);
}

static int one_based_number(size_t zero_based) {
  return zero_based < INT_MAX ? (int)zero_based + 1 : INT_MAX;
}

static chatter_status raise_mark(yaml_reader *r, yaml_mark_t mark, const char *text) {
  return raise_at(r, one_based_number(mark.line), one_based_number(mark.column), text);
}

// Raises a reader error (bad UTF-8, control characters), which has a byte offset only.
static chatter_status raise_offset(yaml_reader *r, size_t offset, const char *problem) {
  int line = 1, column = 1;
  for (size_t i = 0; i < offset && i < r->length; i++) {
    column += ((unsigned char)r->text[i] & 0xC0) != 0x80;
    if (r->text[i] == '\n') {
      line++;
      column = 1;
    }
  }
  char text[200];
  snprintf(text, sizeof text, "not valid UTF-8 text: %s", problem);
  return raise_at(r, line, column, text);
}

static chatter_status raise_syntax(yaml_reader *r) {
  const yaml_parser_t *p = &r->parser;
  char text[400], begun[64] = ""; // the open map or list may have begun lines before
  if (p->error == YAML_MEMORY_ERROR)
    return r->status = error_raise(CHATTER_DEVICE, "%s: out of memory", r->path);
  if (p->error == YAML_READER_ERROR) return raise_offset(r, p->problem_offset, p->problem ? p->problem : "");
  const char *tab = p->problem_mark.index < r->length && r->text[p->problem_mark.index] == '\t'
                        ? " (a tab: indent with blanks)"
                        : "";
  if (p->context && p->context_mark.line < p->problem_mark.line)
    snprintf(begun, sizeof begun, " begun at %d:%d", one_based_number(p->context_mark.line),
             one_based_number(p->context_mark.column));
  snprintf(text, sizeof text, "%s%s%s%s%s", p->context ? p->context : "", begun, p->context ? ": " : "",
           p->problem ? p->problem : "broken YAML", tab);
  return raise_mark(r, p->problem_mark, text);
}

// Adds a node below the innermost open one, with the key read before it.
static chatter_status add_node(yaml_reader *r, yaml_kind kind, const char *text, int plain,
                               yaml_mark_t mark) {
  if (++r->n_nodes > MAX_NODES) return raise_mark(r, mark, "more than 300000 values: too large for a study");
  yaml_node *node = arena_allocate(r->memory, sizeof *node);
  if (!node) return r->status = error_raise(CHATTER_DEVICE, "%s: out of memory", r->path);
  *node = (yaml_node){.kind = kind,
                      .text = text,
                      .plain = plain,
                      .line = one_based_number(mark.line),
                      .column = one_based_number(mark.column)};
  if (r->depth) {
    yaml_node *parent = r->stack[r->depth - 1];
    if (parent->kind == YAML_MAP) {
      node->key = r->key;
      node->key_line = r->key_line;
      node->key_column = r->key_column;
      r->key = NULL;
      if (parent->n_children >= MAX_KEYS) return raise_mark(r, mark, "more than 10000 keys in one map");
    }
    yaml_append(parent, node);
  } else
    r->root = node;
  if (kind == YAML_SCALAR) return CHATTER_OK;
  if (r->depth == MAX_DEPTH) return raise_mark(r, mark, "nested deeper than 16 levels");
  r->stack[r->depth++] = node;
  return CHATTER_OK;
}

static int expects_key(const yaml_reader *r) {
  return r->depth && r->stack[r->depth - 1]->kind == YAML_MAP && !r->key;
}

static chatter_status add_scalar(yaml_reader *r, const yaml_event_t *event) {
  const char *value = (const char *)event->data.scalar.value;
  int plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
  if (strlen(value) != event->data.scalar.length)
    return raise_mark(r, event->start_mark, "a zero character in a text");
  char *text = arena_string(r->memory, value);
  if (!text) return r->status = error_raise(CHATTER_DEVICE, "%s: out of memory", r->path);
  if (!expects_key(r)) return add_node(r, YAML_SCALAR, text, plain, event->start_mark);
  if (!*text) return raise_mark(r, event->start_mark, "an empty key");
  if (plain && !strcmp(text, "<<"))
    return raise_mark(r, event->start_mark, "merge keys (<<) are not used in studies");
  r->key = text;
  r->key_line = one_based_number(event->start_mark.line);
  r->key_column = one_based_number(event->start_mark.column);
  return CHATTER_OK;
}

static const char *find_forbidden_feature(const yaml_event_t *event) {
  const yaml_char_t *anchor = NULL, *tag = NULL;
  switch (event->type) {
  case YAML_ALIAS_EVENT:
    return "aliases (*name) are not used in studies: write the value out";
  case YAML_SCALAR_EVENT:
    anchor = event->data.scalar.anchor;
    tag = event->data.scalar.tag;
    break;
  case YAML_SEQUENCE_START_EVENT:
    anchor = event->data.sequence_start.anchor;
    tag = event->data.sequence_start.tag;
    break;
  case YAML_MAPPING_START_EVENT:
    anchor = event->data.mapping_start.anchor;
    tag = event->data.mapping_start.tag;
    break;
  default:
    break;
  }
  if (anchor) return "anchors (&name) are not used in studies";
  return tag ? "tags (!name) are not used in studies" : NULL;
}

static chatter_status handle_event(yaml_reader *r, const yaml_event_t *event) {
  const char *reason = find_forbidden_feature(event);
  if (reason) return raise_mark(r, event->start_mark, reason);
  switch (event->type) {
  case YAML_DOCUMENT_START_EVENT:
    return r->root ? raise_mark(r, event->start_mark, "a second document: a study file holds one study")
                   : CHATTER_OK;
  case YAML_SCALAR_EVENT:
    return add_scalar(r, event);
  case YAML_SEQUENCE_START_EVENT:
  case YAML_MAPPING_START_EVENT:
    if (expects_key(r)) return raise_mark(r, event->start_mark, "a key must be a plain word");
    return add_node(r, event->type == YAML_MAPPING_START_EVENT ? YAML_MAP : YAML_LIST, NULL, 0,
                    event->start_mark);
  case YAML_SEQUENCE_END_EVENT:
  case YAML_MAPPING_END_EVENT:
    r->depth--;
    break;
  default:
    break;
  }
  return CHATTER_OK;
}

static void check_doubled_keys(yaml_reader *r, const yaml_node *parent) {
  for (const yaml_node *a = parent->first; a; a = a->next) {
    check_doubled_keys(r, a);
    for (const yaml_node *b = parent->first; a->key && b != a; b = b->next)
      if (!strcmp(a->key, b->key)) {
        char text[300];
        snprintf(text, sizeof text, "'%.100s' is there twice (first at line %d)", a->key, b->key_line);
        raise_at(r, a->key_line, a->key_column, text);
        break;
      }
  }
}

chatter_status yaml_read(arena *memory, const char *text, size_t length, const char *path, yaml_node **root) {
  yaml_reader r = {.memory = memory, .path = path, .text = text, .length = length};
  *root = NULL;
  if (length >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3)) {
    r.text += 3;
    r.length -= 3;
  }
  if (r.length > YAML_MOST_BYTES)
    return error_raise(CHATTER_BAD_STUDY, "%s: larger than 4 MB: not a study", path);
  if (!yaml_parser_initialize(&r.parser)) return error_raise(CHATTER_DEVICE, "%s: out of memory", path);
  yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&r.parser, (const unsigned char *)r.text, r.length);
  for (int done = 0; !done && r.status == CHATTER_OK;) {
    yaml_event_t event;
    if (!yaml_parser_parse(&r.parser, &event)) {
      raise_syntax(&r);
      break;
    }
    done = event.type == YAML_STREAM_END_EVENT;
    handle_event(&r, &event);
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&r.parser);
  if (r.status == CHATTER_OK && !r.root) raise_at(&r, 1, 1, "the file is empty");
  if (r.status == CHATTER_OK) {
    *root = r.root;
    check_doubled_keys(&r, r.root);
  }
  return r.status;
}

yaml_node *yaml_find(const yaml_node *map, const char *key) {
  if (map->kind != YAML_MAP) return NULL;
  for (yaml_node *child = map->first; child; child = child->next)
    if (!strcmp(child->key, key)) return child;
  return NULL;
}

yaml_node *yaml_child(const yaml_node *parent, int index) {
  yaml_node *child = parent->first;
  while (child && index-- > 0) child = child->next;
  return child;
}

void yaml_append(yaml_node *parent, yaml_node *child) {
  if (parent->last)
    parent->last->next = child;
  else
    parent->first = child;
  parent->last = child;
  parent->n_children++;
}

int yaml_is_nothing(const yaml_node *node) {
  return node->kind == YAML_SCALAR && node->plain &&
         (!*node->text || !strcmp(node->text, "~") || !strcmp(node->text, "null"));
}

const char *yaml_kind_text(const yaml_node *node) {
  if (node->kind == YAML_MAP) return "a map";
  if (node->kind == YAML_LIST) return "a list";
  return yaml_is_nothing(node) ? "nothing" : "text";
}
