#include "inference/identify.h"

#include <math.h>
#include <stdio.h>

#include "base/log.h"
#include "base/stop.h"
#include "ensemble/run_study.h"
#include "inference/identified.h"
#include "statistics/normal.h"
#include "study/samples/sobol.h"

typedef struct identification {
  const study *config;
  const identify_options *options;
  measured data;
  device_set devices;
  curves model;
  arena *memory;
  inference_target target;
  fit found;
  stretch_chain chain;
  identified result;
} identification;

static chatter_status residuals(void *context, long n, const double *z, double *r, unsigned char *ok) {
  identification *self = context;
  TRY(stop_check());
  TRY(curves_evaluate(&self->model, n, z, r, ok));
  for (long row = 0; row < n; row++)
    for (int c = 0; c < self->data.n_columns; c++) {
      const measured_column *column = &self->data.column[c];
      for (int i = 0; i < column->n; i++, r++) *r = (*r - column->value[i]) / column->deviation[i];
    }
  return CHATTER_OK;
}

// Where it is correlated with others they count together.
static unsigned char is_normal(const study *config, int k) {
  const int spread = config->ensemble.parameters[k].spread;
  return config->ensemble.correlation.n > 0 || spread == SPREAD_NORMAL || spread == SPREAD_LOGNORMAL ||
         spread == SPREAD_TRUNCATED_NORMAL;
}

static chatter_status make_target(identification *self) {
  const int n = self->data.n_columns;
  int *count = arena_allocate(self->memory, sizeof *count * (size_t)n);
  unsigned char *inferred = arena_allocate(self->memory, (size_t)n);
  unsigned char *datum = arena_allocate(self->memory, (size_t)self->config->ensemble.n_parameters);
  if (!count || !inferred || !datum) return CHATTER_DEVICE;
  for (int k = 0; k < self->config->ensemble.n_parameters; k++) datum[k] = is_normal(self->config, k);
  for (int c = 0; c < n; c++)
    count[c] = self->data.column[c].n, inferred[c] = self->data.column[c].is_inferred != 0;
  self->target = (inference_target){.d = self->config->ensemble.n_parameters,
                                    .m = self->model.m,
                                    .n_columns = n,
                                    .count = count,
                                    .is_inferred = inferred,
                                    .is_datum = datum,
                                    .self = self,
                                    .residuals = residuals};
  return CHATTER_OK;
}

// Points of a Sobol' sequence with a digital shift by half a cell, the first the middle of all distributions.
static void make_starts(int d, int n, double *start) {
  uint32_t direction[32];
  for (int k = 0; k < d; k++) {
    sobol_directions(k % SOBOL_DIMENSIONS, direction);
    for (int s = 0; s < n; s++) {
      const uint32_t at = sobol_coordinate(direction, (uint32_t)s) ^ (UINT32_C(1) << 31);
      start[s * d + k] = s ? statistics_normal_quantile(((double)at + 0.5) / 4294967296.0) : 0;
    }
  }
}

static chatter_status find_best(identification *self) {
  const identify_config *c = &self->config->identify;
  const int d = self->target.d, n = (int)c->starts;
  double *start = arena_allocate(self->memory, sizeof *start * (size_t)n * (size_t)d);
  if (!start) return CHATTER_DEVICE;
  make_starts(d, n, start);
  TRY(fit_from_starts(&self->target, n, start, (int)c->iterations, self->memory, &self->found));
  if (self->found.best < 0)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: at none of %d starts has the model an answer at all measured points: trajectories "
        "fail, or curves end before them (`chatter run` tells why)",
        study_place(self->config, "identify"), n);
  log_info("Fit: %d of %d starts came to the best one; %.0f curves so far", self->found.agreeing, n,
           self->model.evaluated);
  return CHATTER_OK;
}

static chatter_status sample(identification *self) {
  const identify_config *c = &self->config->identify;
  const long warmup = (long)c->warmup, steps = (long)c->steps, all = warmup + steps;
  TRY(stretch_create(&self->target, (int)c->walkers, warmup, steps, (uint64_t)self->config->ensemble.seed,
                     self->found.z + (long)self->found.best * self->target.d, self->found.factor,
                     self->memory, &self->chain));
  for (long i = 0; i < all; i++) {
    char note[60];
    snprintf(note, sizeof note, "step %ld of %ld", i, all);
    if (self->options->progress) log_progress("Sampling", (double)i / (double)all, note);
    TRY(stretch_step(&self->chain, &self->target));
  }
  log_progress_end();
  return CHATTER_OK;
}

// What samples are worth where they have not mixed yet.
static void warn(const identified *self) {
  const double most_rhat = 1.1, least_samples = 200; // as A. Gelman et al. ask (Bayesian Data Analysis, 11.4)
  for (int k = 0; k < self->d; k++) {
    const identified_parameter *p = &self->parameter[k];
    if (p->rhat < most_rhat && p->samples >= least_samples) continue;
    log_warning("%s: the walkers have not mixed (R^ %.3f, worth %.0f independent samples): more "
                "identify.warmup and identify.steps; intervals may be too narrow",
                self->config->ensemble.parameters[k].path, p->rhat, p->samples);
  }
}

// The run of n draws z.
static chatter_status with_draws(identification *self, const char *path, long n, const double *z,
                                 chatter_status (*run)(const study *, const char *, const run_options *)) {
  samples draws;
  run_options o = run_default();
  o.device = self->options->device;
  o.force = self->options->force;
  o.command_line = self->options->command_line;
  o.overrides = self->options->overrides;
  o.progress = self->options->progress;
  o.describe = identified_describe, o.describe_self = &self->result;
  TRY(samples_from_normal(self->config, n, z, &draws));
  o.values = &draws;
  const chatter_status status = run(self->config, path, &o);
  samples_destroy(&draws);
  return status;
}

// Before minutes of sampling, not behind them.
static chatter_status check_results(identification *self, const char *path) {
  const long n = identified_draws(&self->config->identify);
  double *middle;
  ALLOCATE(middle, n * self->config->ensemble.n_parameters);
  const chatter_status status = with_draws(self, path, n, middle, run_study_check);
  memory_free(middle);
  return status;
}

static chatter_status identify(identification *self) {
  TRY(make_target(self));
  TRY(find_best(self));
  TRY(sample(self));
  return identified_create(self->config, &self->model, &self->found, &self->chain, self->memory,
                           &self->result);
}

static chatter_status open_and_identify(identification *self, const char *file) {
  self->memory = arena_create();
  if (!self->memory) return CHATTER_DEVICE;
  TRY(measured_read(file, &self->config->identify, &self->data));
  TRY(devices_open(&self->options->device, &self->devices));
  TRY(curves_open(self->config, &self->data, &self->devices, &self->model));
  stop_begin(0, "\nStopping: what was sampled is not kept. Ctrl-C again ends at once.\n");
  chatter_status status = identify(self);
  if (status == CHATTER_CHECKPOINTED) status = stop_check(); // a run within keeps no checkpoints
  stop_end();
  return status;
}

chatter_status identify_study(const study *config, const char *file, const char *path,
                              const identify_options *options) {
  identification self = {.config = config, .options = options};
  if (!study_given(config, "identify"))
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: there is no section 'identify' (allowed: `identify: {}`, with ensemble.design of "
                       "type random, latin_hypercube or sobol)",
                       study_place(config, "identify"));
  if (config->ensemble.n_parameters == 0)
    return error_raise(CHATTER_BAD_STUDY, "%s: ensemble.design.parameters names nothing that could be sought",
                       study_place(config, "ensemble"));
  TRY(check_results(&self, path));
  chatter_status status = open_and_identify(&self, file);
  if (status == CHATTER_OK) {
    identified_print(&self.result, stdout);
    warn(&self.result);
    status = with_draws(&self, path, self.result.n_draws, self.result.draw, run_study);
  }
  curves_close(&self.model);
  devices_close(&self.devices);
  measured_destroy(&self.data);
  if (self.memory) arena_destroy(self.memory);
  return status;
}
