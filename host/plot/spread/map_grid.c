// Draws grids of cells and their zero lines.
#include "plot/spread/map_grid.h"

#include <math.h>
#include <string.h>

static const double SPACING_TOLERANCE = 1e-6,
                    ROUNDING_TOLERANCE = 0.2; // in steps; ratios are written with few digits (1, 2, 5)

chatter_status map_grid_allocate(arena *memory, map_grid *self) {
  self->x_edge = arena_allocate(memory, (self->nx + 1) * sizeof *self->x_edge);
  self->y_edge = arena_allocate(memory, (self->ny + 1) * sizeof *self->y_edge);
  self->x_middle = arena_allocate(memory, (self->nx + 1) * sizeof *self->x_middle);
  self->y_middle = arena_allocate(memory, (self->ny + 1) * sizeof *self->y_middle);
  if (self->x_edge && self->y_edge && self->x_middle && self->y_middle) return CHATTER_OK;
  return error_raise(CHATTER_DEVICE, "out of memory for a figure");
}

size_t map_grid_find(const double *grid, size_t n, double value) {
  size_t low = 0, high = n;
  while (low + 1 < high) {
    const size_t middle = (low + high) / 2;
    if (grid[middle] <= value)
      low = middle;
    else
      high = middle;
  }
  return low;
}

// Returns 1 for even spacing within `part` of a step.
static int is_evenly_spaced(const double *grid, size_t n, int logarithmic, double part) {
  const double first = logarithmic ? log(grid[0]) : grid[0],
               last = logarithmic ? log(grid[n - 1]) : grid[n - 1];
  const double step = (last - first) / (double)(n - 1);
  for (size_t i = 0; i < n; i++) {
    const double value = logarithmic ? log(grid[i]) : grid[i];
    if (fabs(value - first - (double)i * step) > part * step) return 0;
  }
  return 1;
}

// Computes edges half way between the middles, and as far beyond the first and the last. Returns 1
// if the axis is logarithmic: three or more values at even ratios.
static int scale_axis(const double *grid, size_t n, double factor, double *middle, double *edge) {
  const double tolerance = grid[n - 1] >= 10 * grid[0] ? ROUNDING_TOLERANCE : SPACING_TOLERANCE;
  const int logarithmic = n > 2 && grid[0] > 0 && !is_evenly_spaced(grid, n, 0, SPACING_TOLERANCE) &&
                          is_evenly_spaced(grid, n, 1, tolerance);
  for (size_t i = 0; i < n; i++) middle[i] = factor * grid[i];
  for (size_t i = 1; i < n; i++)
    edge[i] = logarithmic ? sqrt(middle[i - 1] * middle[i]) : 0.5 * (middle[i - 1] + middle[i]);
  edge[0] = logarithmic ? middle[0] * middle[0] / edge[1] : 2 * middle[0] - edge[1];
  edge[n] = logarithmic ? middle[n - 1] * middle[n - 1] / edge[n - 1] : 2 * middle[n - 1] - edge[n - 1];
  return logarithmic;
}

void map_grid_scale(map_grid *self, double x_factor, double y_factor) {
  self->x_logarithmic = scale_axis(self->x, self->nx, x_factor, self->x_middle, self->x_edge);
  self->y_logarithmic = scale_axis(self->y, self->ny, y_factor, self->y_middle, self->y_edge);
  self->is_uniform = is_evenly_spaced(self->x, self->nx, 0, SPACING_TOLERANCE) &&
                     is_evenly_spaced(self->y, self->ny, 0, SPACING_TOLERANCE);
}

static void draw_image(figure *of, drawing_panel *to, const map_grid *self, const char *name,
                       const double *cell) {
  drawing_table *table = drawing_table_add(of->to, name, (int)self->nx);
  const double x = self->x_middle[0], y = self->y_middle[0];
  memset(table->digits, 6, sizeof table->digits);
  for (size_t iy = 0; iy < self->ny; iy++) drawing_add_row(table, cell + iy * self->nx, ROW_NUMBERS);
  drawing_curve_add(of->to, to,
                    (drawing_curve){.way = DRAW_IMAGE,
                                    .table = table,
                                    .origin = {x, y},
                                    .step = {(self->x_middle[self->nx - 1] - x) / (double)(self->nx - 1),
                                             (self->y_middle[self->ny - 1] - y) / (double)(self->ny - 1)}});
}

void map_grid_draw(figure *of, drawing_panel *to, const map_grid *self, const char *name,
                   const double *cell) {
  if (self->is_uniform) {
    draw_image(of, to, self, name, cell);
    return;
  }
  drawing_table *table = drawing_table_add(of->to, name, 7);
  table->digits[6] = 6;
  for (size_t iy = 0; iy < self->ny; iy++)
    for (size_t ix = 0; ix < self->nx; ix++)
      if (!isnan(cell[iy * self->nx + ix]))
        drawing_add_numbers(table, self->x_middle[ix], self->y_middle[iy], self->x_edge[ix],
                            self->x_edge[ix + 1], self->y_edge[iy], self->y_edge[iy + 1],
                            cell[iy * self->nx + ix]);
  drawing_curve_add(of->to, to, (drawing_curve){.way = DRAW_CELLS, .table = table});
}

// Finds where a value changes its sign between two middles; returns 0 if it does not.
static int find_crossing(double a, double b, double from, double to, double *at) {
  if (!((a < 0 && b >= 0) || (a >= 0 && b < 0))) return 0;
  *at = from + (to - from) * a / (a - b);
  return 1;
}

// Writes the segments of a square between four middles: two crossings give one, four (a saddle)
// give two.
static void write_zero_segments(drawing_table *to, const double x[2], const double y[2],
                                const double v[2][2]) {
  double point[4][2];
  int n = 0;
  if (find_crossing(v[0][0], v[0][1], x[0], x[1], &point[n][0])) point[n++][1] = y[0];
  if (find_crossing(v[0][1], v[1][1], y[0], y[1], &point[n][1])) point[n++][0] = x[1];
  if (find_crossing(v[1][0], v[1][1], x[0], x[1], &point[n][0])) point[n++][1] = y[1];
  if (find_crossing(v[0][0], v[1][0], y[0], y[1], &point[n][1])) point[n++][0] = x[0];
  for (int k = 0; k + 1 < n; k += 2) {
    drawing_add_row(to, point[k], ROW_NUMBERS);
    drawing_add_row(to, point[k + 1], ROW_NUMBERS);
    drawing_add_gap(to);
  }
}

void map_grid_zero(const map_grid *self, const double *cell, drawing_table *to) {
  for (size_t iy = 0; iy + 1 < self->ny; iy++)
    for (size_t ix = 0; ix + 1 < self->nx; ix++) {
      const double *below = cell + iy * self->nx + ix, *above = below + self->nx;
      write_zero_segments(to, self->x_middle + ix, self->y_middle + iy,
                          (const double[2][2]){{below[0], below[1]}, {above[0], above[1]}});
    }
}
