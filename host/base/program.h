// Runs another program without a shell: CalculiX for matrices, gnuplot for figures.
#ifndef CHATTER_BASE_PROGRAM_H
#define CHATTER_BASE_PROGRAM_H

#include "base/status.h"

typedef struct program {
  const char *const *arguments;   // [0] is the program, looked up in PATH; ends with NULL
  const char *folder;             // working folder; NULL: the current one
  const char *log;                // file for stdout and stderr (created, or appended to); NULL: discarded
  const char *const *environment; // "NAME=value" texts added to our environment, ends with NULL; NULL: none
  double timeout;                 // s until it is killed; 0: none
} program;

typedef struct program_end {
  int missing;   // 1: there is no such program
  int timed_out; // 1: killed after the timeout
  int exit_code; // -1: killed by a signal
  int signal;    // 0: none
} program_end;

// Runs a program. CHATTER_OK if it ended, in whatever way: see *end. CHATTER_IO if it could not be
// started for a reason other than being missing; CHATTER_INTERRUPTED if a signal (base/stop.h)
// asked to stop: the program and all that it has started are then killed.
chatter_status program_run(const program *run, program_end *end);

#endif
