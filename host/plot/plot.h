// Figures of results, drawn by gnuplot run as a program.
#ifndef CHATTER_PLOT_PLOT_H
#define CHATTER_PLOT_PLOT_H

#include "base/status.h"
#include "study/study.h"

// Before a long run: CHATTER_BAD_STUDY when the study's plot.kind names no figure.
chatter_status plot_check(const study *config);

// 1: the study asks for something that a figure can show: parameters that vary, windows, time series.
int plot_fits(const study *config);

// Draws the results' figure to figure_path, whose ending chooses the format: .svg, .png or .pdf. The kind of
// figure is the study's plot.kind, else the first kind in the table of plot.c that fits the results. The
// script and its numbers are kept beside the figure (FIGURE.gp, FIGURE.dat without the ending) for people who
// edit it. Existing files are not replaced unless `force` (script and data may be there with the same
// content: the figure in another format). CHATTER_IO: gnuplot is missing or failed (its words are in the
// message), unreadable results, nothing to draw; CHATTER_USAGE: an ending that is none of the three;
// CHATTER_BAD_STUDY: a plot.* of the study that names no kind or no variable.
chatter_status plot_results(const char *results_path, const char *figure_path, int force);

#endif
