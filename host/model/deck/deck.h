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

// A deck is written anew by adding lines to another one, and then putting those in place of its own.
chatter_status deck_add_line(deck *self, deck_line line);

// A new line that says in messages that it stands where `origin` does.
chatter_status deck_print_line(deck *self, const deck_line *origin, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void deck_replace_lines(deck *self, deck *fresh); // takes the lines of `fresh`, which shares `made`

// Returns 1 for a space or a tab.
int is_deck_blank(const char *c);

// Compares without case, blanks in `at` ignored, up to the end of `name`; returns what follows it, or NULL.
const char *deck_skip_name(const char *at, const char *name);

// "path:line:column: ..." of a character in a line.
chatter_status deck_raise(const deck_line *line, const char *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

enum {
  DECK_NAME = 128,
  DECK_MAX_MISTAKES = 20 // of a deck that are told at once
};
typedef struct deck_card {
  long line;            // of the keyword
  long begin, end;      // its data lines
  char name[DECK_NAME]; // upper case, without blanks, without the star; cut where longer
} deck_card;

// The next card from line *at on (moves *at behind it); 0 at the end. Data before the first card are a card
// without a keyword, whose data begin on its own line.
int deck_next_card(const deck *self, long *at, deck_card *card);

// Finds the value of a parameter of the card, upper case, without blanks, and its place *where. Returns 0
// where it is absent. The value is "" for parameters without one.
int deck_find_parameter(const deck *self, const deck_card *card, const char *name, char value[DECK_NAME],
                        const deck_line **line, const char **where);

// Does the same with value "" where the parameter is absent, and `*line`, `*where` the card's own place then.
int deck_find_parameter_place(const deck *self, const deck_card *card, const char *name,
                              char value[DECK_NAME], const deck_line **line, const char **where);
int deck_read_parameter(const deck *self, const deck_card *card, const char *name, char value[DECK_NAME]);

// The place in the steps of a deck, which begins as {0}.
typedef struct deck_steps {
  int n, inside;
} deck_steps;
// Returns 1 where a card counts for the matrices: those before the first step, and the *BOUNDARY cards in it.
// To be asked for each card in turn.
int deck_keeps_card(deck_steps *state, const deck_card *card);

// One comma-separated entry of a data line, blanks around it left out.
typedef struct deck_entry {
  const char *at, *end;
} deck_entry;

// The entry after *cursor; 0 where the line has no more. A comma at the line's end begins no entry.
int deck_next_entry(const char **cursor, deck_entry *out);
int deck_entry_number(deck_entry e, double *value); // 1 where the whole entry is a number

// Reads the entry as a whole number from 1; raises that it is not `what`, "a node number".
chatter_status deck_entry_id(const deck_line *line, deck_entry e, const char *what, long *id);

#endif
