// The numbers beside an XDMF file: HDF5 with plain contiguous datasets, written under another name until it
// is complete.
#ifndef CHATTER_RESULTS_MESH_XDMF_DATA_H
#define CHATTER_RESULTS_MESH_XDMF_DATA_H

#include <stddef.h>

#include "base/status.h"

typedef struct hdf5_output hdf5_output;

chatter_status hdf5_output_create(const char *path, int force, hdf5_output **out);
// A dataset "/points" or "/displacement/7", its group made where it is not there: rows of `columns` numbers
// (1: a dataset of one dimension).
chatter_status hdf5_output_write_doubles(hdf5_output *self, const char *name, size_t rows, size_t columns,
                                         const double *data);
chatter_status hdf5_output_write_ints(hdf5_output *self, const char *name, size_t rows, size_t columns,
                                      const int *data);
// Ends it: the file is there where `status` is CHATTER_OK, else none of it is left. Gives what went wrong
// first.
chatter_status hdf5_output_close(hdf5_output *self, chatter_status status);

#endif
