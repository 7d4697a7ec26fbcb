// The table of options of `chatter run`.
#include "cli/run_options.h"

#include <math.h>

#include "cli/shared.h"

cli_run_choice cli_run_values = {.max_failed = NAN, .checkpoint = 60};

const cli_option cli_run_options[] = {
    {"output", 'o', CLI_TEXT, "OUT.h5", &cli_run_values.output,
     "results file (default: the study's name + .h5, here)"},
    CLI_SET_OPTION(cli_run_values.set),
    CLI_DEVICE_OPTIONS(cli_run_values.device),
    {"shard", 0, CLI_TEXT, "I/N", &cli_run_values.shard,
     "only every N-th trajectory, from the I-th on (I from 1);\nmerge puts "
     "the shards together"},
    {"resume", 0, CLI_FLAG, NULL, &cli_run_values.resume,
     "continue a run that was stopped or killed, to the same bits\n(exempt: large systems that a GPU's "
     "libraries "
     "factorise, or\nLAPACK on a processor of another kind)"},
    {"force", 'f', CLI_FLAG, NULL, &cli_run_values.force,
     "replace an existing results file or unfinished run (never an\ninput of this run; a stopped run goes on "
     "with --resume alone)"},
    {"keep-state", 0, CLI_FLAG, NULL, &cli_run_values.keep_state,
     "results hold the state that each trajectory ended with, which\nstudies with initial.from go on from"},
    {"max-time", 0, CLI_DURATION, "TIME", &cli_run_values.max_time,
     "stop with a checkpoint after 90s, 30m, 3h (exit code 75)"},
    {"max-failed", 0, CLI_SHARE, "SHARE", &cli_run_values.max_failed,
     "exit code 7 when more trajectories fail: 5% or 12 (default: all may)"},
    {"checkpoint", 0, CLI_DURATION, "TIME", &cli_run_values.checkpoint,
     "time between checkpoints (default 60s)"},
    {"batch", 0, CLI_COUNT, "N", &cli_run_values.batch, "trajectories per batch (0: from memory and speed)"},
    {"chunk", 0, CLI_COUNT, "N", &cli_run_values.chunk, "steps per launch (0: about half a second)"},
    {"plot", 0, CLI_FLAG, NULL, &cli_run_values.plot, "draw the figures (.svg, .png) at the end"},
    {"verify", 0, CLI_FLAG, NULL, &cli_run_values.verify,
     "then compare chosen points of curves with integration in time,\nas a table on standard output "
     "(harmonic balance)"},
    {"log-json", 0, CLI_TEXT, "FILE", &cli_run_values.log_json,
     "messages also as one JSON object a line, appended to FILE, and\nwhat each batch took: seconds by "
     "phase, bytes, launches"},
    {"quiet", 'q', CLI_FLAG, NULL, &cli_run_values.quiet, "only warnings and errors"},
    {0},
};

chatter_status cli_check_run_options(void) {
  if (cli_run_values.resume && cli_run_values.force)
    return error_raise(CHATTER_USAGE, "--resume continues a run, --force starts it anew: give one of them");
  return CHATTER_OK;
}
