// Curves of many rows of parameters at once, at the abscissas of measured ones: of outputs over a grid, and
// of time series.
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
  double *chosen; // [n_chosen] numbers of trajectories: of all of them time series are kept
  long n_chosen;
  int m; // values of all columns
  // [columns] of their values, as results say it; empty until a trajectory has ended well
  char (*units)[sizeof(((result_variable *)0)->units)];
  double evaluated; // rows so far
} curves;

chatter_status curves_open(const study *config, const measured *data, device_set *devices, curves *out);
void curves_close(curves *self);
// Hash of the reduced model in the middle of all distributions, "" where there is none.
chatter_status curves_model(curves *self, char hex[65]);

// value[n][m], column after column, of n rows z (samples_from_normal), linear between the points of the
// results; ok[n] = 0 where a trajectory failed, a parameter is out of range, or a curve does not reach all
// abscissas. Raises what no result is called, with its place in the measured file.
chatter_status curves_evaluate(curves *self, long n, const double *z, double *value, unsigned char *ok);

#endif
