// The analytic boundaries of a regime study as a table.
#ifndef CHATTER_ENGINES_BOUNDARIES_TABLE_H
#define CHATTER_ENGINES_BOUNDARIES_TABLE_H

#include "ensemble/engine.h"

// Writes CSV: the design's parameters except friction, each combination once and in the design's
// order, then beta_lim, beta_lim_s1, s, beta_nomotion (inf at its peaks; nan for the first three
// with damping).
extern const engine_command boundaries_command;

#endif
