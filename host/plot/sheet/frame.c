// Titles, axes and colours of drawings.
#include "plot/sheet/frame.h"

#include <math.h>

double frame_title_size(const figure *self, double room) {
  const double width = figure_text_width(figure_title(self)),
               size = width > 0 ? fmin(14, 12 * room / width) : 14;
  return fmax(size, 8);
}

void frame_set_title(const figure *self, const char *note) {
  char text[FIGURE_TEXT * 2];
  const size_t failed = figure_count_failed(self), n = (size_t)snprintf(text, sizeof text, "%.250s", note);
  if (failed)
    snprintf(text + n, sizeof text - n, "%s%zu of %zu trajectories failed and are not shown", n ? "; " : "",
             failed, self->n);
  frame_set_note(self, text);
}

void frame_set_note(const figure *self, const char *text) {
  drawing *to = self->to;
  const double title = text[0] ? 24 : 28, top = text[0] ? 66 : 50; // pixels from the top
  to->title = (drawing_text){.text = drawing_copy_text(to, figure_title(self)),
                             .place = {{IN_PANEL, IN_FIGURE}, {0, 1 - title / to->height}},
                             .size = frame_title_size(self, to->width - 110)};
  if (text[0])
    to->note = (drawing_text){.text = drawing_copy_text(to, text),
                              .place = {{IN_PANEL, IN_FIGURE}, {0, 1 - 48 / to->height}},
                              .colour = "#606060"};
  to->common.top = 1 - top / to->height;
}

void frame_set_limits(drawing_axis *axis, double low, double high) {
  axis->low = low, axis->high = high;
}

void frame_set_linear(drawing_axis *axis) {
  axis->is_logarithmic = 0;
  axis->ticks = (drawing_ticks){0};
}

// gnuplot's default ticks are at decades only, so a range below two decades may have none.
void frame_set_logarithmic(const figure *self, drawing_axis *axis, double low, double high) {
  axis->is_logarithmic = 1;
  axis->ticks = (drawing_ticks){0};
  if (!(low > 0) || !(high > low) || high > 1000 * low) return;
  if (high < 8 * low) {
    const double part = (high - low) / 5, power = pow(10, floor(log10(part))),
                 step = power * (part < 2 * power   ? 2
                                 : part < 5 * power ? 5
                                                    : 10);
    for (double k = ceil(low / step); k * step <= high * (1 + 1e-9); k++)
      drawing_tick_add(self->to, axis, k * step, NULL);
  } else
    for (double decade = pow(10, floor(log10(low))); decade <= high; decade *= 10)
      for (int k = 1; k <= 5; k += k == 1 ? 1 : 3) drawing_tick_add(self->to, axis, k * decade, NULL);
}

void frame_apply_range(const double range[2], double factor, double *low, double *high) {
  if (range[0] < range[1]) *low = factor * range[0], *high = factor * range[1];
}

void frame_apply_study_ranges(const figure *self, drawing_panel *to, double x_factor, double y_factor) {
  const double *x = self->wanted->x_range, *y = self->wanted->y_range;
  if (x[0] < x[1]) {
    frame_set_limits(&to->x, x_factor * x[0], x_factor * x[1]);
    if (x[1] - x[0] < 0.01 * fmax(fabs(x[0]), fabs(x[1])))
      frame_set_few_ticks(&to->x, x_factor * x[0], x_factor * x[1]);
  }
  if (y[0] < y[1]) frame_set_limits(&to->y, y_factor * y[0], y_factor * y[1]);
}

void frame_set_few_ticks(drawing_axis *axis, double low, double high) {
  const double range = high - low, power = pow(10, floor(log10(range / 4)));
  const double step = power * (range / 4 < 2 * power ? 2 : range / 4 < 5 * power ? 5 : 10);
  if (range > 0) axis->ticks = (drawing_ticks){.step = step};
}

drawing_table *frame_histogram_table(const figure *self, const statistics_histogram *bins) {
  drawing_table *table = drawing_table_add(self->to, "middle of the bin, trajectories in it", 2);
  for (size_t b = 0; b < bins->bins; b++)
    drawing_add_numbers(table, bins->low + ((double)b + 0.5) * bins->width, (double)bins->count[b]);
  return table;
}

void frame_set_sequential_colours(const figure *self) {
  static const drawing_stop stops[] = {
      {0, "#440154"}, {1, "#3B528B"}, {2, "#21918C"}, {3, "#5EC962"}, {4, "#FDE725"}};
  drawing_set_colour_stops(self->to, sizeof stops / sizeof *stops, stops);
}
