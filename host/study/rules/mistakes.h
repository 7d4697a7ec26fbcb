// Functions that all rules use: whether a key is given, and raising mistakes at its place.
#ifndef CHATTER_STUDY_RULES_MISTAKES_H
#define CHATTER_STUDY_RULES_MISTAKES_H

#include "study/file/document.h"

// Returns 1 if the key of that path is written.
int rules_given(const parser *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Returns 1 if samples come from a file or caller and may supply keys that are not known yet.
int rules_samples_follow(const parser *p);

// Returns 1 if the key is given, if an ensemble varies it, or if later samples may supply it.
int rules_has(const parser *p, const char *path);

// Adds a mistake at the place of `path`.
void rules_mistake(parser *p, const char *path, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Raises if `section`.`key` is not written; `why` may be empty.
void rules_require(parser *p, const char *section, const char *key, const char *why);

// Raises if both are written.
void rules_exclude(parser *p, const char *section, const char *a, const char *b);

// Returns the only direction of the study's type of model: x for chains and bars, y for beams;
// NULL: several directions, or no type.
const double *rules_only_direction(const parser *p);

#endif
