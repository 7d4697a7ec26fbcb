// Tables of drives: values over time or turns, read from files.
#ifndef CHATTER_STUDY_DRIVE_TABLE_H
#define CHATTER_STUDY_DRIVE_TABLE_H

#include "study/drive_rows.h"

// Finds the chosen column, from 0; raises at `place` if there is none.
chatter_status drive_table_column(const drive_table *self, const column_choice *choice, const char *place,
                                  int *column);
// Adds the columns of the CSV or HDF5 file `path` of a drive; a table without columns is zero.
// Raises mistakes with line and column, or with data set and number.
chatter_status drive_table_read(const char *path, const drive_config *of, arena *memory, drive_table *table);

#endif
