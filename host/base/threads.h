// Runs numbered pieces of work on several threads.
#ifndef CHATTER_BASE_THREADS_H
#define CHATTER_BASE_THREADS_H

#include "base/status.h"

// Executes piece `i` on thread `thread` of 0 ... n_threads - 1, which selects per-thread data.
typedef chatter_status (*threads_piece)(void *context, int thread, long i);

// Executes pieces 0 ... n - 1 on up to n_threads threads, the calling one included. Every thread
// takes runs of neighbouring pieces in order. If pieces fail, the status and messages of the lowest
// one are returned, as in a plain loop; pieces above it may be skipped, none below it is.
// CHATTER_INTERRUPTED after a signal asked to stop (base/stop.h): no further piece is begun.
chatter_status threads_for(int n_threads, long n, threads_piece piece, void *context);

#endif
