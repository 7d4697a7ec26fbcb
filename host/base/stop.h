// Ending early in good order: signals and --max-time.
#ifndef CHATTER_BASE_STOP_H
#define CHATTER_BASE_STOP_H

#include <stdatomic.h>
#include <sys/types.h>

#include "base/status.h"

// From here on SIGINT, SIGTERM, SIGUSR1 and SIGHUP (unless it is ignored, as under nohup) only ask for an
// end; a second SIGINT ends the process at once with 130, and the program it runs with it. `announcement` is
// told at the first one, unless messages are quiet. max_time in s from now, 0: none. stop_end restores the
// handlers that were there.
void stop_begin(double max_time, const char *announcement);
void stop_end(void);
// For libraries, which leave signals alone: from here on a flag that is not 0 asks for an end too, in the
// name of `reason`; flag NULL: no longer.
void stop_watch(const atomic_int *flag, const char *reason);
int stop_is_active(void);      // between the two
int stop_asked(void);          // by a signal or the flag, or because the time is over
int stop_signalled(void);      // by a signal or the flag: what cannot be continued later ends too
const char *stop_reason(void); // "SIGTERM", "--max-time", "" when nothing asked
// CHATTER_INTERRUPTED, with its message, once a signal has asked: for long work between two files.
chatter_status stop_check(void);

// For tests: as if SIGINT came at the n-th question from now on whether anything has asked (0: never), and
// how many there were since.
void stop_at_question(long n);
long stop_questions(void);

// The process group of a program that must not outlive this process; 0: none.
void stop_guard_child(pid_t group);

#endif
