#include "plot/sheet/stack.h"

#include <math.h>

static double panel_height(int n) {
  return n == 1 ? 360 : n == 2 ? 220 : n == 3 ? 180 : 150;
}

double stack_room(int n) {
  return n * panel_height(n);
}

void stack_begin(figure *self, int n, double right, const char *note, const char *y_label, stack *out) {
  *out = (stack){.n = n, .left = 90, .right = right, .top = note[0] ? 84 : 68, .bottom = 60, .gap = 30};
  out->high = panel_height(n);
  self->height = out->top + out->bottom + n * out->high + (n - 1) * out->gap;
  figure_write_heading(self, note);
  fprintf(self->script, "set lmargin screen %.4f; set rmargin screen %.4f\n", out->left / self->width,
          1 - right / self->width);
  if (y_label && n > 1)
    fprintf(self->script, "set label 4 %s at screen %.4f, screen %.4f center rotate\n",
            figure_quote(self, y_label), 26 / self->width,
            (out->bottom + 0.5 * (self->height - out->bottom - out->top)) / self->height);
  if (y_label && n == 1) fprintf(self->script, "set ylabel %s offset 0.5,0\n", figure_quote(self, y_label));
  fputs("set multiplot\n", self->script);
}

// Of the longest of the numbers, as %g, at about eight places from low to high: gnuplot chooses them.
static double width_of_numbers(double low, double high) {
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
      46; // pixels: a line of text, its distance from the numbers, theirs from the axis
  if (!(high > low) || !isfinite(high - low)) return;
  const double left = label + width_of_numbers(low, high);
  if (left <= panels->left) return;
  panels->left = left;
  fprintf(self->script, "set lmargin screen %.4f\n", left / self->width);
}

void stack_panel(figure *self, stack *panels, const char *title, const char *x_label, const char *y_label) {
  const int panel = panels->next++, is_last = panel == panels->n - 1;
  const double top = self->height - panels->top - panel * (panels->high + panels->gap);
  if (panel == 1) fputs("unset label 1; unset label 2; unset label 4; unset colorbox\n", self->script);
  fprintf(self->script, "set tmargin screen %.4f; set bmargin screen %.4f\n", top / self->height,
          (top - panels->high) / self->height);
  if (title[0])
    fprintf(self->script, "set label 3 %s at graph 0, screen %.4f left textcolor '#404040'\n",
            figure_quote(self, title), (top + 11) / self->height);
  if (y_label) fprintf(self->script, "set ylabel %s offset 0.5,0\n", figure_quote(self, y_label));
  fprintf(self->script, is_last ? "set format x '%%g'; set xlabel %s\n" : "set format x ''\n",
          figure_quote(self, x_label));
}

double stack_key_width(double text) {
  return 84 + text; // the line, and letters wider than others
}

void stack_write_key(const figure *self, const stack *panels) {
  if (panels->next > 1)
    fputs("set key off\n", self->script);
  else
    fprintf(self->script, "set key at screen %.4f, screen %.4f left top vertical noautotitle\n",
            1 - (panels->right - 10) / self->width, 1 - (panels->top - 8) / self->height);
}

void stack_end(figure *self) {
  fputs("unset multiplot\n", self->script);
}

void stack_write_scale(const figure *self, const stack *panels, const char *label) {
  const double high = self->height - panels->top - panels->bottom;
  fprintf(self->script,
          "set colorbox vertical user origin screen %.4f, screen %.4f size screen %.4f, screen %.4f\n"
          "set cblabel %s offset 1.2,0\nset format cb '%%g'\nset palette defined (%s)\n",
          1 - (panels->right - 16) / self->width, panels->bottom / self->height, 14 / self->width,
          (high > 500 ? 500 : high) / self->height, figure_quote(self, label), figure_colours_sequential);
}
