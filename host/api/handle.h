// Within host/api: a handle, and how calls enter and leave the library.
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
  int quiet, bad_rows;                            // bad_rows 1: they are rows
  char *overrides;                                // one a line
  char (*output)[EVAL_NAME], (*unit)[STUDY_NAME]; // of the outputs
  eval_bound bound;
  int warned;         // of the study, by the first evaluation
  device_set devices; // opened by the first evaluation, kept for the next
  long process;       // that opened them; 0: none did
  atomic_int calls;   // that run or wait
  atomic_int interrupted;
  _Atomic double share;
};

// A call begins without messages, and its own become the text of chatter_error at its end. Both are of the
// thread.
void call_begin(void);
int call_end(chatter_status status); // the exit code

// Between the two, one call of the process at a time: the library's state (messages' quietness, what asks for
// an end, OpenBLAS, HDF5) is that of a program. CHATTER_INTERRUPTED, and no turn, where chatter_interrupt
// came first. self NULL: of a call without a handle yet.
chatter_status turn_take(chatter_study *self);
void turn_end(chatter_study *self);

#endif
