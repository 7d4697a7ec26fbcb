// A drawing as JSON: docs/reference.md describes it.
#ifndef CHATTER_PLOT_DRAWING_JSON_H
#define CHATTER_PLOT_DRAWING_JSON_H

#include <stdio.h>

#include "plot/drawing/drawing.h"

enum { DRAWING_JSON_VERSION = 1 };

// exact: tables with all digits of their numbers, else with those that gnuplot gets.
void drawing_json_write(const drawing *of, const char *kind, int exact, FILE *out);

#endif
