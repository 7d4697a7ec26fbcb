// The YAML subset of study files, as a tree with the place of every key and value: block and flow
// maps and lists, plain and quoted scalars, comments. Anchors, aliases, tags and further documents
// are refused, so a small file cannot stand for a huge one.
#ifndef CHATTER_STUDY_YAML_H
#define CHATTER_STUDY_YAML_H

#include "base/memory.h"
#include "base/status.h"

enum { YAML_MOST_BYTES = 4000000 };
typedef enum { YAML_SCALAR, YAML_LIST, YAML_MAP } yaml_kind;

typedef struct yaml_node {
  yaml_kind kind;
  const char *text;         // of a scalar, NUL-terminated UTF-8
  int plain;                // 1: written without quotes
  int line, column;         // from 1; column counts characters
  const char *key;          // of an entry of a map
  int key_line, key_column; // of that key
  const char *override;     // "path=value" of a value from the command line
  struct yaml_node *first, *last, *next;
  int n_children;
} yaml_node;

// Parses UTF-8 text (a byte-order mark and CRLF are allowed) into a tree owned by `memory`. Raises
// CHATTER_BAD_STUDY "path:line:column: ..." for broken syntax (the first), repeated keys (all),
// nesting deeper than 16, more than 20000 nodes or 4 MB. *root is NULL except after repeated keys,
// when further mistakes can still be found.
chatter_status yaml_read(arena *memory, const char *text, size_t length, const char *path, yaml_node **root);

yaml_node *yaml_find(const yaml_node *map, const char *key); // NULL: not there
yaml_node *yaml_child(const yaml_node *parent, int index);   // NULL: not there
void yaml_append(yaml_node *parent, yaml_node *child);
const char *yaml_kind_text(const yaml_node *node); // "a map", "a list", "text", "nothing"
int yaml_is_nothing(const yaml_node *node);        // an empty plain scalar, ~ or null

#endif
