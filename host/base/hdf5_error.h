// HDF5's own error stack is silent here; what it knows of the cause goes into our message.
#ifndef CHATTER_BASE_HDF5_ERROR_H
#define CHATTER_BASE_HDF5_ERROR_H

#include "base/status.h"

void hdf5_quiet(void); // for this thread
// Raises CHATTER_IO "path: what (cause)"; to be called right after the HDF5 call that failed.
chatter_status hdf5_raise(const char *path, const char *what);

#endif
