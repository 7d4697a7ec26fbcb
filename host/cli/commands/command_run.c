// Command `chatter run`: runs a study.
#include "ensemble/run_study.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/durable.h"
#include "base/log.h"
#include "cli/commands.h"
#include "cli/run_options.h"
#include "cli/shared.h"
#include "ensemble/engine.h"
#include "plot/plot.h"
#include "study/file/key_place.h"
#include "study/file/storage.h"
#include "study/samples/design.h"
#include "study/samples/samples.h"

static cli_run_choice *const given = &cli_run_values;

static chatter_status parse_shard(const char *text, long *shard, long *n_shards) {
  int end = 0;
  if (sscanf(text, "%ld/%ld%n", shard, n_shards, &end) == 2 && !text[end] && *shard >= 1 &&
      *shard <= *n_shards) {
    return CHATTER_OK;
  }
  return error_raise(CHATTER_USAGE, "--shard: '%s' is not I/N with 1 <= I <= N (such as 2/8)", text);
}

// Makes NAME.h5 or NAME.shard-I-of-N.h5 in the current folder.
static void default_output(const study *config, const run_options *o, char *path, size_t size) {
  if (o->n_shards > 1) {
    snprintf(path, size, "%s.shard-%ld-of-%ld.h5", config->name, o->shard, o->n_shards);
  } else {
    snprintf(path, size, "%s.h5", config->name);
  }
}

static chatter_status plot_figure_files(const char *path, int force) {
  static const char *const ends[] = {".svg", ".png"};
  for (int i = 0; i < 2; i++) {
    char figure[STUDY_PATH];
    size_t stem = strlen(path) - (strlen(path) > 3 && strcmp(path + strlen(path) - 3, ".h5") == 0 ? 3 : 0);
    snprintf(figure, sizeof figure, "%.*s%s", (int)stem, path, ends[i]);
    TRY(plot_results(path, figure, force, 0, NULL));
    log_info("Figure: %s", figure);
  }
  return CHATTER_OK;
}

// Checks the figure before the run. If none is to be drawn now, a run too small for the study's
// figure (a trial with one trajectory, a shard) is allowed.
static chatter_status check_figure(const study *config, const run_options *o) {
  samples values = {0};
  if (!given->plot && !study_given(config, "plot")) return CHATTER_OK;
  chatter_status status = samples_from_design(config, &values);
  if (status == CHATTER_OK) {
    status = cli_check_figure(config, &values, given->plot ? o->shard : 1, given->plot ? o->n_shards : 1);
    if (status == CHATTER_IO && given->plot) status = CHATTER_BAD_STUDY;
    if (status == CHATTER_IO) {
      log_warning_here("the results will not do for the study's figure: %s", error_message(0));
      error_clear();
      status = CHATTER_OK;
    }
  }
  samples_destroy(&values);
  return status;
}

static chatter_status run_loaded(const study *config) {
  static char overrides[CLI_LIST_MAX * STUDY_PATH]; // all of them, because results store them, and figures
                                                    // and --resume read them
  char path[STUDY_PATH];
  run_options o = run_default();
  if (given->shard) TRY(parse_shard(given->shard, &o.shard, &o.n_shards));
  o.device = given->device;
  o.resume = given->resume;
  o.force = given->force;
  o.keep_state = given->keep_state;
  o.max_time = given->max_time;
  o.max_failed = given->max_failed;
  o.checkpoint_every = given->checkpoint;
  o.chunk = given->chunk;
  o.batch = given->batch;
  o.command_line = cli_command_line();
  o.overrides = cli_join_set_texts(&given->set, overrides, sizeof overrides);
  o.progress = !given->quiet;
  if (given->output) {
    if (strlen(given->output) >= sizeof path - 16)
      return error_raise(CHATTER_USAGE, "-o: the name is too long");
    snprintf(path, sizeof path, "%s", given->output);
  } else {
    default_output(config, &o, path, sizeof path);
  }
  TRY(check_figure(config, &o));
  if (durable_is_null(path)) {
    if (given->resume || given->plot)
      return error_raise(CHATTER_USAGE, "%s keeps nothing that --%s could use", path,
                         given->plot ? "plot" : "resume");
    return run_study(config, NULL, &o);
  }
  TRY(cli_check_writable(path, 1)); // existing results are checked by the run
  TRY(run_study(config, path, &o));
  if (given->plot) return plot_figure_files(path, given->force);
  if (o.n_shards == 1 && plot_fits(config)) log_info("Draw it: chatter plot %s", path);
  return CHATTER_OK;
}

static chatter_status check_verify(const study *config) {
  const engine *own = engine_find(config);
  if (!own) return CHATTER_BAD_STUDY;
  if (!own->verify)
    return error_raise(CHATTER_USAGE, "--verify: there is nothing that results of this kind of study are "
                                      "compared with (studies of harmonic balance are integrated in time)");
  return CHATTER_OK;
}

static chatter_status run_command(int n_words, char **words) {
  (void)n_words;
  log_quiet(given->quiet);
  log_keep(1);
  TRY(cli_check_run_options());
  study config;
  TRY(cli_load_study(words[0], &given->set, given->log_json, &config));
  chatter_status status = given->verify ? check_verify(&config) : CHATTER_OK;
  if (status == CHATTER_OK) status = run_loaded(&config);
  if (status == CHATTER_OK && given->verify) status = engine_find(&config)->verify(&config, stdout);
  study_destroy(&config);
  return status;
}

const cli_command command_run = {
    "run",
    "STUDY",
    1,
    1,
    "integrate the ensemble of a study into a results file",
    "  chatter run models/plate/resonance.yaml\n"
    "  chatter run plate.yaml -o plate.h5 --set excitation.amplitude=2 --plot\n"
    "  chatter run plate.yaml --resume              after Ctrl-C, a kill or a power cut\n"
    "  chatter run plate.yaml --shard 2/8           one of eight pieces; then: chatter merge plate.h5 "
    "plate.shard-*.h5\n",
    "The first Ctrl-C (or SIGTERM, SIGUSR1, SIGHUP unless under nohup) writes a checkpoint and ends with "
    "exit code 75,\n"
    "or with 130 where there is nothing to keep yet; a second Ctrl-C ends at once with 130. Results do not "
    "depend on\n"
    "device, threads, lanes, batches, shards or interruptions. -o /dev/null runs and keeps nothing, to be "
    "timed.\n",
    cli_run_options,
    run_command};
