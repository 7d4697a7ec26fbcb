// Reads samples of an HDF5 file of any tool: at its root a 1-D data set of numbers for each dotted
// path or input name, all of one length. A data set sample_id is allowed and not read.
#ifndef CHATTER_STUDY_SAMPLES_SAMPLES_HDF5_H
#define CHATTER_STUDY_SAMPLES_SAMPLES_HDF5_H

#include "base/status.h"
#include "study/samples/samples.h"
#include "study/study.h"

// Reads such a file.
chatter_status samples_read_hdf5(const study *self, const char *path, samples *out);

#endif
