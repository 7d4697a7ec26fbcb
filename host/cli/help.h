// Prints the help of one command from the table of its options.
#ifndef CHATTER_CLI_HELP_H
#define CHATTER_CLI_HELP_H

#include "cli/options.h"

void cli_help(const cli_command *command, FILE *stream);
// "-o, --out FILE", with room for the letter where there is none.
void cli_option_synopsis(const cli_option *o, char *text, size_t size);

#endif
