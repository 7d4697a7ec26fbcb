// A figure with a panel for each combination of the parameters that are not on its axes.
#ifndef CHATTER_PLOT_PANELS_H
#define CHATTER_PLOT_PANELS_H

#include "plot/figure.h"

enum { PANELS_MAX = 12 };

typedef struct panels {
  int n, columns, rows;
  double width, height;                // of the whole figure, pixels
  const int *of;                       // [trajectories] panel; -1: beyond PANELS_MAX
  char title[PANELS_MAX][FIGURE_TEXT]; // "γ = 1, κ = 2"
} panels;

chatter_status panels_find(const figure *self, const result_variable *x, const result_variable *y,
                           panels *out);
void panels_choose_size(figure *self, panels *out); // sets rows, columns and the figure's size
// Computes the edges of a panel's axes as fractions of the figure.
void panels_edges(const panels *self, int panel, double *left, double *right, double *bottom, double *top);
// Adds the next panel with its place and title; only outer panels have numbers and labels.
drawing_panel *panels_add_next(const figure *whole, const panels *self, int panel);
void panels_set_title(const figure *whole, const panels *self); // above all panels

#endif
