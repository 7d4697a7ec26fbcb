// Samples of a CSV file: one row per trajectory, columns by dotted path or name of an input.
#ifndef CHATTER_STUDY_SAMPLES_SAMPLES_CSV_H
#define CHATTER_STUDY_SAMPLES_SAMPLES_CSV_H

#include "base/status.h"
#include "study/samples/samples.h"
#include "study/study.h"

// The rows of `eval`: header sample_id,names.
chatter_status samples_from_csv(const study *self, const char *path, samples *out);

// Likewise, where rows may hold numbers that do not fit.
chatter_status samples_from_csv_unfit(const study *self, const char *path, samples *out);

// unfit[i] = 1 where a value of row i does not fit; how many.
long samples_mark_unfit(const samples *self, unsigned char *unfit);

// Reads samples of a CSV file.
enum {
  SAMPLES_NEED_ID = 1, // the column sample_id must be there
  SAMPLES_UNFIT = 2    // numbers that do not fit are taken too, what is not finite as NaN
};
chatter_status samples_read_csv(const study *self, const char *path, int flags, samples *out);

#endif
