// Lines and panels of a figure of curves, and the drawing of a panel.
#ifndef CHATTER_PLOT_CURVE_STROKES_H
#define CHATTER_PLOT_CURVE_STROKES_H

#include "plot/curves/curve_trace.h"

typedef struct curve_panel {
  const result_variable *y;
  curve_trace all; // limits of its contents
  double factor;
  double height; // approximate, pixels
} curve_panel;

enum { CURVES_PANEL_WIDTH = 540 }; // pixels

typedef struct curve_sheet {
  const result_variable *x;
  double x_factor, x_low, x_high;
  int x_logarithmic, has_plain, has_unstable;
  int are_parted; // 1: other kinds are drawn line by line
  int n_lines, n_panels;
  curve_line lines[CURVES_MAX_LINES];
  curve_head head;
  curve_panel panels[CURVES_MAX_PANELS];
} curve_sheet;

int curves_count_flags(const result_variable *flags);
// Returns the flags of events or of kinds of curves of the first line that has some; all files
// share their words.
const result_variable *curves_common_flags(const curve_sheet *s, int of_events);
int curves_count_kinds(const curve_sheet *s);
// Draws all curves of a panel.
void curves_draw_strokes(figure *self, drawing_panel *to, const curve_sheet *s, const curve_panel *p);

#endif
