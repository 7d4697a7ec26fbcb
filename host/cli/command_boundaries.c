// chatter boundaries: the analytic regime boundaries of a study as CSV.
#include <stdio.h>

#include "base/stop.h"
#include "cli/commands.h"
#include "cli/shared.h"
#include "engines/regimes/boundaries_table.h"

static cli_list set;

static chatter_status run(int n_words, char **words) {
  (void)n_words;
  study config;
  TRY(cli_load_study(words[0], &set, NULL, &config));
  cli_warn_unused(&config, &set, "boundaries", "initial outputs plot");
  stop_begin(0, cli_stopping);
  chatter_status status = boundaries_write(&config, stdout);
  stop_end();
  study_destroy(&config);
  return status;
}

static const cli_option options[] = {CLI_SET_OPTION(set), {0}};

const cli_command command_boundaries = {
    "boundaries",
    "STUDY",
    1,
    1,
    "the analytic boundaries of a study of motion regimes, as CSV",
    "  chatter boundaries models/coulomb/ground2.yaml > boundaries.csv\n",
    "One row for every combination of the design's parameters, friction left out: the friction below which\n"
    "motion is continuous (exact, and with the paper's S = 1), Den Hartog's S, and the friction above which\n"
    "nothing moves. Undamped systems of any length; with damping only the last.\n",
    options,
    run};
