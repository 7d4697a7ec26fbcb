// Summary of the contents of a results file, for the user.
#ifndef CHATTER_RESULTS_READ_RESULTS_INFO_H
#define CHATTER_RESULTS_READ_RESULTS_INFO_H

#include <stdio.h>

#include "base/status.h"

// Prints the origin of the results, the outcomes of the trajectories, and each variable with unit,
// dimensions and range. For an unfinished run (PATH.parts, or a PATH that does not exist yet) it
// prints what is closed so far.
chatter_status results_print_info(const char *path, FILE *out);

#endif
