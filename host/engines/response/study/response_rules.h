// Rules between the keys of `response` and `ridges` and with the rest of a study.
#ifndef CHATTER_ENGINES_RESPONSE_STUDY_RESPONSE_RULES_H
#define CHATTER_ENGINES_RESPONSE_STUDY_RESPONSE_RULES_H

#include "study/study_kind.h"

// Reports errors in a study of harmonic balance.
void response_rules(struct parser *p);

// Checks a list [from, to, count] at `path` of the study. `unit`: of its numbers; `what`: their
// name in messages.
void response_check_grid(struct parser *p, const char *path, const number_list *grid, const char *unit,
                         const char *what);

#endif
