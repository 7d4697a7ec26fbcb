// Files of reduced models, HDF5.
#ifndef CHATTER_REDUCTION_STORE_REDUCED_IO_H
#define CHATTER_REDUCTION_STORE_REDUCED_IO_H

#include "base/status.h"
#include "reduction/reduced.h"

chatter_status reduced_save(const reduced_model *self, const char *path); // HDF5
chatter_status reduced_load(const char *path, reduced_model *out);

// Loads the model, and its recovery basis into self->recovery; NULL: the file has none.
chatter_status reduced_load_recovery(const char *path, reduced_model *self);

#endif
