// Figures of results: filled as data, then drawn by the program gnuplot.
#ifndef CHATTER_PLOT_PLOT_H
#define CHATTER_PLOT_PLOT_H

#include "base/status.h"
#include "results/result_set.h"
#include "study/study.h"

// Checks before a long run that its figure can be drawn as the study's plot section asks (kind,
// variables, enough values of the parameters). outline: the variables, for a shard's trajectories.
// CHATTER_BAD_STUDY: unknown names; CHATTER_IO: missing trajectories or outputs.
chatter_status plot_check(const study *config, const result_set *outline);

// Returns 1 if the study has something that a figure can show: varying parameters, windows, time
// series.
int plot_fits(const study *config);

// Draws the results' figure to figure_path, whose ending chooses the format: .svg, .png or .pdf, or
// .json for the figure as data, which needs no gnuplot. The kind is the study's plot.kind, else the
// first in the table of plot.c that fits the results. Script and data are kept beside the figure
// (FIGURE.gp, FIGURE.dat without the ending) for editing. Existing files are not replaced unless
// `force` (script and data may exist with the same content: the figure in another format).
// CHATTER_IO: gnuplot is missing or failed (with its message), unreadable results, nothing to draw;
// CHATTER_USAGE: another ending; CHATTER_BAD_STUDY: an unknown kind or variable in plot. set: n_set
// texts "plot.x=variable" that replace values of the study's plot section; the file is unchanged.
chatter_status plot_results(const char *results_path, const char *figure_path, int force, int n_set,
                            const char *const *set);
// Draws n files side by side for comparison: figures of time series and of windows, one panel each.
// The plot section is that of the first file's study.
chatter_status plot_files(int n, const char *const *paths, const char *figure_path, int force, int n_set,
                          const char *const *set);

// Loads the study of results with the --set texts of their run and then those of `set` (keys of
// plot). *loaded is 0 if they hold none that this version can read, which is an error only if `set`
// is to change it.
chatter_status plot_load_study(const result_set *results, const char *path, int n_set, const char *const *set,
                               study *config, int *loaded);

// A figure as JSON (plot/drawing/drawing_json.h) with the digits that a picture needs, and its
// kind.
typedef struct plot_text {
  const char *kind;
  char *json;
} plot_text;

// Describes the figure that plot_files draws of these files, and for a single file further figures
// that fit; at most `most`, to be freed one by one. Raises as plot_files does if there is none.
chatter_status plot_describe(int n, const char *const *paths, int n_set, const char *const *set, int most,
                             plot_text *out, int *n_out);
void plot_text_free(plot_text *self);

#endif
