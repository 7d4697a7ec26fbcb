// Signal handlers and the time limit of a run.
#include "base/stop.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"

static volatile sig_atomic_t stop_signal;   // the first signal received
static volatile sig_atomic_t child;         // process group
static _Atomic(const atomic_int *) watched; // NULL: none
static const char *watched_for;
static double deadline;
static int active;
static atomic_long questions, fatal_question;
static atomic_int counts; // 1: calls of stop_asked are counted; threads would contend for the counter
static const char *text;  // announcement; NULL: none

static const struct {
  int number;
  const char *name;
} signals[] = {{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGUSR1, "SIGUSR1"}, {SIGHUP, "SIGHUP"}};
enum { N_SIGNALS = sizeof signals / sizeof *signals };
static struct sigaction before[N_SIGNALS];

static void on_signal(int number) {
  if (number == SIGINT && stop_signal) {
    if (child > 0) kill(-(pid_t)child, SIGKILL);
    _exit(130);
  }
  if (stop_signal) return;
  stop_signal = number;
  if (text && write(STDERR_FILENO, text, strlen(text)) < 0) return; // a signal handler can only use write
}

void stop_begin(double max_time, const char *announcement) {
  stop_signal = 0;
  active = 1;
  text = log_is_quiet() ? NULL : announcement;
  deadline = max_time > 0 ? clock_seconds() + max_time : 0;
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < N_SIGNALS; i++) {
    sigaction(signals[i].number, NULL, &before[i]);
    int kept = signals[i].number == SIGHUP && before[i].sa_handler == SIG_IGN;
    if (!kept) sigaction(signals[i].number, &action, NULL);
  }
}

void stop_end(void) {
  for (int i = 0; active && i < N_SIGNALS; i++) sigaction(signals[i].number, &before[i], NULL);
  active = 0;
  stop_signal = 0;
  deadline = 0;
}

void stop_watch(const atomic_int *flag, const char *reason) {
  watched_for = reason;
  watched = flag;
}

static int is_flagged(void) {
  const atomic_int *flag = watched;
  return flag && *flag;
}

int stop_is_active(void) {
  return active;
}

void stop_at_question(long n) {
  questions = 0;
  fatal_question = n;
  counts = 1;
}

long stop_questions(void) {
  return questions;
}

static int is_asked(void) {
  if (counts && atomic_fetch_add(&questions, 1) + 1 == fatal_question && active) stop_signal = SIGINT;
  return stop_signal != 0 || is_flagged();
}

int stop_signalled(void) {
  return is_asked();
}

int stop_asked(void) {
  return is_asked() || (deadline > 0 && clock_seconds() >= deadline);
}

const char *stop_reason(void) {
  for (int i = 0; i < N_SIGNALS; i++)
    if (signals[i].number == stop_signal) return signals[i].name;
  if (is_flagged()) return watched_for;
  return deadline > 0 && clock_seconds() >= deadline ? "--max-time" : "";
}

chatter_status stop_check(void) {
  return is_asked() ? error_raise(CHATTER_INTERRUPTED, "stopped by %s", stop_reason()) : CHATTER_OK;
}

void stop_guard_child(pid_t group) {
  child = (sig_atomic_t)group;
}
