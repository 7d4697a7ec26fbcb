// Outline of the variables that results will have, before there are any.
#ifndef CHATTER_ENGINES_RESPONSE_EXTRACT_RESPONSE_OUTLINE_H
#define CHATTER_ENGINES_RESPONSE_EXTRACT_RESPONSE_OUTLINE_H

#include "study/study_kind.h"
#include "ensemble/engine.h"

// Returns 1 if an output is one number of a state (at response.at, at the peak, at phase
// resonance), beside which NAME_stable is written.
int response_has_stability(const study *config, const output_config *output);

// Returns 1 if NAME_mean stands beside the coefficients of harmonics.
int response_has_means(const study *config);

extern const study_companion response_companions[]; // the last one is empty

typedef struct response_point_number {
  // role: for numbers that curves may be drawn over, the default first; else NULL
  const char *name, *unit, *words, *role;
} response_point_number;

enum { RESPONSE_NUMBERS = 5 };

// Numbers of every point that do not depend on the outputs.
extern const response_point_number response_point_numbers[RESPONSE_NUMBERS];

// Refuses outputs with the name of another variable.
chatter_status response_check_names(const study *config);

// Calls `add` for each variable.
chatter_status response_outline(const study *config, outline_add add, void *to);

// Counts the result numbers of a trajectory.
void response_count_values(const study *config, int stages, engine_layout *layout);

#endif
