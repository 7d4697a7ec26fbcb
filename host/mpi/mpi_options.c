// Parses the command line of chatter-mpi.
#include "mpi/mpi_options.h"

#include <stdio.h>
#include <string.h>

#include "cli/run_options.h"

static const char usage[] =
    "Examples:\n"
    "  mpirun -n 4 chatter-mpi models/plate/resonance.yaml -o plate.h5\n"
    "  srun chatter-mpi study.yaml --resume             in a job: docs/cluster.md\n"
    "\nUsage: chatter-mpi STUDY [options of chatter run]\n"
    "A shard of the ensemble for each rank: rank 0 reduces the model while the others wait, each rank then "
    "runs\n"
    "OUT.shard-I-of-N.h5, rank 0 puts them together in OUT.h5 and removes them. Each rank takes the GPU of "
    "its number\n"
    "on its host (--device and CUDA_VISIBLE_DEVICES come first), or its share of the processors.\n"
    "Left out: --shard, --plot, --verify. --log-json FILE is FILE.I-of-N for each rank.\n";

// Adds an option in its full form to the words of a program that a rank runs.
static void add(child_words *to, const cli_option *option, const char *text) {
  char name[64];
  snprintf(name, sizeof name, "--%s", option->name);
  child_add(to, name);
  if (option->kind != CLI_FLAG) child_add(to, text);
}

static int is_refused(const void *value) {
  const cli_run_choice *run = &cli_run_values;
  return value == &run->shard || value == &run->plot || value == &run->verify;
}

// Returns 1 for an option that `chatter check` also knows and that affects its report.
static int is_checked(const void *value) {
  const cli_run_choice *run = &cli_run_values;
  return value == &run->set || value == &run->device.lanes || value == &run->device.team ||
         value == &run->device.precision;
}

// Returns 1 for an option that differs between ranks, or that only rank 0 gets.
static int option_differs(const void *value) {
  const cli_run_choice *run = &cli_run_values;
  return value == &run->output || value == &run->device.device || value == &run->device.threads ||
         value == &run->log_json || value == &run->resume || value == &run->force || value == &run->quiet;
}

static chatter_status take_option(const cli_option *option, const char *text, void *context) {
  mpi_options *out = context;
  TRY(cli_store_value(option, text));
  if (is_refused(option->value))
    return error_raise(CHATTER_USAGE,
                       "--%s is not for ranks: shards are their own, `chatter plot` draws the merged file",
                       option->name);
  if (option->value == &cli_run_values.device.threads) out->threads = text;
  if (!option_differs(option->value)) add(&out->run, option, text);
  if (is_checked(option->value)) add(&out->check, option, text);
  return CHATTER_OK;
}

static chatter_status check_option(int n_words) {
  if (n_words != 1)
    return error_raise(CHATTER_USAGE, "%s arguments: chatter-mpi STUDY [options of chatter run]",
                       n_words < 1 ? "missing" : "too many");
  return cli_check_run_options();
}

int mpi_options_parse(int argc, char **argv, int says, mpi_options *out) {
  static const cli_command run = {.name = "run", .options = cli_run_options};
  int first, done;
  *out = (mpi_options){.study = NULL};
  chatter_status status = cli_read_options(&run, argc, argv, take_option, out, &first, &done);
  if (status == CHATTER_OK && done) {
    if (says) fputs(usage, stdout);
    return -1;
  }
  if (status == CHATTER_OK) status = check_option(argc - first);
  for (int i = 0; says && i < error_count(); i++) fprintf(stderr, "chatter-mpi: %s\n", error_message(i));
  if (status != CHATTER_OK) return 2;
  out->study = argv[first];
  return 0;
}
