// A figure of several panels: one for every combination of the parameters that are not on its axes.
#ifndef CHATTER_PLOT_PANELS_H
#define CHATTER_PLOT_PANELS_H

#include "plot/figure.h"

enum { PANELS_MAX = 12 };

typedef struct panels {
  int n, columns, rows;
  double width, height;                // of the whole figure, pixels
  const int *of;                       // [trajectories] panel, -1: beyond PANELS_MAX
  char title[PANELS_MAX][FIGURE_TEXT]; // "γ = 1, κ = 2"
} panels;

chatter_status panels_find(const figure *self, const result_variable *x, const result_variable *y,
                           panels *out);
void panels_choose_size(figure *self, panels *out); // chooses rows and columns, and the figure's size
// Edges of a panel's axes as fractions of the figure.
void panels_edges(const panels *self, int panel, double *left, double *right, double *bottom, double *top);
// The next panel of the drawing, with its place and title; numbers and labels stand at the edges alone.
drawing_panel *panels_add_next(const figure *whole, const panels *self, int panel);
void panels_set_title(const figure *whole, const panels *self); // title and note above all panels

#endif
