// Thins lines to what a picture can show.
#include "plot/curves/curve_write.h"

#include <math.h>

typedef struct pixel_column {
  size_t first, low, high, last;
  int is_there;
} pixel_column;

typedef struct thinned_curve {
  drawing_table *to;
  const double *x, *y;
  double x_factor, y_factor;
} thinned_curve;

static void write_point(thinned_curve *self, size_t i) {
  drawing_add_numbers(self->to, self->x_factor * self->x[i], self->y_factor * self->y[i]);
}

// Writes the points of a column in their order, each once.
static void write_column(thinned_curve *self, pixel_column *c) {
  if (!c->is_there) return;
  const size_t one = c->low < c->high ? c->low : c->high, other = c->low < c->high ? c->high : c->low;
  write_point(self, c->first);
  if (one != c->first) write_point(self, one);
  if (other != one) write_point(self, other);
  if (c->last != other) write_point(self, c->last);
  c->is_there = 0;
}

static void add_to_column(const thinned_curve *self, pixel_column *c, size_t i) {
  if (!c->is_there) {
    *c = (pixel_column){i, i, i, i, 1};
    return;
  }
  if (self->y[i] < self->y[c->low]) c->low = i;
  if (self->y[i] > self->y[c->high]) c->high = i;
  c->last = i;
}

static size_t first_index_from(size_t n, const double *x, double from) {
  size_t i = 0;
  while (i < n && !(x[i] >= from)) i++;
  return i > 0 ? i - 1 : 0;
}

void curve_write_thinned(drawing_table *to, size_t n, const double *x, const double *y, double x_factor,
                         double y_factor, const double range[2]) {
  thinned_curve self = {to, x, y, x_factor, y_factor};
  const int is_cut = range[0] < range[1];
  const size_t first = is_cut ? first_index_from(n, x, range[0]) : 0;
  size_t end = is_cut ? first_index_from(n, x, range[1]) + 2 : n;
  if (end > n) end = n;
  if (first >= end) return;
  const double width = (x[end - 1] - x[first]) / CURVE_PIXEL_COLUMNS;
  const int all = end - first <= 4 * CURVE_PIXEL_COLUMNS || !(width > 0);
  pixel_column now = {0};
  long at = -1;
  for (size_t i = first; i < end; i++) {
    if (!isfinite(x[i]) || !isfinite(y[i])) continue;
    if (all) {
      write_point(&self, i);
      continue;
    }
    const long next = (long)((x[i] - x[first]) / width);
    if (next != at) write_column(&self, &now);
    at = next;
    add_to_column(&self, &now, i);
  }
  write_column(&self, &now);
}
