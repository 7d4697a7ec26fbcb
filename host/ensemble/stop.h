// Ending early in good order: signals and --max-time ask a run to write a checkpoint and end.
#ifndef CHATTER_ENSEMBLE_STOP_H
#define CHATTER_ENSEMBLE_STOP_H

// SIGINT, SIGTERM, SIGUSR1: the first one asks for a checkpoint; a second SIGINT ends the process at once
// with 130. max_time in s from now, 0: none. stop_end restores the handlers that were there.
void stop_begin(double max_time);
void stop_end(void);
int stop_asked(void);          // by a signal, or because the time is over
const char *stop_reason(void); // "SIGTERM", "--max-time", "" when nothing asked
double stop_clock(void);       // s, monotonic

#endif
