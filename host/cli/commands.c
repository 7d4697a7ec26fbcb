// The table of commands.
#include "cli/commands.h"

#include <string.h>

#include "base/text.h"

enum { MAX_COMMANDS = 64 };

static const cli_command *const common_commands[] = {
    &command_run,      &command_eval,   &command_serve,  &command_check,   &command_converge,
    &command_reduce,   &command_plot,   &command_report, &command_info,    &command_stats,
    &command_identify, &command_export, &command_merge,  &command_devices, &command_schema,
};
enum { N_COMMON_COMMANDS = sizeof common_commands / sizeof *common_commands };

const cli_command *cli_command_at(int index) {
  return index < N_COMMON_COMMANDS ? common_commands[index]
                                   : cli_command_of_engines(index - N_COMMON_COMMANDS);
}

const cli_command *cli_find_command(const char *name) {
  const char *names[MAX_COMMANDS];
  int n = 0;
  for (const cli_command *c; (c = cli_command_at(n)) && n < MAX_COMMANDS; n++) {
    if (strcmp(c->name, name) == 0) return c;
    names[n] = c->name;
  }
  const char *nearest = text_nearest(name, n, names);
  if (nearest) {
    error_raise(CHATTER_USAGE, "unknown command '%s' (did you mean '%s'?)", name, nearest);
  } else {
    error_raise(CHATTER_USAGE, "unknown command '%s' (chatter --help lists them)", name);
  }
  return NULL;
}
