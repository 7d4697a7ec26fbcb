// Rows of numbers of a drive's table as read from a file, and the columns with slopes made of them.
#ifndef CHATTER_STUDY_DRIVE_ROWS_H
#define CHATTER_STUDY_DRIVE_ROWS_H

#include "base/memory.h"
#include "study/sections.h"

typedef struct drive_column {
  const char *name;
  int knots;
  double *at;            // [knots], ascending: s, or turns; the same for all columns of a file
  double *value, *slope; // [knots]
} drive_column;

typedef struct drive_table {
  int columns;
  drive_column *column; // [columns]
} drive_table;

// Rows read from one file.
typedef struct drive_rows {
  int knots, columns;
  double *at;        // [knots]
  const char **name; // [columns]
  double **value;    // [columns][knots]
  const char *abscissa;
  const void *file; // for messages
  // Raises "file:place: text" for row `row` of a column; column -1: the abscissa.
  chatter_status (*wrong)(const struct drive_rows *self, int column, int row, const char *text);
} drive_rows;

const char *drive_abscissa_name(const drive_config *of);
chatter_status drive_rows_allocate(arena *memory, drive_rows *rows); // for `knots` and `columns`
// Checks the rows and adds their columns, with slopes, to the table.
chatter_status drive_table_add_rows(const drive_rows *rows, const drive_config *of, arena *memory,
                                    drive_table *table);

#endif
