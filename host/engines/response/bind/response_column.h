// Read access to the records that the kernel kept of one trajectory.
#ifndef CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_COLUMN_H
#define CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_COLUMN_H

#include "ensemble/engine.h"

// One trajectory of a batch.
typedef struct response_column {
  const engine_layout *layout;
  const kernel_batch *host;
  long i;
  int is_ok;    // 1: it ended with success
  int n_points; // number of records; 0: it did not run
} response_column;

int response_extract_threads(const engine_layout *layout); // threads for extraction, at least 1

response_column response_column_of(const engine_layout *layout, const kernel_batch *host, long i);

double response_record_number(const response_column *self, int point, int which); // RECORD_...

double response_column_parameter(const response_column *self, int which);

int response_end_reason(const response_column *self, int stage); // hb_reason

int response_column_start(const response_column *self); // hb_start

void response_coefficients(const response_column *self, int point, int row,
                           double *to); // [hb_n_coefficients]

// The following return points of the response curve; -1: none.
int response_peak_point(const response_column *self); // on the ridge of this trajectory

int response_is_kink(const response_column *self, int point); // at the onset of slip

int response_phase_resonance_point(const response_column *self, int peak); // of that peak

int response_end_point(const response_column *self, int stage); // the one at the end of the range

int response_dnnm_end_point(const response_column *self); // where a dNNM reaches its load

// Returns the number of window rows that trajectory i has written so far, one per record.
long response_rows_written(const engine_layout *layout, const kernel_batch *host, long i);

#endif
