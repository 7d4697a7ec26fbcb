// The command line of chatter-mpi: the options of `chatter run` (cli/run_options.h), of which it keeps what
// ranks differ in.
#ifndef CHATTER_MPI_MPI_OPTIONS_H
#define CHATTER_MPI_MPI_OPTIONS_H

#include "mpi/child.h"

// Options are read into cli_run_values too.
typedef struct mpi_options {
  const char *study;
  const char *threads; // NULL: not given
  child_words run;     // for `chatter run`, but for what mpi_main.c gives each rank itself
  child_words check;   // what of it `chatter check` takes too
} mpi_options;

// 0; 2 with a message where it is wrong; -1: --help was asked for. `says`: this rank prints.
int mpi_options_parse(int argc, char **argv, int says, mpi_options *out);

#endif
