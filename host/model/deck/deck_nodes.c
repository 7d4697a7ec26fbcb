// Reads nodes, node sets and boundary conditions of a deck.
#include "model/deck/deck_nodes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "model/arena_array.h"
#include "model/deck/deck.h"
#include "model/model_building.h"
#include "model/model_lookup.h"
#include "model/number.h"

enum { CCX_NUMBER_LENGTH = 20 }; // characters ccx reads of a number

static const char node_number_words[] = "a node number";

static const char *entry_word(deck_entry e, char word[40]) {
  snprintf(word, 40, "%.*s", (int)(e.end - e.at > 36 ? 36 : e.end - e.at), e.at);
  return word;
}

static chatter_status read_coordinate(const deck_line *line, deck_entry e, double *x) {
  char word[40];
  *x = 0; // ccx reads an empty field as 0
  if (e.at == e.end) return CHATTER_OK;
  if (!deck_entry_number(e, x))
    return deck_raise(line, e.at, "'%s' is not a coordinate", entry_word(e, word));
  if (e.end - e.at > CCX_NUMBER_LENGTH)
    return deck_raise(line, e.at,
                      "the coordinate '%s' has %d characters and ccx reads %d of them: write it shorter",
                      entry_word(e, word), (int)(e.end - e.at), CCX_NUMBER_LENGTH);
  return CHATTER_OK;
}

typedef struct placed_node {
  model_node node;
  const deck_line *line;
} placed_node;

static chatter_status read_node(const deck_line *line, placed_node *out) {
  const char *cursor = line->text;
  deck_entry e = {cursor, cursor};
  *out = (placed_node){.node.equation = {-1, -1, -1}, .line = line};
  deck_next_entry(&cursor, &e);
  TRY(deck_entry_id(line, e, node_number_words, &out->node.id));
  for (int d = 0; d < 3 && deck_next_entry(&cursor, &e); d++)
    TRY(read_coordinate(line, e, &out->node.position[d]));
  return CHATTER_OK;
}

static int compare_nodes(const void *a, const void *b) {
  const placed_node *x = a, *y = b;
  if (x->node.id != y->node.id) return x->node.id < y->node.id ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line; // the lines are in one array
}

static chatter_status merge_nodes(long n, placed_node *nodes, model *out) {
  qsort(nodes, (size_t)n, sizeof *nodes, compare_nodes);
  ARENA_ARRAY(out->nodes, out->memory, n);
  for (long i = 0; i < n; i++) {
    const placed_node *now = &nodes[i];
    if (i > 0 && now[-1].node.id == now->node.id) {
      if (memcmp(now[-1].node.position, now->node.position, sizeof now->node.position) != 0)
        return deck_raise(now->line, now->line->text, "node %ld has other coordinates than in %s:%ld",
                          now->node.id, now[-1].line->path, now[-1].line->number);
      continue;
    }
    out->nodes[out->n_nodes++] = now->node;
  }
  return CHATTER_OK;
}

static chatter_status collect_nodes(const deck *self, arena *scratch, model *out) {
  placed_node *nodes;
  long n = 0, at = 0;
  deck_card card;
  ARENA_ARRAY(nodes, scratch, self->n_lines);
  while (deck_next_card(self, &at, &card)) {
    if (card.begin == card.line)
      return deck_raise(&self->lines[card.begin], self->lines[card.begin].text, "data before the first card");
    if (strcmp(card.name, "NODE") != 0) continue;
    for (long l = card.begin; l < card.end; l++) TRY(read_node(&self->lines[l], &nodes[n++]));
  }
  if (n == 0)
    return error_raise(CHATTER_BAD_MODEL, "%s:1:1: the deck has no nodes (*NODE)", self->lines[0].path);
  if (n > 100000000)
    return error_raise(CHATTER_BAD_MODEL, "%s:1:1: too many nodes: %ld", self->lines[0].path, n);
  return merge_nodes(n, nodes, out);
}

// Node sets under construction.
typedef struct growing_set {
  struct growing_set *next;
  char name[STUDY_SET];
  const deck_line *line; // first line that names it
  int n, capacity;
  int *node;
} growing_set;

static chatter_status add_set_node(growing_set *set, int node) {
  if (set->n == set->capacity) {
    int capacity = set->capacity ? 2 * set->capacity : 16;
    int *larger = realloc(set->node, (size_t)capacity * sizeof *larger);
    if (!larger) return error_raise(CHATTER_DEVICE, "out of memory for the node set %s", set->name);
    set->node = larger;
    set->capacity = capacity;
  }
  set->node[set->n++] = node;
  return CHATTER_OK;
}

static growing_set *find_growing_set(growing_set *sets, const char *name) {
  while (sets && strcmp(sets->name, name) != 0) sets = sets->next;
  return sets;
}

// Finds or opens the set that a card fills; *set is NULL if the card names none and needs none.
static chatter_status open_node_set(const deck *self, const deck_card *card, int needed, growing_set **sets,
                                    growing_set **set) {
  char name[DECK_NAME];
  const deck_line *line = &self->lines[card->line];
  const char *where = line->text;
  *set = NULL;
  if (!deck_find_parameter(self, card, "NSET", name, &line, &where)) {
    if (!needed) return CHATTER_OK;
    return deck_raise(line, where, "*NSET without a name; expected: *NSET, NSET=NAME");
  }
  size_t length = strlen(name);
  if (length == 0) return deck_raise(line, where, "the node set has no name; expected: NSET=NAME");
  if (length >= STUDY_SET)
    return deck_raise(line, where, "the name of the node set has %d characters or more; allowed: %d",
                      STUDY_SET, STUDY_SET - 1);
  *set = find_growing_set(*sets, name);
  if (*set) return CHATTER_OK;
  *set = calloc(1, sizeof **set);
  if (!*set) return error_raise(CHATTER_DEVICE, "out of memory for the node set %s", name);
  memcpy((*set)->name, name, length + 1);
  (*set)->line = line;
  while (*sets) sets = &(*sets)->next;
  *sets = *set;
  return CHATTER_OK;
}

static chatter_status add_generated_nodes(const deck_line *line, const model *m, growing_set *set) {
  const char *cursor = line->text;
  deck_entry e;
  long range[3] = {0, 0, 1};
  int n = 0;
  for (; n < 3 && deck_next_entry(&cursor, &e); n++)
    TRY(deck_entry_id(line, e, node_number_words, &range[n]));
  if (n < 2) return deck_raise(line, line->text, "GENERATE needs: first, last[, increment]");
  if (range[1] < range[0])
    return deck_raise(line, line->text, "GENERATE from %ld to %ld: the last is below the first", range[0],
                      range[1]);
  for (int i = 0; i < m->n_nodes; i++) { // numbers without a node are skipped, as in ccx
    long id = m->nodes[i].id;
    if (id >= range[0] && id <= range[1] && (id - range[0]) % range[2] == 0) TRY(add_set_node(set, i));
  }
  return CHATTER_OK;
}

static chatter_status add_set_member(const deck_line *line, deck_entry e, const model *m, growing_set *sets,
                                     growing_set *set) {
  char word[40], name[DECK_NAME];
  long id;
  if (e.at < e.end && ((*e.at >= '0' && *e.at <= '9') || *e.at == '-' || *e.at == '+')) {
    TRY(deck_entry_id(line, e, node_number_words, &id));
    int node = model_find_node_id(m, id);
    if (node < 0)
      return deck_raise(line, e.at, "the node set %s names node %ld, which the deck has not", set->name, id);
    return add_set_node(set, node);
  }
  size_t n = 0;
  for (const char *c = e.at; c < e.end && n + 1 < sizeof name; c++)
    name[n++] = (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
  name[n] = 0;
  const growing_set *other = find_growing_set(sets, name);
  if (!other || other == set)
    return deck_raise(line, e.at, "'%s' is neither a node number nor a node set defined before",
                      entry_word(e, word));
  for (int i = 0; i < other->n; i++) TRY(add_set_node(set, other->node[i]));
  return CHATTER_OK;
}

static chatter_status read_node_sets(const deck *self, const model *m, growing_set **sets) {
  long at = 0;
  deck_card card;
  char ignored[DECK_NAME];
  const deck_line *line;
  const char *where, *cursor;
  while (deck_next_card(self, &at, &card)) {
    int is_set = strcmp(card.name, "NSET") == 0;
    if (!is_set && strcmp(card.name, "NODE") != 0) continue;
    growing_set *set;
    TRY(open_node_set(self, &card, is_set, sets, &set));
    int generate = is_set && deck_find_parameter(self, &card, "GENERATE", ignored, &line, &where);
    for (long l = card.begin; set && l < card.end; l++) {
      cursor = self->lines[l].text;
      deck_entry e = {cursor, cursor};
      if (generate) {
        TRY(add_generated_nodes(&self->lines[l], m, set));
      } else if (!is_set) {
        deck_next_entry(&cursor, &e);
        TRY(add_set_member(&self->lines[l], e, m, *sets, set));
      } else {
        while (deck_next_entry(&cursor, &e)) TRY(add_set_member(&self->lines[l], e, m, *sets, set));
      }
    }
  }
  return CHATTER_OK;
}

// Stores the sets in the model, each node once, in the order of the deck.
static chatter_status store_node_sets(const growing_set *sets, arena *scratch, model *out) {
  int n_sets = 0, *stamp;
  for (const growing_set *s = sets; s; s = s->next) n_sets++;
  ARENA_ARRAY(stamp, scratch, out->n_nodes);
  ARENA_ARRAY(out->sets, out->memory, n_sets);
  for (const growing_set *s = sets; s; s = s->next) {
    node_set *kept;
    TRY(model_add_set(out, s->name, s->n, &kept));
    kept->n = 0;
    if (s->n == 0) {
      char place[2 * MODEL_PATH + 32];
      snprintf(place, sizeof place, "%s:%ld", s->line->path, s->line->number);
      kept->place = arena_string(out->memory, place);
      if (!kept->place) return error_raise(CHATTER_DEVICE, "out of memory for the node set %s", s->name);
    }
    for (int i = 0; i < s->n; i++) {
      if (stamp[s->node[i]] == out->n_sets) continue; // n_sets already counts this set: its mark, from 1
      stamp[s->node[i]] = out->n_sets;
      kept->node[kept->n++] = s->node[i];
    }
  }
  return CHATTER_OK;
}

chatter_status deck_read_nodes(const deck *self, model *out) {
  arena *scratch = arena_create();
  if (!scratch) return error_raise(CHATTER_DEVICE, "out of memory for the nodes of the deck");
  growing_set *sets = NULL;
  chatter_status status = collect_nodes(self, scratch, out);
  if (status == CHATTER_OK) status = read_node_sets(self, out, &sets);
  if (status == CHATTER_OK) status = store_node_sets(sets, scratch, out);
  while (sets) {
    growing_set *next = sets->next;
    free(sets->node);
    free(sets);
    sets = next;
  }
  arena_destroy(scratch);
  return status;
}

chatter_status deck_find_label_nodes(const deck_line *line, deck_entry e, const model *m, int *single, int *n,
                                     const int **nodes) {
  long id;
  if (number_read_whole(e.at, e.end, &id) == e.end) {
    *single = model_find_node_id(m, id);
    *nodes = single;
    *n = 1;
    if (*single >= 0) return CHATTER_OK;
    return deck_raise(line, e.at, "the deck has no node %ld", id);
  }
  const size_t length = (size_t)(e.end - e.at);
  for (int s = 0; s < m->n_sets; s++)
    if (strncasecmp(m->sets[s].name, e.at, length) == 0 && m->sets[s].name[length] == 0) {
      *n = m->sets[s].n;
      *nodes = m->sets[s].node;
      return CHATTER_OK;
    }
  return deck_raise(line, e.at, "'%.*s' is neither a node nor a node set", (int)(length > 60 ? 60 : length),
                    e.at);
}

// Marks the directions of a line "node or set, first direction[, last direction[, value]]".
static void mark_fixed_line(const deck_line *line, const model *m, unsigned char *fixed) {
  const char *cursor = line->text;
  deck_entry name, e;
  long id = 0, first = 0, last;
  if (!deck_next_entry(&cursor, &name) || !deck_next_entry(&cursor, &e)) return;
  if (number_read_whole(e.at, e.end, &first) != e.end) return;
  if (!deck_next_entry(&cursor, &e) || number_read_whole(e.at, e.end, &last) != e.end) last = first;
  int single = -1, n = 0;
  const int *nodes = &single;
  if (number_read_whole(name.at, name.end, &id) == name.end) {
    single = model_find_node_id(m, id);
    n = single >= 0;
  }
  for (int s = 0; s < m->n_sets && n == 0; s++)
    if (strncasecmp(m->sets[s].name, name.at, (size_t)(name.end - name.at)) == 0 &&
        m->sets[s].name[name.end - name.at] == 0) {
      n = m->sets[s].n;
      nodes = m->sets[s].node;
    }
  for (int i = 0; i < n; i++)
    for (long d = first < 1 ? 1 : first; d <= last && d <= 3; d++)
      fixed[nodes[i]] |= (unsigned char)(1 << (d - 1));
}

void deck_mark_fixed(const deck *self, const model *m, unsigned char *fixed) {
  long at = 0;
  deck_card card;
  deck_steps steps = {0};
  while (deck_next_card(self, &at, &card))
    if (deck_keeps_card(&steps, &card) && strcmp(card.name, "BOUNDARY") == 0)
      for (long l = card.begin; l < card.end; l++) mark_fixed_line(&self->lines[l], m, fixed);
}
