// The section `stability` of a study.
#ifndef CHATTER_ENGINES_STABILITY_KEYS_H
#define CHATTER_ENGINES_STABILITY_KEYS_H

#include "study/study_kind.h"

typedef enum { FORCE_ON_SLIDER, FORCE_ON_TARGET } stability_force;

typedef struct stability_config {
  double position; // m along the target's path, undeformed; not given: see stability_position
  double deformed; // 1: about the quasi-static equilibrium of sliding
  double modes;    // number of eigenvalues
  double frequency;
  int force;             // stability_force
  double from, to, step; // m
  double above;          // 1/s
} stability_config;

extern const schema_section *const stability_sections[]; // NULL behind the last
extern const schema_field stability_fields[];            // the last one is empty
void stability_rules(struct parser *p);

const stability_config *stability_of(const study *self);
// Returns the position of the contact, m along the path: the study's, else slider.start.
double stability_position(const study *self);
// Returns the first position of `chatter zones`, m along the path: the study's, else slider.start.
double stability_first_position(const study *self);

#endif
