// Tables of drives: values over time or turns, from files.
#ifndef CHATTER_STUDY_DRIVE_TABLE_H
#define CHATTER_STUDY_DRIVE_TABLE_H

#include "base/memory.h"
#include "study/study.h"

typedef struct drive_column {
  const char *name;
  int knots;
  double *at;            // [knots], rising: s, or turns; the same for all columns of a file
  double *value, *slope; // [knots]
} drive_column;

typedef struct drive_table {
  int columns;
  drive_column *column; // [columns]
} drive_table;

// The column that is meant, from 0; raises, at `place`, where there is none.
chatter_status drive_table_column(const drive_table *self, const column_choice *choice, const char *place,
                                  int *column);
// Adds the columns of the CSV or HDF5 file `path` of a drive; a table of none is all zeros. Raises what is
// wrong in it with its line and column, or its data set and number.
chatter_status drive_table_read(const char *path, const drive_config *of, arena *memory, drive_table *table);

// Within drive_table.c and drive_table_hdf5.c: what is read of one file.
typedef struct drive_rows {
  int knots, columns;
  double *at;        // [knots]
  const char **name; // [columns]
  double **value;    // [columns][knots]
  const char *abscissa;
  const void *file; // for messages
  // Raises "file:place: text" of row `row` of a column, -1: of the abscissa.
  chatter_status (*wrong)(const struct drive_rows *self, int column, int row, const char *text);
} drive_rows;
const char *drive_abscissa_name(const drive_config *of);
chatter_status drive_rows_allocate(arena *memory, drive_rows *rows); // of `knots` and `columns`
chatter_status drive_rows_add(const drive_rows *rows, const drive_config *of, arena *memory,
                              drive_table *table);
chatter_status drive_table_read_hdf5(const char *path, const drive_config *of, arena *memory,
                                     drive_table *table);

#endif
