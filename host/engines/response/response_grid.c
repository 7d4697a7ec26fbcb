#include "engines/response/response_grid.h"

#include <math.h>

static double secant(const double *omega, const double *value, int k) {
  return (value[k + 1] - value[k]) / (omega[k + 1] - omega[k]);
}

// Whether the pieces that begin at points j and k run on in the same sense.
static int goes_on(int n, const double *omega, int j, int k) {
  return j >= 0 && j + 1 < n && (omega[j + 1] - omega[j]) * (omega[k + 1] - omega[k]) > 0;
}

// The slope where pieces of lengths g and h with secants a and b meet: that of the parabola through their
// ends, held so that no cubic overshoots (Fritsch and Carlson), 0 at a maximum.
static double joint(double g, double a, double h, double b) {
  const double parabola = (h * a + g * b) / (g + h), most = 3 * fmin(fabs(a), fabs(b));
  if (!(a * b > 0)) return 0;
  return fabs(parabola) < most ? parabola : copysign(most, a);
}

// Of points k, k + 1 and k + 2.
static double slope_between(const double *omega, const double *value, int k) {
  return joint(omega[k + 1] - omega[k], secant(omega, value, k), omega[k + 2] - omega[k + 1],
               secant(omega, value, k + 1));
}

// Hermite's cubic on the piece that begins at point k.
static double between(int n, const double *omega, const double *value, int k, double at) {
  const double h = omega[k + 1] - omega[k], t = (at - omega[k]) / h, middle = secant(omega, value, k);
  const double first = goes_on(n, omega, k - 1, k) ? slope_between(omega, value, k - 1) : middle,
               last = goes_on(n, omega, k + 1, k) ? slope_between(omega, value, k) : middle;
  const double a = first - middle, b = last - middle; // beside the straight line
  return value[k] + h * (t * middle + t * (1 - t) * ((1 - t) * a - t * b));
}

// The places of the grid between two neighbouring points: from *first to *last, none where that is less.
static void find_places(const response_grid *grid, double a, double b, int *first, int *last) {
  const double spacing = (grid->to - grid->from) / (grid->n - 1), low = fmin(a, b), high = fmax(a, b);
  *first = 0, *last = -1;
  if (low == high) return;
  *first = (int)fmin(fmax(ceil((low - grid->from) / spacing - 1e-9), 0), grid->n);
  *last = (int)fmax(fmin(floor((high - grid->from) / spacing + 1e-9), grid->n - 1), -1);
}

static double value_at(const response_grid *grid, int n, const double *x, const double *value, int k, int g) {
  const double place = grid->from + (grid->to - grid->from) / (grid->n - 1) * g;
  return between(n, x, value, k, fmin(fmax(place, fmin(x[k], x[k + 1])), fmax(x[k], x[k + 1])));
}

void response_grid_values(const response_grid *grid, int n, const double *omega, const double *value,
                          double *lower, double *upper, int *place) {
  for (int g = 0; g < grid->n; g++) {
    lower[g] = upper[g] = NAN;
    place[g] = place[grid->n + g] = -1;
  }
  for (int k = 0, g, last; k + 1 < n; k++)
    for (find_places(grid, omega[k], omega[k + 1], &g, &last); g <= last; g++) {
      const double x = value_at(grid, n, omega, value, k, g);
      if (isnan(x)) continue;
      if (!(x >= lower[g])) lower[g] = x, place[g] = k;
      if (!(x <= upper[g])) upper[g] = x, place[grid->n + g] = k;
    }
}

void response_grid_first(const response_grid *grid, int n, const double *x, const double *value, double *out,
                         int first, int *place) {
  for (int k = 0, g, last; k + 1 < n; k++)
    for (find_places(grid, x[k], x[k + 1], &g, &last); g <= last; g++)
      if (isnan(out[g])) out[g] = value_at(grid, n, x, value, k, g), place[g] = first + k;
}
