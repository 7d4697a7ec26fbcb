// Figure `spectrum`: amplitude spectra of time series over intervals of time, a line for each
// interval and a panel for each series, or with plot.overlay one for all of them.
#include <math.h>
#include <string.h>

#include "plot/curves/curve_write.h"
#include "plot/sheet/frame.h"
#include "plot/sheet/stack.h"
#include "plot/signals/fourier.h"
#include "plot/signals/history.h"

enum { MAX_INTERVALS = FIGURE_COLOURS, MIN_SAMPLES = 16 };

typedef struct spectrum {
  double from, to; // s
  size_t n;
  double *frequency, *amplitude; // [n] Hz, in the variable's unit
} spectrum;

// Computes the mean power of windows that overlap by half, or of one window that is the interval.
static chatter_status add_window_spectra(const figure *self, const history *h, size_t first, size_t n,
                                         double step, spectrum *out) {
  const double wanted = self->wanted->window / step;
  const size_t length = wanted > 0 && wanted < (double)n ? (size_t)llround(wanted) : n;
  char place[STUDY_PATH];
  fourier *transform;
  if (length < MIN_SAMPLES)
    return error_raise(CHATTER_BAD_STUDY, "%splot.window: %g s hold %zu samples (at least %d are needed)",
                       figure_key_place(self, "plot.window", place), self->wanted->window, length,
                       MIN_SAMPLES);
  TRY(fourier_create(self->memory, length, 2, step, &transform));
  out->n = fourier_count(transform);
  out->frequency = arena_allocate(self->memory, out->n * sizeof *out->frequency);
  out->amplitude = arena_allocate(self->memory, out->n * sizeof *out->amplitude);
  double *one = arena_allocate(self->memory, out->n * sizeof *one);
  if (!out->frequency || !out->amplitude || !one)
    return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  const size_t hop = (length + 1) / 2, windows = 1 + (n - length) / hop;
  for (size_t w = 0; w < windows; w++) {
    fourier_amplitudes(transform, h->value + first + w * hop, one);
    for (size_t k = 0; k < out->n; k++) out->amplitude[k] += one[k] * one[k] / (double)windows;
  }
  for (size_t k = 0; k < out->n; k++) {
    out->frequency[k] = (double)k * fourier_frequency_step(transform);
    out->amplitude[k] = sqrt(out->amplitude[k]);
  }
  return CHATTER_OK;
}

static chatter_status analyse_interval(const figure *self, const history *h, double from, double to,
                                       spectrum *out) {
  double step;
  char place[STUDY_PATH];
  TRY(history_time_step(h, MIN_SAMPLES, &step));
  size_t first = 0, end = h->n;
  while (first < end && h->time[first] < from) first++;
  while (end > first && h->time[end - 1] > to) end--;
  if (end - first < MIN_SAMPLES)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%splot.intervals: '%s' has %zu samples from %g to %g s (at least %d are needed; it runs "
        "from %g to %g s)",
        figure_key_place(self, "plot.intervals", place), h->y->name, end - first, from, to, MIN_SAMPLES,
        h->time[0], h->time[h->n - 1]);
  out->from = h->time[first], out->to = h->time[end - 1];
  return add_window_spectra(self, h, first, end - first, step, out);
}

static chatter_status analyse_intervals(const figure *self, const history *h, spectrum out[MAX_INTERVALS],
                                        int *n) {
  const number_list *wanted = &self->wanted->intervals;
  char place[STUDY_PATH];
  *n = wanted->n ? wanted->n / 2 : 1;
  if (*n > MAX_INTERVALS)
    return error_raise(CHATTER_BAD_STUDY, "%splot.intervals: %d intervals (allowed: up to %d)",
                       figure_key_place(self, "plot.intervals", place), *n, MAX_INTERVALS);
  for (int k = 0; k < *n; k++)
    TRY(analyse_interval(self, h, wanted->n ? wanted->value[2 * k] : -INFINITY,
                         wanted->n ? wanted->value[2 * k + 1] : INFINITY, &out[k]));
  return CHATTER_OK;
}

typedef char line_name[FIGURE_TEXT];

// Names the lines: by series if several share the panel, and by interval if there are several.
static void name_lines(const history *h, int n, int index, const spectrum *s, int n_lines, int overlay,
                       line_name *out) {
  char series[FIGURE_TEXT] = "";
  if (overlay) history_title(h, n, index, series);
  for (int k = 0; k < n_lines; k++)
    if (n_lines > 1 || !series[0])
      snprintf(out[k], FIGURE_TEXT, "%.180s%s%.4g to %.4g s", series, series[0] ? ", " : "", s[k].from,
               s[k].to);
    else
      snprintf(out[k], FIGURE_TEXT, "%s", series);
}

static void draw_lines(figure *self, drawing_panel *to, const spectrum *s, int n, const line_name *name,
                       int first, double x_factor, double factor) {
  for (int k = 0; k < n; k++) {
    drawing_table *table = drawing_table_add(self->to, name[k], 2);
    curve_write_thinned(table, s[k].n, s[k].frequency, s[k].amplitude, x_factor, factor,
                        self->wanted->x_range);
    drawing_curve_add(self->to, to,
                      (drawing_curve){.way = DRAW_LINES,
                                      .table = table,
                                      .name = name[k],
                                      .colour = figure_colour(k + first),
                                      .width = 1.3});
  }
}

typedef struct spectrum_axes {
  double x_factor, factor;
  char label[FIGURE_TEXT];
} spectrum_axes;

// Chooses common axes for all panels.
static spectrum_axes choose_axes(const figure *self, const history *h, spectrum (*s)[MAX_INTERVALS],
                                 const int *lines, int n, drawing_panel *to) {
  spectrum_axes out;
  double largest = 0, highest = 0;
  const int logarithmic = self->wanted->scale == SCALE_LOGARITHMIC;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < lines[i]; k++) {
      largest = fmax(largest, figure_largest_magnitude(s[i][k].amplitude, s[i][k].n));
      highest = fmax(highest, s[i][k].frequency[s[i][k].n - 1]);
    }
  char unit[32];
  out.factor = figure_unit_factor(h->y->units, largest, unit);
  snprintf(out.label, sizeof out.label, unit[0] ? "Amplitude of %.60s (%s)" : "Amplitude of %.60s",
           h->y->name, unit);
  for (char *c = out.label; *c; c++)
    if (*c == '_') *c = ' ';
  if (self->wanted->x_range[0] < self->wanted->x_range[1]) highest = self->wanted->x_range[1];
  out.x_factor = highest >= 3000 ? 1e-3 : 1;
  // Five decades below the largest value: the window's side lobes lie lower.
  if (logarithmic && largest > 0) {
    double low = 1e-5 * out.factor * largest, high = 1.5 * out.factor * largest;
    frame_set_limits(&to->y, low, high);
    frame_apply_range(self->wanted->y_range, out.factor, &low, &high);
    frame_set_logarithmic(self, &to->y, low, high);
  } else if (largest > 0)
    frame_set_limits(&to->y, 0, 1.05 * out.factor * largest);
  frame_set_limits(&to->x, 0, out.x_factor * highest);
  frame_apply_study_ranges(self, to, out.x_factor, out.factor);
  return out;
}

// Draws the panels; all series have the intervals of plot.intervals, or their whole time.
static chatter_status draw_panels(figure *self, const history *h, int n, spectrum (*s)[MAX_INTERVALS],
                                  int lines, line_name *name) {
  const int overlay = self->wanted->overlay, named = overlay ? n * lines : lines;
  char title[FIGURE_TEXT];
  int counts[STACK_MAX_PANELS];
  double widest = 0;
  stack panels;
  for (int i = 0; i < n; i++) {
    name_lines(h, n, i, s[i], lines, overlay, &name[i * lines]);
    counts[i] = lines;
    if (!overlay) TRY(figure_name_lines(self, lines, name[i * lines], sizeof *name));
  }
  if (overlay) TRY(figure_name_lines(self, named, *name, sizeof *name));
  for (int k = 0; k < n * lines; k++) widest = fmax(widest, figure_text_width(name[k]));
  const spectrum_axes a = choose_axes(self, h, s, counts, n, &self->to->common);
  if (named > 1) self->to->width = fmax(self->to->width, 90 + 540 + stack_key_width(widest));
  stack_begin(self, overlay ? 1 : n, named > 1 ? stack_key_width(widest) : 27, "", a.label, &panels);
  drawing_panel *to = NULL;
  for (int i = 0; i < n; i++) {
    history_title(h, n, i, title);
    if (!overlay || i == 0) {
      to = stack_add_panel(self, &panels, overlay ? "" : title,
                           a.x_factor < 1 ? "Frequency (kHz)" : "Frequency (Hz)", NULL);
      to->legend = LEGEND_NONE;
      if (named > 1) stack_add_legend(self, &panels, to);
    }
    draw_lines(self, to, s[i], lines, &name[i * lines], overlay ? i * lines : 0, a.x_factor, a.factor);
  }
  return CHATTER_OK;
}

static chatter_status draw_figure(figure *self) {
  history *h = arena_allocate(self->memory, HISTORY_MAX * sizeof *h);
  line_name *name = arena_allocate(self->memory, STACK_MAX_PANELS * MAX_INTERVALS * sizeof *name);
  spectrum s[STACK_MAX_PANELS][MAX_INTERVALS];
  int n, lines = 0;
  if (!h || !name) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  TRY(history_find_series(self, 0, h, &n));
  if (n > STACK_MAX_PANELS)
    return error_raise(CHATTER_BAD_STUDY, "the figure would have %d panels (allowed: up to %d)", n,
                       STACK_MAX_PANELS);
  for (int i = 0; i < n; i++) TRY(analyse_intervals(self, &h[i], s[i], &lines));
  return draw_panels(self, h, n, s, lines, name);
}

// Chosen by itself only if one of its own keys is given.
static int fits_results(const figure *self) {
  return self->wanted->intervals.n > 0 && history_has_time_series(self);
}

const figure_kind figure_spectrum = {fits_results, history_check, draw_figure};
