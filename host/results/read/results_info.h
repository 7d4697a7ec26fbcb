// What a results file holds, for people.
#ifndef CHATTER_RESULTS_READ_RESULTS_INFO_H
#define CHATTER_RESULTS_READ_RESULTS_INFO_H

#include <stdio.h>

#include "base/status.h"

// Prints where the results come from, how the trajectories ended, and each variable with unit, dimensions and
// range. Of an unfinished run (PATH.parts, or PATH that is not there yet) what is closed so far.
chatter_status results_print_info(const char *path, FILE *out);

#endif
