// Lines, cards, parameters and entries of a deck.
#include "model/deck/deck.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "model/model_lookup.h"
#include "model/number.h"

chatter_status deck_raise(const deck_line *line, const char *where, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  error_raise_at(CHATTER_BAD_MODEL, line->path, line->number, (where - line->text) + 1, format, arguments);
  va_end(arguments);
  return CHATTER_BAD_MODEL;
}

chatter_status deck_add_line(deck *self, deck_line line) {
  if (self->n_lines == self->capacity) {
    long capacity = self->capacity ? 2 * self->capacity : 1024;
    deck_line *larger = realloc(self->lines, (size_t)capacity * sizeof *larger);
    if (!larger) return error_raise(CHATTER_DEVICE, "out of memory for %s", line.path);
    self->lines = larger;
    self->capacity = capacity;
  }
  self->lines[self->n_lines++] = line;
  return CHATTER_OK;
}

chatter_status deck_print_line(deck *self, const deck_line *origin, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int n = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  char *text = arena_allocate(self->made, (size_t)n + 1);
  if (!text) return error_raise(CHATTER_DEVICE, "out of memory for %s", origin->path);
  va_start(arguments, format);
  vsnprintf(text, (size_t)n + 1, format, arguments);
  va_end(arguments);
  return deck_add_line(self, (deck_line){.text = text, .path = origin->path, .number = origin->number});
}

void deck_replace_lines(deck *self, deck *fresh) {
  free(self->lines);
  self->lines = fresh->lines;
  self->n_lines = fresh->n_lines;
  self->capacity = fresh->capacity;
  fresh->lines = NULL;
}

int is_deck_blank(const char *c) {
  return *c == ' ' || *c == '\t';
}

const char *deck_skip_name(const char *at, const char *name) {
  for (; *name; name++, at++) {
    while (is_deck_blank(at)) at++;
    if (toupper((unsigned char)*at) != *name) return NULL;
  }
  while (is_deck_blank(at)) at++;
  return at;
}

// Returns 1 if the keyword line continues on the next one: it ends with a comma.
static int line_continues(const deck_line *line) {
  size_t n = strlen(line->text);
  while (n > 0 && is_deck_blank(&line->text[n - 1])) n--;
  return n > 0 && line->text[n - 1] == ',';
}

static int is_keyword_line(const deck_line *line) {
  const char *first = line->text;
  while (is_deck_blank(first)) first++;
  return *first == '*';
}

int deck_next_card(const deck *self, long *at, deck_card *card) {
  if (*at >= self->n_lines) return 0;
  *card = (deck_card){.line = *at};
  if (is_keyword_line(&self->lines[*at])) {
    const char *c = strchr(self->lines[*at].text, '*') + 1;
    for (size_t n = 0; *c && *c != ',' && n + 1 < DECK_NAME; c++)
      if (!is_deck_blank(c)) card->name[n++] = (char)toupper((unsigned char)*c);
    while (line_continues(&self->lines[*at]) && *at + 1 < self->n_lines &&
           !is_keyword_line(&self->lines[*at + 1]))
      ++*at;
    ++*at;
  }
  card->begin = *at;
  while (*at < self->n_lines && !is_keyword_line(&self->lines[*at])) ++*at;
  card->end = *at;
  return 1;
}

int deck_find_parameter(const deck *self, const deck_card *card, const char *name, char value[DECK_NAME],
                        const deck_line **line, const char **where) {
  for (long l = card->line; l < card->begin; l++) {
    const char *at = self->lines[l].text;
    if (l == card->line) at += strcspn(at, ",");
    while (*at) {
      at += *at == ',';
      const char *rest = deck_skip_name(at, name);
      if (rest && (*rest == '=' || *rest == ',' || *rest == 0)) {
        size_t n = 0;
        if (*rest == '=') rest++;
        while (is_deck_blank(rest)) rest++;
        *line = &self->lines[l];
        *where = rest;
        for (; *rest && *rest != ','; rest++)
          if (!is_deck_blank(rest) && n + 1 < DECK_NAME) value[n++] = (char)toupper((unsigned char)*rest);
        value[n] = 0;
        return 1;
      }
      at += strcspn(at, ",");
    }
  }
  return 0;
}

int deck_find_parameter_place(const deck *self, const deck_card *card, const char *name,
                              char value[DECK_NAME], const deck_line **line, const char **where) {
  value[0] = 0;
  *line = &self->lines[card->line];
  *where = (*line)->text + strspn((*line)->text, " \t");
  return deck_find_parameter(self, card, name, value, line, where);
}

int deck_read_parameter(const deck *self, const deck_card *card, const char *name, char value[DECK_NAME]) {
  const deck_line *line;
  const char *where;
  return deck_find_parameter_place(self, card, name, value, &line, &where);
}

int deck_next_entry(const char **cursor, deck_entry *out) {
  const char *at = *cursor;
  if (!at || *at == 0) return 0;
  const char *end = at + strcspn(at, ",");
  *cursor = *end ? end + 1 : end;
  while (at < end && (*at == ' ' || *at == '\t')) at++;
  while (end > at && (end[-1] == ' ' || end[-1] == '\t')) end--;
  *out = (deck_entry){at, end};
  return at < end || **cursor != 0;
}

int deck_entry_number(deck_entry e, double *value) {
  return number_read(e.at, e.end, value) == e.end;
}

chatter_status deck_entry_id(const deck_line *line, deck_entry e, const char *what, long *id) {
  if (number_read_whole(e.at, e.end, id) == e.end && *id > 0) return CHATTER_OK;
  return deck_raise(line, e.at, "'%.*s' is not %s; allowed: whole numbers from 1",
                    (int)(e.end - e.at > 36 ? 36 : e.end - e.at), e.at, what);
}

int deck_keeps_card(deck_steps *state, const deck_card *card) {
  if (strcmp(card->name, "STEP") == 0) {
    state->n++;
    state->inside = 1;
    return 0;
  }
  if (strcmp(card->name, "ENDSTEP") == 0) state->inside = 0;
  return state->n == 0 || (state->n == 1 && state->inside && strcmp(card->name, "BOUNDARY") == 0);
}
