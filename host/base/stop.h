// Orderly early end of a run: signals and --max-time.
#ifndef CHATTER_BASE_STOP_H
#define CHATTER_BASE_STOP_H

#include <stdatomic.h>
#include <sys/types.h>

#include "base/status.h"

// Installs handlers: SIGINT, SIGTERM, SIGUSR1 and SIGHUP (unless ignored, as under nohup) only ask
// to stop; a second SIGINT ends the process at once with 130, and the program that it runs. The
// first signal prints `announcement`, unless messages are quiet. max_time: s from now, 0: none.
// stop_end restores the former handlers.
void stop_begin(double max_time, const char *announcement);
void stop_end(void);
// Makes a nonzero flag ask to stop, for libraries, which install no handlers; `reason` names it;
// flag NULL: no longer.
void stop_watch(const atomic_int *flag, const char *reason);
int stop_is_active(void);      // between stop_begin and stop_end
int stop_asked(void);          // by a signal, the flag, or --max-time
int stop_signalled(void);      // by a signal or the flag: work that cannot be continued must end too
const char *stop_reason(void); // "SIGTERM", "--max-time"; "": none
// Returns CHATTER_INTERRUPTED, with its message, after a signal; for long work between two files.
chatter_status stop_check(void);

// For tests: simulates SIGINT at the n-th call of stop_asked from now (0: never), and returns the
// number of calls since.
void stop_at_question(long n);
long stop_questions(void);

// Registers the process group of a program that must not outlive this process; 0: none.
void stop_guard_child(pid_t group);

#endif
