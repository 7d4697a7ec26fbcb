// The parts that all kinds of figures share: results, columns of numbers, labels with units, and the drawing
// that a kind fills.
#ifndef CHATTER_PLOT_FIGURE_H
#define CHATTER_PLOT_FIGURE_H

#include <stdio.h>

#include "plot/drawing/drawing.h"
#include "results/statistics/output_statistics.h"
#include "study/study.h"
#include "study/study_kind.h"

enum { FIGURE_TEXT = 256, FIGURE_COLOURS = 14 };

typedef struct figure {
  const char *name;    // of the file, in legends of several
  struct figure *next; // the next of several files; the drawing is that of the first
  const result_set *results;
  const study *config;       // of the results; NULL where its text is not there
  const plot_config *wanted; // its plot section; empty without a study
  const char *dropped;       // keys of it that another kind or variable was written for, "a, b"; NULL: none
  number_list trajectories;  // of this file, as its name on the command line says; empty: plot.trajectories
  arena *memory;
  size_t n;          // trajectories
  const int *status; // [n] or NULL
  int n_parameters; // ensemble parameters with more than one value, of an input for several numbers the first
  const result_variable **parameter;
  drawing *to; // what a kind fills
} figure;

// How a kind of figure (study_figure) is drawn.
typedef struct figure_kind {
  int (*fits_results)(const figure *self); // chosen by itself
  // Raises what is missing: needs names, sizes and the values of parameters only, not those of outputs.
  chatter_status (*check_results)(const figure *self);
  chatter_status (*draw_figure)(figure *self); // fills the drawing; raises what is missing
} figure_kind;

extern const figure_kind figure_frequency_response, figure_windows, figure_quantiles, figure_exceedance,
    figure_curves, figure_curves_over_load, figure_chart, figure_shape, figure_shape3d, figure_series,
    figure_spectrogram, figure_spectrum, figure_sobol, figure_convergence, figure_fit, figure_posterior,
    figure_histogram, figure_map, figure_scatter, figure_phase, figure_bifurcation, figure_fragility;

// Okabe–Ito colours, told apart by the colour-blind, behind them others; index modulo FIGURE_COLOURS.
const char *figure_colour(int index);
// The study gives the key, and it holds for this figure.
int figure_has_key(const figure *self, const char *path);
const number_list *figure_trajectories(const figure *self); // that are to be drawn; empty: not said
// Names of n lines of one file, in steps of `stride` bytes, by plot.names; raises where these are not as
// many.
chatter_status figure_name_lines(const figure *self, int n, char *first, size_t stride);
// Name k of plot.names; how many there are.
int figure_legend_name(const figure *self, int k, char text[FIGURE_TEXT]);

int figure_is_random(const study *config); // its samples are drawn at random; NULL: it is not known
int figure_is_per_trajectory(const result_variable *variable); // numbers over `trajectory` alone
int figure_is_time_variable(const result_variable *variable);  // when samples or windows stand
const char *figure_time_label(const result_variable *time); // "Time (s)", or "Step" where steps are counted
int figure_trajectory_is_ok(const figure *self, size_t trajectory); // its numbers count
size_t figure_count_failed(const figure *self);                     // trajectories that do not
// Values of a double or int variable over `trajectory`, as doubles.
const double *figure_values(const figure *self, const result_variable *variable);
// A variable over `trajectory` that may be drawn; the study's plot.x, .y or .colour (`wanted`, `key` for
// messages) when given. *out stays as it is when `wanted` is empty.
chatter_status figure_pick_trajectory_variable(const figure *self, const char *key, const char *wanted,
                                               const result_variable **out);
// Likewise of the variables that `may` allows; `what` describes them in messages.
chatter_status figure_pick_variable(const figure *self, const char *key, const char *wanted,
                                    int (*may)(const result_variable *variable), const char *what,
                                    const result_variable **out);
// Likewise of the one or several of plot.y, at most `most`; *n stays as it is when none is wanted.
chatter_status figure_pick_y_variables(const figure *self, int (*may)(const result_variable *variable),
                                       const char *what, int most, const result_variable **out, int *n);
const result_variable *figure_first_output(const figure *self); // with a value per trajectory; NULL: none
// What results hold to compare an output with; NULL: nothing.
const result_variable *figure_find_comparison(const figure *self, const result_variable *output);
// 1: the same path, where each may leave out the numbers of entries: excitation.frequency is
// excitation.0.frequency.
int figure_same_path(const char *a, const char *b);
// The variable `path`, or the only parameter of that path by figure_same_path: one that
// varies first; NULL: none.
const result_variable *figure_find_variable(const figure *self, const char *path);
const result_variable *
figure_find_parameter(const figure *self,
                      const char *path); // by the end of its path, or the input that it is; NULL: none
// Distinct values, sorted.
size_t figure_distinct_values(const figure *self, const double *value, size_t n, const double **out);

// The factor and prefix that make numbers up to `largest` readable: mm, µN, ... "" for plain numbers.
double figure_unit_factor(const char *units, double largest, char text[32]);
// "half peak-to-peak displacement at TIP along y (mm)" with the unit's factor returned.
double figure_variable_label(const result_variable *variable, double largest, char text[FIGURE_TEXT]);
// The same in at most `room` pixels: with the variable's name where the words are too long.
double figure_short_label(const result_variable *variable, double largest, double room,
                          char text[FIGURE_TEXT]);
// Of an axis: frequencies from 3000 Hz on in kHz, whose ticks are shorter.
double figure_axis_label(const result_variable *variable, double largest, char text[FIGURE_TEXT]);
double figure_text_width(const char *text);                     // about, in pixels
double figure_largest_magnitude(const double *value, size_t n); // largest finite |value|
// Values spread evenly over the decades are shown so.
int figure_is_logarithmic(const double *value, size_t n);
// The symbol ("γ", "r₁") that the table of keys has for a parameter, else the name of the input that it is,
// else the last word of its path.
void figure_parameter_symbol(const result_variable *parameter, char text[64]);
// "μ = 0.3" of a parameter.
void figure_parameter_text(const result_variable *parameter, double value, char text[FIGURE_TEXT]);
// "γ = 1, κ = 2" of one of few parameters, else "trajectory 7".
void figure_trajectory_text(const figure *self, size_t trajectory, char text[FIGURE_TEXT]);
const char *figure_title(const figure *self);

// "place: " of a key of the plot section; "" where no study is known.
const char *figure_key_place(const figure *self, const char *key, char text[STUDY_PATH]);
// Raises (CHATTER_IO) that the results lack what this kind of figure needs, at the study's plot.kind where it
// is given.
chatter_status figure_raise_missing(const figure *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Makes the statistics of an output with a number per trajectory, after each of the counts. Refuses what
// holds no whole groups.
chatter_status figure_statistics(const figure *self, const statistics_wanted *wanted,
                                 const result_variable *y, size_t n_counts, const size_t *counts,
                                 output_statistics *out);

#endif
