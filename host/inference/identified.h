// Results of an identification: statistics of each parameter from the samples, the model at the
// measured points, and both as variables of results.
#ifndef CHATTER_INFERENCE_IDENTIFIED_H
#define CHATTER_INFERENCE_IDENTIFIED_H

#include <stdio.h>

#include "inference/evaluated_curves.h"
#include "inference/least_squares.h"
#include "inference/stretch.h"

typedef struct identified_parameter {
  char unit[16];
  double best;                               // at the fit
  double mean, deviation, median, low, high; // of the samples; [low, high] holds 95 %
  double rhat, samples;                      // split R̂, effective number of independent samples
} identified_parameter;

typedef struct identified {
  const study *config;
  const curves *of_model;
  const measured *data;
  arena *memory;
  int d, m, walkers;
  long steps;
  double *value;                   // [steps][walkers][d] values of the parameters
  double *density;                 // [steps][walkers]
  identified_parameter *parameter; // [d]
  double *correlation;             // [d][d]
  double acceptance;
  double *deviation;    // [m] of a measurement: given, or estimated at the best fit
  double *noise;        // [n_columns] root mean square of residuals over the deviation (or its guess)
  double *best;         // [m] the model at the fit
  double *low, *high;   // [m] 95 % interval of the samples' models; NAN: no answer
  double *least, *most; // [m] 95 % interval of measurements, with noise
  long n_draws;
  double *draw; // [n_draws][d] z of the samples that become trajectories
} identified;

long identified_draws(const identify_config *config); // the number asked for, at most all samples
// Makes the results of a fit and a completed chain; evaluates the draws' curves.
chatter_status identified_create(const study *config, curves *of_model, const fit *found,
                                 const stretch_chain *chain, arena *memory, identified *out);
void identified_print(const identified *self, FILE *stream);
chatter_status identified_describe(void *self, result_set *part); // run_options.describe

#endif
