// Arranges panels over each other.
#include "plot/sheet/stack.h"

#include <math.h>

#include "plot/sheet/frame.h"

static double panel_height(int n) {
  return n == 1 ? 360 : n == 2 ? 220 : n == 3 ? 180 : 150;
}

double stack_label_room(int n) {
  return n * panel_height(n);
}

void stack_begin(figure *self, int n, double right, const char *note, const char *y_label, stack *out) {
  drawing *to = self->to;
  *out = (stack){.n = n, .left = 90, .right = right, .top = note[0] ? 84 : 68, .bottom = 60, .gap = 30};
  out->high = panel_height(n);
  to->height = out->top + out->bottom + n * out->high + (n - 1) * out->gap;
  to->is_multiple = 1;
  frame_set_note(self, note);
  to->common.left = out->left / to->width, to->common.right = 1 - right / to->width;
  to->common.y.label_offset[0] = 0.5;
  if (y_label && n == 1) drawing_set_label(to, &to->common.y, y_label);
  if (!y_label || n == 1) return;
  const double middle = (out->bottom + 0.5 * (to->height - out->bottom - out->top)) / to->height;
  to->shared_label = (drawing_text){.text = drawing_copy_text(to, y_label),
                                    .place = {{IN_FIGURE, IN_FIGURE}, {26 / to->width, middle}},
                                    .anchor = ANCHOR_CENTRE};
}

// Returns the width of the longest number, as %g, at about eight places from low to high: gnuplot
// chooses the ticks.
static double axis_number_width(double low, double high) {
  const double power = pow(10, floor(log10((high - low) / 8))), part = (high - low) / 8 / power,
               step = power * (part < 2   ? 1
                               : part < 5 ? 2
                                          : 5);
  double widest = 0;
  for (double place = ceil(low / step); place * step <= high; place++) {
    char text[32];
    snprintf(text, sizeof text, "%g", place * step);
    widest = fmax(widest, figure_text_width(text));
  }
  return widest;
}

void stack_fit_numbers(const figure *self, stack *panels, double low, double high) {
  static const double label =
      46; // pixels: a line of text, its distance from the numbers, and theirs from the axis
  if (!(high > low) || !isfinite(high - low)) return;
  const double left = label + axis_number_width(low, high);
  if (left <= panels->left) return;
  panels->left = left;
  self->to->common.left = left / self->to->width;
}

drawing_panel *stack_add_panel(figure *self, stack *panels, const char *title, const char *x_label,
                               const char *y_label) {
  drawing *to = self->to;
  const int panel = panels->next++;
  const double top = to->height - panels->top - panel * (panels->high + panels->gap);
  drawing_panel *out = drawing_panel_add(to);
  out->top = top / to->height, out->bottom = (top - panels->high) / to->height;
  if (title[0])
    out->title = (drawing_text){.text = drawing_copy_text(to, title),
                                .place = {{IN_PANEL, IN_FIGURE}, {0, (top + 11) / to->height}},
                                .colour = "#404040"};
  if (y_label) drawing_set_label(to, &out->y, y_label);
  drawing_set_label(to, &out->x, x_label);
  out->x.has_numbers = panel == panels->n - 1;
  return out;
}

double stack_key_width(double text) {
  return 84 + text; // the line, and wider letters
}

void stack_add_legend(const figure *self, const stack *panels, drawing_panel *to) {
  to->legend = panels->next > 1 ? LEGEND_NONE : LEGEND_BESIDE;
  to->legend_at[0] = 1 - (panels->right - 10) / self->to->width;
  to->legend_at[1] = 1 - (panels->top - 8) / self->to->height;
}

void stack_colour_scale(const figure *self, const stack *panels, const char *label) {
  const double width = self->to->width, height = self->to->height,
               high = height - panels->top - panels->bottom;
  drawing_colours *colours = &self->to->colours;
  frame_set_sequential_colours(self);
  drawing_set_label(self->to, &colours->axis, label);
  colours->axis.label_offset[0] = 1.2;
  colours->scale = SCALE_UPRIGHT;
  colours->origin[0] = 1 - (panels->right - 16) / width, colours->origin[1] = panels->bottom / height;
  colours->size[0] = 14 / width, colours->size[1] = fmin(high, 500) / height;
}
