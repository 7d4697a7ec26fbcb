// The command line: every command is one table of options. The same table parses (getopt_long), prints
// --help, the man page and the bash completion, so that they cannot disagree.
#ifndef CHATTER_CLI_OPTIONS_H
#define CHATTER_CLI_OPTIONS_H

#include <stddef.h>
#include <stdio.h>

#include "base/status.h"

enum { CLI_LIST_MAX = 256 };

// A repeatable text option (--set) or words of the command line.
typedef struct cli_list {
  int n;
  const char *text[CLI_LIST_MAX];
} cli_list;

typedef enum {
  CLI_FLAG,     // int, 1 when given
  CLI_TEXT,     // const char *
  CLI_COUNT,    // long, a whole number ≥ 0
  CLI_SHARE,    // double: "5%" gives 0.05, "12" gives 12; ≥ 0
  CLI_DURATION, // double, s: 90, 90s, 30m, 3h, 2d
  CLI_LIST_TEXT // cli_list, may be repeated
} cli_kind;

typedef struct cli_option {
  const char *name; // long name; NULL ends the table
  char letter;      // short name, 0: none
  cli_kind kind;
  const char *argument; // for the help: FILE, N ...; NULL for flags
  void *value;          // where it is stored
  const char *help;
} cli_option;

typedef struct cli_command {
  const char *name;
  const char *words;        // positional arguments for the usage line
  int min_words, max_words; // max -1: any number
  const char *summary;      // one line
  const char *examples;     // lines, each indented by two blanks
  const char *details;      // further lines, may be ""
  const cli_option *options;
  chatter_status (*run)(int n_words, char **words);
} cli_command;

// Reads the command's own part of the command line: `take` gets each option that was given, with its text (""
// of a flag), and all are looked at whatever it says of some. Words are left in argv[*first ...]. *done is 1
// when --help was asked for; the rest is not read then.
typedef chatter_status cli_option_handler(const cli_option *option, const char *text, void *context);
chatter_status cli_read_options(const cli_command *command, int argc, char **argv, cli_option_handler *take,
                                void *context, int *first, int *done);
chatter_status cli_store_value(const cli_option *option,
                               const char *text); // in its value, where it fits its kind

// Parses the command's own part of the command line into its options; words are left in argv[*first ...].
// *done is 1 when --help was asked for and printed.
chatter_status cli_parse_options(const cli_command *command, int argc, char **argv, int *first, int *done);

void cli_print_help(const cli_command *command, FILE *stream); // prints the help of one command
// Writes "-o, --out FILE", with room for the letter where there is none.
void cli_option_synopsis(const cli_option *o, char *text, size_t size);

// The command line as recorded in results: without the program's folder and without --resume and --force,
// which do not change what is computed.
void cli_record_command_line(int argc, char **argv);
const char *cli_command_line(void);

#endif
