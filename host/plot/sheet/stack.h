// Panels above each other over one x axis.
#ifndef CHATTER_PLOT_STACK_H
#define CHATTER_PLOT_STACK_H

#include "plot/figure.h"

enum { STACK_MAX_PANELS = 12 };

typedef struct stack {
  int n, next;
  double left, right, top, bottom, gap, high; // pixels: margins, between panels, of a panel
} stack;

// Chooses the figure's height for n panels with `right` pixels beside them, and sets title and note. y_label:
// of all panels; NULL: each has its own.
void stack_begin(figure *self, int n, double right, const char *note, const char *y_label, stack *out);
// Room at the left for the numbers of a y axis from low to high beside its label: to be called for each panel
// that may have long ones, before the first is added.
void stack_fit_numbers(const figure *self, stack *panels, double low, double high);
// Pixels that a label of the y axis of all n panels has.
double stack_label_room(int n);
// The next panel of the drawing, with its place, title ("": none) and labels; numbers of x stand below the
// last.
drawing_panel *stack_add_panel(figure *self, stack *panels, const char *title, const char *x_label,
                               const char *y_label);
// Pixels beside panels whose legend is as wide as its longest text.
double stack_key_width(double text);
// The legend, beside the first panel; the others have none.
void stack_add_legend(const figure *self, const stack *panels, drawing_panel *to);
// A scale of colours beside all panels.
void stack_colour_scale(const figure *self, const stack *panels, const char *label);

#endif
