// Cells of a map: values on a grid, the cells around them, and the line where they change sign.
#ifndef CHATTER_PLOT_MAP_GRID_H
#define CHATTER_PLOT_MAP_GRID_H

#include "plot/figure.h"

typedef struct map_grid {
  const double *x, *y; // [nx], [ny] middles of cells, ascending
  size_t nx, ny;
  // Set by map_grid_scale, in the units of the axes:
  double *x_edge, *y_edge; // [nx + 1], [ny + 1]
  double *x_middle, *y_middle;
  int x_logarithmic, y_logarithmic; // 1: evenly spaced logarithms, and a logarithmic axis
  int is_uniform;                   // 1: both axes are evenly spaced, so the cells are an image
} map_grid;

chatter_status map_grid_allocate(arena *memory, map_grid *self);
void map_grid_scale(map_grid *self, double x_factor, double y_factor);
// Returns the index of a value that is in the grid.
size_t map_grid_find(const double *grid, size_t n, double value);
// Draws cell [ny][nx] in a panel.
void map_grid_draw(figure *of, drawing_panel *to, const map_grid *self, const char *name, const double *cell);
// Computes the segments where the cells' values change sign.
void map_grid_zero(const map_grid *self, const double *cell, drawing_table *to);

#endif
