#include "engines/response/response_grid.h"

#include <math.h>

static double secant(const double *omega, const double *value, int k) {
  return (value[k + 1] - value[k]) / (omega[k + 1] - omega[k]);
}

// Whether the pieces that begin at points j and k run on in the same sense.
static int goes_on(int n, const double *omega, int j, int k) {
  return j >= 0 && j + 1 < n && (omega[j + 1] - omega[j]) * (omega[k + 1] - omega[k]) > 0;
}

// The slope between two neighbouring pieces that keeps a cubic from overshooting (Fritsch and Carlson): 0 at
// a maximum, the harmonic mean elsewhere.
static double joint(double a, double b) {
  return a * b > 0 ? 2 * a * b / (a + b) : 0;
}

// Hermite's cubic on the piece that begins at point k.
static double between(int n, const double *omega, const double *value, int k, double at) {
  const double h = omega[k + 1] - omega[k], t = (at - omega[k]) / h, middle = secant(omega, value, k);
  const double first = goes_on(n, omega, k - 1, k) ? joint(secant(omega, value, k - 1), middle) : middle,
               last = goes_on(n, omega, k + 1, k) ? joint(secant(omega, value, k + 1), middle) : middle;
  const double a = first - middle, b = last - middle; // beside the straight line
  return value[k] + h * (t * middle + t * (1 - t) * ((1 - t) * a - t * b));
}

void response_grid_values(const response_grid *grid, int n, const double *omega, const double *value,
                          double *lower, double *upper) {
  const double spacing = (grid->to - grid->from) / (grid->n - 1);
  for (int g = 0; g < grid->n; g++) lower[g] = upper[g] = NAN;
  for (int k = 0; k + 1 < n; k++) {
    const double low = fmin(omega[k], omega[k + 1]), high = fmax(omega[k], omega[k + 1]);
    if (low == high) continue;
    const double first = ceil((low - grid->from) / spacing - 1e-9),
                 last = floor((high - grid->from) / spacing + 1e-9);
    for (int g = (int)fmax(first, 0); g < grid->n && g <= last; g++) {
      const double at = fmin(fmax(grid->from + spacing * g, low), high);
      const double x = between(n, omega, value, k, at);
      lower[g] = fmin(lower[g], x); // of NaN and a number fmin gives the number
      upper[g] = fmax(upper[g], x);
    }
  }
}
