// Tables of drives in HDF5 files: at the root a data set `time` or `turns` and data sets of numbers
// with as many rows, read in the alphabetical order of their names.
#ifndef CHATTER_STUDY_DRIVE_TABLE_HDF5_H
#define CHATTER_STUDY_DRIVE_TABLE_HDF5_H

#include "study/drive_rows.h"

// Does the same as drive_table_read for an HDF5 file.
chatter_status drive_table_read_hdf5(const char *path, const drive_config *of, arena *memory,
                                     drive_table *table);

#endif
