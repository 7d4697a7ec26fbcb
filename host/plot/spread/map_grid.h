// Cells of a map: a grid of values along two axes, cells around them, and the line where they change sign.
#ifndef CHATTER_PLOT_MAP_GRID_H
#define CHATTER_PLOT_MAP_GRID_H

#include "plot/figure.h"

typedef struct map_grid {
  const double *x, *y; // [nx], [ny]: middles of cells, sorted
  size_t nx, ny;
  // After map_grid_scale, in the units of the axes:
  double *x_edge, *y_edge; // [nx + 1], [ny + 1]
  double *x_middle, *y_middle;
  int x_logarithmic, y_logarithmic; // evenly spaced so: so is the axis
  int is_uniform;                   // both axes are evenly spaced: the cells are an image
} map_grid;

chatter_status map_grid_allocate(arena *memory, map_grid *self);
void map_grid_scale(map_grid *self, double x_factor, double y_factor);
// Index of a value that is there.
size_t map_grid_find(const double *grid, size_t n, double value);
// Adds cell [ny][nx] to a panel.
void map_grid_draw(figure *of, drawing_panel *to, const map_grid *self, const char *name, const double *cell);
// The segments where the cells' values change sign.
void map_grid_zero(const map_grid *self, const double *cell, drawing_table *to);

#endif
