// Command `chatter eval`: rows of inputs to rows of outputs.
#include "ensemble/eval.h"

#include <stdio.h>
#include <string.h>

#include "base/durable.h"
#include "base/inputs.h"
#include "base/log.h"
#include "base/stop.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/shared.h"
#include "ensemble/eval_dakota.h"
#include "ensemble/observe/output_checks.h"
#include "study/file/key_place.h"
#include "study/file/scalar.h"
#include "study/file/storage.h"
#include "study/samples/samples.h"
#include "study/samples/samples_csv.h"

static struct {
  const char *input, *output, *log_json, *bad_rows, *format;
  device_choice device;
  cli_list set;
  int force, quiet;
} given;
static int is_dakota, takes_unfit; // set by `format` and `bad_rows`

// Prints the engine's advice as at the end of a run, if outcomes alone suffice for it.
static void print_advice(const study *config, const eval_table *table) {
  const engine *of = engine_find(config);
  long count[N_TRAJECTORY_STATUS] = {0};
  if (!of || !of->messages.advise || of->tally.add) return;
  for (long i = 0; i < table->n; i++)
    if (table->status[i] < N_TRAJECTORY_STATUS) count[table->status[i]]++;
  of->messages.advise(config, &(engine_outcome){.count = count});
}

static chatter_status evaluate_on_devices(const study *config, const samples *values, device_set *devices,
                                          eval_table *out) {
  eval_bound bound;
  unsigned char *unfit;
  ALLOCATE(unfit, values->n + 1);
  const long n = samples_mark_unfit(values, unfit); // none, unless bad rows are allowed
  if (n > 0)
    log_warning("%ld of %ld rows %s out of range: nan, with status %s", n, values->n,
                text_plural(n, "is", "are"), eval_status_text(EVAL_OUT_OF_RANGE));
  chatter_status status = eval_bind(config, &bound);
  if (status == CHATTER_OK) {
    const eval_options how = {.progress = !given.quiet, .leave_out = n > 0 ? unfit : NULL};
    status = eval_rows(&bound, values, devices, &how, out);
    eval_unbind(&bound);
  }
  memory_free(unfit);
  return status;
}

static chatter_status evaluate_samples(const study *config, const samples *values, eval_table *table) {
  device_set devices;
  TRY(devices_open_for(&given.device, values->n, &devices));
  outputs_warn(config);
  chatter_status status = evaluate_on_devices(config, values, &devices, table);
  devices_close(&devices);
  TRY(status);
  if (table->doubtful > 0)
    log_warning("%s: of %ld %s %s", study_place(config, table->caution.key), table->doubtful,
                text_plural(table->doubtful, "row", "rows"), table->caution.text);
  print_advice(config, table);
  return CHATTER_OK;
}

// Warns of outputs that a table, with one number per row and output, cannot hold.
static void warn_left_out_outputs(const study *config) {
  char names[512] = "";
  size_t used = 0;
  for (int o = 0; o < config->n_outputs && used < sizeof names; o++) {
    if (!eval_is_output(&config->outputs[o]))
      used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "",
                               config->outputs[o].name);
  }
  if (names[0])
    log_warning("left out of the table, as they have several values per row: %s (chatter run keeps them)",
                names);
}

static chatter_status read_csv(const study *config, samples *values) {
  if (!given.input) return eval_own_values(config, values);
  return takes_unfit ? samples_from_csv_unfit(config, given.input, values)
                     : samples_from_csv(config, given.input, values);
}

static chatter_status eval_csv(const study *config) {
  samples values = {0};
  eval_table table;
  chatter_status status = read_csv(config, &values);
  if (status == CHATTER_OK) {
    status = evaluate_samples(config, &values, &table);
    if (status == CHATTER_OK) {
      status = eval_write(&table, &values, given.output, given.force);
      eval_destroy(&table);
    }
  }
  samples_destroy(&values);
  return status;
}

static chatter_status check_dakota_values(const dakota_batch *batch) {
  const samples *s = &batch->values;
  for (long k = 0; k < s->n * s->n_parameters && !takes_unfit; k++) {
    char place[STUDY_PATH + 80];
    snprintf(place, sizeof place, "%.*s, eval_id %.40s", STUDY_PATH, given.input,
             batch->eval_id[k / s->n_parameters]);
    TRY(study_scalar_check(&s->parameters[k % s->n_parameters], place, s->value[k]));
  }
  return CHATTER_OK;
}

static chatter_status eval_batch(const study *config, const dakota_batch *batch) {
  int *output;
  eval_table table;
  TRY(check_dakota_values(batch));
  ALLOCATE(output, batch->n_functions + 1);
  chatter_status status = eval_dakota_outputs(config, batch, given.input, output);
  if (status == CHATTER_OK) status = evaluate_samples(config, &batch->values, &table);
  if (status == CHATTER_OK) {
    status = eval_write_dakota(&table, batch, output, given.output, given.force);
    eval_destroy(&table);
  }
  memory_free(output);
  return status;
}

static chatter_status eval_dakota(const study *config) {
  dakota_batch batch;
  if (!given.input)
    return error_raise(CHATTER_USAGE, "--format dakota: there is no parameters file (allowed: behind the "
                                      "study, as Dakota names it, or by --input)");
  chatter_status status = dakota_read(config, given.input, &batch);
  if (status == CHATTER_OK) status = eval_batch(config, &batch);
  dakota_destroy(&batch);
  return status;
}

// Requires one of two words; *is_second: 1 for the second.
static chatter_status choose_word(const char *option, const char *word, const char *first, const char *second,
                                  int *is_second) {
  if (!word) return CHATTER_OK;
  *is_second = strcmp(word, second) == 0;
  if (*is_second || strcmp(word, first) == 0) return CHATTER_OK;
  return error_raise(CHATTER_USAGE, "--%s: '%s' is not %s or %s", option, word, first, second);
}

// Reads the arguments. Dakota appends the names of its files to the driver's own words; it handles
// failed evaluations itself.
static chatter_status read_arguments(int n, char **words) {
  is_dakota = takes_unfit = 0;
  TRY(choose_word("format", given.format, "csv", "dakota", &is_dakota));
  takes_unfit = is_dakota;
  TRY(choose_word("bad-rows", given.bad_rows, "error", "row", &takes_unfit));
  if (n > 1 && !is_dakota)
    return error_raise(CHATTER_USAGE, "'%s': one study is expected (tables by --input and --output)",
                       words[1]);
  if ((n > 1 && given.input) || (n > 2 && given.output))
    return error_raise(CHATTER_USAGE, "'%s': --%s says already which file", words[given.input ? 1 : 2],
                       given.input ? "input" : "output");
  if (n > 1) given.input = words[1];
  if (n > 2) given.output = words[2];
  return CHATTER_OK;
}

static chatter_status eval_loaded(const study *config) {
  if (given.output && !durable_is_stream(given.output)) TRY(cli_check_writable(given.output, given.force));
  return is_dakota ? eval_dakota(config) : eval_csv(config);
}

static chatter_status run_command(int n_words, char **words) {
  study config;
  log_quiet(given.quiet);
  TRY(read_arguments(n_words, words));
  if (given.input) inputs_note(given.input);
  TRY((given.input ? cli_load_study_for_samples : cli_load_study)(words[0], &given.set, given.log_json,
                                                                  &config));
  cli_warn_unused_set(&config, &given.set, "eval", "ensemble plot");
  warn_left_out_outputs(&config);
  stop_begin(0, cli_stopping_message);
  chatter_status status = eval_loaded(&config);
  if (status == CHATTER_CHECKPOINTED) status = stop_check(); // there are no checkpoints
  stop_end();
  study_destroy(&config);
  return status;
}

static const cli_option command_options[] = {
    {"input", 'i', CLI_TEXT, "SAMPLES.csv", &given.input,
     "header sample_id and names of inputs or dotted paths; a column\nthat is absent takes the study's "
     "value; - is standard input\n(default: one row of the study's own values)"},
    {"output", 'o', CLI_TEXT, "RESULTS.csv", &given.output,
     "sample_id, status, outputs (default, and -: standard output)"},
    {"format", 0, CLI_TEXT, "WORD", &given.format,
     "csv (default), or dakota: batches of Dakota, whose variables are\ninputs and whose responses are "
     "outputs"},
    {"bad-rows", 0, CLI_TEXT, "WORD", &given.bad_rows,
     "of a value that is out of range or not finite: error (default of\ncsv) ends the command, row (default "
     "of "
     "dakota) makes it a row of nan\nwith the status out_of_range"},
    CLI_SET_OPTION(given.set),
    CLI_DEVICE_OPTIONS(given.device),
    {"force", 'f', CLI_FLAG, NULL, &given.force, "replace an existing RESULTS.csv"},
    {"log-json", 0, CLI_TEXT, "FILE", &given.log_json,
     "messages also as one JSON object a line, appended to FILE"},
    {"quiet", 'q', CLI_FLAG, NULL, &given.quiet, "only warnings and errors"},
    {0},
};

const cli_command command_eval = {
    "eval",
    "STUDY [PARAMETERS RESULTS]",
    1,
    3,
    "evaluate a table of samples (CSV in, CSV out), for UQ tools",
    "  chatter eval models/plate/steady.yaml -i samples.csv -o results.csv\n"
    "  chatter eval models/bar/massless.yaml                     one row, the study's own values\n"
    "  chatter eval plate.yaml --format dakota params.in results.out\n",
    "All rows are integrated in one run and come out in the order of the input, with 17 significant digits. "
    "A row that\n"
    "fails has nan in its outputs and the reason in `status`; the exit code stays 0.\n"
    "Behind all outputs stands what is known about them: in studies of harmonic balance NAME_stable (0 "
    "unknown, "
    "1 "
    "stable,\n"
    "2 fold, 3 flip, 4 neimark_sacker).\n"
    "In Dakota's input: interface analysis_drivers 'chatter eval plate.yaml --format dakota' fork batch. A "
    "row "
    "that fails is\n"
    "`fail` there and why; gradients and Hessians are refused.\n",
    command_options,
    run_command};
