// Writes the numbers beside an XDMF file: HDF5 with contiguous datasets, under a temporary name
// until it is complete.
#ifndef CHATTER_RESULTS_MESH_XDMF_DATA_H
#define CHATTER_RESULTS_MESH_XDMF_DATA_H

#include <stddef.h>

#include "base/status.h"

typedef struct hdf5_output hdf5_output;

chatter_status hdf5_output_create(const char *path, int force, hdf5_output **out);
// Writes a dataset "/points" or "/displacement/7", creating its group if needed: rows of `columns`
// numbers (1: a dataset of one dimension).
chatter_status hdf5_output_write_doubles(hdf5_output *self, const char *name, size_t rows, size_t columns,
                                         const double *data);
chatter_status hdf5_output_write_ints(hdf5_output *self, const char *name, size_t rows, size_t columns,
                                      const int *data);
// Closes it. If `status` is CHATTER_OK the file gets its name, else it is removed. Returns the
// first failure.
chatter_status hdf5_output_close(hdf5_output *self, chatter_status status);

#endif
