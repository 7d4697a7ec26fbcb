// Declaration of `study: backbone` and its section `backbone` for the common layers.
#ifndef CHATTER_ENGINES_BACKBONE_BACKBONE_KIND_H
#define CHATTER_ENGINES_BACKBONE_BACKBONE_KIND_H

#include "study/study_kind.h"

// The section `backbone`.
typedef struct backbone_config {
  char methods[STUDY_PATH]; // words, separated by blanks
  double from, to;          // load factors
  double amplitude_to;      // m, of a damped nonlinear normal mode; 0: chosen
  number_list grid;         // load factors: from, to, number
  double restart;           // factor increment at a restart of the backbone of maxima; 0: none
} backbone_config;

const backbone_config *backbone_config_of(const study *self);

int backbone_stages(const study *self); // bit mask of 1 << hb_stage

int backbone_restarts(const study *self); // 1: for some trajectory

extern const study_kind backbone_kind;

#endif
