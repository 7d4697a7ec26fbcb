#include "model/deck/deck.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/inputs.h"
#include "model/kinds.h"
#include "model/scan.h"

enum { MOST_DEPTH = 16, MOST_PATH = 2 * MODEL_PATH };

struct deck_file {
  deck_file *next; // in the order of reading
  scan content;    // with line ends replaced by zeros
  char hash[65];
  char path[MOST_PATH];
};

chatter_status deck_raise(const deck_line *line, const char *where, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  error_raise_at(CHATTER_BAD_MODEL, line->path, line->number, (where - line->text) + 1, format, arguments);
  va_end(arguments);
  return CHATTER_BAD_MODEL;
}

static deck_file *add_file(deck *self, const char *path) {
  deck_file *file = calloc(1, sizeof *file), **last = &self->files;
  if (!file) {
    error_raise(CHATTER_DEVICE, "out of memory for %s", path);
    return NULL;
  }
  snprintf(file->path, sizeof file->path, "%s", path);
  while (*last) last = &(*last)->next;
  *last = file;
  return file;
}

chatter_status deck_add(deck *self, deck_line line) {
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

chatter_status deck_print(deck *self, const deck_line *origin, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int n = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  char *text = arena_allocate(self->made, (size_t)n + 1);
  if (!text) return error_raise(CHATTER_DEVICE, "out of memory for %s", origin->path);
  va_start(arguments, format);
  vsnprintf(text, (size_t)n + 1, format, arguments);
  va_end(arguments);
  return deck_add(self, (deck_line){.text = text, .path = origin->path, .number = origin->number});
}

void deck_replace(deck *self, deck *fresh) {
  free(self->lines);
  self->lines = fresh->lines;
  self->n_lines = fresh->n_lines;
  self->capacity = fresh->capacity;
  fresh->lines = NULL;
}

static int is_blank(const char *c) {
  return *c == ' ' || *c == '\t';
}

// Compares without case, blanks in `at` ignored, up to the end of `name`; returns what follows it, or NULL.
static const char *skip_name(const char *at, const char *name) {
  for (; *name; name++, at++) {
    while (is_blank(at)) at++;
    if (toupper((unsigned char)*at) != *name) return NULL;
  }
  while (is_blank(at)) at++;
  return at;
}

static chatter_status read_lines(deck *self, deck_file *file, int depth);

// The file name keeps its case, may stand in quotes, and is relative to the folder of the file it stands in.
static chatter_status include(deck *self, const deck_line *line, const char *rest, const deck_file *from,
                              int depth) {
  const char *input = *rest == ',' ? skip_name(rest + 1, "INPUT") : NULL;
  const char *name = input && *input == '=' ? input + 1 : NULL;
  if (!name) return deck_raise(line, line->text, "*INCLUDE without a file; expected: *INCLUDE, INPUT=FILE");
  while (is_blank(name) || *name == '"') name++;
  size_t n = strlen(name);
  while (n > 0 && (is_blank(&name[n - 1]) || name[n - 1] == '"')) n--;
  if (n == 0) return deck_raise(line, name, "*INCLUDE without a file; expected: *INCLUDE, INPUT=FILE");
  if (depth == MOST_DEPTH)
    return deck_raise(line, line->text, "*INCLUDE nested deeper than %d files: does a file include itself?",
                      MOST_DEPTH);
  if (depth < 0) return deck_raise(line, line->text, "*INCLUDE is not allowed in a deck read from memory");
  const char *slash = strrchr(from->path, '/');
  int folder = *name == '/' || !slash ? 0 : (int)(slash - from->path) + 1;
  if ((size_t)folder + n >= MOST_PATH)
    return deck_raise(line, name, "the name of the included file is too long");
  char path[MOST_PATH], place[MOST_PATH + 64];
  snprintf(path, sizeof path, "%.*s%.*s", folder, from->path, (int)n, name);
  snprintf(place, sizeof place, "%s:%ld:%ld", line->path, line->number, (long)(name - line->text) + 1);
  deck_file *file = add_file(self, path);
  if (!file) return CHATTER_DEVICE;
  TRY(scan_read(file->path, place, &file->content));
  return read_lines(self, file, depth + 1);
}

static void hash_file(deck_file *file) {
  sha256 hash;
  sha256_begin(&hash);
  sha256_add(&hash, file->content.begin, (size_t)(file->content.end - file->content.begin));
  sha256_end(&hash, file->hash);
}

static chatter_status read_lines(deck *self, deck_file *file, int depth) {
  scan *content = &file->content;
  hash_file(file);
  while (!scan_at_end(content)) {
    char *begin = content->begin + (content->line_begin - content->begin);
    deck_line line = {.text = begin, .path = file->path, .number = content->line};
    scan_next_line(content);
    char *end = content->begin + (content->line_begin - content->begin);
    if (end > begin && end[-1] == '\n') end--;
    if (end > begin && end[-1] == '\r') end--;
    const char *zero = memchr(begin, 0, (size_t)(end - begin));
    if (zero) return deck_raise(&line, zero, "a zero byte: this is not a text file");
    *end = 0;
    const char *first = begin;
    while (is_blank(first)) first++;
    if (*first == 0 || (first[0] == '*' && first[1] == '*')) continue;
    const char *rest = skip_name(first, "*INCLUDE");
    if (rest && (*rest == ',' || *rest == 0))
      TRY(include(self, &line, rest, file, depth));
    else
      TRY(deck_add(self, line));
  }
  return CHATTER_OK;
}

static chatter_status read_all(const char *path, const char *place, const char *bytes, size_t n, deck *out) {
  *out = (deck){.made = arena_create()};
  if (!out->made) return error_raise(CHATTER_DEVICE, "out of memory for %s", path);
  deck_file *file = add_file(out, path);
  chatter_status status = CHATTER_DEVICE;
  if (file)
    status = bytes ? scan_copy(file->path, bytes, n, &file->content)
                   : scan_read(file->path, place, &file->content);
  if (status == CHATTER_OK) status = read_lines(out, file, bytes ? -1 : 0);
  if (status == CHATTER_OK) status = deck_flatten(out);
  if (status == CHATTER_OK && out->n_lines == 0)
    status = error_raise(CHATTER_BAD_MODEL, "%s:1:1: the deck holds no cards", path);
  if (status != CHATTER_OK) deck_destroy(out);
  return status;
}

chatter_status deck_read(const char *path, const char *place, deck *out) {
  return read_all(path, place, NULL, 0, out);
}

chatter_status deck_read_memory(const char *path, const char *bytes, size_t n, deck *out) {
  return read_all(path, NULL, bytes, n, out);
}

void deck_destroy(deck *self) {
  for (deck_file *file = self->files; file;) {
    deck_file *next = file->next;
    scan_destroy(&file->content);
    free(file);
    file = next;
  }
  free(self->lines);
  arena_destroy(self->made);
  *self = (deck){.files = NULL};
}

void deck_note_inputs(const deck *self) {
  for (const deck_file *file = self->files; file; file = file->next) inputs_note(file->path);
}

void deck_hash(const deck *self, sha256 *hash) {
  for (const deck_file *file = self->files; file; file = file->next) sha256_add_text(hash, file->hash);
}

// Whether the keyword line goes on in the next one: it ends with a comma.
static int continues(const deck_line *line) {
  size_t n = strlen(line->text);
  while (n > 0 && is_blank(&line->text[n - 1])) n--;
  return n > 0 && line->text[n - 1] == ',';
}

static int is_keyword(const deck_line *line) {
  const char *first = line->text;
  while (is_blank(first)) first++;
  return *first == '*';
}

int deck_next_card(const deck *self, long *at, deck_card *card) {
  if (*at >= self->n_lines) return 0;
  *card = (deck_card){.line = *at};
  if (is_keyword(&self->lines[*at])) {
    const char *c = strchr(self->lines[*at].text, '*') + 1;
    for (size_t n = 0; *c && *c != ',' && n + 1 < DECK_NAME; c++)
      if (!is_blank(c)) card->name[n++] = (char)toupper((unsigned char)*c);
    while (continues(&self->lines[*at]) && *at + 1 < self->n_lines && !is_keyword(&self->lines[*at + 1]))
      ++*at;
    ++*at;
  }
  card->begin = *at;
  while (*at < self->n_lines && !is_keyword(&self->lines[*at])) ++*at;
  card->end = *at;
  return 1;
}

int deck_parameter(const deck *self, const deck_card *card, const char *name, char value[DECK_NAME],
                   const deck_line **line, const char **where) {
  for (long l = card->line; l < card->begin; l++) {
    const char *at = self->lines[l].text;
    if (l == card->line) at += strcspn(at, ",");
    while (*at) {
      at += *at == ',';
      const char *rest = skip_name(at, name);
      if (rest && (*rest == '=' || *rest == ',' || *rest == 0)) {
        size_t n = 0;
        if (*rest == '=') rest++;
        while (is_blank(rest)) rest++;
        *line = &self->lines[l];
        *where = rest;
        for (; *rest && *rest != ','; rest++)
          if (!is_blank(rest) && n + 1 < DECK_NAME) value[n++] = (char)toupper((unsigned char)*rest);
        value[n] = 0;
        return 1;
      }
      at += strcspn(at, ",");
    }
  }
  return 0;
}

int deck_parameter_place(const deck *self, const deck_card *card, const char *name, char value[DECK_NAME],
                         const deck_line **line, const char **where) {
  value[0] = 0;
  *line = &self->lines[card->line];
  *where = (*line)->text + strspn((*line)->text, " \t");
  return deck_parameter(self, card, name, value, line, where);
}

int deck_has_parameter(const deck *self, const deck_card *card, const char *name, char value[DECK_NAME]) {
  const deck_line *line;
  const char *where;
  return deck_parameter_place(self, card, name, value, &line, &where);
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

int deck_number(deck_entry e, double *value) {
  return number_read(e.at, e.end, value) == e.end;
}

chatter_status deck_id(const deck_line *line, deck_entry e, const char *what, long *id) {
  if (number_read_whole(e.at, e.end, id) == e.end && *id > 0) return CHATTER_OK;
  return deck_raise(line, e.at, "'%.*s' is not %s; allowed: whole numbers from 1",
                    (int)(e.end - e.at > 36 ? 36 : e.end - e.at), e.at, what);
}
