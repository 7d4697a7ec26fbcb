// Evaluates curves (outputs over a grid, and time series) for many rows of parameters at once, at
// the abscissas of measured ones.
#ifndef CHATTER_INFERENCE_EVALUATED_CURVES_H
#define CHATTER_INFERENCE_EVALUATED_CURVES_H

#include "ensemble/batch/devices.h"
#include "ensemble/bound.h"
#include "inference/measured.h"

typedef struct curves {
  const study *config; // with all its outputs
  const measured *data;
  device_set *devices;
  study study; // a copy without outputs that were not measured
  bound_models models;
  double *chosen; // [n_chosen] numbers of trajectories whose time series are stored: all
  long n_chosen;
  int m; // values of all columns
  // [columns] units in the results; empty until a trajectory has ended well
  char (*units)[sizeof(((result_variable *)0)->units)];
  double evaluated; // rows so far
} curves;

chatter_status curves_open(const study *config, const measured *data, device_set *devices, curves *out);
void curves_close(curves *self);
// Computes the hash of the reduced model at the median of all distributions; "": there is none.
chatter_status curves_model(curves *self, char hex[65]);

// Evaluates n rows z (samples_from_normal): value [n][m], column after column, interpolated
// linearly between the points of the results. ok[n] = 0 if a trajectory failed, a parameter is out
// of range, or a curve does not reach all abscissas. A name that no result has raises, with its
// place in the measured file.
chatter_status curves_evaluate(curves *self, long n, const double *z, double *value, unsigned char *ok);

#endif
