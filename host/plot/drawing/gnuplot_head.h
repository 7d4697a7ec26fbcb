// The head of a script: terminals by the ending of the figure's name, files, and what all figures have.
#ifndef CHATTER_PLOT_GNUPLOT_HEAD_H
#define CHATTER_PLOT_GNUPLOT_HEAD_H

#include <stdio.h>

#include "plot/drawing/drawing.h"

// stem: the name of the figure without its ending.
void gnuplot_head_write(const drawing *of, const char *stem, FILE *out);

#endif
