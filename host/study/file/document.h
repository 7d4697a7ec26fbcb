// What is kept of a study's text for messages: the text, and the place of every key that was written.
#ifndef CHATTER_STUDY_DOCUMENT_H
#define CHATTER_STUDY_DOCUMENT_H

#include "study/file/yaml.h"
#include "study/schema/schema.h"

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
void parser_mistake_list(parser *p, const char *place, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));
// "file:line:column" of a value, of a key; "--set path=value" for overrides. In the document's memory.
const char *parser_value_place(parser *p, const yaml_node *node);
const char *parser_key_place(parser *p, const yaml_node *node);
// The formatted text in the document's memory, never NULL.
const char *parser_text(parser *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
// " (did you mean 'mu'?)", or " (allowed: a, b, c)" when nothing is near.
const char *parser_hint(parser *p, const char *word, int n, const char *const *candidates);
void parser_remember(parser *p, const char *path, const yaml_node *node); // as a place
// The place of a key in the form it was remembered; NULL: not written.
const document_place *document_find(const study_document *self, const char *path);
// "file:line:column" of `path`, or of the nearest part above it that is written, or the file.
const char *document_place_text(const study_document *self, const char *path, char *buffer, size_t size);

// value.c: one value into `target` (field->offset already added), raising mistakes under the name `name`.
void value_read(parser *p, const schema_field *field, const yaml_node *node, const char *name, void *target);
void value_default(parser *p, const schema_field *field, void *target);

// overrides.c: --set into the tree
void overrides_apply(parser *p, yaml_node *root, int n, const char *const *overrides);
// What one key says about others: rules.c (sections), rules/structure.c, rules/run.c (initial, outputs,
// figures, and those of the study's kind), rules/ensemble.c (inputs, ensemble)
void rules_check(parser *p);
void rules_run(parser *p);
void rules_ensemble(parser *p);
void rules_statistics(parser *p); // rules/statistics.c
void rules_identify(parser *p);   // rules/identify.c
int rules_given(const parser *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
// 1: samples come from elsewhere, a file or whoever evaluates: which keys they bring is not known yet.
int rules_samples_follow(const parser *p);
// 1: the key is given, an ensemble varies it, or samples from elsewhere may.
int rules_has(const parser *p, const char *path);
// As parser_mistake at the place of `path`
void rules_mistake(parser *p, const char *path, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// Raises when `section`.`key` is not written; `why` may be empty.
void rules_require(parser *p, const char *section, const char *key, const char *why);
// Raises when both are written.
void rules_exclude(parser *p, const char *section, const char *a, const char *b);
// The only direction of models of the type that the study gives: x of chains and bars, y of beams; NULL:
// there are several, or it gives none.
const double *rules_only_direction(const parser *p);
void rules_contact(parser *p, int entry); // rules/contact.c
// rules/loads.c: of a load; of a drive.
void rules_load(parser *p, int load);
void rules_drive_keys(parser *p, int drive);
void rules_drives_known(parser *p);
// Which of the drives a key of the study names; -1: none, or the study does not know what to do with it.
int rules_drive(parser *p, const char *name, const char *place);
void rules_load_size(parser *p, int load); // the key that says how large excitation number `load` is
// Of the sections `front`model and `front`reduction ("slider." in front, or ""): rules/structure.c. Completes
// what a method that is not said is; `needed`: the model must be there.
void rules_structure(parser *p, const char *front, const model_config *model, reduction_config *reduction,
                     int needed);

#endif
