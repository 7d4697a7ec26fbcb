// Inside of the samples: shared by designs, CSV and HDF5.
#ifndef CHATTER_STUDY_SAMPLES_H
#define CHATTER_STUDY_SAMPLES_H

#include "study/study.h"

// Allocates parameters[n_parameters] and value[n][n_parameters]; refuses what does not fit into memory.
chatter_status samples_allocate(long n, int n_parameters, samples *out);
// Reads samples of a CSV file.
enum {
  SAMPLES_NEED_ID = 1, // the column sample_id must be there
  SAMPLES_UNFIT = 2    // numbers that do not fit are taken too, what is not finite as NaN
};
chatter_status samples_read_csv(const study *self, const char *path, int flags, samples *out);
// Reads an HDF5 file with one 1-D data set of numbers per path at its root.
chatter_status samples_read_hdf5(const study *self, const char *path, samples *out);

#endif
