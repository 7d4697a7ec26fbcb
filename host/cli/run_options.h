// The options of `chatter run`: one table for that command and for chatter-mpi, which runs it.
#ifndef CHATTER_CLI_RUN_OPTIONS_H
#define CHATTER_CLI_RUN_OPTIONS_H

#include "cli/options.h"
#include "ensemble/batch/devices.h"

typedef struct cli_run_choice {
  const char *output, *shard, *log_json;
  device_choice device;
  cli_list set;
  int resume, force, keep_state, plot, quiet, verify;
  double max_time, max_failed, checkpoint;
  long chunk, batch;
} cli_run_choice;

extern cli_run_choice cli_run_values;       // values of the command line, or defaults
chatter_status cli_check_run_options(void); // checks options against each other
extern const cli_option cli_run_options[];  // ends with an empty one; values are members of cli_run_values

#endif
