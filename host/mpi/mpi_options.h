// The command line of chatter-mpi: the options of `chatter run` (cli/run_options.h), of which it
// handles those that differ between ranks.
#ifndef CHATTER_MPI_MPI_OPTIONS_H
#define CHATTER_MPI_MPI_OPTIONS_H

#include "mpi/child.h"

// The parsed command line; options are also read into cli_run_values.
typedef struct mpi_options {
  const char *study;
  const char *threads; // NULL: not given
  child_words run;     // for `chatter run`, without what mpi_main.c sets for each rank
  child_words check;   // those that `chatter check` takes too
} mpi_options;

// Parses the command line. Returns 0; 2 with a message for a mistake; -1 for --help. says: 1 if
// this rank prints.
int mpi_options_parse(int argc, char **argv, int says, mpi_options *out);

#endif
