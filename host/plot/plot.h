// Figures of results: filled as data, then drawn by gnuplot run as a program.
#ifndef CHATTER_PLOT_PLOT_H
#define CHATTER_PLOT_PLOT_H

#include "base/status.h"
#include "results/result_set.h"
#include "study/study.h"

// Before a long run: whether the figure of its results can be drawn as the study's plot section wants it
// (kind, variables, enough values of the parameters). `outline`: its variables, of the trajectories of a
// shard. CHATTER_BAD_STUDY: names that do not exist; CHATTER_IO: trajectories or outputs that the figure
// lacks.
chatter_status plot_check(const study *config, const result_set *outline);

// 1: the study asks for something that a figure can show: parameters that vary, windows, time series.
int plot_fits(const study *config);

// Draws the results' figure to figure_path, whose ending chooses the format: .svg, .png or .pdf, or .json for
// the figure as data, which needs no gnuplot. The kind of
// figure is the study's plot.kind, else the first kind in the table of plot.c that fits the results. The
// script and its numbers are kept beside the figure (FIGURE.gp, FIGURE.dat without the ending) for people who
// edit it. Existing files are not replaced unless `force` (script and data may be there with the same
// content: the figure in another format). CHATTER_IO: gnuplot is missing or failed (its words are in the
// message), unreadable results, nothing to draw; CHATTER_USAGE: an ending that is none of the four;
// CHATTER_BAD_STUDY: a plot.* of the study that names no kind or no variable. `set`: n_set texts
// "plot.x=variable" that replace values of the study's plot section; the file stays as it is.
chatter_status plot_results(const char *results_path, const char *figure_path, int force, int n_set,
                            const char *const *set);
// Likewise of n files side by side, for comparison: figures of time series and of windows, one panel for
// each. The plot section is that of the first file's study.
chatter_status plot_files(int n, const char *const *paths, const char *figure_path, int force, int n_set,
                          const char *const *set);

// The study of results, with the --set texts of their run and behind them `set` (keys of plot): *loaded is 0
// where they hold none that this version can read, which is an error only where `set` wants to change it.
chatter_status plot_load_study(const result_set *results, const char *path, int n_set, const char *const *set,
                               study *config, int *loaded);

// A figure as JSON (plot/drawing/drawing_json.h) with the digits that a picture needs, for those who draw it
// themselves; its kind stands beside it.
typedef struct plot_text {
  const char *kind;
  char *json;
} plot_text;

// The figure that plot_files draws of these files, and of one file behind it others that its results fit; at
// most `most`, to be freed one by one. Raises as plot_files does where there is none.
chatter_status plot_describe(int n, const char *const *paths, int n_set, const char *const *set, int most,
                             plot_text *out, int *n_out);
void plot_text_free(plot_text *self);

#endif
