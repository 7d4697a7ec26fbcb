// Arranges panels in rows and columns.
#include "plot/sheet/panels.h"

#include <math.h>
#include <string.h>

#include "plot/sheet/frame.h"

// Margins around all panels and gaps between them, in pixels.
static const double MARGIN_LEFT = 84, MARGIN_RIGHT = 22, MARGIN_TOP = 46, MARGIN_BOTTOM = 122, GAP_X = 26,
                    GAP_Y = 34;

static void write_panel_title(const figure *self, const result_variable *const *by, int n_by,
                              const double *const *value, size_t i, char text[FIGURE_TEXT]) {
  size_t used = 0;
  (void)self;
  text[0] = 0;
  for (int k = 0; k < n_by && used < FIGURE_TEXT - 1; k++) {
    char name[64], unit[32];
    figure_parameter_symbol(by[k], name);
    figure_unit_factor(by[k]->units, 0, unit);
    used += (size_t)snprintf(text + used, FIGURE_TEXT - used, "%s%s = %.4g%s%s", k ? ", " : "", name,
                             value[k][i], unit[0] ? " " : "", unit);
  }
}

chatter_status panels_find(const figure *self, const result_variable *x, const result_variable *y,
                           panels *out) {
  const size_t most = (size_t)self->n_parameters + 1;
  const result_variable **by = arena_allocate(self->memory, most * sizeof *by);
  const double **value = arena_allocate(self->memory, most * sizeof *value);
  int *of = arena_allocate(self->memory, (self->n + 1) * sizeof *of);
  if (!by || !value || !of) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  int n_by = 0;
  size_t first[PANELS_MAX] = {0};
  for (int i = 0; i < self->n_parameters; i++) {
    if (self->parameter[i] == x || self->parameter[i] == y) continue;
    by[n_by] = self->parameter[i];
    value[n_by++] = self->parameter[i]->data;
  }
  out->n = 0;
  for (size_t i = 0; i < self->n; i++) {
    of[i] = -1;
    for (int p = 0; p < out->n && of[i] < 0; p++) {
      int same = 1;
      for (int k = 0; k < n_by; k++) same &= value[k][i] == value[k][first[p]];
      if (same) of[i] = p;
    }
    if (of[i] >= 0) continue;
    if (out->n == PANELS_MAX)
      return figure_raise_missing(
          self,
          "plot: more than %d panels would be needed for the parameters beside %s and %s; name other "
          "axes by plot.x and plot.y, or plot fewer values",
          PANELS_MAX, x->name, y->name);
    first[out->n] = i;
    of[i] = out->n++;
  }
  out->of = of;
  for (int p = 0; p < out->n; p++) write_panel_title(self, by, n_by, value, first[p], out->title[p]);
  return CHATTER_OK;
}

void panels_choose_size(figure *self, panels *out) {
  static const double size[] = {0, 620, 400, 330, 300, 280}; // of a panel, by number of columns, pixels
  out->columns = out->n <= 3 ? out->n : out->n == 4 ? 2 : out->n <= 9 ? 3 : 4;
  out->rows = (out->n + out->columns - 1) / out->columns;
  double wide = size[out->columns], high = out->n == 1 ? 430 : 0.72 * wide;
  out->width = self->to->width =
      MARGIN_LEFT + MARGIN_RIGHT + out->columns * wide + (out->columns - 1) * GAP_X;
  double gap = out->n > 1 ? GAP_Y : 0;
  out->height = self->to->height =
      MARGIN_TOP + gap + MARGIN_BOTTOM + out->rows * high + (out->rows - 1) * GAP_Y;
}

void panels_edges(const panels *self, int panel, double *left, double *right, double *bottom, double *top) {
  int column = panel % self->columns, row = panel / self->columns;
  double gap = self->n > 1 ? GAP_Y : 0;
  double wide = (self->width - MARGIN_LEFT - MARGIN_RIGHT - (self->columns - 1) * GAP_X) / self->columns;
  double high = (self->height - MARGIN_TOP - gap - MARGIN_BOTTOM - (self->rows - 1) * GAP_Y) / self->rows;
  double x = MARGIN_LEFT + column * (wide + GAP_X), y = MARGIN_TOP + gap + row * (high + GAP_Y);
  *left = x / self->width;
  *right = (x + wide) / self->width;
  *top = 1 - y / self->height;
  *bottom = 1 - (y + high) / self->height;
}

drawing_panel *panels_add_next(const figure *whole, const panels *self, int panel) {
  drawing_panel *out = drawing_panel_add(whole->to);
  panels_edges(self, panel, &out->left, &out->right, &out->bottom, &out->top);
  out->y.has_numbers = panel % self->columns == 0;
  out->x.has_numbers = panel + self->columns >= self->n;
  if (self->n > 1)
    out->title = (drawing_text){.text = drawing_copy_text(whole->to, self->title[panel]),
                                .place = {{IN_PANEL, IN_PANEL}, {0, 1.045}}};
  return out;
}

void panels_set_title(const figure *whole, const panels *self) {
  char text[FIGURE_TEXT];
  drawing *to = whole->to;
  const size_t failed = figure_count_failed(whole);
  const double from_below = 1 - 20 / self->height;
  to->is_multiple = 1;
  to->title = (drawing_text){
      .text = drawing_copy_text(to, figure_title(whole)),
      .place = {{IN_FIGURE, IN_FIGURE}, {MARGIN_LEFT / self->width, from_below}},
      .size = frame_title_size(whole, self->width - MARGIN_LEFT - MARGIN_RIGHT - (failed ? 260 : 0))};
  if (!failed) return;
  snprintf(text, sizeof text, "%zu of %zu trajectories failed (white)", failed, whole->n);
  to->note = (drawing_text){.text = drawing_copy_text(to, text),
                            .place = {{IN_FIGURE, IN_FIGURE}, {1 - MARGIN_RIGHT / self->width, from_below}},
                            .anchor = ANCHOR_RIGHT,
                            .colour = "#606060"};
}
