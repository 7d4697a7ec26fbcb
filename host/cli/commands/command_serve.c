// Command `chatter serve`: a study as a model for other tools.
#include "base/log.h"
#include "base/stop.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/shared.h"
#include "serve/serve.h"
#include "study/file/storage.h"

static struct {
  const char *address, *log_json;
  device_choice device;
  cli_list set;
  long port;
  int quiet;
} given = {.address = "127.0.0.1", .port = 4242};

static chatter_status serve_study(const char *path, const study *config) {
  const serve_options command_options = {
      .study_path = path,
      .name = config->name,
      .address = given.address,
      .port = given.port,
      .quiet = given.quiet,
      .evaluation = {.size = sizeof(chatter_options),
                     .device = given.device.device,
                     .threads = (int)given.device.threads,
                     .lanes = (int)given.device.lanes,
                     .team = (int)given.device.team,
                     .precision = given.device.precision,
                     .n_overrides = given.set.n,
                     .overrides = given.set.text,
                     .quiet = 1},
  };
  stop_begin(0, cli_stopping_message);
  const chatter_status status = serve_run(&command_options);
  if (status == CHATTER_OK) log_info("Ended by %s", stop_reason());
  stop_end();
  return status;
}

static chatter_status run_command(int n_words, char **words) {
  (void)n_words;
  log_quiet(given.quiet);
  if (given.port > 65535)
    return error_raise(CHATTER_USAGE, "--port: %ld is no port (allowed: 0 to 65535)", given.port);
  study config;
  TRY(cli_load_study(words[0], &given.set, given.log_json, &config));
  cli_warn_unused_set(&config, &given.set, "serve", "ensemble plot");
  const chatter_status status = serve_study(words[0], &config);
  study_destroy(&config);
  return status;
}

static const cli_option command_options[] = {
    {"port", 'p', CLI_COUNT, "N", &given.port, "to listen at (default 4242; 0: a free one, which is told)"},
    {"address", 0, CLI_TEXT, "IP", &given.address,
     "of this machine (default 127.0.0.1: programs here only; 0.0.0.0:\nwhoever reaches it, without a "
     "password)"},
    CLI_SET_OPTION(given.set),
    CLI_DEVICE_OPTIONS(given.device),
    {"log-json", 0, CLI_TEXT, "FILE", &given.log_json,
     "messages also as one JSON object a line, appended to FILE"},
    {"quiet", 'q', CLI_FLAG, NULL, &given.quiet, "only warnings and errors"},
    {0},
};

const cli_command command_serve = {
    "serve",
    "STUDY",
    1,
    1,
    "answer evaluations of other programs over HTTP (UM-Bridge 1.0)",
    "  chatter serve models/plate/steady.yaml --port 4242\n"
    "  curl -X POST http://127.0.0.1:4242/Evaluate -d '{\"name\": \"steady\", \"input\": [[275, 500]]}'\n",
    "The model is named as the study; its input is one vector, the study's `inputs` in their order, its "
    "output one "
    "vector, the\n"
    "outputs with one value. `config` may hold other values of the study, as --set but no names of files: "
    "{\"contact.gap\": 1e-4}. "
    "Requests "
    "that wait while\n"
    "a launch runs become one launch. A failed trajectory is InvalidOutput, an input out of range "
    "InvalidInput. Ctrl-C "
    "ends.\n",
    command_options,
    run_command};
