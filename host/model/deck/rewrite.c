// Rewrites supports, equations and couplings for ccx.
#include "model/deck/rewrite.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/log.h"
#include "base/text.h"
#include "model/arena_array.h"
#include "model/deck/deck_nodes.h"
#include "model/deck/mesh/coupling.h"
#include "model/deck/mesh/surface.h"
#include "model/number.h"

// Directions that a named support holds: bits 0 to 5.
static const struct {
  const char *name;
  int held;
} support_names[] = {{"ENCASTRE", 63},       {"PINNED", 7},         {"XSYMM", 1 | 16 | 32},
                     {"YSYMM", 2 | 8 | 32},  {"ZSYMM", 4 | 8 | 16}, {"XASYMM", 2 | 4 | 8},
                     {"YASYMM", 1 | 4 | 16}, {"ZASYMM", 1 | 2 | 32}};
enum { N_SUPPORT_NAMES = sizeof support_names / sizeof *support_names };

typedef struct rewriting {
  deck *from;
  deck fresh;
  arena *memory;
  const model *m;
  int n_couplings;
  coupling *couplings;
  equations rows;
  equation_marks marks;
  unsigned char *let_go; // [n_nodes] directions released for *RETAINED NODAL DOFS
} rewriting;

static int is_card(const deck_card *card, const char *name) {
  return strcmp(card->name, name) == 0;
}

// Reads "label[, first direction[, last direction]]" or "label, NAME" into direction bits. Returns
// 0 for any other line, which is left to ccx to report.
static chatter_status read_support(const deck_line *line, deck_entry *label, int *held, int *named) {
  const char *cursor = line->text;
  deck_entry e;
  long first, last;
  *held = *named = 0;
  if (!deck_next_entry(&cursor, label)) return CHATTER_OK;
  if (!deck_next_entry(&cursor, &e) || e.at == e.end) return CHATTER_OK;
  if (number_read_whole(e.at, e.end, &first) == e.end) {
    if (!deck_next_entry(&cursor, &e) || number_read_whole(e.at, e.end, &last) != e.end) last = first;
    for (long d = first < 1 ? 1 : first; d <= last && d <= 6; d++) *held |= 1 << (d - 1);
    return CHATTER_OK;
  }
  char word[40], near[80];
  const char *names[N_SUPPORT_NAMES];
  size_t n = 0;
  for (const char *c = e.at; c < e.end && n + 1 < sizeof word; c++)
    word[n++] = (char)toupper((unsigned char)*c);
  word[n] = 0;
  for (int i = 0; i < N_SUPPORT_NAMES; i++) {
    names[i] = support_names[i].name;
    if (strcmp(word, names[i]) == 0) *held = support_names[i].held, *named = 1;
  }
  if (*named) return CHATTER_OK;
  return deck_raise(
      line, e.at,
      "'%s' is no direction and no support; allowed: 1 to 6, ENCASTRE, PINNED, XSYMM, YSYMM, ZSYMM, "
      "XASYMM, YASYMM, ZASYMM%s",
      word, text_did_you_mean(word, N_SUPPORT_NAMES, names, near, sizeof near));
}

static chatter_status print_support(rewriting *w, const deck_line *line, const char *label, int length,
                                    int held) {
  for (int d = 0; d < 3; d++) {
    int last = d;
    if (!(held >> d & 1)) continue;
    while (last + 1 < 3 && held >> (last + 1) & 1) last++;
    TRY(deck_print_line(&w->fresh, line, "%.*s, %d, %d", length, label, d + 1, last + 1));
    d = last;
  }
  return CHATTER_OK;
}

static int is_any_marked(int n, const int *nodes, const unsigned char *marks, int bits) {
  int touched = 0;
  for (int i = 0; i < n; i++) touched |= marks[nodes[i]] & bits;
  return touched != 0;
}

// Rewrites one line of supports in the first step or before it. Lines that ccx understands are
// kept.
static chatter_status rewrite_support(rewriting *w, const deck_line *line, int in_step, int *n_let_go) {
  deck_entry label;
  int held, named, single = -1, n = 0, touched = 0;
  const int *nodes = NULL;
  char id[24];
  TRY(read_support(line, &label, &held, &named));
  if (held && (named || in_step || w->n_couplings)) {
    if (deck_find_label_nodes(line, label, w->m, &single, &n, &nodes) != CHATTER_OK) {
      if (named) return CHATTER_BAD_MODEL;
      error_clear(); // left to ccx to report
      n = 0;
    }
    touched = in_step && is_any_marked(n, nodes, w->let_go, held);
  }
  int of_reference = 0;
  for (int i = 0; i < n; i++) {
    w->marks.fixed[nodes[i]] |= (unsigned char)(touched ? held & ~w->let_go[nodes[i]] : held);
    of_reference |= w->marks.reference[nodes[i]] && held > 7;
  }
  if (!named && !touched && !of_reference) return deck_add_line(&w->fresh, *line);
  if (!touched) return print_support(w, line, label.at, (int)(label.end - label.at), held);
  for (int i = 0; i < n; i++) {
    const int length = snprintf(id, sizeof id, "%ld", w->m->nodes[nodes[i]].id);
    *n_let_go += (held & w->let_go[nodes[i]]) != 0;
    TRY(print_support(w, line, id, length, held & ~w->let_go[nodes[i]]));
  }
  return CHATTER_OK;
}

// Marks the directions that *RETAINED NODAL DOFS of any step keeps.
static chatter_status mark_retained_directions(rewriting *w) {
  deck_card card;
  ARENA_ARRAY(w->let_go, w->memory, w->m->n_nodes);
  for (long at = 0; deck_next_card(w->from, &at, &card);)
    for (long l = card.begin; is_card(&card, "RETAINEDNODALDOFS") && l < card.end; l++) {
      deck_entry label;
      int held, named, single, n;
      const int *nodes;
      TRY(read_support(&w->from->lines[l], &label, &held, &named));
      TRY(deck_find_label_nodes(&w->from->lines[l], label, w->m, &single, &n, &nodes));
      for (int i = 0; i < n; i++) w->let_go[nodes[i]] |= (unsigned char)(held ? held : 63);
    }
  return CHATTER_OK;
}

typedef struct equation_term {
  int n; // nodes of its label
  const int *nodes;
  int single, direction;
  double factor;
} equation_term;

// Reads the terms of one equation over as many lines as it needs and moves *line behind it.
static chatter_status read_terms(const rewriting *w, const deck_card *card, long *line, int *n_terms,
                                 equation_term **out) {
  const deck_line *first = &w->from->lines[*line];
  const char *cursor = first->text;
  deck_entry e = {cursor, cursor};
  long count, direction;
  deck_next_entry(&cursor, &e);
  TRY(deck_entry_id(first, e, "a number of terms", &count));
  if (count > 16 * (card->end - *line)) // ccx reads at most 16 entries of a line
    return deck_raise(first, first->text, "the equation ends before its %ld terms", count);
  ARENA_ARRAY(*out, w->memory, count);
  cursor = "";
  for (*n_terms = 0; *n_terms < count; ++*n_terms) {
    equation_term *t = &(*out)[*n_terms];
    const deck_line *now = &w->from->lines[*line];
    while (!deck_next_entry(&cursor, &e)) {
      if (++*line >= card->end)
        return deck_raise(first, first->text, "the equation ends after %d of %ld terms", *n_terms, count);
      now = &w->from->lines[*line];
      cursor = now->text;
    }
    TRY(deck_find_label_nodes(now, e, w->m, &t->single, &t->n, &t->nodes));
    if (t->nodes == &t->single) t->nodes = NULL; // keeps it valid when the term is moved
    if (!deck_next_entry(&cursor, &e)) e = (deck_entry){now->text, now->text};
    TRY(deck_entry_id(now, e, "a direction", &direction));
    if (direction > 6) return deck_raise(now, e.at, "direction %ld; allowed: 1 to 6", direction);
    t->direction = (int)direction - 1;
    if (!deck_next_entry(&cursor, &e) || !deck_entry_number(e, &t->factor))
      return deck_raise(now, now->text, "expected: node or node set, direction, factor");
  }
  ++*line;
  return CHATTER_OK;
}

static int find_term_node(const equation_term *t, int i) {
  return t->nodes ? t->nodes[t->n == 1 ? 0 : i] : t->single;
}

// Counts the equations of a line: sets of several nodes stand for one equation each; a set of one
// node is used in all of them.
static chatter_status count_equations(const deck_line *line, int n_terms, const equation_term *terms,
                                      int *n) {
  *n = 1;
  for (int t = 0; t < n_terms; t++) {
    if (terms[t].n == 0) return deck_raise(line, line->text, "an equation of an empty node set");
    if (terms[t].n == 1) continue;
    if (*n > 1 && terms[t].n != *n)
      return deck_raise(line, line->text, "node sets of %d and %d nodes in one equation", *n, terms[t].n);
    *n = terms[t].n;
  }
  return CHATTER_OK;
}

// Keeps an equation with a coupling's reference node for the couplings; prints others for ccx.
static chatter_status read_equation(rewriting *w, const deck_line *line, int n_terms,
                                    const equation_term *terms, int collect) {
  int n;
  TRY(count_equations(line, n_terms, terms, &n));
  for (int i = 0; i < n; i++) {
    int ours = 0, turned = -1;
    for (int t = 0; t < n_terms; t++) {
      const int node = find_term_node(&terms[t], i);
      ours |= w->marks.reference[node];
      if (terms[t].direction >= 3 && !w->marks.reference[node]) turned = node;
    }
    if (turned >= 0)
      return deck_raise(line, line->text,
                        "the equation has a rotation of node %ld; allowed: rotations of reference nodes of "
                        "*DISTRIBUTING couplings",
                        w->m->nodes[turned].id);
    if (collect == ours) {
      if (ours) TRY(equations_begin_row(&w->rows, line));
      for (int t = 0; t < n_terms && ours; t++)
        TRY(equations_add_term(&w->rows, find_term_node(&terms[t], i), terms[t].direction, terms[t].factor));
      if (!ours) TRY(deck_print_line(&w->fresh, line, "%d", n_terms));
      for (int t = 0; t < n_terms && !ours; t++)
        TRY(deck_print_line(&w->fresh, line, "%ld,%d,%.12e", w->m->nodes[find_term_node(&terms[t], i)].id,
                            terms[t].direction + 1, terms[t].factor));
      if (!ours) w->marks.bound[find_term_node(&terms[0], i)] |= (unsigned char)(1 << terms[0].direction);
    }
  }
  return CHATTER_OK;
}

// Reads the equations of a card. collect: those of couplings go into w->rows; otherwise the others
// are printed.
static chatter_status read_equations(rewriting *w, const deck_card *card, int collect) {
  for (long l = card->begin; l < card->end;) {
    const deck_line *line = &w->from->lines[l];
    int n_terms = 0;
    equation_term *terms = NULL;
    TRY(read_terms(w, card, &l, &n_terms, &terms));
    TRY(read_equation(w, line, n_terms, terms, collect));
  }
  return CHATTER_OK;
}

// Marks the nodes of the first surface of each *TIE as dependent on the second.
static chatter_status mark_ties(rewriting *w, const deck_mesh *mesh) {
  deck_card card;
  deck_steps steps = {0};
  double *weight;
  ARENA_ARRAY(weight, w->memory, w->m->n_nodes);
  for (long at = 0; deck_next_card(w->from, &at, &card) && deck_keeps_card(&steps, &card);)
    for (long l = card.begin; is_card(&card, "TIE") && l < card.end; l++) {
      const char *cursor = w->from->lines[l].text;
      deck_entry e;
      char name[DECK_NAME];
      int found;
      size_t n = 0;
      if (!deck_next_entry(&cursor, &e)) continue;
      for (const char *c = e.at; c < e.end && n + 1 < sizeof name; c++)
        name[n++] = (char)toupper((unsigned char)*c);
      name[n] = 0;
      TRY(deck_read_surface_weights(w->from, w->m, mesh, name, weight, &found));
      for (int i = 0; i < w->m->n_nodes; i++)
        if (weight[i] != 0) {
          w->marks.bound[i] |= 7;
          if (w->marks.reference[i])
            return deck_raise(
                &w->from->lines[l], w->from->lines[l].text,
                "*TIE binds node %ld, the reference node of a distributing coupling: tie another "
                "node, or bind it by *EQUATION",
                w->m->nodes[i].id);
        }
    }
  return CHATTER_OK;
}

static int is_plain_equation(const rewriting *w,
                             const deck_card *card) { // an equation that ccx reads as it is
  int labels = w->n_couplings > 0;
  for (long l = card->begin; l < card->end && !labels; l++) {
    const char *cursor = w->from->lines[l].text;
    deck_entry e;
    double value;
    while (deck_next_entry(&cursor, &e)) labels |= e.at < e.end && !deck_entry_number(e, &value);
  }
  return !labels;
}

static chatter_status rewrite_card(rewriting *w, const deck_card *card, int in_step, int *n_let_go) {
  if (is_card(card, "COUPLING") || is_card(card, "DISTRIBUTING")) return CHATTER_OK;
  const deck_line *line = &w->from->lines[card->line];
  if (is_card(card, "EQUATION") && !is_plain_equation(w, card)) {
    const long before = w->fresh.n_lines;
    TRY(deck_add_line(&w->fresh, *line));
    TRY(read_equations(w, card, 0));
    if (w->fresh.n_lines == before + 1) w->fresh.n_lines = before; // all of them belong to couplings
    return CHATTER_OK;
  }
  for (long l = card->line; l < card->end; l++) {
    if (is_card(card, "BOUNDARY") && l >= card->begin)
      TRY(rewrite_support(w, &w->from->lines[l], in_step, n_let_go));
    else
      TRY(deck_add_line(&w->fresh, w->from->lines[l]));
  }
  return CHATTER_OK;
}

static chatter_status add_couplings(rewriting *w) {
  deck_card card;
  deck_steps steps = {0};
  w->rows = (equations){.memory = w->memory, .m = w->m};
  for (int c = 0; c < w->n_couplings; c++) TRY(coupling_add_equations(&w->couplings[c], &w->rows));
  for (long at = 0; deck_next_card(w->from, &at, &card) && deck_keeps_card(&steps, &card);)
    if (is_card(&card, "EQUATION")) TRY(read_equations(w, &card, 1));
  return CHATTER_OK;
}

static chatter_status prepare_rewriting(rewriting *w) {
  deck_mesh mesh;
  ARENA_ARRAY(w->marks.reference, w->memory, w->m->n_nodes);
  ARENA_ARRAY(w->marks.fixed, w->memory, w->m->n_nodes);
  ARENA_ARRAY(w->marks.bound, w->memory, w->m->n_nodes);
  TRY(mark_retained_directions(w));
  deck_card card;
  int n = 0;
  for (long at = 0; deck_next_card(w->from, &at, &card);) n += is_card(&card, "DISTRIBUTING");
  if (n == 0) return CHATTER_OK;
  TRY(deck_mesh_read(w->from, w->m, &mesh));
  chatter_status status =
      deck_read_couplings(w->from, w->m, &mesh, w->memory, &w->n_couplings, &w->couplings);
  for (int c = 0; c < w->n_couplings && status == CHATTER_OK; c++)
    w->marks.reference[w->couplings[c].reference] = 1;
  if (w->n_couplings > 0 && status == CHATTER_OK) status = mark_ties(w, &mesh);
  if (w->n_couplings > 0 && status == CHATTER_OK) status = add_couplings(w);
  deck_mesh_destroy(&mesh);
  return status;
}

static chatter_status rewrite_deck(rewriting *w) {
  deck_card card;
  deck_steps steps = {0};
  int n_let_go = 0;
  long place = -1; // of the couplings' equations: before the first step
  const deck_line *released = NULL;
  TRY(prepare_rewriting(w));
  for (long at = 0; deck_next_card(w->from, &at, &card);) {
    const int before = n_let_go, kept = deck_keeps_card(&steps, &card);
    if (steps.n > 0 && place < 0) place = w->fresh.n_lines;
    if (kept)
      TRY(rewrite_card(w, &card, steps.inside, &n_let_go));
    else
      for (long l = card.line; l < card.end; l++) TRY(deck_add_line(&w->fresh, w->from->lines[l]));
    if (n_let_go > before && !released) released = &w->from->lines[card.line];
  }
  if (released)
    log_warning(
        "%s:%ld:1: *BOUNDARY of the first step holds %d nodes that *RETAINED NODAL DOFS keeps: they are let "
        "go, as in the substructure",
        released->path, released->number, n_let_go);
  if (w->n_couplings == 0) return CHATTER_OK;
  deck tail = {.made = w->from->made};
  if (place < 0) place = w->fresh.n_lines;
  chatter_status status = equations_solve_and_print(&w->rows, &w->marks, &tail);
  deck all = {.made = w->from->made};
  for (long l = 0; l < place && status == CHATTER_OK; l++) status = deck_add_line(&all, w->fresh.lines[l]);
  for (long l = 0; l < tail.n_lines && status == CHATTER_OK; l++) status = deck_add_line(&all, tail.lines[l]);
  for (long l = place; l < w->fresh.n_lines && status == CHATTER_OK; l++)
    status = deck_add_line(&all, w->fresh.lines[l]);
  free(tail.lines);
  deck_replace_lines(&w->fresh, &all);
  return status;
}

chatter_status deck_rewrite_for_ccx(deck *self, const model *m) {
  static const char *const marks[] = {"BOUNDARY", "EQUATION", "DISTRIBUTING"};
  deck_card card;
  int needed = 0;
  for (long at = 0; deck_next_card(self, &at, &card);)
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) needed |= is_card(&card, marks[i]);
  if (!needed) return CHATTER_OK;
  rewriting w = {.from = self, .fresh = {.made = self->made}, .memory = arena_create(), .m = m};
  if (!w.memory) return error_raise(CHATTER_DEVICE, "out of memory for the deck");
  chatter_status status = rewrite_deck(&w);
  if (status == CHATTER_OK) deck_replace_lines(self, &w.fresh);
  free(w.fresh.lines);
  arena_destroy(w.memory);
  return status;
}
