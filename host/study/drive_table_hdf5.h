// Tables of drives in HDF5 files of any tool: at the root a data set `time` or `turns`, and beside it data
// sets of numbers of as many rows, in the alphabetical order of their names.
#ifndef CHATTER_STUDY_DRIVE_TABLE_HDF5_H
#define CHATTER_STUDY_DRIVE_TABLE_HDF5_H

#include "study/drive_rows.h"

// As drive_table_read, of an HDF5 file.
chatter_status drive_table_read_hdf5(const char *path, const drive_config *of, arena *memory,
                                     drive_table *table);

#endif
