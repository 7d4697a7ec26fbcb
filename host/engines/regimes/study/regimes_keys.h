// The section `regimes` of a study.
#ifndef CHATTER_ENGINES_REGIMES_KEYS_H
#define CHATTER_ENGINES_REGIMES_KEYS_H

#include "study/file/storage.h"
#include "study/study_kind.h"

typedef enum { WALL_GROUND, WALL_BASE, WALL_MASS } wall_type;

typedef struct regimes_config { // dimensionless for chains, as in Marino and Cicirello 2021
  int wall;                     // wall_type
  double contact_mass;          // j, from 1 (WALL_MASS: between j and j + 1)
  number_list gamma, kappa;     // mass and stiffness ratios, from the second on (γ_1 = κ_1 = 1)
  double r1, beta;              // frequency ratio, friction ratio
  double cycles, window;        // excitation cycles; number of last ones that are evaluated
  int early_exit;               // 1: stop when the state repeats
  double max_events;            // most events per cycle
} regimes_config;

extern const schema_section regimes_section;
extern const schema_section *const regimes_sections[]; // NULL behind the last
extern const schema_field regimes_fields[];            // the last one is empty
void regimes_rules(struct parser *p);
int regimes_is(const study *self); // 1: a study of motion regimes

static inline const regimes_config *regimes_of(const study *self) {
  return study_section(self, &regimes_section);
}

#endif
