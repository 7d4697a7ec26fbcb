// The numbers beside an XDMF file: HDF5 with plain contiguous datasets, written under another name until it
// is complete.
#ifndef CHATTER_RESULTS_MESH_XDMF_DATA_H
#define CHATTER_RESULTS_MESH_XDMF_DATA_H

#include <stddef.h>

#include "base/status.h"

typedef struct heavy_file heavy_file;

chatter_status heavy_create(const char *path, int force, heavy_file **out);
// A dataset "/points" or "/displacement/7", its group made where it is not there: rows of `columns` numbers
// (1: a dataset of one dimension).
chatter_status heavy_doubles(heavy_file *self, const char *name, size_t rows, size_t columns,
                             const double *data);
chatter_status heavy_ints(heavy_file *self, const char *name, size_t rows, size_t columns, const int *data);
// Ends it: the file is there where `status` is CHATTER_OK, else none of it is left. Gives what went wrong
// first.
chatter_status heavy_close(heavy_file *self, chatter_status status);

#endif
