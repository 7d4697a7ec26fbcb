#include "ensemble/stop.h"

#include <signal.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

#include "base/log.h"

static volatile sig_atomic_t asked_by; // the first signal
static double deadline;

enum { N_SIGNALS = 3 };
static const int signals[N_SIGNALS] = {SIGINT, SIGTERM, SIGUSR1};
static struct sigaction before[N_SIGNALS];

static int announce;

static void on_signal(int number) {
  static const char text[] = "\nStopping: running launches end and are kept. Ctrl-C again ends at once.\n";
  if (number == SIGINT && asked_by) _exit(130);
  if (asked_by) return;
  asked_by = number;
  if (announce && write(STDERR_FILENO, text, sizeof text - 1) < 0) return; // no other voice in a handler
}

void stop_begin(double max_time) {
  asked_by = 0;
  announce = !log_is_quiet();
  deadline = max_time > 0 ? stop_clock() + max_time : 0;
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < N_SIGNALS; i++) sigaction(signals[i], &action, &before[i]);
}

void stop_end(void) {
  for (int i = 0; i < N_SIGNALS; i++) sigaction(signals[i], &before[i], NULL);
  asked_by = 0;
  deadline = 0;
}

int stop_asked(void) {
  return asked_by || (deadline > 0 && stop_clock() >= deadline);
}

const char *stop_reason(void) {
  switch (asked_by) {
  case 0:
    return deadline > 0 && stop_clock() >= deadline ? "--max-time" : "";
  case SIGINT:
    return "SIGINT";
  case SIGTERM:
    return "SIGTERM";
  default:
    return "SIGUSR1";
  }
}

double stop_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
