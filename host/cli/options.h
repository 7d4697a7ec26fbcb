// The command line: each command has one table of options, which is used to parse (getopt_long) and
// to print --help, the man page and the bash completion, so that they agree.
#ifndef CHATTER_CLI_OPTIONS_H
#define CHATTER_CLI_OPTIONS_H

#include <stddef.h>
#include <stdio.h>

#include "base/status.h"

enum { CLI_LIST_MAX = 256 };

// Values of a repeatable text option (--set), or words of the command line.
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
  CLI_LIST_TEXT // cli_list, repeatable
} cli_kind;

typedef struct cli_option {
  const char *name; // long name; NULL ends the table
  char letter;      // short name; 0: none
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
  const char *details;      // more lines, may be ""
  const cli_option *options;
  chatter_status (*run)(int n_words, char **words);
} cli_command;

// Reads the command's part of the command line. `take` gets each given option with its text ("" for
// a flag), and all are read even after an error. Words stay in argv[*first ...]. *done is 1 if
// --help was asked for; the rest is then not read.
typedef chatter_status cli_option_handler(const cli_option *option, const char *text, void *context);
chatter_status cli_read_options(const cli_command *command, int argc, char **argv, cli_option_handler *take,
                                void *context, int *first, int *done);
chatter_status cli_store_value(const cli_option *option,
                               const char *text); // stores the value if it fits the kind

// Parses the command's part of the command line into its options; words stay in argv[*first ...].
// *done is 1 if --help was asked for and printed.
chatter_status cli_parse_options(const cli_command *command, int argc, char **argv, int *first, int *done);

void cli_print_help(const cli_command *command, FILE *stream); // prints the help of one command
// Writes "-o, --out FILE", with blanks in place of a missing letter.
void cli_option_synopsis(const cli_option *o, char *text, size_t size);

// Records the command line for results: without the program's folder, and without --resume and
// --force, which do not affect the computation.
void cli_record_command_line(int argc, char **argv);
const char *cli_command_line(void);

#endif
