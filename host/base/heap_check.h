// Texts lie in HDF5's global heaps, the one structure of our files without checksums: HDF5 1.10 crashes on
// damaged ones, or fills gigabytes with zeros. Their structure is checked here before HDF5 reads them (HDF5
// file format, section III.E).
#ifndef CHATTER_BASE_HEAP_CHECK_H
#define CHATTER_BASE_HEAP_CHECK_H

#include <hdf5.h>

// 1: every text of the dataset (variable-length, stored contiguously as we write them) is a whole object of a
// whole heap of the file; also 1 for other layouts, which other programs write and HDF5 has to judge.
int heap_check(hid_t dataset, const char *path);

#endif
