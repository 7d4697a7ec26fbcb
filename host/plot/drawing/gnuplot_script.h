// A drawing in gnuplot's language: commands behind the head about terminals and files, and the numbers that
// they read.
#ifndef CHATTER_PLOT_GNUPLOT_SCRIPT_H
#define CHATTER_PLOT_GNUPLOT_SCRIPT_H

#include <stdio.h>

#include "plot/drawing/drawing.h"

void gnuplot_script_write(const drawing *of, FILE *out);
void gnuplot_data_write(const drawing *of, FILE *out);            // blocks, one for each table with rows
int gnuplot_block(const drawing *of, const drawing_table *table); // the number of its block

#endif
