// The same work on many numbered pieces, spread over threads.
#ifndef CHATTER_BASE_THREADS_H
#define CHATTER_BASE_THREADS_H

#include "base/status.h"

// Piece `i`, done by thread `thread` of 0 ... n_threads - 1: what threads need of their own is kept by it.
typedef chatter_status (*threads_piece)(void *context, int thread, long i);

// Does pieces 0 ... n - 1 on up to n_threads threads, the calling one among them. Every thread takes runs of
// neighbouring pieces, in order. Where pieces fail, the status and the messages of the lowest
// of them are given, as a plain loop would; pieces above it may be left out, and none below it is.
// CHATTER_INTERRUPTED once a signal has asked for an end (base/stop.h): a piece is not begun then.
chatter_status threads_for(int n_threads, long n, threads_piece piece, void *context);

#endif
