// The variables that results will have, before there are any.
#ifndef CHATTER_ENGINES_RESPONSE_EXTRACT_RESPONSE_OUTLINE_H
#define CHATTER_ENGINES_RESPONSE_EXTRACT_RESPONSE_OUTLINE_H

#include "study/study_kind.h"
#include "ensemble/engine.h"

// 1: an output is one number of a state (at response.at, at the peak, at phase resonance): NAME_stable stands
// beside it.
int response_has_stability(const study *config, const output_config *output);

// Returns 1 if NAME_mean stands beside the coefficients of harmonics.
int response_has_means(const study *config);

extern const study_companion response_companions[]; // the last one is empty

typedef struct response_point_number {
  const char *name, *unit, *words, *role; // role: NULL: what curves may be drawn over, the usual one first
} response_point_number;

enum { RESPONSE_NUMBERS = 5 };

// The numbers of every point, beside outputs.
extern const response_point_number response_point_numbers[RESPONSE_NUMBERS];

// Refuses outputs that are called as variables beside them.
chatter_status response_check_names(const study *config);

// Tells `add` of each variable.
chatter_status response_outline(const study *config, outline_add add, void *to);

// Counts the numbers of a trajectory in results.
void response_count_values(const study *config, int stages, engine_layout *layout);

#endif
