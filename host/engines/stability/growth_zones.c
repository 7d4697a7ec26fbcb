#include "engines/stability/growth_zones.h"

#include <math.h>

#include "engines/stability/eigen_lines.h"

enum { MOST_ZONES = 4096, MOST_LINES = 512 };

typedef struct search {
  const eigen_source *source;
  const eigen_lines *lines;
  double above, tolerance;
  int line;
} search;

static double complex sampled(const search *self, long i) {
  return self->lines->value[i * self->lines->n_lines + self->line];
}
static double growth(const search *self, long i) {
  return creal(sampled(self, i));
}

// Evaluates the line at x between place i and the next one.
static chatter_status value_at(const search *self, long i, double x, double complex *out) {
  double complex all[MOST_LINES];
  while (i + 2 < self->lines->n_places && x > self->lines->place[i + 1]) i++;
  TRY(eigen_lines_between(self->source, self->lines, i, x, all));
  *out = all[self->line];
  return CHATTER_OK;
}

// Finds the edge between a, where the line's growth has the sign `sign`, and b, where it has not.
static chatter_status edge(const search *self, long i, double a, double b, double *out) {
  double complex value;
  TRY(value_at(self, i, a, &value));
  const int sign = creal(value) > self->above;
  while (fabs(b - a) > self->tolerance) {
    const double middle = a + (b - a) / 2;
    TRY(value_at(self, i, middle, &value));
    *((creal(value) > self->above) == sign ? &a : &b) = middle;
  }
  *out = a + (b - a) / 2;
  return CHATTER_OK;
}

// Finds the largest growth between a and b (golden section), if it is larger than that of *zone.
static chatter_status peak(const search *self, long i, double a, double b, growth_zone *zone) {
  const double part = 0.381966011250105;
  double x[2] = {a + part * (b - a), b - part * (b - a)};
  double complex value[2];
  for (int k = 0; k < 2; k++) TRY(value_at(self, i, x[k], &value[k]));
  for (;;) {
    for (int k = 0; k < 2; k++)
      if (creal(value[k]) > creal(zone->highest)) zone->highest = value[k], zone->peak = x[k];
    if (b - a <= self->tolerance) return CHATTER_OK;
    if (creal(value[0]) > creal(value[1])) {
      b = x[1], x[1] = x[0], value[1] = value[0];
      x[0] = a + part * (b - a);
      TRY(value_at(self, i, x[0], &value[0]));
    } else {
      a = x[0], x[0] = x[1], value[0] = value[1];
      x[1] = b - part * (b - a);
      TRY(value_at(self, i, x[1], &value[1]));
    }
  }
}

// Returns 1 if place i is a maximum that may reach the limit between the neighbouring places.
static int may_reach(const search *self, long i) {
  const long last = self->lines->n_places - 1;
  const double at = growth(self, i), before = i > 0 ? growth(self, i - 1) : -INFINITY,
               behind = i < last ? growth(self, i + 1) : -INFINITY;
  if (i == 0 || i == last || !(at >= before && at >= behind)) return 0;
  return at + 2 * fmax(at - before, at - behind) > self->above;
}

// Measures the zone of places `first` ... `last`, or the maximum near first = last.
static chatter_status measure(const search *self, long first, long last, growth_zone *zone) {
  const double *place = self->lines->place;
  const long end = self->lines->n_places - 1, a = first > 0 ? first - 1 : 0, b = last < end ? last + 1 : end;
  *zone = (growth_zone){self->line, place[first], place[last], place[first], sampled(self, first)};
  long best = first;
  for (long i = first; i <= last; i++)
    if (growth(self, i) > growth(self, best)) best = i;
  zone->peak = place[best], zone->highest = sampled(self, best);
  const long from = best > a ? best - 1 : a, to = best < b ? best + 1 : b;
  TRY(peak(self, from, place[from], place[to], zone));
  if (!(creal(zone->highest) > self->above)) return CHATTER_OK;
  const double low = growth(self, first) > self->above ? place[first] : zone->peak,
               high = growth(self, last) > self->above ? place[last] : zone->peak;
  if (first > 0 && !isnan(growth(self, a))) TRY(edge(self, a, low, place[a], &zone->from));
  if (last < end && !isnan(growth(self, b)))
    TRY(edge(self, first > 0 ? first - 1 : 0, high, place[b], &zone->to));
  return CHATTER_OK;
}

static chatter_status of_line(const search *self, growth_zone *zone, int *n) {
  for (long i = 0; i < self->lines->n_places; i++) {
    long last = i;
    if (growth(self, i) > self->above)
      while (last + 1 < self->lines->n_places && growth(self, last + 1) > self->above) last++;
    else if (!may_reach(self, i))
      continue;
    CHECK(*n < MOST_ZONES, "more zones than there is room for");
    TRY(measure(self, i, last, &zone[*n]));
    // A zone found from a neighbouring maximum is not counted twice.
    const int known = *n > 0 && zone[*n - 1].line == self->line && zone[*n].from <= zone[*n - 1].to;
    *n += creal(zone[*n].highest) > self->above && !known;
    i = last;
  }
  return CHATTER_OK;
}

chatter_status growth_zones(const eigen_source *source, const eigen_lines *lines, double above,
                            double tolerance, arena *memory, growth_zone **zone, int *n_zones) {
  *n_zones = 0;
  *zone = arena_allocate(memory, (MOST_ZONES + 1) * sizeof **zone);
  if (!*zone) return CHATTER_DEVICE;
  for (int l = 0; l < lines->n_lines; l++)
    TRY(of_line(&(search){source, lines, above, tolerance, l}, *zone, n_zones));
  return CHATTER_OK;
}
