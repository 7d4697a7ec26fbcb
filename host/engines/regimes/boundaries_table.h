// The analytic boundaries of a regime study as a table.
#ifndef CHATTER_ENGINES_BOUNDARIES_TABLE_H
#define CHATTER_ENGINES_BOUNDARIES_TABLE_H

#include <stdio.h>

#include "study/study.h"

// CSV: the design's parameters but friction itself, each combination once and in the design's order, then
// beta_lim, beta_lim_s1, s, beta_nomotion (inf at its peaks; nan for the first three with damping).
chatter_status boundaries_write(const study *study, FILE *stream);

#endif
