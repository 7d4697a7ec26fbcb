// Reads and integrates spectra.
#include "study/drive_spectrum.h"

#include <limits.h>
#include <math.h>

#include "base/csv.h"
#include "study/sections.h"

// Integrates S df from f to g within the interval of row i: a power of f between rows, linear next
// to a zero.
static double integrate_piece(const drive_spectrum *s, int i, double f, double g) {
  const double a = s->frequency[i], b = s->frequency[i + 1], x = s->power[i], y = s->power[i + 1];
  if (!(a > 0 && x > 0 && y > 0)) {
    const double rise = (y - x) / (b - a);
    return (g - f) * (x + rise * (0.5 * (f + g) - a));
  }
  const double power = log(y / x) / log(b / a), more = power + 1, at_f = x * pow(f / a, power);
  const double turns = log(g / f); // ∫ S df = f S(f) (e^{(power + 1) turns} - 1) / (power + 1)
  return f * at_f * (fabs(more * turns) < 1e-9 ? turns : expm1(more * turns) / more);
}

double drive_spectrum_power(const drive_spectrum *self, double from, double to) {
  double sum = 0;
  for (int i = 0; i + 1 < self->n; i++) {
    const double f = fmax(from, self->frequency[i]), g = fmin(to, self->frequency[i + 1]);
    if (f < g) sum += integrate_piece(self, i, f, g);
  }
  return sum;
}

static chatter_status read_rows(const csv_table *csv, const drive_config *of, arena *memory,
                                drive_spectrum *s) {
  int frequency;
  TRY(csv_require(csv, "frequency", &frequency));
  if (csv->n_columns != 2)
    return csv_raise(csv, &csv->header[0], "%d columns (allowed: two, frequency and the power density)",
                     csv->n_columns);
  if (csv->n_rows < 2 || csv->n_rows > INT_MAX)
    return csv_raise(csv, &csv->header[0], "%ld rows of numbers (allowed: at least 2)", csv->n_rows);
  s->n = (int)csv->n_rows;
  s->frequency = arena_allocate(memory, (size_t)s->n * sizeof *s->frequency);
  s->power = arena_allocate(memory, (size_t)s->n * sizeof *s->power);
  if (!s->frequency || !s->power) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int i = 0; i < s->n; i++) {
    TRY(csv_number(csv, i, frequency, &s->frequency[i]));
    TRY(csv_number(csv, i, !frequency, &s->power[i]));
    if (s->frequency[i] < 0 || (i > 0 && !(s->frequency[i] > s->frequency[i - 1])))
      return csv_raise(csv, csv_at(csv, i, frequency), "%.10g Hz after %.10g Hz (allowed: rising, from 0 on)",
                       s->frequency[i], i > 0 ? s->frequency[i - 1] : 0.0);
    if (s->power[i] < 0)
      return csv_raise(csv, csv_at(csv, i, !frequency), "a power density of %.10g (allowed: at least 0)",
                       s->power[i]);
  }
  if (!(drive_spectrum_power(s, s->frequency[0], s->frequency[s->n - 1]) > 0))
    return csv_raise(csv, &csv->header[!frequency], "there is no power at any frequency");
  const int has_band = of->band[0] < of->band[1];
  if (has_band && !(drive_spectrum_power(s, of->band[0], of->band[1]) > 0))
    return csv_raise(csv, &csv->header[!frequency], "there is no power in the band from %.10g to %.10g Hz",
                     of->band[0], of->band[1]);
  return CHATTER_OK;
}

chatter_status drive_spectrum_read(const char *path, const drive_config *of, arena *memory,
                                   drive_spectrum *out) {
  csv_table csv;
  if (!of->spectrum[0]) {
    *out = (drive_spectrum){.n = 2,
                            .frequency = arena_allocate(memory, 2 * sizeof(double)),
                            .power = arena_allocate(memory, 2 * sizeof(double))};
    if (!out->frequency || !out->power) return error_raise(CHATTER_DEVICE, "out of memory");
    for (int i = 0; i < 2; i++) out->frequency[i] = of->band[i], out->power[i] = 1;
    return CHATTER_OK;
  }
  chatter_status status = csv_read(path, CHATTER_BAD_STUDY, CHATTER_BAD_STUDY, &csv);
  if (status == CHATTER_OK) status = read_rows(&csv, of, memory, out);
  csv_destroy(&csv);
  return status;
}
