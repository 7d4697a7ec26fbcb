// Command `chatter identify`: parameters of a study from measured curves.
#include <stdio.h>

#include "base/inputs.h"
#include "base/log.h"
#include "cli/commands.h"
#include "cli/shared.h"
#include "inference/identify.h"
#include "study/file/storage.h"

static struct {
  const char *data, *output, *log_json;
  cli_list set;
  device_choice device;
  int resume, force, quiet;
  double max_time, checkpoint;
} given = {.checkpoint = 60};

static chatter_status identify_loaded(const study *config) {
  static char overrides[CLI_LIST_MAX * STUDY_PATH];
  char default_path[STUDY_PATH];
  const identify_options o = {.device = given.device,
                              .resume = given.resume,
                              .force = given.force,
                              .max_time = given.max_time,
                              .checkpoint_every = given.checkpoint,
                              .progress = !given.quiet,
                              .command_line = cli_command_line(),
                              .overrides = cli_join_set_texts(&given.set, overrides, sizeof overrides)};
  snprintf(default_path, sizeof default_path, "%s.h5", config->name);
  const char *path = given.output ? given.output : default_path;
  TRY(cli_check_writable(path, given.force || given.resume));
  TRY(identify_study(config, given.data, path, &o));
  log_info("Draw what was measured and found: chatter plot %s --set plot.kind=fit; the parameters: --set "
           "plot.kind=posterior",
           path);
  return CHATTER_OK;
}

static chatter_status run_command(int n_words, char **words) {
  study config;
  (void)n_words;
  log_quiet(given.quiet);
  log_keep(1);
  if (!given.data)
    return error_raise(CHATTER_USAGE,
                       "--data: which measured curves? (a CSV file: abscissa, then columns named "
                       "as results name them)");
  if (given.resume && given.force)
    return error_raise(CHATTER_USAGE, "--resume continues, --force starts anew: give one of them");
  inputs_note(given.data);
  TRY(cli_load_study(words[0], &given.set, given.log_json, &config));
  const chatter_status status = identify_loaded(&config);
  study_destroy(&config);
  return status;
}

static const cli_option command_options[] = {
    {"data", 'd', CLI_TEXT, "MEASURED.csv", &given.data,
     "the measured curves: first column the abscissa (factor on the\nload, Hz, s), each other one named as "
     "results name it, and\nbeside it NAME_deviation where its noise is known; an empty cell\nis no value"},
    {"output", 'o', CLI_TEXT, "OUT.h5", &given.output,
     "results file (default: the study's name + .h5, here)"},
    CLI_SET_OPTION(given.set),
    CLI_DEVICE_OPTIONS_AS(0, given.device),
    {"resume", 0, CLI_FLAG, NULL, &given.resume,
     "continue what was stopped or killed, in the fit, between two\nsteps of the walkers or among the "
     "trajectories, to the same bits\n(with the exemptions of run --resume)"},
    {"force", 'f', CLI_FLAG, NULL, &given.force, "replace an existing results file or what is unfinished"},
    {"max-time", 0, CLI_DURATION, "TIME", &given.max_time,
     "stop after 90s, 30m, 3h and keep where it stands (exit code 75)"},
    {"checkpoint", 0, CLI_DURATION, "TIME", &given.checkpoint, "time between checkpoints (default 60s)"},
    {"log-json", 0, CLI_TEXT, "FILE", &given.log_json,
     "messages also as one JSON object a line, appended to FILE"},
    {"quiet", 'q', CLI_FLAG, NULL, &given.quiet, "only warnings and errors"},
    {0},
};

const cli_command command_identify = {
    "identify",
    "STUDY",
    1,
    1,
    "parameters of a study from measured curves, with intervals",
    "  chatter identify models/cantilever/identify.yaml -d models/cantilever/measured.csv\n"
    "  chatter identify beam.yaml -d measured.csv -o beam-found.h5 --set identify.noise=0.02\n"
    "  chatter identify beam.yaml -d measured.csv --resume       after Ctrl-C, a kill or a power cut\n",
    "What ensemble.design varies is sought, and its distributions are what is known before. Least squares "
    "from many "
    "starts,\nthen samples of the posterior by walkers that all step at once: the best fit, intervals of 95 "
    "%, "
    "correlations, R^ and\nhow many independent samples they are worth go to standard output and into the "
    "results, "
    "whose trajectories are samples.\n"
    "The first Ctrl-C (or SIGTERM, SIGUSR1, SIGHUP unless under nohup) keeps where it stands and ends with "
    "exit code "
    "75, or\nwith 130 where there is nothing to keep yet; a second Ctrl-C ends at once.\n",
    command_options,
    run_command};
