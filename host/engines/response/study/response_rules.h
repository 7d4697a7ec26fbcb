// What the keys of `response` and `ridges` say about each other and about the rest of a study.
#ifndef CHATTER_ENGINES_RESPONSE_STUDY_RESPONSE_RULES_H
#define CHATTER_ENGINES_RESPONSE_STUDY_RESPONSE_RULES_H

#include "study/study_kind.h"

// Reports what is wrong in a study of harmonic balance.
void response_rules(struct parser *p);

// A list [from, to, count] at `path` of the study, of numbers of that unit; `what` they are.
void response_check_grid(struct parser *p, const char *path, const number_list *grid, const char *unit,
                         const char *what);

#endif
