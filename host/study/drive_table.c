// Reads tables of drives from CSV files.
#include "study/drive_table.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/csv.h"
#include "base/text.h"
#include "study/drive_table_hdf5.h"

static chatter_status raise_wrong_cell(const drive_rows *rows, int column, int row, const char *text) {
  const csv_table *csv = rows->file;
  return csv_raise(csv, csv_at(csv, row, csv_find(csv, column < 0 ? rows->abscissa : rows->name[column])),
                   "%s", text);
}

static chatter_status read_csv(const csv_table *csv, const drive_config *of, arena *memory,
                               drive_table *table) {
  int abscissa, column = 0;
  TRY(csv_require(csv, drive_abscissa_name(of), &abscissa));
  const int least = of->periodic ? 3 : 2;
  if (csv->n_columns < 2)
    return csv_raise(csv, &csv->header[0], "one column (allowed: %s and at least one column of values)",
                     drive_abscissa_name(of));
  if (csv->n_rows < least || csv->n_rows > INT_MAX / 2)
    return csv_raise(csv, &csv->header[0], "%ld rows of numbers (allowed: at least %d)", csv->n_rows, least);
  drive_rows rows = {.knots = (int)csv->n_rows,
                     .columns = csv->n_columns - 1,
                     .abscissa = drive_abscissa_name(of),
                     .file = csv,
                     .wrong = raise_wrong_cell};
  TRY(drive_rows_allocate(memory, &rows));
  for (int c = 0; c < csv->n_columns; c++) {
    double *to = c == abscissa ? rows.at : rows.value[column];
    if (c != abscissa && !(rows.name[column++] = arena_string(memory, csv->header[c].text)))
      return error_raise(CHATTER_DEVICE, "out of memory");
    for (int i = 0; i < rows.knots; i++) TRY(csv_number(csv, i, c, &to[i]));
  }
  return drive_table_add_rows(&rows, of, memory, table);
}

chatter_status drive_table_read(const char *path, const drive_config *of, arena *memory, drive_table *table) {
  csv_table csv;
  if (text_is_hdf5(path)) return drive_table_read_hdf5(path, of, memory, table);
  chatter_status status = csv_read(path, CHATTER_BAD_STUDY, CHATTER_BAD_STUDY, &csv);
  if (status == CHATTER_OK) status = read_csv(&csv, of, memory, table);
  csv_destroy(&csv);
  return status;
}

static chatter_status raise_no_column(const drive_table *self, const column_choice *choice,
                                      const char *place) {
  char hint[200];
  if (choice->number > 0)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: there is no column %g beside the abscissa (allowed: 1 to %d, or a name)", place,
                       choice->number, self->columns);
  const char *names[64];
  int n = 0;
  for (; n < self->columns && n < 64; n++) names[n] = self->column[n].name;
  return error_raise(CHATTER_BAD_STUDY, "%s: there is no column '%s' beside the abscissa%s", place,
                     choice->name, text_did_you_mean(choice->name, n, names, hint, sizeof hint));
}

chatter_status drive_table_column(const drive_table *self, const column_choice *choice, const char *place,
                                  int *column) {
  int found = 0;
  *column = (int)choice->number - 1;
  for (int c = 0; choice->number == 0 && c < self->columns; c++)
    if (!strcmp(self->column[c].name, choice->name)) *column = c, found++;
  if (found > 1)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: %d columns of the files have the name '%s' (allowed: its number, 1 to %d)", place,
                       found, choice->name, self->columns);
  return *column >= 0 && *column < self->columns ? CHATTER_OK : raise_no_column(self, choice, place);
}
