// CalculiX (Abaqus-style) input decks: lines with includes expanded, cards with their parameters, and what
// the model needs of them: nodes, node sets, and that nothing is lost silently. Matrices are left to ccx.
#ifndef CHATTER_MODEL_DECK_H
#define CHATTER_MODEL_DECK_H

#include "base/memory.h"
#include "base/sha256.h"
#include "model/model.h"

typedef struct deck_line {
  const char *text; // ends with 0, without the line end
  const char *path; // of the file it stands in
  long number;      // in that file, from 1
} deck_line;

typedef struct deck_file deck_file;
typedef struct deck {
  deck_file *files;
  arena *made;      // text of lines that are written anew
  deck_line *lines; // comments, empty lines and *INCLUDE cards left out; instances as flat cards
  long n_lines, capacity;
} deck;

// deck_read.c
// `place` is that of the deck's name in the study, for "cannot be read".
chatter_status deck_read(const char *path, const char *place, deck *out);
// As deck_read, from memory (n bytes); includes are refused.
chatter_status deck_read_memory(const char *path, const char *bytes, size_t n, deck *out);
void deck_destroy(deck *self);
void deck_note_inputs(const deck *self);        // every file, see base/inputs.h
void deck_hash(const deck *self, sha256 *hash); // the bytes of all files, in the order of their reading

// A deck is written anew by adding lines to another one, and then putting those in place of its own.
chatter_status deck_add(deck *self, deck_line line);
// A new line that says in messages that it stands where `origin` does.
chatter_status deck_print(deck *self, const deck_line *origin, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void deck_replace(deck *self, deck *fresh); // takes the lines of `fresh`, which shares `made`

int deck_is_blank(const char *c);
// Compares without case, blanks in `at` ignored, up to the end of `name`; returns what follows it, or NULL.
const char *deck_skip_name(const char *at, const char *name);
// "path:line:column: ..." of a character in a line.
chatter_status deck_raise(const deck_line *line, const char *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

enum {
  DECK_NAME = 128,
  DECK_MISTAKES = 20 // of a deck that are told at once
};
typedef struct deck_card {
  long line;            // of the keyword
  long begin, end;      // its data lines
  char name[DECK_NAME]; // upper case, without blanks, without the star; cut where longer
} deck_card;

// The next card from line *at on (moves *at behind it); 0 at the end. Data before the first card are a card
// without a keyword, whose data begin on its own line.
int deck_next_card(const deck *self, long *at, deck_card *card);
// Value of a parameter of the card, upper case, without blanks; *where its place. 0 where it is absent; ""
// for parameters without value.
int deck_parameter(const deck *self, const deck_card *card, const char *name, char value[DECK_NAME],
                   const deck_line **line, const char **where);
// The same with value "" where the parameter is absent, and `*line`, `*where` the card's own place then.
int deck_parameter_place(const deck *self, const deck_card *card, const char *name, char value[DECK_NAME],
                         const deck_line **line, const char **where);
int deck_has_parameter(const deck *self, const deck_card *card, const char *name, char value[DECK_NAME]);

// Where a system or an instance puts its nodes: turn · x + shift.
typedef struct deck_place {
  double turn[3][3], shift[3];
} deck_place;
extern const deck_place deck_at_origin;
// The place of a *SYSTEM card; that of nodes of an *INSTANCE card by its data lines.
chatter_status deck_system(const deck *self, const deck_card *card, deck_place *out);
chatter_status deck_instance(const deck *self, const deck_card *card, deck_place *out);
void deck_put(const deck_place *place, const double x[3], double out[3]);
// Writes a deck of parts, an assembly and instances, or with *SYSTEM cards, as flat cards: what an instance
// has is called INSTANCE.NAME, and its numbers follow those of the instances before it.
chatter_status deck_flatten(deck *self);

// What of a deck is kept for the matrices: everything before the first step, and the *BOUNDARY cards in it.
// To be asked for each card in turn, with a state that begins as {0}.
typedef struct deck_steps {
  int n, inside;
} deck_steps;
int deck_keeps(deck_steps *state, const deck_card *card);

// What becomes of a card: into the matrices, no business of theirs, as before and unknown to ccx, lost and
// told so, or the deck is refused.
typedef enum {
  CARD_UNKNOWN,
  CARD_SERVED,
  CARD_PASSED,
  CARD_DROPPED,
  CARD_WARNED,
  CARD_REFUSED
} deck_card_kind;
deck_card_kind deck_find_card(const char *name, const char **reason); // *reason of the last two
// Refuses what cannot be imported and warns of what is left out, with its line.
chatter_status deck_check_cards(const deck *self);
// Refuses what steps of the deck bring about and the matrices lack: prestress, constants at another
// temperature than the initial one; `ignored`: warns of it instead. To be called with nodes and sets known.
chatter_status deck_check_state(const deck *self, const model *m, int ignored);

typedef struct deck_element {
  const char *name;
  int n_nodes;
  int own_nodes; // that ccx adds to each: incompatible modes, three directions each
  int cell;      // of base/cells.h, whose nodes have the same order; 0: no part of the body
} deck_element;
const deck_element *deck_element_types(int *n);
// Types and connectivity; *n_own gets the number of nodes ccx will add. To be called with the nodes known.
chatter_status deck_check_elements(const deck *self, const model *m, long *n_own);
void deck_check_units(const deck *self); // warns of numbers that look like mm, t, MPa

// Nodes (sorted by id, no equations yet) and node sets into the model's arena.
chatter_status deck_nodes(const deck *self, model *out);
// fixed: [n_nodes], bit d: the kept *BOUNDARY cards fix direction d. What is wrong in them is left to ccx.
void deck_fixed(const deck *self, const model *m, unsigned char *fixed);

// One comma-separated entry of a data line, blanks around it left out.
typedef struct deck_entry {
  const char *at, *end;
} deck_entry;
// The entry after *cursor; 0 where the line has no more. A comma at the line's end begins no entry.
int deck_next_entry(const char **cursor, deck_entry *out);
int deck_number(deck_entry e, double *value); // 1 where the whole entry is a number
// The entry as a whole number from 1; raises that it is not `what`, "a node number".
chatter_status deck_id(const deck_line *line, deck_entry e, const char *what, long *id);
// The nodes that an entry names: a number (*nodes is `single` then) or a node set.
chatter_status deck_label(const deck_line *line, deck_entry e, const model *m, int *single, int *n,
                          const int **nodes);
int deck_element_nodes(const char *type); // numbers of one element without its own; 0: an unknown type

// Writes the cards that ccx does not know in its own: names of supports (ENCASTRE, XSYMM, ...), equations of
// node sets, and distributing couplings, which become equations of their nodes. Supports in the first step
// that *RETAINED NODAL DOFS keeps are let go.
chatter_status deck_rewrite(deck *self, const model *m);

#endif
