// Internals of host/api: a handle, and how calls enter and leave the library.
#ifndef CHATTER_API_HANDLE_H
#define CHATTER_API_HANDLE_H

#include <stdatomic.h>

#include "chatter/chatter.h"
#include "ensemble/batch/devices.h"
#include "ensemble/eval.h"

struct chatter_study {
  study config;
  device_choice choice;
  char device[64], precision[16];
  int quiet, bad_rows;                            // bad_rows 1: rows out of range are accepted
  char *overrides;                                // one a line
  char (*output)[EVAL_NAME], (*unit)[STUDY_NAME]; // of the outputs
  eval_bound bound;
  int warned;         // 1: the first evaluation has warned of the study
  device_set devices; // opened by the first evaluation and kept
  long process;       // process that opened them; 0: none
  atomic_int calls;   // running or waiting
  atomic_int interrupted;
  _Atomic double share;
};

// Begin and end a call, per thread: it begins without messages, and its messages become the text of
// chatter_error.
void call_begin(void);
int call_end(chatter_status status); // the exit code

// Enclose the part of a call that runs alone in the process: the library's state (quietness of
// messages, stop requests, OpenBLAS, HDF5) is global. CHATTER_INTERRUPTED, without a turn, if
// chatter_interrupt came first. self NULL: a call without a handle yet.
chatter_status turn_take(chatter_study *self);
void turn_end(chatter_study *self);

#endif
