// Traces lines, events and dots of curves.
#include "plot/curves/curve_trace.h"

#include <math.h>
#include <string.h>

#include "plot/curves/sweep.h"
#include "plot/spread/groups.h"

void curve_trace_begin(curve_trace *self, const char *x, const char *y) {
  *self = (curve_trace){.x = x, .y = y, .x_factor = 1, .y_factor = 1};
  for (int axis = 0; axis < 2; axis++) self->low[axis] = INFINITY, self->high[axis] = -INFINITY;
}

static int is_drawn(const curve_trace *self, double x, double y) {
  return isfinite(x) && isfinite(y) && (!self->x_logarithmic || x > 0) && (!self->y_logarithmic || y > 0);
}

static smooth_point to_pixels(const curve_trace *self, double x, double y) {
  return (smooth_point){self->pixels[0] * (self->x_logarithmic ? log(x) : x),
                        self->pixels[1] * (self->y_logarithmic ? log(y) : y)};
}

static void add_point_of_kind(curve_trace *self, double x, double y, int what) {
  const int is_shown = !(self->shown[0] < self->shown[1]) || (x >= self->shown[0] && x <= self->shown[1]);
  if (is_shown) {
    self->low[0] = fmin(self->low[0], x), self->high[0] = fmax(self->high[0], x);
    self->low[1] = fmin(self->low[1], y), self->high[1] = fmax(self->high[1], y);
  }
  self->n += (size_t)is_shown;
  if (self->places && is_shown && self->n_places < self->room)
    self->places[self->n_places++] = to_pixels(self, x, y);
  if (self->out) drawing_add_row(self->out, (const double[]){self->x_factor * x, self->y_factor * y}, what);
}
static void add_point(curve_trace *self, double x, double y) {
  add_point_of_kind(self, x, y, ROW_NUMBERS);
}

static void end_line(const curve_trace *self) {
  if (self->out) drawing_add_gap(self->out);
}

// Unwraps angles given in -π ... π along a curve: each becomes the nearest to the one before.
static const double *unwrapped_angles(const curve_line *line, const double *angle) {
  const size_t begin = curve_first_point(line), end = curve_end_point(line);
  double *out = arena_allocate(line->of->memory, (end + 1) * sizeof *out);
  for (size_t i = begin; out && i < end; i++) {
    const int joined = i > begin && curve_points_are_joined(line->points, i - 1) && isfinite(out[i - 1]);
    out[i] = joined ? angle[i] - 2 * M_PI * round((angle[i] - out[i - 1]) / (2 * M_PI)) : angle[i];
  }
  return out;
}

static const double *variable_values(const curve_line *line, const char *name) {
  const result_variable *variable = result_set_find(line->of->results, name);
  if (!variable || !curves_is_curve_variable(line->of, variable)) return NULL;
  return strcmp(variable->units, "rad") == 0 ? unwrapped_angles(line, variable->data) : variable->data;
}

// Returns the end of the connected piece that begins at a point; *flat: x is constant.
static size_t find_piece(const curve_line *line, const double *x, size_t begin, int *flat) {
  size_t end = begin + 1;
  double low = INFINITY, high = -INFINITY;
  while (end < curve_end_point(line) && curve_points_are_joined(line->points, end - 1)) end++;
  for (size_t i = begin; i < end; i++) low = fmin(low, x[i]), high = fmax(high, x[i]);
  *flat = !(high - low > 1e-9 * fmax(fabs(low), fabs(high)));
  return end;
}

static int is_unstable(const curve_points *points, size_t i) {
  return points->stable && points->stable[i] > 1;
}

// Converts points begin ... end - 1, which are connected, to pixels; NULL: they are drawn as
// polygons.
static smooth_point *run_in_pixels(const curve_trace *self, const curve_line *line, const double *x,
                                   const double *y, size_t begin, size_t end) {
  smooth_point *p =
      self->out && self->pixels[0] > 0 ? arena_allocate(line->of->memory, (end - begin) * sizeof *p) : NULL;
  for (size_t i = begin; p && i < end; i++) p[i - begin] = to_pixels(self, x[i], y[i]);
  return p;
}

static void add_smooth_points(curve_trace *self, size_t n, const smooth_point *p, size_t i) {
  smooth_point between[SMOOTH_MAX_POINTS];
  const int count = p ? smooth_curve_between(n, p, i, between) : 0;
  for (int k = 0; k < count; k++) {
    const double x = between[k].x / self->pixels[0], y = between[k].y / self->pixels[1];
    add_point_of_kind(self, self->x_logarithmic ? exp(x) : x, self->y_logarithmic ? exp(y) : y, ROW_BETWEEN);
  }
}

static void trace_joined_points(curve_trace *self, const curve_line *line, const double *x, const double *y,
                                size_t begin, size_t end, int unstable) {
  const smooth_point *p = run_in_pixels(self, line, x, y, begin, end);
  int is_open = 0;
  for (size_t i = begin; i + 1 < end; i++) {
    const int wanted = (is_unstable(line->points, i) || is_unstable(line->points, i + 1)) == unstable;
    if (wanted && !is_open) add_point(self, x[i], y[i]);
    if (wanted) add_smooth_points(self, end - begin, p, i - begin);
    if (wanted) add_point(self, x[i + 1], y[i + 1]);
    if (is_open && !wanted) end_line(self);
    is_open = wanted;
  }
  if (is_open) end_line(self);
}

static void trace_piece(curve_trace *self, const curve_line *line, const double *x, const double *y,
                        size_t begin, size_t end, int unstable) {
  for (size_t i = begin, to; i < end; i = to) {
    for (to = i + 1; to < end && is_drawn(self, x[to - 1], y[to - 1]) && is_drawn(self, x[to], y[to]);) to++;
    trace_joined_points(self, line, x, y, i, to, unstable);
  }
}

void curve_trace_lines(curve_trace *self, const curve_line *line, int kind, int unstable) {
  const double *x = line->points ? variable_values(line, self->x) : NULL, *y = variable_values(line, self->y);
  int flat;
  if (!x || !y) return;
  for (size_t begin = curve_first_point(line), end; begin < curve_end_point(line); begin = end) {
    end = find_piece(line, x, begin, &flat);
    if ((line->points->curve ? line->points->curve[begin] : 0) != kind) continue;
    self->n_flat += flat != 0;
    if (!flat) trace_piece(self, line, x, y, begin, end, unstable);
  }
}

void curve_trace_events(curve_trace *self, const curve_line *line, int event) {
  const double *x = line->points ? variable_values(line, self->x) : NULL, *y = variable_values(line, self->y);
  int flat;
  if (!x || !y || !line->points->event) return;
  for (size_t begin = curve_first_point(line), end; begin < curve_end_point(line); begin = end) {
    end = find_piece(line, x, begin, &flat);
    for (size_t i = begin + 1; i + 1 < end && !flat; i++)
      if (line->points->event[i] == event && is_drawn(self, x[i], y[i])) add_point(self, x[i], y[i]);
  }
}

// Finds the variable over windows with that name, else the first one.
static const result_variable *windows_variable(const curve_trace *self, const curve_line *line) {
  const result_variable *y = result_set_find(line->of->results, self->y);
  return y && groups_is_windowed(y) ? y : self->named ? NULL : groups_first_output(line->of);
}
static const result_variable *values_over_frequency(const curve_trace *self, const curve_line *line) {
  const result_variable *y = result_set_find(line->of->results, self->y);
  if (y && y->n_dims == 1 && result_variable_has_role(y, RESULT_OUTPUT)) return y;
  return self->named ? NULL : figure_first_output(line->of);
}

int curve_trace_has_windows(const curve_line *line) {
  return !line->points && groups_first_output(line->of) != NULL;
}

void curve_trace_dots(curve_trace *self, const curve_line *line) {
  if (line->points) return;
  const result_variable *y = windows_variable(self, line);
  for (size_t w = 0; y && w < y->size[1]; w++) {
    const double x = sweep_window_position(line->of, y, line->trajectory, w),
                 value = ((const double *)y->data)[line->trajectory * y->size[1] + w];
    if (is_drawn(self, x, value)) add_point(self, x, value);
  }
  const result_variable *at = figure_find_parameter(line->of, "excitation.frequency"),
                        *of = values_over_frequency(self, line);
  if (y || !at || !of) return;
  const double *x = figure_values(line->of, at), *value = figure_values(line->of, of);
  for (size_t i = 0; x && value && i < line->of->n; i++)
    if (figure_trajectory_is_ok(line->of, i) && is_drawn(self, x[i], value[i]))
      add_point(self, x[i], value[i]);
}
