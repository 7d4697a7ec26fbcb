// Runs, resumes and ends the run of a study.
#include "ensemble/run_study.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "base/stop.h"
#include "base/text.h"
#include "ensemble/batch/batch_results.h"
#include "ensemble/observe/output_checks.h"
#include "ensemble/results_outline.h"
#include "ensemble/state/start_states.h"
#include "ensemble/summary.h"
#include "model/model.h"
#include "results/statistics/statistics_wanted.h"
#include "study/file/entries.h"
#include "study/file/key_place.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "study/samples/design.h"
#include "study/samples/samples.h"
#include "study/schema/schema.h"
#include "study/schema/schema_catalogue.h"
#include "study/schema/schema_words.h"

run_options run_default(void) {
  return (run_options){.shard = 1,
                       .n_shards = 1,
                       .max_failed = NAN,
                       .checkpoint_every = 60,
                       .command_line = "",
                       .overrides = "",
                       .origin = "",
                       .progress = 1};
}

// State of a run.
typedef struct run {
  const study *study;
  const run_options *options;
  const char *path;
  samples samples;
  device_set devices;
  run_identity identity;
  result_writer *writer;
  unsigned char *done; // [samples.n] 1: in closed parts
  int n_checkpoints;
  checkpoint *checkpoints;
  run_plan plan;
  execute_summary executed;        // over all plans of this session
  size_t n_wanted;                 // trajectories, from the first, that the results are to hold
  long doubtful, warned;           // doubtful trajectories of earlier plans; number in the last warning
  long count[N_TRAJECTORY_STATUS]; // including earlier sessions
  const engine *engine;
  void *tally; // engine.tally, including earlier sessions
} run;

// Hashes files with values of the study, such as tables of drives; files of the model have their
// own hash, and figures do not count. Read errors are reported where the file is needed.
static void hash_files(const study *config, sha256 *hash) {
  const schema_field *f;
  for (int i = 0; (f = schema_field_at(i)); i++) {
    const schema_section *s = schema_section_of(f);
    if ((f->type != FIELD_FILE && f->type != FIELD_FILES) || !s || strstr(f->path, "model.") ||
        schema_in_group(f->path, "plot"))
      continue;
    for (int e = 0; e < study_count_entries(config, s); e++) {
      const char *rest = study_field(config, f, e);
      char file[STUDY_PATH], path[MODEL_PATH], content[65];
      while (rest && (rest = study_next_file_name(rest, file))) {
        model_file_path(config->path, file, path);
        if (!access(path, R_OK) && sha256_file(path, content) == CHATTER_OK) sha256_add_text(hash, content);
      }
    }
  }
}

void run_hash_values(const study *config, const samples *s, const char *overrides, char hex[65]) {
  sha256 hash;
  sha256_begin(&hash);
  sha256_add_text(&hash, overrides);
  for (int p = 0; p < s->n_parameters; p++) sha256_add_text(&hash, s->parameters[p].path);
  sha256_add_doubles(&hash, (size_t)s->n * (size_t)s->n_parameters, s->value);
  for (long i = 0; s->id && i < s->n; i++) sha256_add_text(&hash, s->id[i]);
  hash_files(config, &hash);
  sha256_end(&hash, hex);
}

// Makes the identity of a run. values NULL: they follow from options->origin.
static void identify(const study *config, const run_options *o, const device_set *devices,
                     const samples *values, run_identity *id) {
  sha256 hash;
  *id = (run_identity){0};
  sha256_begin(&hash);
  sha256_add(&hash, study_file_text(config), strlen(study_file_text(config)));
  sha256_end(&hash, id->study);
  if (*o->origin)
    snprintf(id->values, sizeof id->values, "%s", o->origin);
  else
    run_hash_values(config, values, o->overrides, id->values);
  snprintf(id->shard, sizeof id->shard, "%ld/%ld", o->shard, o->n_shards);
  memcpy(id->team, devices->team, sizeof id->team);
  memcpy(id->precision, devices->precision, sizeof id->precision);
  snprintf(id->state, sizeof id->state, "%s", o->keep_state ? "kept" : "none");
  snprintf(id->version, sizeof id->version, "%s", CHATTER_VERSION);
}

static chatter_status check_shard(const study *config, const run_options *o, long n) {
  if (config->statistics.until_output[0] && o->n_shards > 1)
    return error_raise(CHATTER_USAGE,
                       "--shard %ld/%ld: %s: statistics.until looks at all trajectories together, which no "
                       "shard knows (leave it out with shards)",
                       o->shard, o->n_shards, study_place(config, "statistics.until"));

  if (o->n_shards < 1 || o->shard < 1 || o->shard > o->n_shards) {
    return error_raise(CHATTER_USAGE, "--shard %ld/%ld: I/N needs 1 <= I <= N", o->shard, o->n_shards);
  }
  if (o->shard > n) {
    return error_raise(CHATTER_USAGE, "--shard %ld/%ld: the ensemble has only %ld trajectories", o->shard,
                       o->n_shards, n);
  }
  return n > 2147483647 ? error_raise(CHATTER_BAD_STUDY, "%ld trajectories: at most 2147483647", n)
                        : CHATTER_OK;
}

static int exists(const char *path) {
  struct stat info;
  return stat(path, &info) == 0;
}

static chatter_status check_identity(const run_identity *identity, const char *folder) {
  int found;
  run_identity before;
  TRY(run_identity_read(folder, &before, &found));
  return found ? run_identity_compare(identity, &before, folder) : CHATTER_OK;
}

static chatter_status read_checkpoints(run *r, const char *folder) {
  TRY(check_identity(&r->identity, folder));
  TRY(checkpoint_read_all(folder, &r->identity, &r->n_checkpoints, &r->checkpoints));
  // A batch whose part was closed just before a kill is done.
  int kept = 0;
  for (int c = 0; c < r->n_checkpoints; c++) {
    checkpoint *point = &r->checkpoints[c];
    checkpoint_leave_out(point, r->samples.n, r->done);
    if (point->n > 0) {
      checkpoint swap = r->checkpoints[kept];
      r->checkpoints[kept++] = *point;
      *point = swap;
    } else {
      unlink(point->path);
    }
  }
  for (int c = kept; c < r->n_checkpoints; c++) checkpoint_destroy(&r->checkpoints[c]);
  r->n_checkpoints = kept;
  return CHATTER_OK;
}

static chatter_status open_output(run *r) {
  const run_options *o = r->options;
  if (!r->writer) TRY(result_writer_open(r->path, o->force, o->resume, &r->writer));
  const char *folder = result_writer_folder(r->writer);
  ALLOCATE(r->done, r->samples.n);
  TRY(result_writer_mark_done(r->writer, (size_t)r->samples.n, r->done));
  TRY(read_checkpoints(r, folder));
  TRY(run_identity_write(&r->identity, folder));
  TRY(summary_count_parts(folder, r->engine, r->count, r->tally));
  long n_done = 0;
  for (long i = 0; i < r->samples.n; i++) n_done += r->done[i];
  if (n_done > 0 || r->n_checkpoints > 0) {
    log_info("Resumed: %ld %s done, %d %s from checkpoints", n_done,
             text_plural(n_done, "trajectory is", "trajectories are"), r->n_checkpoints,
             text_plural(r->n_checkpoints, "batch continues", "batches continue"));
  }
  return CHATTER_OK;
}

static void describe_model(const run_plan *plan, int several, result_set *part) {
  const reduced_model *m = &plan->groups[0].reduced;
  engine_caution caution;
  if (plan_doubtful(plan, &caution) > 0) result_set_text(part, "stability_warning", caution.text);
  if (plan->keep_state && !several) result_set_text(part, START_MODEL, plan->groups[0].layout.coordinates);
  if (several) {
    result_set_text(part, "reduced_hash", "per trajectory");
  } else if (m->hash[0]) { // some engines need no reduced model
    result_set_text(part, "reduced_hash", m->hash);
    result_set_text(part, "reduction", m->method);
    result_set_number(part, "stability_limit", m->limit_open);
    result_set_number(part, "stability_limit_stuck", m->limit_stuck);
  }
}

static void describe_warnings(result_set *part) {
  char *kept = log_kept();
  if (kept && *kept) result_set_text(part, RESULT_WARNINGS, kept);
  free(kept);
}

static void describe(const run *r, result_set *part) {
  char devices[2048];
  result_set_text(part, "Conventions", "CF-1.8");
  result_set_text(part, "title", r->study->title[0] ? r->study->title : r->study->name);
  result_set_text(part, "source", "chatter " CHATTER_VERSION);
  result_set_text(part, "version", CHATTER_VERSION);
  result_set_text(part, "study_name", r->study->name);
  result_set_text(part, "study", study_file_text(r->study));
  result_set_text(part, "study_sha256", r->identity.study);
  if (*r->options->overrides) result_set_text(part, "overrides", r->options->overrides);
  result_set_text(part, "values_sha256", r->identity.values);
  result_set_number(part, "seed", r->study->ensemble.seed);
  result_set_text(part, "device", devices_text(&r->devices, devices, sizeof devices));
  result_set_text(part, "team", r->identity.team);
  result_set_text(part, "precision", r->identity.precision);
  result_set_text(part, "command_line", r->options->command_line);
  result_set_text(part, "engine", r->plan.engine->name);
  describe_model(&r->plan, samples_have_structural(&r->samples), part);
  describe_warnings(part);
  result_set_number(part, "trajectories_total", (double)r->samples.n);
  if (r->options->n_shards > 1) result_set_text(part, "shard", r->identity.shard);
}

static chatter_status append(void *self, result_set *part) {
  run *r = self;
  if (r->engine->tally.add) r->engine->tally.add(part, r->tally);
  if (!r->writer) return CHATTER_OK; // a measurement only
  describe(r, part);
  if (r->options->describe) TRY(r->options->describe(r->options->describe_self, part));
  return result_writer_append_part(r->writer, part);
}

// Warns of doubtful trajectories: first when some are known in the groups opened so far, and at the
// end if there are more.
static void warn_of_doubtful(run *r) {
  engine_caution caution;
  const long n = plan_doubtful(&r->plan, &caution), all = r->doubtful + n;
  if (n == 0 || all <= r->warned) return;
  // results give the number themselves
  log_warning_here("%s: of %ld %s%s %s", study_place(r->study, caution.key), all,
                   text_plural(all, "trajectory", "trajectories"), r->warned ? " in all" : "", caution.text);
  r->warned = all;
}

static void add_executed(run *r, const execute_summary *one) {
  r->executed.finished += one->finished;
  r->executed.steps += one->steps;
  r->executed.resumed_steps += one->resumed_steps;
  r->executed.flops += one->flops;
  r->executed.seconds += one->seconds;
  for (int s = 0; s < N_TRAJECTORY_STATUS; s++) {
    r->executed.count[s] += one->count[s];
    r->count[s] += one->count[s];
  }
}

// Executes the trajectories that `leave_out` does not mark.
static chatter_status execute(run *r, const unsigned char *leave_out) {
  const run_options *o = r->options;
  engine_caution caution;
  r->doubtful += plan_doubtful(&r->plan, &caution);
  plan_destroy(&r->plan);
  TRY(plan_create(r->study, &r->samples, o->shard, o->n_shards, leave_out, &r->plan));
  execute_options execution = {.chunk = o->chunk,
                               .batch = o->batch,
                               .checkpoint_every = o->checkpoint_every,
                               .folder = r->writer ? result_writer_folder(r->writer) : NULL,
                               .identity = &r->identity,
                               .n_checkpoints = r->n_checkpoints,
                               .checkpoints = r->checkpoints,
                               .progress = o->progress,
                               .share = o->share,
                               .sink = append,
                               .sink_self = r};
  execute_summary one = {0};
  r->plan.threads = (int)o->device.threads;
  r->plan.keep_state = o->keep_state;
  r->plan.progress = o->progress;
  if (r->plan.n > 0) TRY(plan_open_group(&r->plan, 0));
  log_progress_end();
  warn_of_doubtful(r);
  chatter_status status = execute_plan(&r->plan, &r->devices, &execution, &one);
  add_executed(r, &one);
  return status;
}

// Executes the first n trajectories, except for finished ones.
static chatter_status execute_first(run *r, size_t n, unsigned char *leave_out) {
  size_t left = 0;
  for (size_t i = 0; i < (size_t)r->samples.n; i++) {
    leave_out[i] = i >= n || r->done[i];
    left += !leave_out[i];
  }
  if (left == 0) return CHATTER_OK; // a resumed run evaluates what it has again
  TRY(execute(r, leave_out));
  memset(r->done, 1, n);
  // Stopped batches belong to the first unfinished stage; later stages have none.
  checkpoint_destroy_all(r->n_checkpoints, r->checkpoints);
  r->n_checkpoints = 0, r->checkpoints = NULL;
  return CHATTER_OK;
}

// Runs in growing stages until the statistic of `until` is known well enough. This depends on the
// values of the first trajectories alone, so every run of a study ends after the same number.
static chatter_status execute_until(run *r, int n_looks, const size_t *looks) {
  const statistics_config *c = &r->study->statistics;
  unsigned char *leave_out;
  double half_width = NAN;
  ALLOCATE(leave_out, r->samples.n);
  chatter_status status = CHATTER_OK;
  int i = 0;
  for (; i < n_looks; i++) {
    status = execute_first(r, looks[i], leave_out);
    if (status == CHATTER_OK) status = result_writer_half_width(r->writer, r->study, looks[i], &half_width);
    r->n_wanted = looks[i];
    if (status != CHATTER_OK || half_width <= c->until_half_width) break;
  }
  memory_free(leave_out);
  if (status != CHATTER_OK) return status;
  if (i < n_looks && r->n_wanted < (size_t)r->samples.n)
    log_info("Stopped by statistics.until: '%s' is known to ± %.3g after %zu of %ld trajectories",
             c->until_output, half_width, r->n_wanted, r->samples.n);
  else
    log_warning("%s: '%s' is known to ± %.3g after all %ld trajectories%s",
                study_place(r->study, "statistics.until"), c->until_output, half_width, r->samples.n,
                i < n_looks ? ", not before" : ", which is not as well as asked");
  return CHATTER_OK;
}

static chatter_status execute_all(run *r) {
  size_t looks[STATISTICS_MAX_CHECKS];
  const int n_looks = statistics_stop_checks(&r->study->statistics, &r->study->ensemble, looks);
  r->n_wanted = (size_t)r->samples.n;
  outputs_warn(r->study);
  if (!r->options->values) outputs_warn_equal(r->study, &r->samples);
  return n_looks > 0 && r->writer ? execute_until(r, n_looks, looks) : execute(r, r->done);
}

const char *run_resume_text(const run_options *options, char *text, size_t size) {
  static const char *const left_out[] = {"-f", "--force", "--resume"};
  size_t used = 0;
  text[0] = 0;
  for (const char *word = options->command_line; *word && used + 1 < size;) {
    const size_t length = strcspn(word, " "), with_blank = length + (word[length] == ' ');
    int skip = 0;
    for (int i = 0; i < 3; i++) skip |= strlen(left_out[i]) == length && !memcmp(word, left_out[i], length);
    if (!skip)
      used += (size_t)snprintf(text + used, size - used, "%s%.*s", used ? " " : "`", (int)length, word);
    word += with_blank;
  }
  if (used + 1 < size) snprintf(text + used, size - used, used ? " --resume`" : "--resume");
  return text;
}

// Returns 1 if there are parts or checkpoints, of this session or an earlier one.
static int holds_something(run *r) {
  int n = 0;
  checkpoint *all = NULL;
  if (r->options->writer || result_writer_count_parts(r->writer) > 0) return 1;
  int readable = checkpoint_read_all(result_writer_folder(r->writer), &r->identity, &n, &all) == CHATTER_OK;
  if (all) checkpoint_destroy_all(n, all);
  return n > 0 || !readable;
}

static void remove_empty_folder(run *r) {
  char folder[4096], path[4200];
  snprintf(folder, sizeof folder, "%s", result_writer_folder(r->writer));
  result_writer_close(r->writer);
  r->writer = NULL;
  static const char *const files[] = {"run", "MANIFEST"};
  for (int i = 0; i < 2; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, files[i]);
    unlink(path);
  }
  rmdir(folder);
}

// Prints advice about trajectories that failed.
static void advise(run *r) {
  warn_of_doubtful(r);
  const engine_outcome outcome = {.reduced = r->plan.n_groups > 0 ? &r->plan.groups[0].reduced : NULL,
                                  .is_only = !samples_have_structural(&r->samples),
                                  .count = r->count,
                                  .tally = r->tally};
  if (r->engine->messages.advise) r->engine->messages.advise(r->study, &outcome);
}

// Ends a run stopped by a signal or by --max-time, in the reduction or in the integration.
static chatter_status end_stopped(run *r, chatter_status status) {
  char resume[4200];
  if (r->writer && (status == CHATTER_CHECKPOINTED || holds_something(r))) {
    error_clear(); // "stopped by ..." is printed here
    log_info("%s: stopped by %s after %ld %s; where the others stand is kept in %s, continue with %s",
             r->study->name, stop_reason(), r->executed.finished,
             text_plural(r->executed.finished, "trajectory", "trajectories"), result_writer_folder(r->writer),
             run_resume_text(r->options, resume, sizeof resume));
    return CHATTER_CHECKPOINTED;
  }
  error_clear();
  error_raise(CHATTER_INTERRUPTED, "%s: stopped by %s%s", r->study->name, stop_reason(),
              r->path ? " before the first step: there is nothing to keep" : "; nothing was to be kept");
  if (r->writer) remove_empty_folder(r);
  return CHATTER_INTERRUPTED;
}

// Ends a run after an error. A folder without parts and checkpoints is removed; otherwise it stays
// for --resume.
static void end_failed(run *r, chatter_status status) {
  char resume[4200];
  if (!r->writer) return;
  if (holds_something(r) && (status == CHATTER_BAD_STUDY || status == CHATTER_BAD_MODEL))
    log_warning_here(
        "finished trajectories are kept in %s; correct the study, then run it with --force, which deletes "
        "them and starts again",
        result_writer_folder(r->writer));
  else if (holds_something(r))
    log_warning_here("what was finished is kept in %s, continue with %s", result_writer_folder(r->writer),
                     run_resume_text(r->options, resume, sizeof resume));
  else
    remove_empty_folder(r);
}

static chatter_status say_stopped(const run *r, const char *what, const char *where) {
  char resume[4200];
  error_clear();
  log_info("%s: stopped by %s %s (%s), continue with %s", r->study->name, stop_reason(), what, where,
           run_resume_text(r->options, resume, sizeof resume));
  return CHATTER_CHECKPOINTED;
}

// Merges all parts into one file. A stop meanwhile leaves the parts.
static chatter_status write_file(run *r) {
  char folder[4096];
  result_writer *writer = r->writer;
  r->writer = NULL;
  if (!writer) return CHATTER_OK;
  snprintf(folder, sizeof folder, "%s", result_writer_folder(writer));
  if (r->options->progress) result_writer_show_progress(writer);
  const chatter_status status = result_writer_finish(writer, r->n_wanted);
  log_progress_end();
  if (status != CHATTER_INTERRUPTED) return status;
  return say_stopped(r, "while the results were written; all that was computed is kept", folder);
}

static chatter_status end(run *r, chatter_status status) {
  if (status == CHATTER_CHECKPOINTED || status == CHATTER_INTERRUPTED) return end_stopped(r, status);
  if (status != CHATTER_OK) {
    end_failed(r, status);
    return status;
  }
  TRY(write_file(r));
  summary_print(r->path ? r->path : "none (the null device)", r->count, &r->executed, r->devices.n,
                engine_step(r->engine));
  advise(r);
  return summary_check_failed(r->count, r->options->n_shards > 1 ? NULL : &r->executed,
                              r->options->max_failed);
}

static chatter_status take_samples(run *r) {
  const samples *given = r->options->values;
  if (!given) return samples_from_design(r->study, &r->samples);
  const size_t d = (size_t)given->n_parameters, n = (size_t)given->n;
  r->samples = (samples){.n = given->n, .n_parameters = given->n_parameters};
  ALLOCATE(r->samples.parameters, d + 1);
  ALLOCATE(r->samples.value, n * d + 1);
  memcpy(r->samples.parameters, given->parameters, d * sizeof *given->parameters);
  memcpy(r->samples.value, given->value, n * d * sizeof *given->value);
  return samples_spread_inputs(r->study, &r->samples);
}

static chatter_status take_and_check_samples(run *r) {
  TRY(take_samples(r));
  TRY(check_shard(r->study, r->options, r->samples.n));
  TRY(outputs_check_series(r->study, &r->samples));
  return outline_check_statistics(r->study, &r->samples);
}

static chatter_status run_all(run *r) {
  r->engine = engine_find(r->study);
  if (!r->engine) return CHATTER_BAD_STUDY;
  if (r->options->keep_state && !r->engine->restart.rows)
    return error_raise(CHATTER_USAGE, "--keep-state: a study of this kind (%s) has no motion to go on from",
                       r->engine->name);
  ALLOCATE(r->tally, r->engine->tally.bytes + 1);
  TRY(take_and_check_samples(r));
  const long own = 1 + (r->samples.n - 1) / r->options->n_shards; // of this shard, or one less
  TRY(devices_open_for(&r->options->device, own, &r->devices));
  identify(r->study, r->options, &r->devices, &r->samples, &r->identity);
  // Set up before the first file exists: whoever sees a file may already ask for a stop.
  if (!r->options->library)
    stop_begin(r->options->max_time,
               "\nStopping: running launches end and are kept. Ctrl-C again ends at once.\n");
  chatter_status status = r->path ? open_output(r) : CHATTER_OK;
  if (status == CHATTER_OK)
    status = end(r, execute_all(r));
  else if (status == CHATTER_INTERRUPTED)
    status = say_stopped(r, "while what is kept was read; nothing of it is lost", r->path);
  if (!r->options->library) stop_end();
  return status;
}

chatter_status run_study_is_complete(const char *path, const run_options *options, int *complete) {
  char folder[4096];
  snprintf(folder, sizeof folder, "%s.parts", path);
  *complete = 0;
  if (!options->resume || options->force || !exists(path)) return CHATTER_OK;
  TRY(result_writer_remove_leftovers(path));
  *complete = !exists(folder);
  if (*complete) log_info("%s is complete already, there is nothing to resume", path);
  return CHATTER_OK;
}

chatter_status run_study(const study *config, const char *path, const run_options *options) {
  int complete = 0;
  if (path && !options->writer) TRY(run_study_is_complete(path, options, &complete));
  if (complete) return CHATTER_OK;
  run r = {.study = config, .options = options, .path = path, .writer = options->writer};
  chatter_status status = run_all(&r);
  if (r.writer) result_writer_close(r.writer);
  plan_destroy(&r.plan);
  if (r.checkpoints) checkpoint_destroy_all(r.n_checkpoints, r.checkpoints);
  memory_free(r.done);
  memory_free(r.tally);
  devices_close(&r.devices);
  samples_destroy(&r.samples);
  return status;
}

chatter_status run_study_check(const study *config, const run_options *options) {
  run r = {.study = config, .options = options};
  const chatter_status status = take_and_check_samples(&r);
  samples_destroy(&r.samples);
  return status;
}

chatter_status run_study_open(const study *config, const char *path, const run_options *options,
                              const device_set *devices, result_writer **out) {
  run_identity identity;
  identify(config, options, devices, NULL, &identity);
  TRY(result_writer_open(path, options->force, options->resume, out));
  chatter_status status = check_identity(&identity, result_writer_folder(*out));
  if (status == CHATTER_OK) status = run_identity_write(&identity, result_writer_folder(*out));
  if (status == CHATTER_OK) return CHATTER_OK;
  result_writer_close(*out);
  *out = NULL;
  return status;
}
