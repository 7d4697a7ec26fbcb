// Commands of engines: each reads one study and writes data to standard output.
#include <stdio.h>

#include "base/stop.h"
#include "cli/commands.h"
#include "cli/shared.h"
#include "ensemble/engine.h"
#include "study/file/storage.h"

enum { MAX_ENGINE_COMMANDS = 32 };

static cli_list set;
static const cli_option command_options[] = {CLI_SET_OPTION(set), {0}};

static struct {
  cli_command shown;
  const engine_command *own;
} table[MAX_ENGINE_COMMANDS];

// Adds a command; engines of one kind may share it.
static void add_engine_command(int *n, const engine_command *own) {
  for (int i = 0; i < *n; i++)
    if (table[i].own == own) return;
  if (*n == MAX_ENGINE_COMMANDS) return;
  table[*n].own = own;
  table[(*n)++].shown = (cli_command){.name = own->name,
                                      .words = "STUDY",
                                      .min_words = 1,
                                      .max_words = 1,
                                      .summary = own->summary,
                                      .examples = own->examples,
                                      .details = own->details,
                                      .options = command_options};
}

const cli_command *cli_command_of_engines(int index) {
  int n = 0;
  for (const engine *const *const *list = engines; *list; list++)
    for (const engine *const *e = *list; *e; e++)
      for (const engine_command *const *own = (*e)->commands; own && *own; own++)
        add_engine_command(&n, *own);
  return index < n ? &table[index].shown : NULL;
}

static chatter_status run_command(const engine_command *own, const char *path) {
  study config;
  TRY(cli_load_study(path, &set, NULL, &config));
  cli_warn_unused_set(&config, &set, own->name, own->unused);
  stop_begin(0, cli_stopping_message);
  chatter_status status = own->run(&config, stdout);
  stop_end();
  study_destroy(&config);
  return status;
}

chatter_status cli_run_command(const cli_command *command, int n_words, char **words) {
  for (int i = 0; i < MAX_ENGINE_COMMANDS; i++)
    if (&table[i].shown == command) return run_command(table[i].own, words[0]);
  return command->run(n_words, words);
}
