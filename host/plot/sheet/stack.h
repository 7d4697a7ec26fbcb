// Panels stacked over a common x axis.
#ifndef CHATTER_PLOT_STACK_H
#define CHATTER_PLOT_STACK_H

#include "plot/figure.h"

enum { STACK_MAX_PANELS = 12 };

typedef struct stack {
  int n, next;
  double left, right, top, bottom, gap, high; // pixels: margins, gap between panels, height of a panel
} stack;

// Sets the figure's height for n panels with `right` pixels beside them, title and note. y_label:
// of all panels; NULL: each has its own.
void stack_begin(figure *self, int n, double right, const char *note, const char *y_label, stack *out);
// Reserves room at the left for the numbers of a y axis from low to high; to be called for each
// panel that may have long ones, before the first panel is added.
void stack_fit_numbers(const figure *self, stack *panels, double low, double high);
// Returns the length in pixels of a y label over n panels.
double stack_label_room(int n);
// Adds the next panel with its place, title ("": none) and labels; only the last has numbers of x.
drawing_panel *stack_add_panel(figure *self, stack *panels, const char *title, const char *x_label,
                               const char *y_label);
// Returns the width beside panels for a legend whose longest text has this width, in pixels.
double stack_key_width(double text);
// Puts the legend beside the first panel; the others have none.
void stack_add_legend(const figure *self, const stack *panels, drawing_panel *to);
// Adds a colour scale beside all panels.
void stack_colour_scale(const figure *self, const stack *panels, const char *label);

#endif
