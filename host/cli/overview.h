// Prints all commands from the tables of their options.
#ifndef CHATTER_CLI_OVERVIEW_H
#define CHATTER_CLI_OVERVIEW_H

#include <stdio.h>

void cli_print_first_screen(FILE *stream); // printed without arguments: how to begin
void cli_print_overview(FILE *stream);
void cli_print_man_page(FILE *stream);
void cli_print_bash_completion(FILE *stream); // for bash

#endif
