// Figure `spectrogram`: short-time Fourier transforms of time series, amplitude as colour over time
// and frequency, one panel per series.
#include <math.h>
#include <string.h>

#include "plot/sheet/frame.h"
#include "plot/sheet/marks.h"
#include "plot/sheet/stack.h"
#include "plot/signals/fourier.h"
#include "plot/signals/history.h"

enum {
  MOST_COLUMNS = 600, // of a picture: more windows or frequencies share one
  MOST_ROWS = 600,
  FEWEST_SAMPLES = 64,
  FEWEST_IN_WINDOW = 8,
  DECIBELS = 80 // default range of the colours
};

typedef struct spectrogram {
  const history *of;
  const double *place;   // x positions of the samples
  size_t first, n;       // range of samples
  double step;           // s between samples
  size_t length, hop;    // of a window, and from one to the next; samples
  size_t group;          // windows per column: the mean of their powers
  size_t row, row_group; // first frequency of the first row; frequencies per row: the largest
  size_t columns, rows;
  double frequency_step; // Hz
  double *cell;          // [rows][columns] amplitude
} spectrogram;

// Selects samples within plot.x_range and half a window beyond.
static void limit_to_band(const figure *self, spectrogram *p) {
  const double *range = self->wanted->x_range, *place = p->place;
  const size_t half = (size_t)(0.5 * self->wanted->window / p->step);
  size_t end = p->of->n;
  if (range[0] < range[1]) {
    while (p->first < end && (place[p->first] < range[0] || place[p->first] > range[1])) p->first++;
    while (end > p->first && (place[end - 1] < range[0] || place[end - 1] > range[1])) end--;
    p->first = p->first > half ? p->first - half : 0;
    end = p->of->n - end > half ? end + half : p->of->n;
  }
  p->n = end - p->first;
}

// Chooses the window: the study's length, else 3 √n samples, for which there are about as many
// windows, without overlap, as each resolves frequencies.
static chatter_status choose_window(const figure *self, spectrogram *p) {
  const double wanted = self->wanted->window, chosen = wanted > 0 ? wanted / p->step : 3 * sqrt((double)p->n);
  char place[STUDY_PATH];
  p->length = chosen < (double)p->n + 1 ? (size_t)llround(chosen) : p->n + 1;
  if (p->length < FEWEST_IN_WINDOW || p->length > p->n)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%splot.window: %g s of the %zu samples of '%s' that are %g s apart (allowed: %g to %g s)",
        figure_key_place(self, "plot.window", place), chosen * p->step, p->n, p->of->y->name, p->step,
        FEWEST_IN_WINDOW * p->step, (double)p->n * p->step);
  // Windows overlap by three quarters or more, so that all samples have about equal weight.
  const size_t spread = (p->n - p->length) / (MOST_COLUMNS / 2);
  p->hop = spread < 1 ? 1 : spread < p->length / 4 ? spread : p->length / 4;
  const size_t windows = 1 + (p->n - p->length) / p->hop;
  p->group = (windows + MOST_COLUMNS - 1) / MOST_COLUMNS;
  p->columns = windows / p->group;
  return CHATTER_OK;
}

static void choose_rows(const figure *self, const fourier *transform, spectrogram *p) {
  const double *range = self->wanted->y_range;
  p->frequency_step = fourier_frequency_step(transform);
  size_t end = fourier_count(transform);
  if (range[0] < range[1]) {
    const double low = floor(range[0] / p->frequency_step), high = ceil(range[1] / p->frequency_step) + 1;
    p->row = low > 0 && low < (double)end - 2 ? (size_t)low : 0;
    if (high > (double)p->row + 2 && high < (double)end) end = (size_t)high;
  }
  p->row_group = (end - p->row + MOST_ROWS - 1) / MOST_ROWS;
  p->rows = (end - p->row) / p->row_group;
}

static void add_window(spectrogram *p, size_t column, const double *amplitude) {
  for (size_t r = 0; r < p->rows; r++) {
    double largest = 0;
    for (size_t k = 0; k < p->row_group; k++)
      largest = fmax(largest, amplitude[p->row + r * p->row_group + k]);
    p->cell[r * p->columns + column] += largest * largest / (double)p->group;
  }
}

static chatter_status transform_windows(const figure *self, const history *of, spectrogram *p) {
  fourier *transform;
  *p = (spectrogram){.of = of};
  TRY(history_time_step(of, FEWEST_SAMPLES, &p->step));
  TRY(history_x_values(of, MOST_COLUMNS / 2, &p->place));
  limit_to_band(self, p);
  TRY(choose_window(self, p));
  TRY(fourier_create(self->memory, p->length, 2, p->step, &transform));
  choose_rows(self, transform, p);
  p->cell = arena_allocate(self->memory, (p->rows * p->columns + 1) * sizeof *p->cell);
  double *amplitude = arena_allocate(self->memory, fourier_count(transform) * sizeof *amplitude);
  if (!p->cell || !amplitude) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  for (size_t w = 0; w < p->columns * p->group; w++) {
    fourier_amplitudes(transform, of->value + p->first + w * p->hop, amplitude);
    add_window(p, w / p->group, amplitude);
  }
  for (size_t i = 0; i < p->rows * p->columns; i++) p->cell[i] = sqrt(p->cell[i]);
  return CHATTER_OK;
}

// Chooses the amplitude of 0 dB and the limits of the colours.
static double choose_colours(const figure *self, const stack *panels, const spectrogram *p, int n) {
  const double *range = self->wanted->colour_range;
  char label[FIGURE_TEXT], unit[32];
  double largest = 0, reference = self->wanted->reference;
  for (int i = 0; i < n; i++)
    largest = fmax(largest, figure_largest_magnitude(p[i].cell, p[i].rows * p[i].columns));
  const double factor = figure_unit_factor(p[0].of->y->units, reference > 0 ? 0 : largest, unit);
  snprintf(label, sizeof label, "%.80s (dB re %s%.4g%s%s)", p[0].of->y->name,
           reference > 0 ? "" : "largest, ", factor * (reference > 0 ? reference : largest),
           unit[0] ? " " : "", unit);
  for (char *c = label; *c; c++)
    if (*c == '_') *c = ' ';
  if (!(reference > 0)) reference = largest > 0 ? largest : 1;
  stack_colour_scale(self, panels, label);
  const double top = largest > 0 ? ceil(2 * log10(largest / reference)) * 10 + 0.0 : 0;
  frame_set_limits(&self->to->colours.axis, range[0] < range[1] ? range[0] : top - DECIBELS,
                   range[0] < range[1] ? range[1] : top);
  return reference;
}

static void write_cells(const spectrogram *p, double reference, drawing_table *table) {
  double row[MOST_COLUMNS];
  for (size_t r = 0; r < p->rows; r++) {
    for (size_t c = 0; c < p->columns; c++)
      row[c] = 20 * log10(fmax(p->cell[r * p->columns + c] / reference, 1e-12));
    drawing_add_row(table, row, ROW_NUMBERS);
  }
}

static chatter_status draw_panel(figure *self, stack *panels, const spectrogram *p, const char *title,
                                 double reference, double factor) {
  char comment[FIGURE_TEXT], label[FIGURE_TEXT];
  const double x_factor = history_x_label(p->of, label), rise = (double)p->row_group * p->frequency_step;
  const double apart =
      x_factor * (p->place[p->of->n - 1] - p->place[0]) / (double)(p->of->n - 1); // distance of samples
  const double middle = x_factor * p->place[p->first] +
                        0.5 * ((double)p->length + (double)((p->group - 1) * p->hop) - 1) * apart;
  const double lowest = ((double)p->row + 0.5 * (double)(p->row_group - 1)) * p->frequency_step;
  drawing_panel *to = stack_add_panel(self, panels, title, label, NULL);
  TRY(interval_marks_add(self, to, x_factor, factor, 1));
  snprintf(comment, sizeof comment,
           "dB of '%.60s', a row for each of %zu frequencies, a column for each of %zu times", p->of->y->name,
           p->rows, p->columns);
  drawing_table *table = drawing_table_add(self->to, comment, (int)p->columns);
  memset(table->digits, -1, sizeof table->digits);
  write_cells(p, reference, table);
  drawing_curve_add(self->to, to,
                    (drawing_curve){.way = DRAW_IMAGE,
                                    .table = table,
                                    .origin = {middle, factor * lowest},
                                    .step = {(double)(p->group * p->hop) * apart, factor * rise}});
  return CHATTER_OK;
}

// Chooses common axes of time and frequency for all panels.
static double choose_axes(const figure *self, const spectrogram *p, int n) {
  char label[FIGURE_TEXT];
  const double x_factor = history_x_label(p->of, label);
  double from = INFINITY, to = -INFINITY, low = INFINITY, high = 0;
  for (int i = 0; i < n; i++) {
    const double first = p[i].place[p[i].first], last = p[i].place[p[i].first + p[i].n - 1];
    from = fmin(from, fmin(first, last)), to = fmax(to, fmax(first, last));
    low = fmin(low, (double)p[i].row * p[i].frequency_step);
    high = fmax(high, (double)(p[i].row + p[i].rows * p[i].row_group - 1) * p[i].frequency_step);
  }
  if (self->wanted->y_range[0] < self->wanted->y_range[1]) high = self->wanted->y_range[1];
  const double factor = high >= 3000 ? 1e-3 : 1;
  drawing_panel *common = &self->to->common;
  common->frame = FRAME_BOX, common->has_grid = 0, common->legend = LEGEND_NONE;
  frame_set_limits(&common->x, x_factor * from, x_factor * to);
  frame_set_limits(&common->y, factor * low, factor * high);
  frame_apply_study_ranges(self, common, x_factor, factor);
  return factor;
}

static chatter_status draw_figure(figure *self) {
  history *h = arena_allocate(self->memory, HISTORY_MAX * sizeof *h);
  spectrogram p[STACK_MAX_PANELS];
  stack panels;
  char title[FIGURE_TEXT], note[FIGURE_TEXT];
  int n;
  if (!h) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  TRY(history_find_series(self, 0, h, &n));
  if (n > STACK_MAX_PANELS)
    return error_raise(CHATTER_BAD_STUDY, "the figure would have %d panels (allowed: up to %d)", n,
                       STACK_MAX_PANELS);
  for (int i = 0; i < n; i++) TRY(transform_windows(self, &h[i], &p[i]));
  snprintf(note, sizeof note, "Hann windows of %.3g s, resolution %.3g Hz", (double)p[0].length * p[0].step,
           1.5 / ((double)p[0].length * p[0].step));
  const int in_kilohertz = choose_axes(self, p, n) < 1;
  stack_begin(self, n, 104, note, in_kilohertz ? "Frequency (kHz)" : "Frequency (Hz)", &panels);
  const double reference = choose_colours(self, &panels, p, n);
  for (int i = 0; i < n; i++) {
    history_title(h, n, i, title);
    TRY(draw_panel(self, &panels, &p[i], title, reference, in_kilohertz ? 1e-3 : 1));
  }
  return CHATTER_OK;
}

// Chosen by itself only if one of its own keys is given.
static int fits_results(const figure *self) {
  return (self->wanted->window > 0 || self->wanted->reference > 0) && history_has_time_series(self);
}

const figure_kind figure_spectrogram = {fits_results, history_check, draw_figure};
