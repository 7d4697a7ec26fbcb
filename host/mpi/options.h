// The command line of chatter-mpi: that of `chatter run`, of which it keeps what ranks differ in.
#ifndef CHATTER_MPI_OPTIONS_H
#define CHATTER_MPI_OPTIONS_H

#include "mpi/child.h"

typedef struct mpi_options {
  const char *study, *output, *device, *threads, *log_json;
  int resume, force, quiet;
  child_words run;   // for `chatter run`, without the above
  child_words check; // what of it `chatter check` takes too
} mpi_options;

// 0; 2 with a message where it is wrong; -1: --help was asked for. `says`: this rank prints.
int mpi_options_parse(int argc, char **argv, int says, mpi_options *out);

#endif
