// Common parts of all kinds of figures: results, columns of numbers, labels with units, and the
// drawing that a kind fills.
#ifndef CHATTER_PLOT_FIGURE_H
#define CHATTER_PLOT_FIGURE_H

#include <stdio.h>

#include "plot/drawing/drawing.h"
#include "results/statistics/output_statistics.h"
#include "study/study.h"
#include "study/study_kind.h"

enum { FIGURE_TEXT = 256, FIGURE_COLOURS = 14 };

typedef struct figure {
  const char *name;    // in legends of several files
  struct figure *next; // next file; the drawing belongs to the first
  const result_set *results;
  const study *config;       // study of the results; NULL if its text is missing
  const plot_config *wanted; // its plot section; empty without a study
  const char *dropped;       // ignored keys, meant for another kind or variable, "a, b"; NULL: none
  number_list trajectories;  // from the file's name on the command line; empty: plot.trajectories
  arena *memory;
  size_t n;          // number of trajectories
  const int *status; // [n] or NULL
  int n_parameters;  // ensemble parameters with more than one value; of an input with several paths only the
                     // first
  const result_variable **parameter;
  drawing *to; // the drawing to fill
} figure;

// Functions of a kind of figure (study_figure).
typedef struct figure_kind {
  int (*fits_results)(const figure *self); // 1: may be chosen by itself
  // Raises what is missing. It needs names, sizes and values of parameters only, no values of
  // outputs.
  chatter_status (*check_results)(const figure *self);
  chatter_status (*draw_figure)(figure *self); // fills the drawing, or raises what is missing
} figure_kind;

extern const figure_kind figure_frequency_response, figure_windows, figure_quantiles, figure_exceedance,
    figure_curves, figure_curves_over_load, figure_chart, figure_shape, figure_shape3d, figure_series,
    figure_spectrogram, figure_spectrum, figure_sobol, figure_convergence, figure_fit, figure_posterior,
    figure_histogram, figure_map, figure_scatter, figure_phase, figure_bifurcation, figure_fragility;

// Returns a colour of Okabe and Ito, which the colour-blind can distinguish, followed by others;
// index modulo FIGURE_COLOURS.
const char *figure_colour(int index);
// Returns 1 if the study gives the key and it applies to this figure.
int figure_has_key(const figure *self, const char *path);
const number_list *figure_trajectories(const figure *self); // trajectories to draw; empty: default
// Names n lines of one file by plot.names, in steps of `stride` bytes; raises if the numbers
// differ.
chatter_status figure_name_lines(const figure *self, int n, char *first, size_t stride);
// Copies name k of plot.names; returns the number of names.
int figure_legend_name(const figure *self, int k, char text[FIGURE_TEXT]);

int figure_is_random(const study *config);                     // 1: its samples are random; NULL: unknown, 0
int figure_is_per_trajectory(const result_variable *variable); // 1: a variable over `trajectory` alone
int figure_is_time_variable(const result_variable *variable);  // 1: times of samples or windows
const char *figure_time_label(const result_variable *time);    // "Time (s)", or "Step" for counted steps
int figure_trajectory_is_ok(const figure *self, size_t trajectory); // 1: it ended well, and its numbers count
size_t figure_count_failed(const figure *self);                     // trajectories that did not end well
// Returns the values of a double or int variable over `trajectory` as doubles.
const double *figure_values(const figure *self, const result_variable *variable);
// Picks a variable over `trajectory`: plot.x, .y or .colour (`wanted`; `key` for messages). *out is
// unchanged if `wanted` is empty.
chatter_status figure_pick_trajectory_variable(const figure *self, const char *key, const char *wanted,
                                               const result_variable **out);
// Does the same among the variables that `may` allows; `what` describes them in messages.
chatter_status figure_pick_variable(const figure *self, const char *key, const char *wanted,
                                    int (*may)(const result_variable *variable), const char *what,
                                    const result_variable **out);
// Picks one or several variables of plot.y, at most `most`; *n is unchanged if none is given.
chatter_status figure_pick_y_variables(const figure *self, int (*may)(const result_variable *variable),
                                       const char *what, int most, const result_variable **out, int *n);
const result_variable *figure_first_output(const figure *self); // with a value per trajectory; NULL: none
// Finds the variable to compare an output with; NULL: none.
const result_variable *figure_find_comparison(const figure *self, const result_variable *output);
// Returns 1 for the same path, with or without numbers of entries: excitation.frequency equals
// excitation.0.frequency.
int figure_same_path(const char *a, const char *b);
// Finds the variable `path`, or a parameter of that path by figure_same_path, preferring one that
// varies; NULL: none.
const result_variable *figure_find_variable(const figure *self, const char *path);
const result_variable *
figure_find_parameter(const figure *self,
                      const char *path); // by the end of its path, or its input's name; NULL: none
// Lists the distinct values, sorted; returns how many.
size_t figure_distinct_values(const figure *self, const double *value, size_t n, const double **out);

// Returns the factor and writes the prefix that make numbers up to `largest` readable: mm, µN, ...;
// "" for none.
double figure_unit_factor(const char *units, double largest, char text[32]);
// Writes "half peak-to-peak displacement at TIP along y (mm)" and returns the unit's factor.
double figure_variable_label(const result_variable *variable, double largest, char text[FIGURE_TEXT]);
// Does the same in at most `room` pixels: with the variable's name if the long name does not fit.
double figure_short_label(const result_variable *variable, double largest, double room,
                          char text[FIGURE_TEXT]);
// Does the same for an axis: frequencies from 3000 Hz on are in kHz, whose ticks are shorter.
double figure_axis_label(const result_variable *variable, double largest, char text[FIGURE_TEXT]);
double figure_text_width(const char *text);                     // approximate, pixels
double figure_largest_magnitude(const double *value, size_t n); // largest finite |value|
// Returns 1 if values are spread evenly over decades, for a logarithmic axis.
int figure_suits_logarithmic_axis(const double *value, size_t n);
// Writes the symbol ("γ", "r₁") of a parameter from the table of keys, else its input's name, else
// the last word of its path.
void figure_parameter_symbol(const result_variable *parameter, char text[64]);
// Writes "μ = 0.3" for a parameter.
void figure_parameter_text(const result_variable *parameter, double value, char text[FIGURE_TEXT]);
// Writes "γ = 1, κ = 2" if there are few parameters, else "trajectory 7".
void figure_trajectory_text(const figure *self, size_t trajectory, char text[FIGURE_TEXT]);
const char *figure_title(const figure *self);

// Writes "place: " of a key of the plot section; "" without a study.
const char *figure_key_place(const figure *self, const char *key, char text[STUDY_PATH]);
// Raises CHATTER_IO for what the results lack for this kind of figure, at the study's plot.kind if
// it is given.
chatter_status figure_raise_missing(const figure *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Computes the statistics of an output with a number per trajectory, after each of the counts.
// Refuses results without complete groups.
chatter_status figure_statistics(const figure *self, const statistics_wanted *wanted,
                                 const result_variable *y, size_t n_counts, const size_t *counts,
                                 output_statistics *out);

#endif
