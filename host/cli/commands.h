// The table of commands, one file each.
#ifndef CHATTER_CLI_COMMANDS_H
#define CHATTER_CLI_COMMANDS_H

#include "cli/options.h"

extern const cli_command command_run, command_eval, command_serve, command_check, command_converge,
    command_reduce, command_plot, command_report, command_info, command_stats, command_identify,
    command_export, command_merge, command_devices, command_schema;

const cli_command *cli_command_at(int index);          // ours, then those of engines; ends with NULL
const cli_command *cli_find_command(const char *name); // NULL: raises with the nearest name
const cli_command *cli_command_of_engines(int index);  // of engines; ends with NULL
chatter_status cli_run_command(const cli_command *command, int n_words, char **words); // of either kind

#endif
