// Reads samples of CSV files.
#include "study/samples/samples_csv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/text.h"
#include "study/file/scalar.h"
#include "study/samples/samples.h"

enum { MAX_MISTAKES = 50 };

static void cell_place(const csv_table *t, const csv_cell *cell, char *place, size_t size) {
  snprintf(place, size, "%s:%d:%d", t->path, cell->line, cell->column);
}

// Assigns columns to scalars; the column of the ids is left out.
static chatter_status find_columns(const study *self, const csv_table *t, int id, samples *out) {
  char place[STUDY_PATH + 40];
  int j = 0, mistakes = 0;
  for (int column = 0; column < t->n_columns; column++) {
    if (column == id) continue;
    study_scalar *scalar = &out->parameters[j];
    cell_place(t, &t->header[column], place, sizeof place);
    if (study_find_scalar(self, t->header[column].text, place, scalar) != CHATTER_OK) {
      mistakes++;
      continue;
    }
    for (int k = 0; k < j; k++)
      if (out->parameters[k].offset == scalar->offset) {
        csv_raise(t, &t->header[column], "'%s' is '%s' under another name, which has a column already",
                  t->header[column].text, scalar->path);
        mistakes++;
      }
    j++;
  }
  return mistakes ? CHATTER_BAD_STUDY : CHATTER_OK;
}

// Reads one cell; its place is formatted only for a mistake.
static int read_value(const csv_table *t, long row, int column, const study_scalar *scalar, int flags,
                      double *value) {
  char place[STUDY_PATH + 40];
  if (flags & SAMPLES_UNFIT && text_number(csv_text(t, row, column), value) == NUMBER_NOT_FINITE)
    return *value = NAN, 1;
  if (csv_number(t, row, column, value) != CHATTER_OK) return 0;
  if (flags & SAMPLES_UNFIT || study_scalar_fits(scalar, *value)) return 1;
  cell_place(t, csv_at(t, row, column), place, sizeof place);
  study_scalar_check(scalar, place, *value);
  return 0;
}

static chatter_status read_values(const csv_table *t, int id, int flags, samples *out) {
  int mistakes = 0;
  for (long row = 0; row < t->n_rows; row++)
    for (int column = 0, j = 0; column < t->n_columns && mistakes < MAX_MISTAKES; column++) {
      if (column == id) continue;
      mistakes +=
          !read_value(t, row, column, &out->parameters[j], flags, &out->value[row * out->n_parameters + j]);
      j++;
    }
  return mistakes ? CHATTER_BAD_STUDY : CHATTER_OK;
}

static int compare_ids(const void *a, const void *b) {
  const csv_cell *x = *(const csv_cell *const *)a, *y = *(const csv_cell *const *)b;
  int order = strcmp(x->text, y->text);
  return order ? order : (x->line > y->line) - (x->line < y->line);
}

static chatter_status check_ids(const csv_table *t, int id) {
  const csv_cell **sorted = NULL;
  int mistakes = 0;
  ALLOCATE(sorted, t->n_rows);
  for (long row = 0; row < t->n_rows; row++) sorted[row] = csv_at(t, row, id);
  qsort(sorted, (size_t)t->n_rows, sizeof *sorted, compare_ids);
  for (long row = 1; row < t->n_rows && mistakes < MAX_MISTAKES; row++)
    if (!strcmp(sorted[row]->text, sorted[row - 1]->text)) {
      csv_raise(t, sorted[row], "sample_id '%s' is there twice (first at %d:%d)", sorted[row]->text,
                sorted[row - 1]->line, sorted[row - 1]->column);
      mistakes++;
    }
  memory_free(sorted);
  return mistakes ? CHATTER_BAD_STUDY : CHATTER_OK;
}

static chatter_status read_ids(const csv_table *t, int id, samples *out) {
  int mistakes = 0;
  ALLOCATE(out->id, t->n_rows);
  for (long row = 0; row < t->n_rows && mistakes < MAX_MISTAKES; row++) {
    const csv_cell *cell = csv_at(t, row, id);
    size_t length = strlen(cell->text);
    if (!length) {
      csv_raise(t, cell, "the sample_id is empty");
      mistakes++;
    } else if (length >= STUDY_NAME) {
      csv_raise(t, cell, "the sample_id has %zu bytes (allowed: at most %d)", length, STUDY_NAME - 1);
      mistakes++;
    } else
      strcpy(out->id[row], cell->text);
  }
  return mistakes ? CHATTER_BAD_STUDY : check_ids(t, id);
}

static chatter_status convert_table(const study *self, const csv_table *t, int flags, samples *out) {
  int id = csv_find(t, "sample_id");
  if (flags & SAMPLES_NEED_ID && id < 0) TRY(csv_require(t, "sample_id", &id));
  if (!t->n_rows) return csv_raise(t, &t->header[0], "there are no samples below the header line");
  TRY(samples_allocate(t->n_rows, t->n_columns - (id >= 0), out));
  TRY(find_columns(self, t, id, out));
  chatter_status values = read_values(t, id, flags, out), ids = id >= 0 ? read_ids(t, id, out) : CHATTER_OK;
  return values != CHATTER_OK ? values : ids;
}

chatter_status samples_read_csv(const study *self, const char *path, int flags, samples *out) {
  csv_table table;
  *out = (samples){0};
  chatter_status status = csv_read(path, CHATTER_IO, CHATTER_BAD_STUDY, &table);
  if (status == CHATTER_OK) status = convert_table(self, &table, flags, out);
  csv_destroy(&table);
  if (status == CHATTER_OK) status = samples_spread_inputs(self, out);
  if (status != CHATTER_OK) samples_destroy(out);
  return status;
}

chatter_status samples_from_csv(const study *self, const char *path, samples *out) {
  return samples_read_csv(self, path, SAMPLES_NEED_ID, out);
}

chatter_status samples_from_csv_unfit(const study *self, const char *path, samples *out) {
  return samples_read_csv(self, path, SAMPLES_NEED_ID | SAMPLES_UNFIT, out);
}

long samples_mark_unfit(const samples *self, unsigned char *unfit) {
  long n = 0;
  for (long i = 0; i < self->n; i++) {
    unfit[i] = 0;
    for (int p = 0; p < self->n_parameters; p++)
      unfit[i] |= !study_scalar_fits(&self->parameters[p], self->value[i * self->n_parameters + p]);
    n += unfit[i];
  }
  return n;
}
