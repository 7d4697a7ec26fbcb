// What was identified: numbers of each parameter from the samples, the model at the measured points, and both
// as variables of results.
#ifndef CHATTER_INFERENCE_IDENTIFIED_H
#define CHATTER_INFERENCE_IDENTIFIED_H

#include <stdio.h>

#include "inference/evaluated_curves.h"
#include "inference/least_squares.h"
#include "inference/stretch.h"

typedef struct identified_parameter {
  char unit[16];
  double best;                               // of the fit
  double mean, deviation, median, low, high; // of the samples; low to high holds 95 of 100
  double rhat, samples;                      // split R̂, and independent samples that they are worth
} identified_parameter;

typedef struct identified {
  const study *config;
  const curves *of_model;
  const measured *data;
  arena *memory;
  int d, m, walkers;
  long steps;
  double *value;                   // [steps][walkers][d] of the parameters
  double *density;                 // [steps][walkers]
  identified_parameter *parameter; // [d]
  double *correlation;             // [d][d]
  double acceptance;
  double *deviation;    // [m] of a measurement: given, or found at the best fit
  double *noise;        // [n_columns] root mean square of residuals over the deviation (or its guess)
  double *best;         // [m] the model at the fit
  double *low, *high;   // [m] 95 of 100 of the samples' models, NAN where it has no answer
  double *least, *most; // [m] of what would be measured, with noise
  long n_draws;
  double *draw; // [n_draws][d] z of the samples that become trajectories
} identified;

long identified_draws(const identify_config *config); // as many as are asked for, or all samples
// From a fit and a chain that is done; evaluates the draws' curves.
chatter_status identified_create(const study *config, curves *of_model, const fit *found,
                                 const stretch_chain *chain, arena *memory, identified *out);
void identified_print(const identified *self, FILE *stream);
chatter_status identified_describe(void *self, result_set *part); // run_options.describe

#endif
