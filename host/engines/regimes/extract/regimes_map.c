// Map of motion regimes over two parameters: coloured cells of continuous, stick-slip and no motion, or of
// another output that plot.colour names, the analytic boundaries over them (S = 1 dashed, exact solid, no
// motion dotted), one panel for every further parameter.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engines/regimes/extract/regimes_limits.h"
#include "engines/regimes/extract/regimes_map.h"
#include "engines/regimes/extract/regimes_quantities.h"
#include "plot/sheet/panels.h"

// Values of the output `regime`, and the colours of the paper's figures in the Okabe–Ito palette.
static const struct {
  const char *name, *colour;
} classes[] = {{"no motion", "#BDBDBD"}, {"stick-slip", "#E69F00"}, {"continuous", "#56B4E9"}};
enum { N_CLASSES = 3 };

// By limit. Two widths: gnuplot draws neighbouring arrows of one colour and width as one path of an SVG, with
// the dashes of the first.
static const struct {
  const char *title, *style;
} boundaries[N_LIMITS] = {
    [LIMIT_S1] = {"limit of continuous motion, S = 1", "linecolor '#000000' linewidth 1.2 dashtype (6,4)"},
    [LIMIT_EXACT] = {"limit of continuous motion, exact", "linecolor '#000000' linewidth 1.4"},
    [LIMIT_NO_MOTION] = {"limit of motion", "linecolor '#6A1B9A' linewidth 1.8 dashtype (8,3,2,3)"}};

// Of numbers: from light to dark blue, so that black lines are seen on all but the darkest.
static const char number_colours[] =
    "0 '#EAF2FA', 1 '#D3E4F3', 2 '#B3D2E9', 3 '#86BCDE', 4 '#58A1CF', 5 '#3182BE', 6 '#1562A8'";

typedef struct map {
  const result_variable *x, *y, *colour;
  const double *x_value, *y_value, *cell_value; // [n]
  int is_class;                                 // the colour is a motion regime, not a number
  const double *x_grid, *y_grid;
  size_t nx, ny;
  panels panels;
  limits_line *limits;        // [panels.n]
  int has_boundary[N_LIMITS]; // in the legend
} map;

static int fits(const figure *self) {
  return result_set_find(self->results, "regime") != NULL && self->n_parameters >= 2;
}

// Whether an output holds classes: named so in the study, or by its own name where no study is there.
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
  TRY(figure_wanted(self, "plot.colour", wanted->colour, &out->colour));
  out->x = figure_parameter(self, "r1");
  out->y = figure_parameter(self, "beta");
  for (int i = 0; i < self->n_parameters; i++) {
    if (!out->x && self->parameter[i] != out->y) out->x = self->parameter[i];
    if (!out->y && self->parameter[i] != out->x) out->y = self->parameter[i];
  }
  TRY(figure_wanted(self, "plot.x", wanted->x, &out->x));
  TRY(figure_wanted(self, "plot.y", wanted->y, &out->y));
  if (!out->colour)
    return figure_raise_lack(self, "a regime map needs the output `regime`, or another in plot.colour");
  if (!out->x || !out->y)
    return figure_raise_lack(self, "a regime map needs two parameters that vary; the results have %d",
                             self->n_parameters);
  out->x_value = figure_values(self, out->x);
  out->y_value = figure_values(self, out->y);
  out->cell_value = figure_values(self, out->colour);
  if (!out->x_value || !out->y_value || !out->cell_value) return CHATTER_DEVICE;
  out->is_class = is_regime(self, out->colour->name);
  out->nx = figure_distinct(self, out->x_value, self->n, &out->x_grid);
  out->ny = figure_distinct(self, out->y_value, self->n, &out->y_grid);
  TRY(panels_find(self, out->x, out->y, &out->panels));
  if (out->nx < 2 || out->ny < 2)
    return figure_raise_lack(self, "a regime map needs at least two values of %s and of %s", out->x->name,
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

// A uniform grid is an image (one number per cell, "nan" where no trajectory tells); otherwise each point is
// drawn.
static chatter_status write_cells(figure *self, const map *m, int panel, int as_image) {
  double *cell = arena_allocate(self->memory, (m->nx * m->ny + 1) * sizeof *cell);
  if (!cell) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  for (size_t i = 0; i < m->nx * m->ny; i++) cell[i] = NAN;
  for (size_t i = 0; i < self->n; i++) {
    const double c = m->cell_value[i];
    if (m->panels.of[i] != panel || !figure_is_ok(self, i) || !isfinite(c)) continue;
    if (m->is_class && !(c >= 0 && c < N_CLASSES)) continue;
    size_t ix = find(m->x_grid, m->nx, m->x_value[i]), iy = find(m->y_grid, m->ny, m->y_value[i]);
    if (as_image)
      cell[iy * m->nx + ix] = c;
    else
      fprintf(self->data, "%.9g %.9g %.6g\n", m->x_value[i], m->y_value[i], c);
  }
  for (size_t iy = 0; iy < m->ny && as_image; iy++)
    for (size_t ix = 0; ix < m->nx; ix++) {
      const char *end = ix + 1 < m->nx ? " " : "\n";
      if (isnan(cell[iy * m->nx + ix]))
        fprintf(self->data, "nan%s", end);
      else
        fprintf(self->data, "%.6g%s", cell[iy * m->nx + ix], end);
    }
  return CHATTER_OK;
}

// From a grid's last value to the edge of its cell.
static double half_cell(const double *grid, size_t n) {
  return n > 1 ? 0.5 * (grid[1] - grid[0]) : 0.5;
}

// A friction force is proportional to β, to a contact's friction coefficient and to its normal load.
static int is_friction(const char *path) {
  return strcmp(path, "regimes.beta") == 0 || strstr(path, ".friction") != NULL ||
         strstr(path, ".preload") != NULL;
}

// A line of a panel: known at two places or more, and seen on the map.
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

static int write_boundary(figure *self, const map *m, int panel, int which) {
  if (!has_line(m, panel, which)) return -1;
  const limits_line *line = &m->limits[panel];
  const int block = figure_begin_block(self, boundaries[which].title);
  for (size_t k = 0; k < line->n; k++) {
    const double y = line->places[k].y[which];
    if (isfinite(y))
      fprintf(self->data, "%.9g %.9g\n", line->places[k].x, y);
    else // an infinite peak leaves above
      fprintf(self->data, "%.9g %s\n", line->places[k].x, isnan(y) ? "nan" : "1e30");
  }
  return block;
}

static chatter_status draw_panel(figure *self, map *m, int panel, int as_image) {
  double dx = m->nx > 1 ? (m->x_grid[m->nx - 1] - m->x_grid[0]) / (double)(m->nx - 1) : 1;
  double dy = m->ny > 1 ? (m->y_grid[m->ny - 1] - m->y_grid[0]) / (double)(m->ny - 1) : 1;
  panels_write_frame(self, &m->panels, panel);
  int block = figure_begin_block(self, m->panels.n > 1 ? m->panels.title[panel]
                                       : m->is_class   ? "regimes: 0 no motion, 1 stick-slip, 2 continuous"
                                                       : m->colour->name);
  TRY(write_cells(self, m, panel, as_image));
  if (as_image)
    fprintf(self->script,
            "plot data index %d matrix using (%.9g+%.9g*$1):(%.9g+%.9g*$2):3 with image notitle", block,
            m->x_grid[0], dx, m->y_grid[0], dy);
  else
    fprintf(self->script,
            "plot data index %d using 1:2:3 with points pointtype 5 pointsize 0.5 palette notitle", block);
  for (int b = 0; b < N_LIMITS; b++) {
    if (!m->has_boundary[b] || (block = write_boundary(self, m, panel, b)) < 0) continue;
    fprintf(self->script, ", \\\n     data index %d using 1:2 with lines %s notitle", block,
            boundaries[b].style);
  }
  fputs(panel == 0 ? "\nunset label; unset object; unset arrow; unset colorbox\n" : "\n", self->script);
  return CHATTER_OK;
}

static void write_classes(const figure *self, double x) {
  const double line = 17 / self->height;
  for (int c = N_CLASSES - 1, row = 0; c >= 0; c--, row++) {
    const double y = 48 / self->height - row * line;
    fprintf(self->script,
            "set object %d rectangle from screen %.4f, screen %.4f to screen %.4f, screen %.4f fillstyle "
            "solid 1 border "
            "linecolor '#606060' fillcolor '%s' linewidth 0.6\n",
            10 + c, x, y - 0.34 * line, x + 28 / self->width, y + 0.34 * line, classes[c].colour);
    fprintf(self->script, "set label %d '%s' at screen %.4f, screen %.4f left\n", 10 + c, classes[c].name,
            x + 36 / self->width, y);
  }
}

static void write_scale(const figure *self, const map *m, double x) {
  char label[FIGURE_TEXT];
  figure_label(m->colour, 0, label);
  fprintf(self->script, "set label 10 %s at screen %.4f, screen %.4f left\n", figure_quote(self, label), x,
          52 / self->height);
  fprintf(self->script,
          "set colorbox horizontal user origin screen %.4f, screen %.4f size screen %.4f, screen %.4f\n", x,
          30 / self->height, 220 / self->width, 10 / self->height);
}

// One legend for all panels, in a strip of its own below them: drawn with the first panel. Columns of colours
// and of boundaries, 17 pixels a line.
static void write_legend(const figure *self, const map *m) {
  double left, right, bottom, top;
  panels_place(&m->panels, 0, &left, &right, &bottom, &top);
  if (m->is_class)
    write_classes(self, left);
  else
    write_scale(self, m, left);
  const double x = left + (m->is_class ? 150 : 260) / self->width;
  for (int b = 0, row = 0; b < N_LIMITS; b++) {
    if (!m->has_boundary[b]) continue;
    const double y = (48 - 17 * row++) / self->height;
    fprintf(self->script,
            "set arrow %d from screen %.4f, screen %.4f to screen %.4f, screen %.4f nohead %s\n", 10 + b, x,
            y, x + 34 / self->width, y, boundaries[b].style);
    fprintf(self->script, "set label %d '%s' at screen %.4f, screen %.4f left\n", 20 + b, boundaries[b].title,
            x + 42 / self->width, y);
  }
}

// One scale for all panels.
static const char *range_of(const figure *self, const map *m, char text[64]) {
  double low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < self->n; i++)
    if (figure_is_ok(self, i) && isfinite(m->cell_value[i]))
      low = fmin(low, m->cell_value[i]), high = fmax(high, m->cell_value[i]);
  snprintf(text, 64, low < high ? "[%.9g:%.9g]" : "[*:*]", low, high);
  return text;
}

static void write_setup(const figure *self, const map *m) {
  char label[FIGURE_TEXT], text[64];
  const double half_x = half_cell(m->x_grid, m->nx), half_y = half_cell(m->y_grid, m->ny);
  figure_label(m->x, 0, label);
  fprintf(self->script, "xlabel = %s\n", figure_quote(self, label));
  figure_label(m->y, 0, label);
  fprintf(self->script, "ylabel = %s\n", figure_quote(self, label));
  if (m->is_class)
    fprintf(
        self->script,
        "set palette maxcolors 3 defined (0 '%s', 1 '%s', 2 '%s')\nset cbrange [-0.5:2.5]\nunset colorbox\n",
        classes[0].colour, classes[1].colour, classes[2].colour);
  else
    fprintf(self->script, "set palette defined (%s)\nset cbrange %s\n", number_colours,
            range_of(self, m, text));
  fprintf(self->script,
          "set border 15\nunset grid\nset key off\nset tics out\nset xrange [%.9g:%.9g]\nset yrange "
          "[%.9g:%.9g]\n",
          m->x_grid[0] - half_x, m->x_grid[m->nx - 1] + half_x, m->y_grid[0] - half_y,
          m->y_grid[m->ny - 1] + half_y);
  figure_write_ranges(self, 1, 1);
  fputs("set xlabel offset 0,0.3\nset multiplot\n", self->script);
}

static chatter_status draw(figure *self) {
  map m = {0};
  TRY(choose(self, &m));
  panels_size(self, &m.panels);
  // Some cells of a grid may be missing; many mean that the points are scattered.
  int as_image = is_uniform(m.x_grid, m.nx) && is_uniform(m.y_grid, m.ny) &&
                 2 * self->n >= m.nx * m.ny * (size_t)m.panels.n;
  write_setup(self, &m);
  panels_write_title(self, &m.panels);
  // The boundaries are friction forces: they belong on such an axis only.
  const int on_axis = is_friction(m.y->name) && (strcmp(m.y->name, "regimes.beta") == 0 ||
                                                 result_set_find(self->results, "friction_force") != NULL);
  m.limits = arena_allocate(self->memory, (size_t)m.panels.n * sizeof *m.limits);
  if (!m.limits) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  for (int p = 0; on_axis && p < m.panels.n; p++) {
    TRY(limits_find(self, m.x, m.y, m.panels.of, p, &m.limits[p]));
    for (int b = 0; b < N_LIMITS; b++) m.has_boundary[b] |= has_line(&m, p, b);
  }
  write_legend(self, &m);
  for (int p = 0; p < m.panels.n; p++) TRY(draw_panel(self, &m, p, as_image));
  fputs("unset multiplot\n", self->script);
  return CHATTER_OK;
}

const figure_kind regimes_map = {fits, check, draw};
