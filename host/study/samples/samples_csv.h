// Reads samples of a CSV file: one row per trajectory, columns by dotted path or name of an input.
#ifndef CHATTER_STUDY_SAMPLES_SAMPLES_CSV_H
#define CHATTER_STUDY_SAMPLES_SAMPLES_CSV_H

#include "base/status.h"
#include "study/samples/samples.h"
#include "study/study.h"

// Reads the rows of `eval`, with the header sample_id,names.
chatter_status samples_from_csv(const study *self, const char *path, samples *out);

// Does the same, but accepts numbers out of range.
chatter_status samples_from_csv_unfit(const study *self, const char *path, samples *out);

// Sets unfit[i] = 1 if a value of row i is out of range; returns the number of such rows.
long samples_mark_unfit(const samples *self, unsigned char *unfit);

// Flags of the reader.
enum {
  SAMPLES_NEED_ID = 1, // the column sample_id must be there
  SAMPLES_UNFIT = 2    // numbers out of range are accepted, non-finite ones as NaN
};
chatter_status samples_read_csv(const study *self, const char *path, int flags, samples *out);

#endif
