// Safe use of HDF5. Its error stack is silenced; its cause goes into our message. Texts lie in
// HDF5's global heaps, the only structure of our files without checksums, and HDF5 1.10 crashes on
// damaged ones or fills gigabytes with zeros. They are checked here before HDF5 reads them (HDF5
// file format, section III.E).
#ifndef CHATTER_BASE_HDF5_SAFETY_H
#define CHATTER_BASE_HDF5_SAFETY_H

#include <hdf5.h>
#include "base/status.h"

void hdf5_quiet(void); // for this thread
// Raises CHATTER_IO "path: what (cause)"; to be called right after a failed HDF5 call.
chatter_status hdf5_raise(const char *path, const char *what);

// Returns 1 if every text of the dataset (variable-length, stored contiguously as we write them) is
// a complete object of a complete heap of the file; also for other layouts, which other programs
// write and HDF5 checks itself.
int hdf5_texts_are_whole(hid_t dataset, const char *path);

#endif
