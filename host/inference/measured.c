// Reads measured curves.
#include "inference/measured.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/dot.h"
#include "study/sections.h"

static const char deviation_suffix[] = "_deviation";

// Returns the column NAME_deviation of a column NAME; -1: none.
static int find_deviation_column(const csv_table *t, int column) {
  char name[2 * RESULT_NAME];
  snprintf(name, sizeof name, "%.*s%s", RESULT_NAME, t->header[column].text, deviation_suffix);
  return csv_find(t, name);
}

// Returns 1 if a column holds the deviations of another one.
static int is_deviation_column(const csv_table *t, int column) {
  for (int c = 1; c < t->n_columns; c++)
    if (c != column && find_deviation_column(t, c) == column) return 1;
  return 0;
}

static chatter_status read_deviation(const csv_table *t, long row, int column, double *to) {
  TRY(csv_number(t, row, column, to));
  if (*to > 0) return CHATTER_OK;
  return csv_raise(t, csv_at(t, row, column), "a deviation is more than 0, not %g", *to);
}

static chatter_status read_values(const csv_table *t, int column, measured_column *out) {
  const int beside = find_deviation_column(t, column);
  chatter_status status = CHATTER_OK;
  for (long row = 0; row < t->n_rows; row++) {
    const int n = out->n;
    if (csv_text(t, row, column)[0] == 0) continue;
    chatter_status one = csv_number(t, row, 0, &out->at[n]);
    if (one == CHATTER_OK) one = csv_number(t, row, column, &out->value[n]);
    if (one == CHATTER_OK && beside > 0) one = read_deviation(t, row, beside, &out->deviation[n]);
    if (one != CHATTER_OK) status = one;
    out->n++;
  }
  if (status == CHATTER_OK && out->n < 2)
    return csv_raise(t, out->header, "'%s' has %d values: a curve has at least two", out->name, out->n);
  return status;
}

// Sets deviations from the values by the noise level; 1 if it is unknown.
static chatter_status guess_deviations(const csv_table *t, const identify_config *how, measured_column *out) {
  const double whole = sqrt(dot(out->n, out->value, out->value) / out->n);
  out->is_inferred = how->noise == 0;
  for (int i = 0; i < out->n; i++) {
    const double size = how->noise_of == NOISE_OF_COLUMN ? whole : fabs(out->value[i]);
    out->deviation[i] = (out->is_inferred ? 1 : how->noise) * size;
    if (size == 0)
      return csv_raise(t, out->header,
                       "'%s' has a value of 0, and noise is a share of each value: give identify.noise_of: "
                       "column, or a column %s%s",
                       out->name, out->name, deviation_suffix);
  }
  return CHATTER_OK;
}

static chatter_status read_column(measured *self, const identify_config *how, int column) {
  const csv_table *t = &self->table;
  measured_column *out = &self->column[self->n_columns++];
  const size_t bytes = sizeof(double) * (size_t)(t->n_rows + 1);
  out->header = &t->header[column];
  if (strlen(out->header->text) > MEASURED_NAME)
    return csv_raise(t, out->header, "the name has %zu bytes (allowed: %d, names of results are made of it)",
                     strlen(out->header->text), MEASURED_NAME);
  snprintf(out->name, sizeof out->name, "%s", out->header->text);
  out->at = arena_allocate(self->memory, bytes);
  out->value = arena_allocate(self->memory, bytes);
  out->deviation = arena_allocate(self->memory, bytes);
  if (!out->at || !out->value || !out->deviation) return CHATTER_DEVICE;
  TRY(read_values(t, column, out));
  return find_deviation_column(t, column) > 0 ? CHATTER_OK : guess_deviations(t, how, out);
}

chatter_status measured_read(const char *path, const identify_config *how, measured *out) {
  *out = (measured){.memory = arena_create()};
  if (!out->memory) return CHATTER_DEVICE;
  TRY(csv_read(path, CHATTER_IO, CHATTER_BAD_STUDY, &out->table));
  const csv_table *t = &out->table;
  out->column = arena_allocate(out->memory, sizeof *out->column * (size_t)t->n_columns);
  if (!out->column) return CHATTER_DEVICE;
  if (t->n_columns < 2)
    return csv_raise(
        t, &t->header[0],
        "only one column; a measured file needs an abscissa (load factor, frequency in Hz, time "
        "in s) and, after it, at least one column with the name of an output, such as tip_upper");
  chatter_status status = CHATTER_OK;
  for (int c = 1; c < t->n_columns; c++) {
    const chatter_status one = is_deviation_column(t, c) ? CHATTER_OK : read_column(out, how, c);
    if (one != CHATTER_OK) status = one;
  }
  return status;
}

void measured_destroy(measured *self) {
  csv_destroy(&self->table);
  arena_destroy(self->memory);
  *self = (measured){0};
}
