// The engine of `study: backbone`: backbones from the peak of a response curve, by the kernel of the harmonic
// balance.
#ifndef CHATTER_ENGINES_BACKBONE_ENGINE_H
#define CHATTER_ENGINES_BACKBONE_ENGINE_H

#include "ensemble/engine.h"
#include "study/study_kind.h"

// The section `backbone`.
typedef struct backbone_config {
  char methods[STUDY_PATH]; // words, parted by blanks
  double from, to;          // factors on the loads
  double amplitude_to;      // m, of a damped nonlinear normal mode; 0: chosen
  number_list grid;         // factors on the loads: from, to, how many
  double restart;           // added to the factor where the backbone of maxima begins anew; 0: it never does
} backbone_config;
extern const schema_section *const backbone_sections[]; // NULL behind the last
extern const schema_field backbone_fields[];            // the last one is empty
void backbone_rules(struct parser *p);
const backbone_config *backbone_of(const study *self);
int backbone_stages(const study *self);   // 1 << hb_stage, of each
int backbone_restarts(const study *self); // 1: of some trajectory

extern const study_kind backbone_kind;
extern const engine *const backbone_engines[]; // NULL behind the last

#endif
