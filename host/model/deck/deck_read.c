// Reads the files of a deck.
#include "model/deck/deck_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/inputs.h"
#include "model/deck/deck.h"
#include "model/deck/flatten.h"
#include "model/scan.h"

enum { MAX_INCLUDE_DEPTH = 16, MAX_PATH_LENGTH = 2 * MODEL_PATH };

struct deck_file {
  deck_file *next; // in the order of reading
  scan content;    // its line ends are replaced by zeros
  char hash[65];
  char path[MAX_PATH_LENGTH];
};

static deck_file *add_deck_file(deck *self, const char *path) {
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

static chatter_status read_deck_lines(deck *self, deck_file *file, int depth);

// Reads an included file. The file name keeps its case, may be quoted, and is relative to the
// including file.
static chatter_status read_include(deck *self, const deck_line *line, const char *rest, const deck_file *from,
                                   int depth) {
  const char *input = *rest == ',' ? deck_skip_name(rest + 1, "INPUT") : NULL;
  const char *name = input && *input == '=' ? input + 1 : NULL;
  if (!name) return deck_raise(line, line->text, "*INCLUDE without a file; expected: *INCLUDE, INPUT=FILE");
  while (is_deck_blank(name) || *name == '"') name++;
  size_t n = strlen(name);
  while (n > 0 && (is_deck_blank(&name[n - 1]) || name[n - 1] == '"')) n--;
  if (n == 0) return deck_raise(line, name, "*INCLUDE without a file; expected: *INCLUDE, INPUT=FILE");
  if (depth == MAX_INCLUDE_DEPTH)
    return deck_raise(line, line->text, "*INCLUDE nested deeper than %d files: does a file include itself?",
                      MAX_INCLUDE_DEPTH);
  if (depth < 0) return deck_raise(line, line->text, "*INCLUDE is not allowed in a deck read from memory");
  const char *slash = strrchr(from->path, '/');
  int folder = *name == '/' || !slash ? 0 : (int)(slash - from->path) + 1;
  if ((size_t)folder + n >= MAX_PATH_LENGTH)
    return deck_raise(line, name, "the name of the included file is too long");
  char path[MAX_PATH_LENGTH], place[MAX_PATH_LENGTH + 64];
  snprintf(path, sizeof path, "%.*s%.*s", folder, from->path, (int)n, name);
  snprintf(place, sizeof place, "%s:%ld:%ld", line->path, line->number, (long)(name - line->text) + 1);
  deck_file *file = add_deck_file(self, path);
  if (!file) return CHATTER_DEVICE;
  TRY(scan_read(file->path, place, &file->content));
  return read_deck_lines(self, file, depth + 1);
}

static void hash_deck_file(deck_file *file) {
  sha256 hash;
  sha256_begin(&hash);
  sha256_add(&hash, file->content.begin, (size_t)(file->content.end - file->content.begin));
  sha256_end(&hash, file->hash);
}

static chatter_status read_deck_lines(deck *self, deck_file *file, int depth) {
  scan *content = &file->content;
  hash_deck_file(file);
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
    while (is_deck_blank(first)) first++;
    if (*first == 0 || (first[0] == '*' && first[1] == '*')) continue;
    const char *rest = deck_skip_name(first, "*INCLUDE");
    if (rest && (*rest == ',' || *rest == 0))
      TRY(read_include(self, &line, rest, file, depth));
    else
      TRY(deck_add_line(self, line));
  }
  return CHATTER_OK;
}

static chatter_status read_deck(const char *path, const char *place, const char *bytes, size_t n, deck *out) {
  *out = (deck){.made = arena_create()};
  if (!out->made) return error_raise(CHATTER_DEVICE, "out of memory for %s", path);
  deck_file *file = add_deck_file(out, path);
  chatter_status status = CHATTER_DEVICE;
  if (file)
    status = bytes ? scan_from_memory(file->path, bytes, n, &file->content)
                   : scan_read(file->path, place, &file->content);
  if (status == CHATTER_OK) status = read_deck_lines(out, file, bytes ? -1 : 0);
  if (status == CHATTER_OK) status = deck_flatten(out);
  if (status == CHATTER_OK && out->n_lines == 0)
    status = error_raise(CHATTER_BAD_MODEL, "%s:1:1: the deck holds no cards", path);
  if (status != CHATTER_OK) deck_destroy(out);
  return status;
}

chatter_status deck_read(const char *path, const char *place, deck *out) {
  return read_deck(path, place, NULL, 0, out);
}

chatter_status deck_read_memory(const char *path, const char *bytes, size_t n, deck *out) {
  return read_deck(path, NULL, bytes, n, out);
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
