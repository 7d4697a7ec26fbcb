// Functions that all rules use: they ask whether a key is given, and raise mistakes at its place.
#ifndef CHATTER_STUDY_RULES_MISTAKES_H
#define CHATTER_STUDY_RULES_MISTAKES_H

#include "study/file/document.h"

// Returns 1 where the key of that path is written.
int rules_given(const parser *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

// 1: samples come from elsewhere, a file or whoever evaluates: which keys they bring is not known yet.
int rules_samples_follow(const parser *p);

// 1: the key is given, an ensemble varies it, or samples from elsewhere may.
int rules_has(const parser *p, const char *path);

// Adds a mistake at the place of `path`.
void rules_mistake(parser *p, const char *path, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Raises when `section`.`key` is not written; `why` may be empty.
void rules_require(parser *p, const char *section, const char *key, const char *why);

// Raises when both are written.
void rules_exclude(parser *p, const char *section, const char *a, const char *b);

// The only direction of models of the type that the study gives: x of chains and bars, y of beams; NULL:
// there are several, or it gives none.
const double *rules_only_direction(const parser *p);

#endif
