// The rules between keys of a study: mistakes that one key alone does not show.
#ifndef CHATTER_STUDY_RULES_RULES_H
#define CHATTER_STUDY_RULES_RULES_H

#include "study/file/document.h"

// Check one key against others: rules.c (sections), rules/structure_rules.c, rules/run_rules.c (initial,
// outputs, figures, and those of the study's kind), rules/ensemble_rules.c (inputs, ensemble)
void rules_check(parser *p);
void rules_run(parser *p);
void rules_ensemble(parser *p);
void rules_statistics(parser *p); // rules/statistics_rules.c
void rules_identify(parser *p);   // rules/identify_rules.c
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
void rules_contact(parser *p, int entry); // rules/contact_rules.c
void rules_load(parser *p, int load);
void rules_drive_keys(parser *p, int drive);
void rules_drives_known(parser *p);
// Which of the drives a key of the study names; -1: none, or the study does not know what to do with it.
int rules_drive(parser *p, const char *name, const char *place);
void rules_load_size(parser *p, int load); // the key that says how large excitation number `load` is
// Checks the sections `front`model and `front`reduction ("slider." in front, or ""): rules/structure_rules.c.
// Completes what a method that is not said is; `needed`: the model must be there.
void rules_structure(parser *p, const char *front, const model_config *model, reduction_config *reduction,
                     int needed);

#endif
