// HDF5's own error stack is silent here; what it knows of the cause goes into our message. Texts lie in
// HDF5's global heaps, the one structure of our files without checksums: HDF5 1.10 crashes on damaged ones,
// or fills gigabytes with zeros. Their structure is checked here before HDF5 reads them (HDF5 file format,
// section III.E).
#ifndef CHATTER_BASE_HDF5_SAFETY_H
#define CHATTER_BASE_HDF5_SAFETY_H

#include <hdf5.h>
#include "base/status.h"

void hdf5_quiet(void); // for this thread
// Raises CHATTER_IO "path: what (cause)"; to be called right after the HDF5 call that failed.
chatter_status hdf5_raise(const char *path, const char *what);

// 1: every text of the dataset (variable-length, stored contiguously as we write them) is a whole object of a
// whole heap of the file; also 1 for other layouts, which other programs write and HDF5 has to judge.
int hdf5_texts_are_whole(hid_t dataset, const char *path);

#endif
