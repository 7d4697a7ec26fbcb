// A drawing in gnuplot's language: the head about terminals and files, commands, and the numbers that they
// read.
#ifndef CHATTER_PLOT_GNUPLOT_SCRIPT_H
#define CHATTER_PLOT_GNUPLOT_SCRIPT_H

#include <stdio.h>

#include "plot/drawing/drawing.h"

// Writes the head: terminals by the ending of the figure's name, files, and what all figures have. stem: the
// name of the figure without its ending.
void gnuplot_head_write(const drawing *of, const char *stem, FILE *out);
void gnuplot_script_write(const drawing *of, FILE *out); // the commands behind the head
void gnuplot_data_write(const drawing *of, FILE *out);   // blocks of numbers, one for each table with rows

#endif
