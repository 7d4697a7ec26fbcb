// Tables of drives: values over time or turns, from a file.
#ifndef CHATTER_STUDY_DRIVE_TABLE_H
#define CHATTER_STUDY_DRIVE_TABLE_H

#include "base/memory.h"
#include "study/study.h"

typedef struct drive_table {
  int knots, columns;
  double *at;            // [knots], rising: s, or turns
  double *value, *slope; // [columns][knots]
} drive_table;

// Reads the table of a drive from the CSV file `path`. Raises what is wrong in it with its line and column.
chatter_status drive_table_read(const char *path, const drive_config *of, arena *memory, drive_table *out);

#endif
