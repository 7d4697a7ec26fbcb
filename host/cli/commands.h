// The table of commands, which are one file each, and what they share.
#ifndef CHATTER_CLI_COMMANDS_H
#define CHATTER_CLI_COMMANDS_H

#include "cli/options.h"

extern const cli_command command_run, command_eval, command_serve, command_check, command_converge,
    command_reduce, command_plot, command_report, command_info, command_stats, command_identify,
    command_export, command_merge, command_devices, command_schema;

const cli_command *cli_command_at(int index);          // ours, then those of engines; NULL behind the last
const cli_command *cli_find_command(const char *name); // raises with the nearest name; NULL then
const cli_command *cli_command_of_engines(int index);  // those that engines bring; NULL behind the last
chatter_status cli_run_command(const cli_command *command, int n_words, char **words); // ours or theirs

#endif
