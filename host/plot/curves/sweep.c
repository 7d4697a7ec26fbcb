// Positions of windows along a sweep.
#include "plot/curves/sweep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "plot/spread/groups.h"

static double parameter_value(const figure *self, const char *path, size_t i, double otherwise) {
  const result_variable *variable = figure_find_variable(self, path);
  return variable && variable->type == RESULT_DOUBLE ? ((const double *)variable->data)[i] : otherwise;
}

// Returns the middle of window w of trajectory i; in files without times the number of the window.
static double window_time(const figure *self, const result_variable *y, size_t i, size_t w) {
  const groups_times times = groups_window_times(self, y);
  const size_t at = i * y->size[1] + w;
  if (!times.start) return (double)w;
  return 0.5 * (((const double *)times.start->data)[at] + ((const double *)times.end->data)[at]);
}

// Returns the first load with a sweep; NULL: there is none.
static const excitation_config *swept_load(const figure *self) {
  for (int i = 0; self->config && i < self->config->n_excitations; i++)
    if (self->config->excitations[i].sweep_from > 0) return &self->config->excitations[i];
  return NULL;
}

// Returns the frequency of a sweep at time t: linear from sweep_from at sweep_rate up to
// `frequency`, then constant.
static double sweep_frequency(const figure *self, size_t i, double t) {
  const excitation_config *e = swept_load(self);
  double from = parameter_value(self, "excitation.sweep_from", i, e->sweep_from);
  double to = parameter_value(self, "excitation.frequency", i, e->frequency);
  double rate = parameter_value(self, "excitation.sweep_rate", i, e->sweep_rate);
  double f = from + (to > from ? rate : -rate) * t;
  return to > from ? fmin(f, to) : fmax(f, to);
}

static int load_is_swept(const figure *self, const result_variable *y) {
  return groups_window_times(self, y).start && swept_load(self) != NULL;
}

int sweep_has_frequency_axis(const figure *self, const result_variable *y) {
  return groups_frequency_grid(self, y) || load_is_swept(self, y);
}

double sweep_window_position(const figure *self, const result_variable *y, size_t trajectory, size_t w) {
  const result_variable *grid = groups_frequency_grid(self, y);
  if (grid) return ((const double *)grid->data)[w];
  const double t = window_time(self, y, trajectory, w);
  return load_is_swept(self, y) ? sweep_frequency(self, trajectory, t) : t;
}

void sweep_axis_label(const figure *self, const result_variable *y, char text[FIGURE_TEXT]) {
  const result_variable *grid = groups_frequency_grid(self, y), *time = groups_window_times(self, y).start;
  if (grid && strcmp(grid->units, "Hz") != 0)
    figure_variable_label(grid, 1, text);
  else
    snprintf(text, FIGURE_TEXT, "%s",
             grid                     ? "Frequency (Hz)"
             : load_is_swept(self, y) ? "Excitation frequency of the sweep (Hz)"
             : time                   ? figure_time_label(time)
                                      : "Window");
}

int sweep_windows_reached(const result_variable *y, size_t trajectory) {
  const double *value = (const double *)y->data + trajectory * y->size[1];
  for (size_t w = 0; w < y->size[1]; w++)
    if (isfinite(value[w])) return 1;
  return 0;
}
