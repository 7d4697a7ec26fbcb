// Runs another program without a shell: CalculiX for matrices, gnuplot for figures.
#ifndef CHATTER_BASE_PROGRAM_H
#define CHATTER_BASE_PROGRAM_H

#include "base/status.h"

typedef struct program {
  const char *const *arguments; // [0] is the program, looked up in PATH; ends with NULL
  const char *folder;           // to run in; NULL: the current one
  const char *log;              // stdout and stderr go to this file (created, or appended to); NULL: nowhere
  const char *const *environment; // "NAME=value" texts added to ours, ends with NULL; NULL: none
  double timeout;                 // s, after which it is killed; 0: none
} program;

typedef struct program_end {
  int missing;   // 1: there is no such program
  int timed_out; // 1: killed by us
  int exit_code; // -1 where it was killed by a signal
  int signal;    // 0: none
} program_end;

// CHATTER_OK whenever it ended, however: see *end. CHATTER_IO where it could not be started for another
// reason than being missing; CHATTER_INTERRUPTED where a signal (base/stop.h) asked for an end: it and all it
// has started are killed then.
chatter_status program_run(const program *run, program_end *end);

#endif
