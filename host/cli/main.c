// Program `chatter COMMAND ...`: finds the command, parses its options, runs it, prints the errors,
// returns the exit code.
#include <malloc.h>
#include <signal.h>
#include <string.h>

#include "base/log.h"
#include "cli/commands.h"
#include "cli/overview.h"

static chatter_status run_command(int argc, char **argv) {
  const cli_command *command = cli_find_command(argv[1]);
  if (!command) return CHATTER_USAGE;
  int first = 0, done = 0;
  TRY(cli_parse_options(command, argc - 1, argv + 1, &first, &done));
  if (done) return CHATTER_OK;
  return cli_run_command(command, argc - 1 - first, argv + 1 + first);
}

// Handles the options of the program itself; returns 0 if argv[1] is none of them.
static int run_program_option(const char *word) {
  if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) {
    cli_print_overview(stdout);
  } else if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
    printf("chatter %s\n", CHATTER_VERSION);
  } else if (strcmp(word, "--man") == 0) {
    cli_print_man_page(stdout);
  } else if (strcmp(word, "--completion") == 0) {
    cli_print_bash_completion(stdout);
  } else {
    return 0;
  }
  return 1;
}

// Flushes stdout: data that did not reach it (a full disk, a closed pipe) is an error.
static chatter_status flush_data(chatter_status status) {
  int failed = fflush(stdout) != 0 || ferror(stdout);
  if (failed && status == CHATTER_OK) return error_raise(CHATTER_IO, "standard output could not be written");
  return status;
}

// Keeps freed memory for the next batch: new pages from the system take a third of the time of many
// small batches. The threshold is the largest that glibc's own adaptation reaches.
static void keep_freed_memory(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

int main(int argc, char **argv) {
  keep_freed_memory();
  if (argc < 2) {
    cli_print_first_screen(stderr);
    return status_exit_code(CHATTER_USAGE);
  }
  chatter_status status = CHATTER_OK;
  signal(SIGXFSZ, SIG_IGN); // beyond a file size limit a write fails with a message instead of a signal
  if (argc == 3 && strcmp(argv[1], "help") == 0) {
    const cli_command *command = cli_find_command(argv[2]);
    if (command) cli_print_help(command, stdout);
    status = command ? CHATTER_OK : CHATTER_USAGE;
  } else if (!run_program_option(argv[1])) {
    cli_record_command_line(argc, argv);
    status = run_command(argc, argv);
  }
  status = flush_data(status);
  log_errors();
  log_json_close();
  return status_exit_code(status);
}
