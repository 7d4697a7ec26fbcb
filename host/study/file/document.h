// What is kept of a study's text for messages: the text, and the place of every key that was written.
#ifndef CHATTER_STUDY_DOCUMENT_H
#define CHATTER_STUDY_DOCUMENT_H

#include "study/file/yaml.h"
#include "study/study.h"

typedef struct document_place {
  const char *path; // with the index of list entries: "contact.0.gap"
  int line, column;
  const char *key; // as it was spelled
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

// One study being read.
typedef struct parser {
  study *out;
  study_document *document;
  arena *memory;          // the document's
  const study_kind *kind; // that `study:` names; NULL: none, or no known one
  int mistakes, out_of_memory;
  int misread;        // 1: a word is none of those known
  int samples_follow; // 1: rows come later, whose columns are not known yet
} parser;

// Appends "place: text"; reading goes on.
void parser_mistake(parser *p, const char *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void parser_mistake_va(parser *p, const char *place, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));
// "file:line:column" of a value, of a key; "--set path=value" for overrides. In the document's memory.
const char *parser_value_place(parser *p, const yaml_node *node);
const char *parser_key_place(parser *p, const yaml_node *node);
// The formatted text in the document's memory, never NULL.
const char *parser_text(parser *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
// " (did you mean 'mu'?)", or " (allowed: a, b, c)" when nothing is near.
const char *parser_hint_text(parser *p, const char *word, int n, const char *const *candidates);
void parser_remember_place(parser *p, const char *path, const yaml_node *node); // as a place
// The place of a key in the form it was remembered; NULL: not written.
const document_place *document_find(const study_document *self, const char *path);
// "file:line:column" of `path`, or of the nearest part above it that is written, or the file.
const char *document_place_text(const study_document *self, const char *path, char *buffer, size_t size);

#endif
