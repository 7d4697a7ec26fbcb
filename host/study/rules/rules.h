// The rules between keys of a study: mistakes that one key alone does not show.
#ifndef CHATTER_STUDY_RULES_RULES_H
#define CHATTER_STUDY_RULES_RULES_H

#include "study/file/document.h"

// Check keys against each other, each in the file of its name: rules.c (sections),
// structure_rules.c, run_rules.c (initial, outputs, figures, and those of the study's kind),
// ensemble_rules.c (inputs, ensemble, identify).
void rules_check(parser *p);
void rules_run(parser *p);
void rules_ensemble(parser *p);
void rules_statistics(parser *p);
void rules_identify(parser *p);
void rules_contact(parser *p, int entry); // in rules/contact_rules.c
void rules_load(parser *p, int load);
void rules_drive_keys(parser *p, int drive);
void rules_drives_known(parser *p);

// Returns the index of the drive that a key names; -1: none, or a kind of study without drives.
int rules_drive(parser *p, const char *name, const char *place);
void rules_load_size(parser *p, int load); // checks the key that gives the size of excitation `load`

// Checks the sections `front`model and `front`reduction (front: "slider." or ""), in
// structure_rules.c. Completes what depends on an omitted method. needed: 1 if the model must
// exist.
void rules_structure(parser *p, const char *front, const model_config *model, reduction_config *reduction,
                     int needed);

#endif
