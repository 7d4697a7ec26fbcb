// Rewrites parts and instances as flat cards.
#include "model/deck/flatten.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/arena_array.h"
#include "model/deck/deck.h"
#include "model/deck/deck_place.h"
#include "model/deck/mesh/deck_mesh.h"
#include "model/number.h"

// Kinds of names in the data lines of a card.
typedef enum {
  DATA_WITHOUT_LABELS,
  DATA_NODES,
  DATA_ELEMENTS,
  DATA_NODE_LABELS,
  DATA_ELEMENT_LABELS,
  DATA_FACES,
  DATA_FIRST_NODE,
  DATA_EQUATION_TERMS
} data_labels;

static const struct {
  const char *name;
  const char *parameters[4]; // parameters whose values are names of the scope
  data_labels data;
} scoped_cards[] = {
    {"NODE", {"NSET"}, DATA_NODES},
    {"ELEMENT", {"ELSET"}, DATA_ELEMENTS},
    {"NSET", {"NSET"}, DATA_NODE_LABELS},
    {"ELSET", {"ELSET"}, DATA_ELEMENT_LABELS},
    {"SURFACE", {"NAME"}, DATA_FACES},
    {"SOLIDSECTION", {"ELSET", "ORIENTATION"}, DATA_WITHOUT_LABELS},
    {"ORIENTATION", {"NAME"}, DATA_WITHOUT_LABELS},
    {"MASS", {"ELSET"}, DATA_WITHOUT_LABELS},
    {"SPRING", {"ELSET", "ORIENTATION"}, DATA_WITHOUT_LABELS},
    {"DASHPOT", {"ELSET", "ORIENTATION"}, DATA_WITHOUT_LABELS},
    {"COUPLING", {"REFNODE", "SURFACE", "ORIENTATION"}, DATA_WITHOUT_LABELS},
    {"TIE", {NULL}, DATA_NODE_LABELS}, // of surfaces
    {"EQUATION", {NULL}, DATA_EQUATION_TERMS},
    {"BOUNDARY", {NULL}, DATA_FIRST_NODE},
    {"CLOAD", {NULL}, DATA_FIRST_NODE},
    {"INITIALCONDITIONS", {NULL}, DATA_FIRST_NODE},
    {"RETAINEDNODALDOFS", {NULL}, DATA_FIRST_NODE},
};
enum { N_SCOPED_CARDS = sizeof scoped_cards / sizeof *scoped_cards };

// One instance, or the assembly itself (empty name).
typedef struct instance_scope {
  char name[DECK_NAME];
  long node, element;   // offsets of its node and element numbers
  long part[2], own[2]; // ranges of its lines, in the part and in the instance
  deck_place place;
} instance_scope;

typedef struct flattening {
  const deck *from;
  deck *to;
  int n;
  instance_scope *scopes;   // [n], the last one is the assembly's
  long n_nodes, n_elements; // largest numbers so far
} flattening;

static const long max_label = 1000000000; // of a node or element in an instance

static int is_card(const deck_card *card, const char *name) {
  return strcmp(card->name, name) == 0;
}

static const instance_scope *find_scope(const flattening *f, const char *name, size_t length) {
  for (int i = 0; i + 1 < f->n; i++)
    if (strlen(f->scopes[i].name) == length && strncmp(f->scopes[i].name, name, length) == 0)
      return &f->scopes[i];
  return NULL;
}

// Copies an entry in capitals, without blanks.
static void copy_upper_case(deck_entry e, char text[DECK_NAME]) {
  size_t n = 0;
  for (const char *c = e.at; c < e.end && n + 1 < DECK_NAME; c++)
    if (*c != ' ' && *c != '\t') text[n++] = (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
  text[n] = 0;
}

// Writes the number or name that a label of the scope has in the flat deck.
static void map_label(const flattening *f, const instance_scope *in, int elements, deck_entry e,
                      char out[2 * DECK_NAME]) {
  char text[DECK_NAME];
  long number;
  copy_upper_case(e, text);
  char *point = strchr(text, '.');
  const instance_scope *other = point ? find_scope(f, text, (size_t)(point - text)) : NULL;
  const char *rest = other ? point + 1 : text, *end = rest + strlen(rest);
  const instance_scope *owner = other ? other : in;
  if (number_read_whole(rest, end, &number) == end && labs(number) <= max_label)
    snprintf(out, 2 * DECK_NAME, "%ld", number + (elements ? owner->element : owner->node));
  else
    snprintf(out, 2 * DECK_NAME, "%s%s%s", owner->name, owner->name[0] ? "." : "", rest);
}

// Prints the keyword line with the names of the flat deck, without parameters that place the card
// in a part.
static chatter_status print_header(const flattening *f, const deck_card *card, const instance_scope *in,
                                   int row, const instance_scope *names_in) {
  char text[1300];
  size_t n = (size_t)snprintf(text, sizeof text, "*%s", card->name);
  const deck_line *first = &f->from->lines[card->line];
  for (long l = card->line; l < card->begin; l++) {
    const char *cursor = f->from->lines[l].text;
    deck_entry e;
    if (l == card->line) cursor += strcspn(cursor, ",") + (strchr(cursor, ',') != NULL);
    while (deck_next_entry(&cursor, &e)) {
      char parameter[DECK_NAME], label[2 * DECK_NAME];
      copy_upper_case(e, parameter);
      const char *equals = e.end > e.at ? memchr(e.at, '=', (size_t)(e.end - e.at)) : NULL;
      char *mark = strchr(parameter, '=');
      if (mark) *mark = 0;
      if (e.at == e.end || strcmp(parameter, "INSTANCE") == 0 || strcmp(parameter, "INTERNAL") == 0 ||
          (is_card(card, "NODE") && strcmp(parameter, "SYSTEM") == 0))
        continue;
      int named = 0;
      for (int k = 0; k < 4 && row >= 0 && scoped_cards[row].parameters[k]; k++)
        named |= strcmp(scoped_cards[row].parameters[k], parameter) == 0;
      // The name of a set belongs to the assembly; its contents may belong to an instance.
      if (named && equals)
        map_label(f, row >= 0 && scoped_cards[row].data >= DATA_NODE_LABELS ? names_in : in, 0,
                  (deck_entry){equals + 1, e.end}, label);
      n += (size_t)(named && equals
                        ? snprintf(text + n, sizeof text - n, ", %s=%s", parameter, label)
                        : snprintf(text + n, sizeof text - n, ", %.*s", (int)(e.end - e.at), e.at));
      if (n >= sizeof text) return deck_raise(first, first->text, "the keyword line is too long");
    }
  }
  return deck_print_line(f->to, first, "%s", text);
}

// Formats a number in the fewest digits that reproduce it, within the 20 characters that ccx reads.
static const char *coordinate_text(double x, char text[40]) {
  for (int digits = 6; digits <= 15; digits++) {
    snprintf(text, 40, "%.*g", digits, x);
    if (strlen(text) <= 20 && strtod(text, NULL) == x) return text;
  }
  snprintf(text, 40, "%.12e", x);
  return text;
}

static chatter_status print_node(const flattening *f, const deck_line *line, const instance_scope *in,
                                 int cylindrical, const deck_place *system) {
  const char *cursor = line->text;
  deck_entry e = {cursor, cursor};
  long id;
  double x[3] = {0};
  char text[3][40];
  deck_next_entry(&cursor, &e);
  TRY(deck_entry_id(line, e, "a node number", &id));
  if (id > max_label) return deck_raise(line, e.at, "node number %ld; allowed: at most %ld", id, max_label);
  for (int d = 0; d < 3 && deck_next_entry(&cursor, &e); d++)
    if (e.at < e.end && !deck_entry_number(e, &x[d]))
      return deck_raise(line, e.at, "'%.*s' is not a coordinate",
                        (int)(e.end - e.at > 36 ? 36 : e.end - e.at), e.at);
  if (cylindrical) {
    const double r = x[0], angle = x[1] * M_PI / 180;
    x[0] = r * cos(angle), x[1] = r * sin(angle);
  }
  deck_place_point(system, x, x);
  deck_place_point(&in->place, x, x);
  return deck_print_line(f->to, line, "%ld, %s, %s, %s", id + in->node, coordinate_text(x[0], text[0]),
                         coordinate_text(x[1], text[1]), coordinate_text(x[2], text[2]));
}

// Prints the numbers of an element with the scope's offsets; `n` counts them over continued lines.
static chatter_status print_element(const flattening *f, const deck_line *line, const instance_scope *in,
                                    int most, int *n) {
  char text[1300];
  size_t used = 0;
  const char *cursor = line->text;
  deck_entry e;
  while (deck_next_entry(&cursor, &e)) {
    char label[2 * DECK_NAME];
    if (e.at == e.end) continue;
    map_label(f, in, *n == 0, e, label);
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? "," : "", label);
    if (used >= sizeof text) return deck_raise(line, line->text, "the line is too long");
    *n = most > 0 && *n == most ? 0 : *n + 1;
  }
  const char *comma = *n > 0 && most > 0 ? "," : ""; // the element continues on the next line
  return deck_print_line(f->to, line, "%s%s", text, comma);
}

// Prints a line in which every `step`-th entry from `first` on is a label; other entries are
// copied.
static chatter_status print_labels(const flattening *f, const deck_line *line, const instance_scope *in,
                                   int elements, int first, int step, int n_labels) {
  char text[2600];
  size_t used = 0;
  const char *cursor = line->text;
  deck_entry e;
  for (int n = 0; deck_next_entry(&cursor, &e); n++) {
    char label[2 * DECK_NAME];
    snprintf(label, sizeof label, "%.*s", (int)(e.end - e.at), e.at);
    if (e.at < e.end && n >= first && (n - first) % step == 0 && n < first + step * n_labels)
      map_label(f, in, elements, e, label);
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", n ? ", " : "", label);
    if (used >= sizeof text) return deck_raise(line, line->text, "the line is too long");
  }
  return deck_print_line(f->to, line, "%s", text);
}

static int read_unscoped_parameter(const deck *self, const deck_card *card, const char *name,
                                   char value[DECK_NAME]) {
  const deck_line *line;
  const char *where;
  return deck_find_parameter(self, card, name, value, &line, &where);
}

static chatter_status print_nodes(const flattening *f, const deck_card *card, const instance_scope *in,
                                  const deck_place *system) {
  char value[DECK_NAME] = "";
  int given = read_unscoped_parameter(f->from, card, "SYSTEM", value), cylindrical = strcmp(value, "C") == 0;
  if (given && !cylindrical && strcmp(value, "R") != 0)
    return deck_raise(&f->from->lines[card->line], f->from->lines[card->line].text,
                      "*NODE with SYSTEM=%s; allowed: R (x, y, z) and C (radius, degrees, z)", value);
  for (long l = card->begin; l < card->end; l++)
    TRY(print_node(f, &f->from->lines[l], in, cylindrical, system));
  return CHATTER_OK;
}

static chatter_status print_data(const flattening *f, const deck_card *card, const instance_scope *in,
                                 data_labels data) {
  char value[DECK_NAME];
  const int generate = read_unscoped_parameter(f->from, card, "GENERATE", value);
  int n = 0, most = 0;
  if (data == DATA_ELEMENTS && read_unscoped_parameter(f->from, card, "TYPE", value))
    most = deck_count_element_nodes(value);
  if (data == DATA_FACES && read_unscoped_parameter(f->from, card, "TYPE", value) &&
      strcmp(value, "NODE") == 0)
    data = DATA_FIRST_NODE;
  for (long l = card->begin; l < card->end; l++) {
    const deck_line *line = &f->from->lines[l];
    const char *cursor = line->text;
    deck_entry e = {cursor, cursor};
    if (data == DATA_WITHOUT_LABELS) {
      TRY(deck_add_line(f->to, *line));
    } else if (data == DATA_ELEMENTS) {
      TRY(print_element(f, line, in, most, &n));
    } else if (data == DATA_EQUATION_TERMS) { // a line with one entry is the number of terms that follow
      int count = deck_next_entry(&cursor, &e) && !deck_next_entry(&cursor, &e);
      TRY(count ? deck_add_line(f->to, *line) : print_labels(f, line, in, 0, 0, 3, 1000));
    } else {
      int one = data == DATA_FACES || data == DATA_FIRST_NODE;
      TRY(print_labels(f, line, in, data == DATA_FACES || data == DATA_ELEMENT_LABELS, 0, 1,
                       one        ? 1
                       : generate ? 2
                                  : 1000));
    }
  }
  return CHATTER_OK;
}

static chatter_status print_card(const flattening *f, const deck_card *card, const instance_scope *in,
                                 deck_place *system) {
  static const char *const structure[] = {"PART",     "ENDPART",     "ASSEMBLY",
                                          "INSTANCE", "ENDINSTANCE", "ENDASSEMBLY"};
  for (size_t i = 0; i < sizeof structure / sizeof *structure; i++)
    if (is_card(card, structure[i])) return CHATTER_OK;
  if (is_card(card, "SYSTEM")) return deck_read_system(f->from, card, system);
  int row = 0;
  while (row < N_SCOPED_CARDS && !is_card(card, scoped_cards[row].name)) row++;
  if (row == N_SCOPED_CARDS) row = -1;
  const deck_line *line = &f->from->lines[card->line];
  if (is_card(card, "ORIENTATION") &&
      memcmp(in->place.turn, deck_place_at_origin.turn, sizeof in->place.turn) != 0)
    return deck_raise(line, line->text, "*ORIENTATION in an instance that is rotated (%s): not supported",
                      in->name);
  char value[DECK_NAME];
  const instance_scope *held = in;
  if (row >= 0 && (is_card(card, "NSET") || is_card(card, "ELSET")) &&
      read_unscoped_parameter(f->from, card, "INSTANCE", value)) {
    held = find_scope(f, value, strlen(value));
    if (!held) return deck_raise(line, line->text, "the assembly has no instance '%.60s'", value);
  }
  TRY(print_header(f, card, in, row, in));
  if (row >= 0 && scoped_cards[row].data == DATA_NODES) return print_nodes(f, card, in, system);
  return print_data(f, card, held, row < 0 ? DATA_WITHOUT_LABELS : scoped_cards[row].data);
}

static chatter_status print_range(const flattening *f, const long range[2], const instance_scope *in,
                                  deck_place *system) {
  deck_card card;
  for (long at = range[0]; at < range[1] && deck_next_card(f->from, &at, &card);)
    TRY(print_card(f, &card, in, system));
  return CHATTER_OK;
}

// Returns the line of the next card of this name from `from` on, or -1.
static long find_card(const deck *self, const char *name, long from, deck_card *card) {
  while (deck_next_card(self, &from, card))
    if (is_card(card, name)) return card->line;
  return -1;
}

// Finds the largest numbers of nodes and elements in a range of lines.
static chatter_status find_largest_labels(const deck *self, const long range[2], long *node, long *element) {
  deck_card card;
  for (long at = range[0]; at < range[1] && deck_next_card(self, &at, &card);) {
    long *most = is_card(&card, "NODE") ? node : is_card(&card, "ELEMENT") ? element : NULL;
    char type[DECK_NAME] = "";
    if (is_card(&card, "ELEMENT")) read_unscoped_parameter(self, &card, "TYPE", type);
    int n = 0, of_type = deck_count_element_nodes(type);
    for (long l = card.begin; most && l < card.end; l++) {
      const char *cursor = self->lines[l].text;
      deck_entry e = {cursor, cursor};
      long id;
      for (int first = 1; deck_next_entry(&cursor, &e); first = 0) {
        if (most == node ? first : n == 0) {
          TRY(deck_entry_id(&self->lines[l], e, most == node ? "a node number" : "an element number", &id));
          if (id > max_label)
            return deck_raise(&self->lines[l], e.at, "number %ld; allowed in instances: at most %ld", id,
                              max_label);
          if (id > *most) *most = id;
        }
        if (e.at < e.end) n = n == of_type ? 0 : n + 1;
      }
    }
  }
  return CHATTER_OK;
}

static chatter_status find_instance_part(const flattening *f, const deck_card *instance,
                                         instance_scope *out) {
  char name[DECK_NAME] = "", other[DECK_NAME];
  const deck_line *line = &f->from->lines[instance->line];
  deck_card card;
  if (!read_unscoped_parameter(f->from, instance, "NAME", out->name) ||
      !read_unscoped_parameter(f->from, instance, "PART", name))
    return deck_raise(line, line->text, "*INSTANCE needs: NAME=..., PART=...");
  for (long at = 0; (at = find_card(f->from, "PART", at, &card)) >= 0; at = card.end) {
    if (!read_unscoped_parameter(f->from, &card, "NAME", other) || strcmp(other, name) != 0) continue;
    out->part[0] = card.begin;
    out->part[1] = find_card(f->from, "ENDPART", card.begin, &card);
    if (out->part[1] < 0) return deck_raise(line, line->text, "the part %.60s has no *END PART", name);
    return CHATTER_OK;
  }
  return deck_raise(line, line->text, "*INSTANCE of a part '%.60s', which the deck has not", name);
}

static chatter_status find_instances(flattening *f) {
  deck_card card, end;
  long n_node = 0, n_element = 0;
  for (long at = 0; (at = find_card(f->from, "INSTANCE", at, &card)) >= 0; at = card.end) f->n++;
  ARENA_ARRAY(f->scopes, f->to->made, f->n + 1);
  int i = 0;
  for (long at = 0; (at = find_card(f->from, "INSTANCE", at, &card)) >= 0; at = card.end, i++) {
    instance_scope *s = &f->scopes[i];
    TRY(find_instance_part(f, &card, s));
    TRY(deck_read_instance(f->from, &card, &s->place));
    s->own[0] = card.end;
    s->own[1] = find_card(f->from, "ENDINSTANCE", card.end, &end);
    if (s->own[1] < 0) {
      const deck_line *line = &f->from->lines[card.line];
      return deck_raise(line, line->text, "the instance %.60s has no *END INSTANCE", s->name);
    }
    s->node = f->n_nodes, s->element = f->n_elements;
    n_node = n_element = 0;
    TRY(find_largest_labels(f->from, s->part, &n_node, &n_element));
    TRY(find_largest_labels(f->from, s->own, &n_node, &n_element));
    f->n_nodes += n_node, f->n_elements += n_element;
  }
  f->scopes[f->n] =
      (instance_scope){.node = f->n_nodes, .element = f->n_elements, .place = deck_place_at_origin};
  f->n++;
  return CHATTER_OK;
}

static chatter_status flatten_deck(flattening *f) {
  deck_card card;
  deck_place system = deck_place_at_origin;
  int next = 0;
  TRY(find_instances(f));
  for (long at = 0; deck_next_card(f->from, &at, &card);) {
    if (card.begin == card.line) { // data before the first card, which deck_read_nodes reports
      for (long l = card.begin; l < card.end; l++) TRY(deck_add_line(f->to, f->from->lines[l]));
    } else if (is_card(&card, "PART") && f->n > 1) {
      at = find_card(f->from, "ENDPART", at, &card);
      if (at < 0) at = f->from->n_lines;
    } else if (is_card(&card, "INSTANCE")) {
      const instance_scope *in = &f->scopes[next++];
      deck_place own = deck_place_at_origin;
      TRY(print_range(f, in->part, in, &own));
      TRY(print_range(f, in->own, in, &own));
      at = in->own[1];
    } else {
      TRY(print_card(f, &card, &f->scopes[f->n - 1], &system));
    }
  }
  return CHATTER_OK;
}

chatter_status deck_flatten(deck *self) {
  static const char *const marks[] = {"SYSTEM", "PART", "INSTANCE"};
  deck fresh = {.made = self->made};
  deck_card card;
  int needed = 0;
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    needed |= find_card(self, marks[i], 0, &card) >= 0;
  if (!needed) return CHATTER_OK;
  flattening f = {.from = self, .to = &fresh};
  chatter_status status = flatten_deck(&f);
  if (status == CHATTER_OK) deck_replace_lines(self, &fresh);
  free(fresh.lines);
  return status;
}
