// Prints the levels of a study's resolutions as a table, CSV or JSON.
#ifndef CHATTER_ENSEMBLE_REFINE_PRINT_H
#define CHATTER_ENSEMBLE_REFINE_PRINT_H

#include <stdio.h>

#include "ensemble/refine/refine_judge.h"

void refine_print_table(const refine_own *own, int n, const refine_judgement *judgement, FILE *out);
// Prints a line per key, output and level.
void refine_print_csv(int n, const refine_judgement *judgement, FILE *out);
chatter_status refine_print_json(const refine_own *own, int n, const refine_judgement *judgement, FILE *out);

#endif
