// Scalars and lists of a study: text to numbers, words and directions, with range and unit in every
// message.
#include "study/file/value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/dot.h"
#include "base/text.h"
#include "study/file/document.h"
#include "study/schema/schema_catalogue.h"
#include "study/schema/schema_words.h"
#include "study/study_kind.h"

static const char *unit_text(parser *p, const schema_field *field) {
  return field->unit ? parser_text(p, " in %s", field->unit) : "";
}

// Returns a hint for a word in place of a number: the key that takes several names, "nodes" for
// "node".
static const char *key_of_several_hint(parser *p, const schema_field *field) {
  const schema_field *several = field->path ? schema_find_field(parser_text(p, "%ss", field->path)) : NULL;
  if (!several || several->type != FIELD_NAMES) return NULL;
  return parser_text(p, " (names, of node sets too, are given by '%s')", strrchr(several->path, '.') + 1);
}

// Reads a number. Returns 0 after raising a mistake.
static int read_number(parser *p, const schema_field *field, const yaml_node *node, const char *name,
                       double *value) {
  const char *place = parser_value_place(p, node);
  if (node->kind != YAML_SCALAR || yaml_is_nothing(node)) {
    parser_mistake(p, place, "%s: a number%s is expected, not %s", name, unit_text(p, field),
                   yaml_kind_text(node));
    return 0;
  }
  switch (node->plain ? text_number(node->text, value) : NUMBER_NONE) {
  case NUMBER_NONE:
    parser_mistake(p, place, "%s: '%.100s' is not a number%s", name, node->text,
                   key_of_several_hint(p, field) ? key_of_several_hint(p, field)
                   : !node->plain                ? " (remove the quotes)"
                   : field->unit ? parser_text(p, " (a plain number in %s is expected)", field->unit)
                                 : "");
    return 0;
  case NUMBER_NOT_FINITE:
    parser_mistake(p, place, "%s: '%.100s' is not a finite number", name, node->text);
    return 0;
  case NUMBER_OK:
    break;
  }
  char range[120];
  if (!(*value >= field->minimum && *value <= field->maximum)) {
    parser_mistake(p, place, "%s: %.100s%s%s is out of range (allowed: %s)", name, node->text,
                   field->unit ? " " : "", field->unit ? field->unit : "",
                   schema_allowed_text(field, *value, range, sizeof range));
    return 0;
  }
  if (field->flags & FIELD_WHOLE && *value != floor(*value)) {
    parser_mistake(p, place, "%s: %.100s is not a whole number", name, node->text);
    return 0;
  }
  return 1;
}

// Reads numbers into target[most]; returns how many.
static int read_numbers(parser *p, const schema_field *field, const yaml_node *node, const char *name,
                        int most, double *target) {
  if (node->kind == YAML_SCALAR) return read_number(p, field, node, name, target);
  if (node->kind == YAML_MAP) {
    parser_mistake(p, parser_value_place(p, node), "%s: a list of numbers%s is expected, not a map", name,
                   unit_text(p, field));
    return 0;
  }
  if (node->n_children > most) {
    parser_mistake(p, parser_value_place(p, node), "%s: %d numbers, at most %d are allowed", name,
                   node->n_children, most);
    return 0;
  }
  int n = 0;
  for (const yaml_node *child = node->first; child; child = child->next, n++)
    read_number(p, field, child, parser_text(p, "%s.%d", name, n), &target[n]);
  return n;
}

static void *allocate_list(parser *p, int n, size_t size) {
  void *list = arena_allocate(p->memory, (size_t)n * size + 1);
  p->out_of_memory |= !list;
  return list;
}

static void read_list(parser *p, const schema_field *field, const yaml_node *node, const char *name,
                      number_list *target) {
  const int most = node->kind == YAML_LIST ? node->n_children : 1;
  double *value = allocate_list(p, most, sizeof *value);
  *target = (number_list){.value = value};
  if (value && field->flags & FIELD_ALL && node->kind == YAML_SCALAR && strcmp(node->text, "all") == 0)
    value[target->n++] = LIST_ALL;
  else if (value)
    target->n = read_numbers(p, field, node, name, most, value);
}

// Reads a square matrix, a list of its rows, row by row.
static void read_matrix(parser *p, const schema_field *field, const yaml_node *node, const char *name,
                        number_list *target) {
  const int n = node->kind == YAML_LIST ? node->n_children : 0;
  double *value = allocate_list(p, n * n, sizeof *value);
  *target = (number_list){.value = value};
  int row = 0, wrong = n == 0;
  for (const yaml_node *child = node->first; value && child && !wrong; child = child->next, row++) {
    wrong = child->kind != YAML_LIST || child->n_children != n;
    if (!wrong) read_numbers(p, field, child, parser_text(p, "%s.%d", name, row), n, value + row * n);
  }
  if (wrong)
    parser_mistake(p, parser_value_place(p, node),
                   "%s: a square matrix is expected, a list of rows such as [[1, 0.5], [0.5, 1]]", name);
  else
    target->n = n * n;
}

static void read_direction(parser *p, const yaml_node *node, const char *name, double *target) {
  static const schema_field component = {.minimum = -INFINITY, .maximum = INFINITY};
  const char *place = parser_value_place(p, node);
  double d[3] = {0};
  if (node->kind == YAML_SCALAR) {
    const char *c = node->text + (*node->text == '-' || *node->text == '+');
    if (*c < 'x' || *c > 'z' || c[1]) {
      parser_mistake(p, place, "%s: '%.100s' is not a direction (allowed: x, y, z, -x, -y, -z or [a, b, c])",
                     name, node->text);
      return;
    }
    target[0] = target[1] = target[2] = 0;
    target[*c - 'x'] = *node->text == '-' ? -1 : 1;
    return;
  }
  if (node->kind == YAML_MAP || node->n_children != 3) {
    parser_mistake(p, place, "%s: a direction is x, y, z, -x, -y, -z or a list of three numbers", name);
    return;
  }
  int before = p->mistakes;
  read_numbers(p, &component, node, name, 3, d);
  if (p->mistakes > before) return;
  double largest = fmax(fabs(d[0]), fmax(fabs(d[1]), fabs(d[2])));
  if (largest < 1e-300) {
    parser_mistake(p, place, "%s: the direction [0, 0, 0] has no length", name);
    return;
  }
  for (int i = 0; i < 3; i++) d[i] /= largest;
  double length = sqrt(dot(3, d, d));
  for (int i = 0; i < 3; i++) target[i] = d[i] / length;
}

static void read_point(parser *p, const schema_field *field, const yaml_node *node, const char *name,
                       double *target) {
  const int word = node->kind == YAML_SCALAR ? schema_word_index(POINT_WORDS, node->text) : -1;
  if (word >= 0)
    *target = OUTPUT_ALL_POINTS - word;
  else if (node->kind == YAML_SCALAR && !yaml_is_nothing(node) &&
           text_number(node->text, target) == NUMBER_NONE)
    parser_mistake(p, parser_value_place(p, node),
                   "%s: '%.100s' is not a contact point (allowed: all, sum, any, or its number from 0)", name,
                   node->text);
  else
    read_number(p, field, node, name, target);
}

static void read_column(parser *p, const schema_field *field, const yaml_node *node, const char *name,
                        column_choice *target) {
  column_choice column = {0, ""};
  double number;
  if (node->kind != YAML_SCALAR || yaml_is_nothing(node) || text_number(node->text, &number) != NUMBER_NONE)
    read_number(p, field, node, name, &column.number);
  else if (!*node->text || strlen(node->text) >= sizeof column.name)
    parser_mistake(p, parser_value_place(p, node),
                   "%s: '%.100s' is no column (allowed: its number from 1, or its name of up to %zu bytes)",
                   name, node->text, sizeof column.name - 1);
  else
    snprintf(column.name, sizeof column.name, "%s", node->text);
  *target = column;
}

static void read_columns(parser *p, const schema_field *field, const yaml_node *node, const char *name,
                         column_list *target) {
  const int is_list = node->kind == YAML_LIST;
  if (is_list && !node->first) parser_mistake(p, parser_value_place(p, node), "%s: the list is empty", name);
  target->n = 0;
  target->choice = allocate_list(p, is_list ? node->n_children : 1, sizeof *target->choice);
  for (const yaml_node *child = is_list ? node->first : node; target->choice && child;
       child = is_list ? child->next : NULL) {
    const char *of = is_list ? parser_text(p, "%s.%d", name, target->n) : name;
    read_column(p, field, child, of, &target->choice[target->n++]);
  }
}

static void read_phase(parser *p, const schema_field *field, const yaml_node *node, const char *name,
                       double *target) {
  if (node->kind == YAML_SCALAR && !strcmp(node->text, "sin"))
    *target = 0;
  else if (node->kind == YAML_SCALAR && !strcmp(node->text, "cos"))
    *target = M_PI / 2;
  else if (node->kind == YAML_SCALAR && !yaml_is_nothing(node) &&
           text_number(node->text, target) == NUMBER_NONE)
    parser_mistake(p, parser_value_place(p, node),
                   "%s: '%.100s' is not a phase (allowed: sin, cos or a number in rad)", name, node->text);
  else
    read_number(p, field, node, name, target);
}

static void read_text(parser *p, const schema_field *field, const yaml_node *node, const char *name,
                      char *target) {
  const char *place = parser_value_place(p, node);
  if (node->kind != YAML_SCALAR || yaml_is_nothing(node))
    parser_mistake(p, place, "%s: a %s is expected, not %s", name,
                   field->type == FIELD_FILE || field->type == FIELD_FILES   ? "file name"
                   : field->type == FIELD_NAME || field->type == FIELD_NAMES ? "node set or node id"
                                                                             : "text",
                   yaml_kind_text(node));
  else if (!*node->text)
    parser_mistake(p, place, "%s: the text is empty", name);
  else if (strlen(node->text) >= field->size)
    parser_mistake(p, place, "%s: longer than %zu bytes", name, field->size - 1);
  else
    strcpy(target, node->text);
}

// Returns the advice for a list of nodes that is too long.
static const char *longer_list_hint(const schema_field *field) {
  const schema_section *section = schema_section_of(field);
  return section && section->shape == SECTION_LIST ? ": give the rest of it in another entry of this "
                                                     "section, or name a node set (models of decks and "
                                                     "matrices)"
                                                   : ": name a node set (models of decks and matrices)";
}

// Joins a list of names into one text, separated by blanks; file names and FIELD_LINES by line
// ends.
static void read_names(parser *p, const schema_field *field, const yaml_node *node, const char *name,
                       char *target) {
  if (node->kind != YAML_LIST || !node->first) {
    read_text(p, field, node, name, target);
    return;
  }
  size_t used = 0;
  int i = 0;
  for (const yaml_node *child = node->first; child; child = child->next, i++) {
    char word[STUDY_PATH] = "";
    int before = p->mistakes;
    schema_field one = *field;
    const size_t most = field->type == FIELD_FILES   ? STUDY_PATH
                        : field->type == FIELD_NAMES ? STUDY_SET
                                                     : STUDY_NAME;
    if (one.size > most) one.size = most;
    read_text(p, &one, child, parser_text(p, "%s.%d", name, i), word);
    if (p->mistakes > before) return;
    if (used + strlen(word) + 2 > field->size) {
      parser_mistake(p, parser_value_place(p, child), "%s: the list is longer than %zu characters%s", name,
                     field->size - 1, field->type == FIELD_NAMES ? longer_list_hint(field) : "");
      return;
    }
    used += (size_t)snprintf(target + used, field->size - used, "%s%s",
                             i == 0                                                     ? ""
                             : field->type == FIELD_FILES || field->type == FIELD_LINES ? "\n"
                                                                                        : " ",
                             word);
  }
}

// Lists all words that the field takes.
static const char **list_words(parser *p, const schema_field *field, int *n) {
  char word[64];
  *n = 0;
  while (*schema_field_word(field, *n, word, sizeof word)) ++*n;
  const char **all = allocate_list(p, *n, sizeof *all);
  for (int i = 0; all && i < *n; i++)
    all[i] = parser_text(p, "%s", schema_field_word(field, i, word, sizeof word));
  return all;
}

// Selects the words that this study may use: quantities of its kind, all other words.
static const char **select_usable_words(parser *p, const schema_field *field, int n, const char *const *all,
                                        int *n_internal_nodes) {
  const char **own = allocate_list(p, n, sizeof *own);
  *n_internal_nodes = 0;
  for (int i = 0; own && i < n; i++)
    if (field->type != FIELD_QUANTITY || !p->kind || study_quantity_find(p->kind, all[i]))
      own[(*n_internal_nodes)++] = all[i];
  return own;
}

// Returns the index of the word among those of the field; -1 after raising a mistake.
static int read_word(parser *p, const schema_field *field, const yaml_node *node, const char *name) {
  const char *place = parser_value_place(p, node);
  int n, n_internal_nodes;
  const char **all = list_words(p, field, &n);
  const char **own = all ? select_usable_words(p, field, n, all, &n_internal_nodes) : NULL;
  if (!own) return -1;
  if (node->kind != YAML_SCALAR || yaml_is_nothing(node)) {
    const char *words = "";
    for (int i = 0; i < n_internal_nodes; i++) words = parser_text(p, "%s%s%s", words, i ? " " : "", own[i]);
    parser_mistake(p, place, "%s: a word is expected, not %s (one of: %s)", name, yaml_kind_text(node),
                   words);
    p->misread = 1;
    return -1;
  }
  for (int i = 0; i < n; i++)
    if (!strcmp(all[i], node->text)) return i;
  // A word near to one of another kind of study was meant as that; the message then says which kind
  // has it.
  const int elsewhere = !text_nearest(node->text, n_internal_nodes, own) && text_nearest(node->text, n, all);
  parser_mistake(p, place, "%s: unknown word '%.100s'%s", name, node->text,
                 elsewhere ? parser_hint_text(p, node->text, n, all)
                           : parser_hint_text(p, node->text, n_internal_nodes, own));
  p->misread = 1;
  return -1;
}

static void read_index(parser *p, const schema_field *field, const yaml_node *node, const char *name,
                       int *target) {
  const int index = read_word(p, field, node, name);
  if (index >= 0) *target = index;
}

static void read_kind(parser *p, const schema_field *field, const yaml_node *node, const char *name,
                      const study_kind **target) {
  const int index = read_word(p, field, node, name);
  if (index >= 0) *target = study_kinds[index];
}

// Finds the quantity of the study's kind, else that of the first kind with the word, which is
// refused later.
static void read_quantity(parser *p, const schema_field *field, const yaml_node *node, const char *name,
                          const study_quantity **target) {
  if (read_word(p, field, node, name) >= 0) *target = study_quantity_for(p->kind, node->text);
}

static void read_switch(parser *p, const yaml_node *node, const char *name, int *target) {
  if (node->kind == YAML_SCALAR && (!strcmp(node->text, "true") || !strcmp(node->text, "false")))
    *target = !strcmp(node->text, "true");
  else
    parser_mistake(p, parser_value_place(p, node), "%s: true or false is expected, not %s", name,
                   node->kind == YAML_SCALAR && *node->text ? parser_text(p, "'%.100s'", node->text)
                                                            : yaml_kind_text(node));
}

static void read_term(parser *p, const yaml_node *node, const char *name, response_term *target) {
  static const schema_field id = {.type = FIELD_NAME, .size = STUDY_NAME};
  static const schema_field weight = {.minimum = -INFINITY, .maximum = INFINITY};
  static const char *const keys[] = {"node", "direction", "weight"};
  *target = (response_term){.weight = 1};
  if (node->kind != YAML_MAP) {
    parser_mistake(p, parser_value_place(p, node), "%s: a map {node, direction, weight} is expected, not %s",
                   name, yaml_kind_text(node));
    return;
  }
  for (const yaml_node *child = node->first; child; child = child->next) {
    const char *path = parser_text(p, "%s.%s", name, child->key);
    parser_remember_place(p, path, child);
    if (!strcmp(child->key, "node"))
      read_text(p, &id, child, path, target->node);
    else if (!strcmp(child->key, "direction"))
      read_direction(p, child, path, target->direction);
    else if (!strcmp(child->key, "weight"))
      read_number(p, &weight, child, path, &target->weight);
    else
      parser_mistake(p, parser_key_place(p, child), "%s: unknown key '%.100s'%s", name, child->key,
                     parser_hint_text(p, child->key, 3, keys));
  }
  if (!yaml_find(node, "node"))
    parser_mistake(p, parser_value_place(p, node), "%s: missing key 'node': a node id, or a set of one node",
                   name);
}

static void read_sum(parser *p, const yaml_node *node, const char *name, response_sum *target) {
  const char *place = parser_value_place(p, node);
  if (node->kind != YAML_LIST || node->n_children == 0)
    parser_mistake(p, place, "%s: a list of maps {node, direction, weight} is expected, not %s", name,
                   node->kind == YAML_LIST ? "an empty list" : yaml_kind_text(node));
  else if ((target->term = allocate_list(p, node->n_children, sizeof *target->term)))
    for (const yaml_node *child = node->first; child; child = child->next) {
      const char *term = parser_text(p, "%s.%d", name, target->n);
      parser_remember_place(p, term, child);
      read_term(p, child, term, &target->term[target->n++]);
    }
}

void value_read(parser *p, const schema_field *field, const yaml_node *node, const char *name, void *target) {
  switch (field->type) {
  case FIELD_NUMBER:
    read_number(p, field, node, name, target);
    break;
  case FIELD_PAIR:
    read_numbers(p, field, node, name, 2, target);
    break;
  case FIELD_PHASE:
    read_phase(p, field, node, name, target);
    break;
  case FIELD_POINT:
    read_point(p, field, node, name, target);
    break;
  case FIELD_COLUMN:
    read_column(p, field, node, name, target);
    break;
  case FIELD_COLUMNS:
    read_columns(p, field, node, name, target);
    break;
  case FIELD_DIRECTION:
    read_direction(p, node, name, target);
    break;
  case FIELD_TEXT:
  case FIELD_NAME:
  case FIELD_FILE:
    read_text(p, field, node, name, target);
    break;
  case FIELD_NAMES:
  case FIELD_TEXTS:
  case FIELD_LINES:
  case FIELD_FILES:
    read_names(p, field, node, name, target);
    break;
  case FIELD_WORD:
  case FIELD_LAW:
    read_index(p, field, node, name, target);
    break;
  case FIELD_KIND:
    read_kind(p, field, node, name, target);
    break;
  case FIELD_QUANTITY:
    read_quantity(p, field, node, name, target);
    break;
  case FIELD_SUM:
    read_sum(p, node, name, target);
    break;
  case FIELD_SWITCH:
    read_switch(p, node, name, target);
    break;
  case FIELD_LIST:
    if (field->flags & FIELD_MATRIX)
      read_matrix(p, field, node, name, target);
    else
      read_list(p, field, node, name, target);
    break;
  }
}

void value_default(parser *p, const schema_field *field, void *target) {
  memset(target, 0, field->size);
  if (!field->initial) return;
  const yaml_node node = {.kind = YAML_SCALAR, .text = field->initial, .plain = 1};
  value_read(p, field, &node, field->path, target);
}
