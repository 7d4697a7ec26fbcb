// What the kernel kept of one trajectory, read back.
#ifndef CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_COLUMN_H
#define CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_COLUMN_H

#include "engines/response/response_engine.h"

// A trajectory of a batch.
typedef struct response_column {
  const engine_layout *layout;
  const kernel_batch *host;
  long i;
  int is_ok;    // 1: it came to its end, and well
  int n_points; // kept; 0: it did not run
} response_column;
int response_threads(const engine_layout *layout); // that extraction may use, at least 1
response_column response_column_of(const engine_layout *layout, const kernel_batch *host, long i);

double response_number(const response_column *self, int point, int which); // RECORD_...
double response_parameter(const response_column *self, int which);
int response_reason(const response_column *self, int stage); // hb_reason
int response_start(const response_column *self);             // hb_start
void response_coefficients(const response_column *self, int point, int row,
                           double *to); // [hb_n_coefficients]

// Points of the response curve, -1: there is none.
int response_peak(const response_column *self);                      // on the ridge of this trajectory
int response_is_kink(const response_column *self, int point);        // at the onset of slip
int response_phase_resonance(const response_column *self, int peak); // of that peak
int response_last(const response_column *self, int stage);           // the one at the end of the range
int response_modal_end(const response_column *self);                 // where a dNNM comes to its load

#endif
