// Command `chatter stats`: statistics of the outputs of a results file over its trajectories.
#include <unistd.h>

#include "base/inputs.h"
#include "cli/commands.h"
#include "results/statistics/file_statistics.h"
#include "results/statistics/statistics_print.h"

static struct { int csv, json; } given;

static chatter_status run_command(int n_words, char **words) {
  (void)n_words;
  inputs_note(words[0]);
  if (given.csv && given.json)
    return error_raise(CHATTER_USAGE, "--csv and --json are two formats: give one");
  TRY(inputs_refuse_open(STDOUT_FILENO));
  file_statistics all;
  chatter_status status = file_statistics_read(words[0], &all);
  if (status == CHATTER_OK)
    status = file_statistics_print(&all,
                                   given.csv    ? STATISTICS_CSV
                                   : given.json ? STATISTICS_JSON
                                                : STATISTICS_TABLE,
                                   stdout);
  file_statistics_release(&all);
  return status;
}

static const cli_option command_options[] = {
    {"csv", 0, CLI_FLAG, NULL, &given.csv, "as CSV: a line per statistic, place and number of trajectories"},
    {"json", 0, CLI_FLAG, NULL, &given.json, "the same as JSON, with units"},
    {0},
};

const cli_command command_stats = {
    "stats",
    "OUT.h5",
    1,
    1,
    "mean, deviation, quantiles, Sobol' indices … of outputs over all trajectories, with intervals",
    "  chatter stats plate.h5\n"
    "  chatter stats plate.h5 --csv > plate-statistics.csv\n",
    "Tells what the section `statistics` of the study asks for; without one mean, deviation, skewness, "
    "kurtosis, the quantiles "
    "0.05, 0.5 "
    "and\n0.95, and Sobol' indices of a design saltelli; histograms with --csv and --json. Columns are the "
    "numbers of "
    "trajectories, from "
    "the first\non, after which the values were these. Trajectories that failed are counted and left out.\n",
    command_options,
    run_command};
