// CalculiX (Abaqus-style) input decks: lines with includes expanded, cards with their parameters,
// and what the model needs of them. No card is lost silently. ccx makes the matrices.
#ifndef CHATTER_MODEL_DECK_H
#define CHATTER_MODEL_DECK_H

#include "base/memory.h"
#include "base/sha256.h"
#include "model/model.h"

typedef struct deck_line {
  const char *text; // ends with 0, without the line end
  const char *path; // file that has the line
  long number;      // in that file, from 1
} deck_line;

typedef struct deck_file deck_file;
typedef struct deck {
  deck_file *files;
  arena *made;      // text of rewritten lines
  deck_line *lines; // without comments, empty lines and *INCLUDE cards; flat after deck_flatten
  long n_lines, capacity;
} deck;

// Appends a line. A deck is rewritten by adding lines to a new deck, which then replaces the old
// lines.
chatter_status deck_add_line(deck *self, deck_line line);

// Appends a formatted line that messages place where `origin` is.
chatter_status deck_print_line(deck *self, const deck_line *origin, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void deck_replace_lines(deck *self, deck *fresh); // takes the lines of `fresh`, which shares `made`

// Returns 1 for a space or a tab.
int is_deck_blank(const char *c);

// Compares without case, blanks in `at` ignored, up to the end of `name`; returns what follows it,
// or NULL.
const char *deck_skip_name(const char *at, const char *name);

// Raises CHATTER_BAD_MODEL "path:line:column: ..." for a character of a line.
chatter_status deck_raise(const deck_line *line, const char *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

enum {
  DECK_NAME = 128,
  DECK_MAX_MISTAKES = 20 // reported at once
};
typedef struct deck_card {
  long line;            // of the keyword
  long begin, end;      // its data lines
  char name[DECK_NAME]; // upper case, without blanks, without the star; cut where longer
} deck_card;

// Finds the next card from line *at on and moves *at behind it. Returns 0 at the end. Data before
// the first card are a card without a keyword, whose data begin on its own line.
int deck_next_card(const deck *self, long *at, deck_card *card);

// Finds the value of a parameter of the card, in upper case without blanks, and its place *where.
// Returns 0 if it is absent. The value is "" for parameters without one.
int deck_find_parameter(const deck *self, const deck_card *card, const char *name, char value[DECK_NAME],
                        const deck_line **line, const char **where);

// Does the same; if the parameter is absent, the value is "" and `*line`, `*where` are those of the
// card.
int deck_find_parameter_place(const deck *self, const deck_card *card, const char *name,
                              char value[DECK_NAME], const deck_line **line, const char **where);
int deck_read_parameter(const deck *self, const deck_card *card, const char *name, char value[DECK_NAME]);

// State of deck_keeps_card while it reads the steps of a deck; begins as {0}.
typedef struct deck_steps {
  int n, inside;
} deck_steps;
// Returns 1 if a card counts for the matrices: cards before the first step, and *BOUNDARY cards in
// it. To be called for each card in turn.
int deck_keeps_card(deck_steps *state, const deck_card *card);

// One comma-separated entry of a data line, without blanks around it.
typedef struct deck_entry {
  const char *at, *end;
} deck_entry;

// Finds the entry after *cursor. Returns 0 at the end of the line. A comma at the line's end begins
// no entry.
int deck_next_entry(const char **cursor, deck_entry *out);
int deck_entry_number(deck_entry e, double *value); // 1 if the whole entry is a number

// Reads the entry as a whole number from 1; otherwise raises that it is not `what`, such as "a node
// number".
chatter_status deck_entry_id(const deck_line *line, deck_entry e, const char *what, long *id);

#endif
