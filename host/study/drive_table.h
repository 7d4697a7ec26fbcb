// Tables of drives: values over time or turns, from a file.
#ifndef CHATTER_STUDY_DRIVE_TABLE_H
#define CHATTER_STUDY_DRIVE_TABLE_H

#include "base/memory.h"
#include "study/study.h"

typedef struct drive_table {
  int knots, columns;
  const char **name;     // [columns]
  double *at;            // [knots], rising: s, or turns
  double *value, *slope; // [columns][knots]
} drive_table;

// The column that is meant, from 0; raises, at `place`, where there is none.
chatter_status drive_table_column(const drive_table *self, const column_choice *choice, const char *place,
                                  int *column);
// Reads the table of a drive from the CSV file `path`. Raises what is wrong in it with its line and column.
chatter_status drive_table_read(const char *path, const drive_config *of, arena *memory, drive_table *out);

#endif
