// Map of motion regimes over two parameters: cells coloured by continuous, stick-slip and no
// motion, or by another output that plot.colour names; the analytic boundaries as lines (S = 1
// dashed, exact solid, no motion dotted); one panel for every further parameter.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engines/regimes/extract/regimes_limits.h"
#include "engines/regimes/extract/regimes_map.h"
#include "engines/regimes/extract/regimes_quantities.h"
#include "plot/sheet/frame.h"
#include "plot/sheet/panels.h"

// Values of the output `regime`, with colours similar to those of Marino and Cicirello 2021, from
// the Okabe–Ito palette.
static const struct {
  const char *name, *colour;
} classes[] = {{"no motion", "#BDBDBD"}, {"stick-slip", "#E69F00"}, {"continuous", "#56B4E9"}};
enum { N_CLASSES = 3 };

// Line styles by limit. There are two widths because gnuplot draws neighbouring arrows of one
// colour and width as one SVG path with the dashes of the first.
static const struct {
  const char *title, *colour, *dash;
  double width;
} boundaries[N_LIMITS] = {[LIMIT_S1] = {"limit of continuous motion, S = 1", "#000000", "6,4", 1.2},
                          [LIMIT_EXACT] = {"limit of continuous motion, exact", "#000000", NULL, 1.4},
                          [LIMIT_NO_MOTION] = {"limit of motion", "#6A1B9A", "8,3,2,3", 1.8}};

// Colours of numbers, from light to dark blue; black lines are visible on all but the darkest.
static const drawing_stop number_colours[] = {{0, "#EAF2FA"}, {1, "#D3E4F3"}, {2, "#B3D2E9"}, {3, "#86BCDE"},
                                              {4, "#58A1CF"}, {5, "#3182BE"}, {6, "#1562A8"}};
enum { N_NUMBER_COLOURS = sizeof number_colours / sizeof *number_colours };

typedef struct map {
  const result_variable *x, *y, *colour;
  const double *x_value, *y_value, *cell_value; // [n]
  int is_class;                                 // the colour is a motion regime, not a number
  const double *x_grid, *y_grid;
  size_t nx, ny;
  panels panels;
  limits_line *limits;        // [panels.n]
  int has_boundary[N_LIMITS]; // limits in the legend
} map;

static int fits(const figure *self) {
  return result_set_find(self->results, "regime") != NULL && self->n_parameters >= 2;
}

// Returns 1 if an output holds classes: by its quantity in the study, or by its own name if there
// is no study.
static int is_regime(const figure *self, const char *name) {
  for (int i = 0; self->config && i < self->config->n_outputs; i++)
    if (strcmp(self->config->outputs[i].name, name) == 0) {
      const regimes_quantity *quantity = regimes_quantity_of(&self->config->outputs[i]);
      return quantity && quantity->is_class;
    }
  return strcmp(name, "regime") == 0;
}

static chatter_status choose(const figure *self, map *out) {
  const plot_config *wanted = self->wanted;
  out->colour = result_set_find(self->results, "regime");
  TRY(figure_pick_trajectory_variable(self, "plot.colour", wanted->colour, &out->colour));
  out->x = figure_find_parameter(self, "r1");
  out->y = figure_find_parameter(self, "beta");
  for (int i = 0; i < self->n_parameters; i++) {
    if (!out->x && self->parameter[i] != out->y) out->x = self->parameter[i];
    if (!out->y && self->parameter[i] != out->x) out->y = self->parameter[i];
  }
  TRY(figure_pick_trajectory_variable(self, "plot.x", wanted->x, &out->x));
  TRY(figure_pick_trajectory_variable(self, "plot.y", wanted->y, &out->y));
  if (!out->colour)
    return figure_raise_missing(self, "a regime map needs the output `regime`, or another in plot.colour");
  if (!out->x || !out->y)
    return figure_raise_missing(self, "a regime map needs two parameters that vary; the results have %d",
                                self->n_parameters);
  out->x_value = figure_values(self, out->x);
  out->y_value = figure_values(self, out->y);
  out->cell_value = figure_values(self, out->colour);
  if (!out->x_value || !out->y_value || !out->cell_value) return CHATTER_DEVICE;
  out->is_class = is_regime(self, out->colour->name);
  out->nx = figure_distinct_values(self, out->x_value, self->n, &out->x_grid);
  out->ny = figure_distinct_values(self, out->y_value, self->n, &out->y_grid);
  TRY(panels_find(self, out->x, out->y, &out->panels));
  if (out->nx < 2 || out->ny < 2)
    return figure_raise_missing(self, "a regime map needs at least two values of %s and of %s", out->x->name,
                                out->y->name);
  return CHATTER_OK;
}

static chatter_status check(const figure *self) {
  map m = {0};
  return choose(self, &m);
}

static int is_uniform(const double *grid, size_t n) {
  double step = (grid[n - 1] - grid[0]) / (double)(n - 1);
  for (size_t i = 1; i < n; i++)
    if (fabs(grid[i] - grid[i - 1] - step) > 1e-6 * step) return 0;
  return n > 1;
}

static size_t find(const double *grid, size_t n, double value) {
  size_t low = 0, high = n;
  while (low + 1 < high) {
    size_t middle = (low + high) / 2;
    if (grid[middle] <= value)
      low = middle;
    else
      high = middle;
  }
  return low;
}

// Writes the cells: a uniform grid as an image (one number per cell, NaN without a trajectory),
// otherwise each point.
static chatter_status write_cells(figure *self, const map *m, int panel, int as_image, const char *name,
                                  drawing_table **out) {
  drawing_table *table = *out = drawing_table_add(self->to, name, as_image ? (int)m->nx : 3);
  double *cell = arena_allocate(self->memory, (m->nx * m->ny + 1) * sizeof *cell);
  if (!cell) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  if (as_image)
    memset(table->digits, 6, sizeof table->digits);
  else
    table->digits[2] = 6;
  for (size_t i = 0; i < m->nx * m->ny; i++) cell[i] = NAN;
  for (size_t i = 0; i < self->n; i++) {
    const double c = m->cell_value[i];
    if (m->panels.of[i] != panel || !figure_trajectory_is_ok(self, i) || !isfinite(c)) continue;
    if (m->is_class && !(c >= 0 && c < N_CLASSES)) continue;
    size_t ix = find(m->x_grid, m->nx, m->x_value[i]), iy = find(m->y_grid, m->ny, m->y_value[i]);
    if (as_image)
      cell[iy * m->nx + ix] = c;
    else
      drawing_add_numbers(table, m->x_value[i], m->y_value[i], c);
  }
  for (size_t iy = 0; iy < m->ny && as_image; iy++) drawing_add_row(table, cell + iy * m->nx, ROW_NUMBERS);
  return CHATTER_OK;
}

// Returns the distance from a grid's last value to the edge of its cell.
static double half_cell(const double *grid, size_t n) {
  return n > 1 ? 0.5 * (grid[1] - grid[0]) : 0.5;
}

// Returns 1 for parameters proportional to the friction force: β, a contact's friction coefficient,
// or its normal load.
static int is_friction(const char *path) {
  return strcmp(path, "regimes.beta") == 0 || strstr(path, ".friction") != NULL ||
         strstr(path, ".preload") != NULL;
}

// Returns 1 if a panel's line is known at two places or more and visible on the map.
static int has_line(const map *m, int panel, int which) {
  const limits_line *line = &m->limits[panel];
  const double top = m->y_grid[m->ny - 1] + half_cell(m->y_grid, m->ny);
  int n = 0, seen = 0;
  for (size_t k = 0; k < line->n; k++) {
    const double y = line->places[k].y[which];
    n += !isnan(y), seen += y <= top;
  }
  return line->is_there[which] && n >= 2 && seen;
}

// Writes a line of a panel; NULL: the panel has no such line.
static drawing_table *write_boundary(figure *self, const map *m, int panel, int which) {
  if (!has_line(m, panel, which)) return NULL;
  const limits_line *line = &m->limits[panel];
  drawing_table *table = drawing_table_add(self->to, boundaries[which].title, 2);
  for (size_t k = 0; k < line->n; k++) {
    const double y = line->places[k].y[which];
    // an infinite peak leaves the map at the top
    drawing_add_numbers(table, line->places[k].x, isinf(y) ? 1e30 : y);
  }
  return table;
}

static chatter_status draw_panel(figure *self, map *m, int panel, int as_image) {
  const double dx = m->nx > 1 ? (m->x_grid[m->nx - 1] - m->x_grid[0]) / (double)(m->nx - 1) : 1;
  const double dy = m->ny > 1 ? (m->y_grid[m->ny - 1] - m->y_grid[0]) / (double)(m->ny - 1) : 1;
  drawing_panel *to = panels_add_next(self, &m->panels, panel);
  const char *name = m->panels.n > 1 ? m->panels.title[panel]
                     : m->is_class   ? "regimes: 0 no motion, 1 stick-slip, 2 continuous"
                                     : m->colour->name;
  drawing_curve cells = {.way = as_image ? DRAW_IMAGE : DRAW_POINTS,
                         .marker = MARKER_SQUARE_FILLED,
                         .size = 0.5,
                         .origin = {m->x_grid[0], m->y_grid[0]},
                         .step = {dx, dy}};
  TRY(write_cells(self, m, panel, as_image, name, &cells.table));
  drawing_curve_add(self->to, to, cells);
  for (int b = 0; b < N_LIMITS; b++) {
    drawing_table *table = m->has_boundary[b] ? write_boundary(self, m, panel, b) : NULL;
    if (table)
      drawing_curve_add(self->to, to,
                        (drawing_curve){.way = DRAW_LINES,
                                        .table = table,
                                        .colour = boundaries[b].colour,
                                        .width = boundaries[b].width,
                                        .dash = boundaries[b].dash});
  }
  return CHATTER_OK;
}

// Adds a text to the legend.
static void add_words(const figure *self, double x, double y, const char *text) {
  drawing_text_add(self->to, &self->to->whole,
                   (drawing_text){.text = text, .place = {{IN_FIGURE, IN_FIGURE}, {x, y}}});
}

static void add_regime_classes(const figure *self, double x) {
  const double width = self->to->width, height = self->to->height, line = 17 / height;
  for (int c = 0; c < N_CLASSES; c++) {
    const double y = 48 / height - (N_CLASSES - 1 - c) * line;
    drawing_box_add(self->to, &self->to->whole,
                    (drawing_box){.from = {{IN_FIGURE, IN_FIGURE}, {x, y - 0.34 * line}},
                                  .to = {{IN_FIGURE, IN_FIGURE}, {x + 28 / width, y + 0.34 * line}},
                                  .fill = classes[c].colour,
                                  .edge = "#606060",
                                  .opacity = 1,
                                  .width = 0.6});
    add_words(self, x + 36 / width, y, classes[c].name);
  }
}

static void choose_scale(const figure *self, const map *m, double x) {
  char label[FIGURE_TEXT];
  drawing_colours *colours = &self->to->colours;
  figure_variable_label(m->colour, 0, label);
  drawing_set_label(self->to, &colours->axis, label);
  colours->scale = SCALE_FLAT;
  colours->origin[0] = x, colours->origin[1] = 30 / self->to->height;
  colours->size[0] = 220 / self->to->width, colours->size[1] = 10 / self->to->height;
}

// Adds one legend for all panels in a strip below them, drawn with the first panel: columns of
// colours and of boundaries, 17 pixels a line.
static void add_legend(const figure *self, const map *m) {
  double left, right, bottom, top;
  const double width = self->to->width, height = self->to->height;
  panels_edges(&m->panels, 0, &left, &right, &bottom, &top);
  if (m->is_class)
    add_regime_classes(self, left);
  else
    choose_scale(self, m, left);
  const double x = left + (m->is_class ? 150 : 260) / width;
  for (int b = 0, row = 0; b < N_LIMITS; b++) {
    if (!m->has_boundary[b]) continue;
    const double y = (48 - 17 * row++) / height;
    drawing_arrow_add(self->to, &self->to->whole,
                      (drawing_arrow){.from = {{IN_FIGURE, IN_FIGURE}, {x, y}},
                                      .to = {{IN_FIGURE, IN_FIGURE}, {x + 34 / width, y}},
                                      .colour = boundaries[b].colour,
                                      .width = boundaries[b].width,
                                      .dash = boundaries[b].dash});
    add_words(self, x + 42 / width, y, boundaries[b].title);
  }
}

// Chooses one colour scale for all panels.
static void choose_colours(const figure *self, const map *m) {
  drawing_colours *colours = &self->to->colours;
  double low = INFINITY, high = -INFINITY;
  if (m->is_class) {
    drawing_stop stops[N_CLASSES];
    for (int c = 0; c < N_CLASSES; c++) stops[c] = (drawing_stop){c, classes[c].colour};
    drawing_set_colour_stops(self->to, N_CLASSES, stops);
    frame_set_limits(&colours->axis, -0.5, N_CLASSES - 0.5);
    colours->steps = N_CLASSES, colours->scale = SCALE_HIDDEN;
    return;
  }
  drawing_set_colour_stops(self->to, N_NUMBER_COLOURS, number_colours);
  for (size_t i = 0; i < self->n; i++)
    if (figure_trajectory_is_ok(self, i) && isfinite(m->cell_value[i]))
      low = fmin(low, m->cell_value[i]), high = fmax(high, m->cell_value[i]);
  if (low < high) frame_set_limits(&colours->axis, low, high);
}

static void choose_axes(const figure *self, const map *m) {
  char label[FIGURE_TEXT];
  drawing_panel *common = &self->to->common;
  const double half_x = half_cell(m->x_grid, m->nx), half_y = half_cell(m->y_grid, m->ny);
  figure_variable_label(m->x, 0, label);
  drawing_set_label(self->to, &common->x, label);
  if (m->panels.rows == 1) common->x.label_offset[1] = 0.3; // the legend is near
  figure_variable_label(m->y, 0, label);
  drawing_set_label(self->to, &common->y, label);
  common->frame = FRAME_BOX, common->has_grid = 0, common->legend = LEGEND_NONE;
  frame_set_limits(&common->x, m->x_grid[0] - half_x, m->x_grid[m->nx - 1] + half_x);
  frame_set_limits(&common->y, m->y_grid[0] - half_y, m->y_grid[m->ny - 1] + half_y);
  frame_apply_study_ranges(self, common, 1, 1);
}

static chatter_status draw(figure *self) {
  map m = {0};
  TRY(choose(self, &m));
  panels_choose_size(self, &m.panels);
  // Some cells of a grid may be missing; if many are, the points are scattered.
  int as_image = is_uniform(m.x_grid, m.nx) && is_uniform(m.y_grid, m.ny) &&
                 2 * self->n >= m.nx * m.ny * (size_t)m.panels.n;
  choose_colours(self, &m);
  choose_axes(self, &m);
  panels_set_title(self, &m.panels);
  // The boundaries are friction forces, so they belong only on such an axis.
  const int on_axis = is_friction(m.y->name) && (strcmp(m.y->name, "regimes.beta") == 0 ||
                                                 result_set_find(self->results, "friction_force") != NULL);
  m.limits = arena_allocate(self->memory, (size_t)m.panels.n * sizeof *m.limits);
  if (!m.limits) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  for (int p = 0; on_axis && p < m.panels.n; p++) {
    TRY(limits_find(self, m.x, m.y, m.panels.of, p, &m.limits[p]));
    for (int b = 0; b < N_LIMITS; b++) m.has_boundary[b] |= has_line(&m, p, b);
  }
  add_legend(self, &m);
  for (int p = 0; p < m.panels.n; p++) TRY(draw_panel(self, &m, p, as_image));
  return CHATTER_OK;
}

const figure_kind regimes_map = {fits, check, draw};
