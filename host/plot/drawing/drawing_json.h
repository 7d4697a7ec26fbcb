// Writes a drawing as JSON, as described in docs/figures.md.
#ifndef CHATTER_PLOT_DRAWING_JSON_H
#define CHATTER_PLOT_DRAWING_JSON_H

#include <stdio.h>

#include "plot/drawing/drawing.h"

enum { DRAWING_JSON_VERSION = 1 };

// Writes the drawing. exact: tables with all digits; otherwise with gnuplot's digits.
void drawing_json_write(const drawing *of, const char *kind, int exact, FILE *out);

#endif
