// The commands that engines bring: each reads one study and writes data to standard output.
#include <stdio.h>

#include "base/stop.h"
#include "cli/commands.h"
#include "cli/shared.h"
#include "ensemble/engine.h"
#include "study/file/storage.h"

enum { MOST = 32 };

static cli_list set;
static const cli_option options[] = {CLI_SET_OPTION(set), {0}};

static struct {
  cli_command shown;
  const engine_command *own;
} table[MOST];

// Engines of one kind may share a command.
static void add(int *n, const engine_command *own) {
  for (int i = 0; i < *n; i++)
    if (table[i].own == own) return;
  if (*n == MOST) return;
  table[*n].own = own;
  table[(*n)++].shown = (cli_command){.name = own->name,
                                      .words = "STUDY",
                                      .min_words = 1,
                                      .max_words = 1,
                                      .summary = own->summary,
                                      .examples = own->examples,
                                      .details = own->details,
                                      .options = options};
}

const cli_command *cli_command_of_engines(int index) {
  int n = 0;
  for (const engine *const *const *list = engines; *list; list++)
    for (const engine *const *e = *list; *e; e++)
      for (const engine_command *const *own = (*e)->commands; own && *own; own++) add(&n, *own);
  return index < n ? &table[index].shown : NULL;
}

static chatter_status run(const engine_command *own, const char *path) {
  study config;
  TRY(cli_load_study(path, &set, NULL, &config));
  cli_warn_unused(&config, &set, own->name, own->unused);
  stop_begin(0, cli_stopping);
  chatter_status status = own->run(&config, stdout);
  stop_end();
  study_destroy(&config);
  return status;
}

chatter_status cli_run(const cli_command *command, int n_words, char **words) {
  for (int i = 0; i < MOST; i++)
    if (&table[i].shown == command) return run(table[i].own, words[0]);
  return command->run(n_words, words);
}
