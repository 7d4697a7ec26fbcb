// Figure `map`: a variable as colour over two parameters that vary on a grid, or an output's
// windows over the frequency of their sweep, else time, and a parameter; one panel for each value
// of further parameters. If values change sign, colours are symmetric about 0 with a line at 0.
// Backbones of further files can lie over it.
#include <math.h>
#include <string.h>

#include "plot/curves/curve_lines.h"
#include "plot/curves/sweep.h"
#include "plot/sheet/frame.h"
#include "plot/sheet/marks.h"
#include "plot/sheet/panels.h"
#include "plot/spread/groups.h"
#include "plot/spread/map_grid.h"
#include "study/file/entries.h"

enum { MIN_AXIS_VALUES = 5 }; // values along an axis from which a map is drawn by default

static const char frequency_name[] = "frequency", load_path[] = "excitation.amplitude";

// Finds the variable with the curves' load factor, by its long name; NULL: none.
static const result_variable *find_load_factor(const figure *file) {
  static const char factor[] = "factor on the loads";
  for (int i = 0; i < file->results->n_variables; i++) {
    const result_variable *v = &file->results->variables[i];
    if (v->type == RESULT_DOUBLE && strncmp(v->long_name, factor, sizeof factor - 1) == 0 &&
        curves_is_curve_variable(file, v))
      return v;
  }
  return NULL;
}

static int has_points(const figure *file) {
  const result_variable *x = result_set_find(file->results, frequency_name), *y = find_load_factor(file);
  return x && y && curves_is_curve_variable(file, x);
}

static chatter_status raise_no_backbone(const figure *file) {
  return error_raise(
      CHATTER_IO,
      "%s: holds no backbones, which alone lie over a map (allowed: results of studies that follow "
      "them over the load)",
      file->name);
}

// Raises what is missing: `y`, the vertical parameter, must be the load's size, and the files must
// hold backbones.
static chatter_status check_backbones(const figure *self, const result_variable *y) {
  if (self->next && !figure_same_path(y->name, load_path))
    return figure_raise_missing(self,
                                "backbones of further files lie over a map of frequency and load, and here "
                                "'%s' stands upwards (allowed: plot.y: %s)",
                                y->name, load_path);
  for (const figure *file = self->next; file; file = file->next)
    if (!has_points(file)) return raise_no_backbone(file);
  return CHATTER_OK;
}

// Returns the load of a trajectory at factor 1.
static double load_of_trajectory(const curve_line *line) {
  const figure *file = line->of;
  const result_variable *varied = figure_find_parameter(file, load_path);
  const double *value = varied ? figure_values(file, varied) : NULL;
  if (value) return value[line->trajectory];
  return file->config && file->config->n_excitations > 0 ? study_load_size(&file->config->excitations[0]) : 1;
}

static int is_backbone_point(const curve_line *line, size_t i) {
  return line->points->curve && line->points->curve[i] > 0;
}
static int has_backbone(const curve_line *line) {
  for (size_t i = curve_first_point(line); i < curve_end_point(line); i++)
    if (is_backbone_point(line, i)) return 1;
  return 0;
}

// Writes the backbones; the response curve that they begin with has a single load and is left out.
static drawing_table *write_line(figure *self, const curve_line *line, double x_factor, double y_factor) {
  const double *x = result_set_find(line->of->results, frequency_name)->data,
               *y = find_load_factor(line->of)->data, size = load_of_trajectory(line);
  drawing_table *table = drawing_table_add(self->to, line->name, 2);
  for (size_t i = curve_first_point(line); i < curve_end_point(line); i++) {
    if (!is_backbone_point(line, i)) continue;
    drawing_add_numbers(table, x_factor * x[i], y_factor * size * y[i]);
    if (!curve_points_are_joined(line->points, i)) drawing_add_gap(table);
  }
  return table;
}

// Draws the backbones over the cells of a panel. x_factor, y_factor: of the axes' units.
static chatter_status draw_backbones(figure *self, drawing_panel *to, double x_factor, double y_factor) {
  static const char *const dashes[] = {"", "12,5", "3,3", "12,4,3,4"};
  curve_line lines[CURVES_MAX_LINES];
  int n = 0;
  if (!self->next) return CHATTER_OK;
  TRY(curves_find(self->next, "", lines, &n, NULL));
  for (int i = 0; i < n; i++) {
    if (!has_backbone(&lines[i])) return raise_no_backbone(lines[i].of);
    drawing_curve curve = {.way = DRAW_LINES, .table = write_line(self, &lines[i], x_factor, y_factor)};
    curve.colour = "#FFFFFF", curve.width = 4; // a light outline, visible on all colours
    drawing_curve_add(self->to, to, curve);
    curve.colour = "#000000", curve.width = 1.8, curve.dash = dashes[i % 4], curve.name = lines[i].name;
    drawing_curve_add(self->to, to, curve);
  }
  return CHATTER_OK;
}

typedef struct map {
  const result_variable *x, *y, *colour;
  size_t windows;        // of each trajectory; otherwise 1
  int is_windowed;       // 1: the windows of `colour` are along x
  const double *y_value; // [trajectories]
  const double *x_value; // [trajectories], or for windows [trajectories][windows]
  const double *value;   // [trajectories][windows]
  map_grid grid;
  panels panels;
  double *cell[PANELS_MAX]; // [ny][nx] of each panel, in the label's unit; NAN: blank
  double x_factor, y_factor, factor, low, high;
  int is_signed, is_logarithmic, is_mean;
} map;

static chatter_status check_grid(const figure *self, const map *m, int is_drawn) {
  const size_t nx = m->grid.nx, ny = m->grid.ny;
  const char *x = m->is_windowed ? "the windows" : m->x->name;
  if (nx < (m->is_windowed && !is_drawn ? 1 : 2) || ny < 2) // only the run knows the number of windows
    return figure_raise_missing(
        self, "a map needs at least two values of %s and of %s; the results have %zu and %zu", x, m->y->name,
        nx, ny);
  if (nx * ny / 4 <= self->n * m->windows) return CHATTER_OK;
  return figure_raise_missing(
      self,
      "a map needs a grid: the %zu trajectories have %zu values of %s and %zu of %s, which "
      "would leave most of the %zu cells empty; kind: scatter draws such samples",
      self->n, nx, x, ny, m->y->name, nx * ny);
}

static int is_allowed_colour_variable(const result_variable *variable) {
  return figure_is_per_trajectory(variable) || groups_is_windowed(variable);
}

// Finds the positions of all windows.
static chatter_status find_window_positions(const figure *self, map *m) {
  double *place = arena_allocate(self->memory, self->n * m->windows * sizeof *place);
  if (!place) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  for (size_t i = 0; i < self->n; i++)
    for (size_t w = 0; w < m->windows; w++)
      place[i * m->windows + w] = sweep_window_position(self, m->colour, i, w);
  m->x_value = place;
  return CHATTER_OK;
}

static chatter_status choose_variables(const figure *self, map *m, int is_drawn) {
  const plot_config *wanted = self->wanted;
  char place[STUDY_PATH];
  m->colour = figure_first_output(self);
  TRY(figure_pick_variable(self, "plot.colour", wanted->colour, is_allowed_colour_variable,
                           "with a value per trajectory or window", &m->colour));
  m->is_windowed = m->colour && groups_is_windowed(m->colour);
  m->windows = m->is_windowed ? m->colour->size[1] : 1;
  if (m->is_windowed && wanted->x[0])
    return error_raise(CHATTER_BAD_STUDY, "%splot.x: in a map of windows these stand along x (leave it out)",
                       figure_key_place(self, "plot.x", place));
  TRY(figure_pick_trajectory_variable(self, "plot.x", wanted->x, &m->x));
  TRY(figure_pick_trajectory_variable(self, "plot.y", wanted->y, &m->y));
  for (int i = 0; i < self->n_parameters; i++) {
    if (!m->x && !m->is_windowed && self->parameter[i] != m->y) m->x = self->parameter[i];
    if (!m->y && self->parameter[i] != m->x) m->y = self->parameter[i];
  }
  if ((!m->x && !m->is_windowed) || !m->y)
    return figure_raise_missing(self,
                                "a map needs two parameters that vary, of windows one; the results have %d",
                                self->n_parameters);
  if (!m->colour) return figure_raise_missing(self, "a map needs an output with a value per trajectory");
  if (m->is_windowed)
    TRY(find_window_positions(self, m));
  else
    m->x_value = figure_values(self, m->x);
  m->y_value = figure_values(self, m->y);
  m->value = figure_values(self, m->colour);
  if (!m->x_value || !m->y_value || !m->value)
    return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  m->grid.nx = figure_distinct_values(self, m->x_value, self->n * m->windows, &m->grid.x);
  m->grid.ny = figure_distinct_values(self, m->y_value, self->n, &m->grid.y);
  TRY(check_grid(self, m, is_drawn));
  TRY(check_backbones(self, m->y));
  return panels_find(self, m->x, m->y, &m->panels);
}

static chatter_status check_results(const figure *self) {
  map m = {0};
  return choose_variables(self, &m, 0);
}

// Fits two parameters on a complete grid with too many values for a legend.
static int fits_results(const figure *self) {
  const double *value;
  if (self->n_parameters != 2 || !figure_first_output(self)) return 0;
  const size_t nx = figure_distinct_values(self, self->parameter[0]->data, self->n, &value);
  const size_t ny = figure_distinct_values(self, self->parameter[1]->data, self->n, &value);
  return nx >= MIN_AXIS_VALUES && ny >= MIN_AXIS_VALUES && nx * ny == self->n;
}

// Computes the mean of each cell's trajectories; NAN if none has a value.
static chatter_status fill_cells(const figure *self, map *m) {
  const size_t nx = m->grid.nx, n = nx * m->grid.ny;
  for (int p = 0; p < m->panels.n; p++) {
    int *count = arena_allocate(self->memory, n * sizeof *count);
    double *cell = m->cell[p] = arena_allocate(self->memory, n * sizeof *cell);
    if (!count || !cell) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
    for (size_t k = 0; k < self->n * m->windows; k++) {
      const size_t i = k / m->windows;
      if (m->panels.of[i] != p || !isfinite(m->value[k])) continue;
      if (!m->is_windowed && !figure_trajectory_is_ok(self, i)) continue; // only complete windows count
      if (!isfinite(m->x_value[k]) || !isfinite(m->y_value[i])) continue;
      const size_t at = map_grid_find(m->grid.y, m->grid.ny, m->y_value[i]) * nx +
                        map_grid_find(m->grid.x, nx, m->x_value[k]);
      cell[at] += m->value[k];
      m->is_mean |= ++count[at] > 1;
    }
    for (size_t i = 0; i < n; i++) cell[i] = count[i] ? m->factor * cell[i] / count[i] : NAN;
    for (size_t i = 0; i < n && m->is_logarithmic; i++)
      if (!(cell[i] > 0)) cell[i] = NAN;
  }
  return CHATTER_OK;
}

static chatter_status find_limits(const figure *self, map *m) {
  const double *range = self->wanted->colour_range;
  m->low = INFINITY, m->high = -INFINITY;
  for (int p = 0; p < m->panels.n; p++)
    for (size_t i = 0; i < m->grid.nx * m->grid.ny; i++)
      if (!isnan(m->cell[p][i])) m->low = fmin(m->low, m->cell[p][i]), m->high = fmax(m->high, m->cell[p][i]);
  if (!(m->low <= m->high))
    return error_raise(CHATTER_IO, "the results hold no finite%s value of '%s'",
                       m->is_logarithmic ? " positive" : "", m->colour->name);
  m->is_signed = m->low < 0 && m->high > 0;
  if (m->is_signed) m->high = fmax(m->high, -m->low), m->low = -m->high;
  if (range[0] < range[1]) m->low = m->factor * range[0], m->high = m->factor * range[1];
  if (m->is_logarithmic && !(m->low > 0)) {
    char place[STUDY_PATH];
    return error_raise(CHATTER_BAD_STUDY, "%splot.colour_range: logarithmic colours begin above 0",
                       figure_key_place(self, "plot.colour_range", place));
  }
  return CHATTER_OK;
}

// Makes white mean 0, wherever it lies between the limits.
static void choose_signed_colours(const figure *self, const map *m) {
  static const char *const colours[] = {"#2166AC", "#67A9CF", "#D1E5F0", "#F7F7F7",
                                        "#FDDBC7", "#EF8A62", "#B2182B"};
  drawing_stop stops[7];
  for (int k = -3; k <= 3; k++)
    stops[k + 3] = (drawing_stop){(k < 0 ? -m->low : m->high) * k / 3, colours[k + 3]};
  drawing_set_colour_stops(self->to, 7, stops);
}

// Draws the colour scale below the panels.
static void choose_scale(const figure *self, const map *m, const char *label) {
  double left, right, bottom, top;
  drawing_colours *colours = &self->to->colours;
  panels_edges(&m->panels, 0, &left, &right, &bottom, &top);
  drawing_set_label(self->to, &colours->axis, label);
  colours->scale = SCALE_FLAT;
  colours->origin[0] = left, colours->origin[1] = 30 / self->to->height;
  colours->size[0] = fmin(right - left, 470 / self->to->width), colours->size[1] = 10 / self->to->height;
  if (m->low < m->high) frame_set_limits(&colours->axis, m->low, m->high);
  if (m->is_logarithmic) frame_set_logarithmic(self, &colours->axis, m->low, m->high);
  if (!m->is_signed || m->low >= 0 || m->high <= 0)
    frame_set_sequential_colours(self);
  else
    choose_signed_colours(self, m);
}

static void choose_logarithmic(const figure *self, const map *m, drawing_panel *to) {
  double x[2] = {m->grid.x_edge[0], m->grid.x_edge[m->grid.nx]},
         y[2] = {m->grid.y_edge[0], m->grid.y_edge[m->grid.ny]};
  frame_apply_range(self->wanted->x_range, m->x_factor, &x[0], &x[1]);
  frame_apply_range(self->wanted->y_range, m->y_factor, &y[0], &y[1]);
  if (m->grid.x_logarithmic) frame_set_logarithmic(self, &to->x, x[0], x[1]);
  if (m->grid.y_logarithmic) frame_set_logarithmic(self, &to->y, y[0], y[1]);
}

static chatter_status choose_axes(figure *self, map *m) {
  char label[FIGURE_TEXT], colour[FIGURE_TEXT + 32];
  drawing_panel *to = &self->to->common;
  m->factor =
      figure_variable_label(m->colour, figure_largest_magnitude(m->value, self->n * m->windows), label);
  TRY(fill_cells(self, m));
  TRY(find_limits(self, m));
  snprintf(colour, sizeof colour, "%s%s", label, m->is_mean ? ", mean of a cell" : "");
  choose_scale(self, m, colour);
  m->x_factor = 1;
  if (m->is_windowed)
    sweep_axis_label(self, m->colour, label);
  else
    m->x_factor = figure_axis_label(m->x, figure_largest_magnitude(m->x_value, self->n), label);
  drawing_set_label(self->to, &to->x, label);
  if (m->panels.rows == 1) to->x.label_offset[1] = 0.3; // the colour scale is near
  m->y_factor = figure_axis_label(m->y, figure_largest_magnitude(m->y_value, self->n), label);
  drawing_set_label(self->to, &to->y, label);
  map_grid_scale(&m->grid, m->x_factor, m->y_factor);
  to->frame = FRAME_BOX, to->has_grid = 0;
  to->legend = self->next ? LEGEND_ON_GROUND : LEGEND_NONE;
  choose_logarithmic(self, m, to);
  frame_set_limits(&to->x, m->grid.x_edge[0], m->grid.x_edge[m->grid.nx]);
  frame_set_limits(&to->y, m->grid.y_edge[0], m->grid.y_edge[m->grid.ny]);
  frame_apply_study_ranges(self, to, m->x_factor, m->y_factor);
  return interval_marks_add(self, to, m->x_factor, strcmp(m->y->units, "Hz") == 0 ? m->y_factor : 0, 1);
}

static chatter_status draw_panel(figure *self, const map *m, int panel) {
  drawing_panel *to = panels_add_next(self, &m->panels, panel);
  map_grid_draw(self, to, &m->grid, m->panels.n > 1 ? m->panels.title[panel] : m->colour->name,
                m->cell[panel]);
  if (m->is_signed) {
    drawing_table *zero = drawing_table_add(self->to, "where it is 0", 2);
    map_grid_zero(&m->grid, m->cell[panel], zero);
    drawing_curve_add(self->to, to,
                      (drawing_curve){.way = DRAW_LINES, .table = zero, .colour = "#000000", .width = 1.2});
  }
  return draw_backbones(self, to, m->x_factor, m->y_factor);
}

static chatter_status draw_figure(figure *self) {
  map m = {.is_logarithmic = self->wanted->scale == SCALE_LOGARITHMIC};
  TRY(choose_variables(self, &m, 1));
  TRY(map_grid_allocate(self->memory, &m.grid));
  panels_choose_size(self, &m.panels);
  panels_set_title(self, &m.panels);
  TRY(choose_axes(self, &m));
  for (int p = 0; p < m.panels.n; p++) TRY(draw_panel(self, &m, p));
  return CHATTER_OK;
}

const figure_kind figure_map = {fits_results, check_results, draw_figure};
