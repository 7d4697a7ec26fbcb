// Writes a drawing in gnuplot's language: the head with terminals and files, the commands, and the
// data.
#ifndef CHATTER_PLOT_GNUPLOT_SCRIPT_H
#define CHATTER_PLOT_GNUPLOT_SCRIPT_H

#include <stdio.h>

#include "plot/drawing/drawing.h"

// Writes the head: terminal by the ending of the figure's name, files, common settings. stem: the
// figure's name without its ending.
void gnuplot_head_write(const drawing *of, const char *stem, FILE *out);
void gnuplot_script_write(const drawing *of, FILE *out); // the commands after the head
void gnuplot_data_write(const drawing *of, FILE *out);   // a block of numbers for each table with rows

#endif
