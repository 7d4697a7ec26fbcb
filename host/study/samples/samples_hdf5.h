// Samples of an HDF5 file of any tool: at its root one 1-D data set of numbers per dotted path or name of an
// input, all of one length. A data set sample_id is allowed and not read.
#ifndef CHATTER_STUDY_SAMPLES_SAMPLES_HDF5_H
#define CHATTER_STUDY_SAMPLES_SAMPLES_HDF5_H

#include "base/status.h"
#include "study/samples/samples.h"
#include "study/study.h"

// Reads an HDF5 file with one 1-D data set of numbers per path at its root.
chatter_status samples_read_hdf5(const study *self, const char *path, samples *out);

#endif
