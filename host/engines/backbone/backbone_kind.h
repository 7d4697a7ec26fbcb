// `study: backbone` as the common layers know it, and its section `backbone`.
#ifndef CHATTER_ENGINES_BACKBONE_BACKBONE_KIND_H
#define CHATTER_ENGINES_BACKBONE_BACKBONE_KIND_H

#include "study/study_kind.h"

// The section `backbone`.
typedef struct backbone_config {
  char methods[STUDY_PATH]; // words, parted by blanks
  double from, to;          // factors on the loads
  double amplitude_to;      // m, of a damped nonlinear normal mode; 0: chosen
  number_list grid;         // factors on the loads: from, to, how many
  double restart;           // added to the factor where the backbone of maxima begins anew; 0: it never does
} backbone_config;

const backbone_config *backbone_config_of(const study *self);

int backbone_stages(const study *self); // 1 << hb_stage, of each

int backbone_restarts(const study *self); // 1: of some trajectory

extern const study_kind backbone_kind;

#endif
