// Runs an identification: fit, chain, trajectories of the draws.
#include "inference/identify.h"

#include <math.h>
#include <stdio.h>

#include "base/log.h"
#include "base/sha256.h"
#include "base/stop.h"
#include "ensemble/run_study.h"
#include "inference/identified.h"
#include "inference/identify_checkpoint.h"
#include "results/write/result_writer.h"
#include "statistics/normal.h"
#include "study/file/key_place.h"
#include "study/samples/design.h"
#include "study/samples/samples.h"
#include "study/samples/sobol_sequence.h"

typedef struct identification {
  const study *config;
  const identify_options *options;
  run_options run; // settings of the run of the draws
  char origin[65];
  result_writer *writer; // of their results; its folder stores the state of fit and chain
  identify_checkpoint kept;
  measured data;
  device_set devices;
  curves model;
  arena *memory;
  inference_target target;
  fit found;
  stretch_chain chain;
  identified result;
} identification;

static chatter_status find_residuals(void *context, long n, const double *z, double *r, unsigned char *ok) {
  identification *self = context;
  if (stop_asked()) return CHATTER_CHECKPOINTED;
  TRY(curves_evaluate(&self->model, n, z, r, ok));
  for (long row = 0; row < n; row++)
    for (int c = 0; c < self->data.n_columns; c++) {
      const measured_column *column = &self->data.column[c];
      for (int i = 0; i < column->n; i++, r++) *r = (*r - column->value[i]) / column->deviation[i];
    }
  return CHATTER_OK;
}

// Returns 1 for a normal prior. Correlated parameters are treated as one group.
static unsigned char has_normal_prior(const ensemble_config *prior, int k) {
  const int spread = prior->parameters[k].spread;
  return prior->correlation.n > 0 || spread == SPREAD_NORMAL || spread == SPREAD_LOGNORMAL ||
         spread == SPREAD_TRUNCATED_NORMAL;
}

static chatter_status make_target(identification *self) {
  const int n = self->data.n_columns;
  int *count = arena_allocate(self->memory, sizeof *count * (size_t)n);
  unsigned char *inferred = arena_allocate(self->memory, (size_t)n);
  unsigned char *datum = arena_allocate(self->memory, (size_t)self->config->ensemble.n_parameters);
  if (!count || !inferred || !datum) return CHATTER_DEVICE;
  for (int k = 0; k < self->config->ensemble.n_parameters; k++)
    datum[k] = has_normal_prior(&self->config->ensemble, k);
  for (int c = 0; c < n; c++)
    count[c] = self->data.column[c].n, inferred[c] = self->data.column[c].is_inferred != 0;
  self->target = (inference_target){.d = self->config->ensemble.n_parameters,
                                    .m = self->model.m,
                                    .n_columns = n,
                                    .count = count,
                                    .is_inferred = inferred,
                                    .is_datum = datum,
                                    .self = self,
                                    .residuals = find_residuals};
  return CHATTER_OK;
}

// Makes points of a Sobol' sequence with a digital shift by half a cell; the first is the median of
// all distributions.
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

static chatter_status make_states(identification *self) {
  const identify_config *c = &self->config->identify;
  const int d = self->target.d, n = (int)c->starts;
  double *start = arena_allocate(self->memory, sizeof *start * (size_t)n * (size_t)d);
  if (!start) return CHATTER_DEVICE;
  make_starts(d, n, start);
  TRY(fit_create(&self->target, n, start, self->memory, &self->found));
  return stretch_create(&self->target, (int)c->walkers, (long)c->warmup, (long)c->steps,
                        (uint64_t)self->config->ensemble.seed, self->memory, &self->chain);
}

static chatter_status read_checkpoint(identification *self) {
  identify_checkpoint *kept = &self->kept;
  kept->found = &self->found, kept->chain = &self->chain;
  TRY(curves_model(&self->model, kept->reduced));
  TRY(identify_checkpoint_read(kept));
  self->model.evaluated = kept->evaluated;
  if (kept->is_sampling)
    log_info("Resumed: %ld of %ld steps of the walkers are done", self->chain.step,
             self->chain.warmup + self->chain.room);
  else if (kept->is_there)
    log_info("Resumed: %d steps of the fit are done", self->found.iterations);
  return CHATTER_OK;
}

static chatter_status write_checkpoint(identification *self, chatter_status (*write)(identify_checkpoint *)) {
  self->kept.evaluated = self->model.evaluated;
  return write(&self->kept);
}

static chatter_status find_best(identification *self) {
  const identify_config *c = &self->config->identify;
  fit *found = &self->found;
  for (int some = 1; some && found->iterations <= (int)c->iterations;) {
    TRY(fit_iterate(found, &some));
    TRY(write_checkpoint(self, identify_checkpoint_write_due));
  }
  TRY(fit_finish(found));
  if (found->best < 0)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: at none of %d starts has the model an answer at all measured points: trajectories "
        "fail, or curves end before them (`chatter run` tells why)",
        study_place(self->config, "identify"), found->n_starts);
  log_info("Fit: %d of %d starts came to the best one; %.0f curves so far", found->agreeing, found->n_starts,
           self->model.evaluated);
  stretch_place(&self->chain, found->z + (long)found->best * self->target.d, found->factor);
  self->kept.is_sampling = 1;
  return CHATTER_OK;
}

static chatter_status run_chain(identification *self) {
  stretch_chain *chain = &self->chain;
  const long all = chain->warmup + chain->room;
  while (chain->step < all) {
    char note[60];
    snprintf(note, sizeof note, "step %ld of %ld", chain->step, all);
    if (self->options->progress) log_progress("Sampling", (double)chain->step / (double)all, note);
    TRY(stretch_step(chain, &self->target));
    TRY(write_checkpoint(self, identify_checkpoint_write_due));
  }
  log_progress_end();
  return write_checkpoint(self, identify_checkpoint_write);
}

// Warns if the model does not reproduce the measurement: residuals exceed the given noise (the mean
// square of m values is 1 ± sqrt(2 / m)), or parameters tend to leave their distributions.
static void warn_of_fit(const identification *self) {
  const double most_deviations = 4,
               most_score = 3; // expected in one of 30,000 columns; one per mille of a distribution
  const identified *found = &self->result;
  for (int c = 0; c < found->data->n_columns; c++) {
    const measured_column *column = &found->data->column[c];
    const double square = found->noise[c] * found->noise[c];
    if (column->is_inferred || square <= 1 + most_deviations * sqrt(2.0 / column->n)) continue;
    log_warning("%s: residuals of the best fit are %.3g of the given deviation: the model does not follow "
                "what was measured, or its noise is larger",
                column->name, found->noise[c]);
  }
  for (int k = 0; k < found->d; k++) {
    if (fabs(self->found.z[(long)self->found.best * found->d + k]) <= most_score) continue;
    log_warning("%s: the best fit, %g, lies at the end of its distribution in ensemble.design, which may be "
                "too narrow, or the model does not follow what was measured",
                self->config->ensemble.parameters[k].path, found->parameter[k].best);
  }
}

// Warns if the samples have not mixed.
static void warn_of_chain(const identified *self) {
  const double most_rhat = 1.1, least_samples = 200; // as Gelman et al. 2013, section 11.4, recommend
  for (int k = 0; k < self->d; k++) {
    const identified_parameter *p = &self->parameter[k];
    if (p->rhat < most_rhat && p->samples >= least_samples) continue;
    log_warning("%s: the walkers have not mixed (R^ %.3f, worth %.0f independent samples): more "
                "identify.warmup and identify.steps; intervals may be too narrow",
                self->config->ensemble.parameters[k].path, p->rhat, p->samples);
  }
}

// Runs the n draws z, or only makes the run's checks.
static chatter_status run_with_draws(identification *self, const char *path, long n, const double *z) {
  samples draws;
  TRY(samples_from_normal(self->config, n, z, &draws));
  self->run.values = &draws;
  self->run.writer = self->writer; // the run closes it
  self->writer = NULL;
  const chatter_status status =
      path ? run_study(self->config, path, &self->run) : run_study_check(self->config, &self->run);
  samples_destroy(&draws);
  return status;
}

// Makes the run's checks before minutes of sampling.
static chatter_status check_results(identification *self) {
  const long n = identified_draws(&self->config->identify);
  double *middle;
  ALLOCATE(middle, n * self->config->ensemble.n_parameters);
  const chatter_status status = run_with_draws(self, NULL, n, middle);
  memory_free(middle);
  return status;
}

static chatter_status identify(identification *self) {
  TRY(make_target(self));
  TRY(make_states(self));
  TRY(read_checkpoint(self));
  if (!self->kept.is_sampling) TRY(find_best(self));
  TRY(run_chain(self));
  return identified_create(self->config, &self->model, &self->found, &self->chain, self->memory,
                           &self->result);
}

// Hashes what the samples depend on besides the study and its files: every cell of the measurement.
static void hash_origin(identification *self) {
  const csv_table *table = &self->data.table;
  const samples none = {0};
  char of_study[65];
  sha256 hash;
  run_hash_values(self->config, &none, self->options->overrides, of_study);
  sha256_begin(&hash);
  sha256_add_text(&hash, of_study);
  for (int c = 0; c < table->n_columns; c++) sha256_add_text(&hash, table->header[c].text);
  for (long i = 0; i < table->n_rows * table->n_columns; i++) sha256_add_text(&hash, table->cell[i].text);
  sha256_end(&hash, self->origin);
}

static void set_posterior_run(identification *self) {
  const identify_options *o = self->options;
  self->run = run_default();
  self->run.device = o->device;
  self->run.resume = o->resume;
  self->run.force = o->force;
  self->run.checkpoint_every = o->checkpoint_every;
  self->run.command_line = o->command_line;
  self->run.overrides = o->overrides;
  self->run.progress = o->progress;
  self->run.library = 1; // signals are handled here, from the first evaluation to the last trajectory
  self->run.describe = identified_describe, self->run.describe_self = &self->result;
  self->run.origin = self->origin;
}

// Ends a run stopped in fit, chain or bands; its state and earlier states in the folder are kept.
static chatter_status end_stopped_run(identification *self) {
  char resume[4200];
  log_progress_end();
  error_clear(); // "stopped by …" is printed here
  if (self->found.iterations > 0) TRY(write_checkpoint(self, identify_checkpoint_write));
  if (!self->kept.is_there)
    return error_raise(
        CHATTER_INTERRUPTED,
        "%s: stopped by %s before the first curves were computed: there is nothing to keep, start again",
        self->config->name, stop_reason());
  log_info("%s: stopped by %s after %.0f curves (%d steps of the fit, %ld of %ld of the walkers); where it "
           "stands is "
           "kept in %s, continue with %s",
           self->config->name, stop_reason(), self->model.evaluated, self->found.iterations, self->chain.step,
           self->chain.warmup + self->chain.room, self->kept.folder,
           run_resume_text(&self->run, resume, sizeof resume));
  return CHATTER_CHECKPOINTED;
}

static chatter_status identify_and_run(identification *self, const char *path) {
  chatter_status status = identify(self);
  if (status == CHATTER_CHECKPOINTED || status == CHATTER_INTERRUPTED) return end_stopped_run(self);
  TRY(status);
  identified_print(&self->result, stdout);
  fflush(stdout);
  warn_of_fit(self);
  warn_of_chain(&self->result);
  return run_with_draws(self, path, self->result.n_draws, self->result.draw);
}

static chatter_status open_and_identify(identification *self, const char *file, const char *path) {
  self->memory = arena_create();
  if (!self->memory) return CHATTER_DEVICE;
  TRY(measured_read(file, &self->config->identify, &self->data));
  TRY(devices_open_for(&self->options->device, (long)self->config->identify.walkers, &self->devices));
  hash_origin(self);
  TRY(curves_open(self->config, &self->data, &self->devices, &self->model));
  stop_begin(self->options->max_time,
             "\nStopping: where fit and walkers stand is kept. Ctrl-C again ends at once.\n");
  chatter_status status = run_study_open(self->config, path, &self->run, &self->devices, &self->writer);
  if (status == CHATTER_OK) {
    identify_checkpoint_open(&self->kept, result_writer_folder(self->writer),
                             self->options->checkpoint_every);
    status = identify_and_run(self, path);
  }
  if (self->writer && !self->kept.is_there && result_writer_count_parts(self->writer) == 0) {
    const int before = error_count();
    if (result_writer_discard(self->writer) != CHATTER_OK) error_keep(before);
  } else if (self->writer) {
    result_writer_close(self->writer);
  }
  stop_end();
  return status;
}

chatter_status identify_study(const study *config, const char *file, const char *path,
                              const identify_options *options) {
  identification self = {.config = config, .options = options};
  int complete;
  if (!study_given(config, "identify"))
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: there is no section 'identify' (allowed: `identify: {}`, with ensemble.design of "
                       "type random, latin_hypercube or sobol)",
                       study_place(config, "identify"));
  if (config->ensemble.n_parameters == 0)
    return error_raise(CHATTER_BAD_STUDY, "%s: ensemble.design.parameters names nothing that could be sought",
                       study_place(config, "ensemble"));
  set_posterior_run(&self);
  TRY(run_study_is_complete(path, &self.run, &complete));
  if (complete) return CHATTER_OK;
  TRY(check_results(&self));
  const chatter_status status = open_and_identify(&self, file, path);
  curves_close(&self.model);
  devices_close(&self.devices);
  measured_destroy(&self.data);
  if (self.memory) arena_destroy(self.memory);
  return status;
}
