// The text of a study and the place of every key in it, kept for messages.
#ifndef CHATTER_STUDY_DOCUMENT_H
#define CHATTER_STUDY_DOCUMENT_H

#include "study/file/yaml.h"
#include "study/study.h"

typedef struct document_place {
  const char *path; // with the index of list entries: "contact.0.gap"
  int line, column;
  const char *key; // as spelled in the file
  const char *override;
} document_place;

struct study_document {
  arena *memory;
  const char *path;
  char *text;
  size_t length;
  int n_places, capacity;
  document_place *places;
  int *slots; // [4 · capacity] places by the hash of their path, open addressing; -1: free
};

// State of the reading of one study.
typedef struct parser {
  study *out;
  study_document *document;
  arena *memory;          // the document's
  const study_kind *kind; // named by `study:`; NULL: none, or unknown
  int mistakes, out_of_memory;
  int misread;        // 1: a word was not recognised
  int samples_follow; // 1: samples come later, and their columns are not known yet
} parser;

// Appends the mistake "place: text"; reading continues.
void parser_mistake(parser *p, const char *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void parser_mistake_va(parser *p, const char *place, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));
// Return "file:line:column" of a value or of a key, "--set path=value" for overrides. In the
// document's memory.
const char *parser_value_place(parser *p, const yaml_node *node);
const char *parser_key_place(parser *p, const yaml_node *node);
// Returns the formatted text in the document's memory, never NULL.
const char *parser_text(parser *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Returns " (did you mean 'mu'?)", or " (allowed: a, b, c)" if no candidate is near.
const char *parser_hint_text(parser *p, const char *word, int n, const char *const *candidates);
void parser_remember_place(parser *p, const char *path, const yaml_node *node); // stores the place of `path`
// Finds the place of a key by its stored path; NULL: not written.
const document_place *document_find(const study_document *self, const char *path);
// Returns "file:line:column" of `path`, or of the nearest written part above it, or the file.
const char *document_place_text(const study_document *self, const char *path, char *buffer, size_t size);

#endif
