// Handles in several threads, and interruption: from another thread, from a signal handler, of a
// call that waits for its turn, and while no call runs.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <time.h>

#include "api_bench.h"

enum { THREADS = 4, CALLS = 8 };

static const char *path;
static chatter_study *one, *other;
static double expected[CALLS][2];
static atomic_int wrong;

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double row_of(int i) {
  return 0.9 + 0.1 * i;
}

static void *call_often(void *argument) {
  const int first = *(const int *)argument;
  for (int k = 0; k < CALLS; k++) {
    const int i = (first + k) % CALLS;
    double out[2];
    int status;
    if (api_row(k % 2 ? one : other, row_of(i), 100 + i % 3, out, &status) != 0 || status != 0) wrong++;
    if (out[0] != expected[i][0] || out[1] != expected[i][1]) wrong++;
    // Error messages belong to the thread.
    if (api_row(one, -1 - i, 100, out, NULL) != 3 || !strstr(chatter_error(), "out of range")) wrong++;
  }
  return NULL;
}

static void check_threads(void) {
  pthread_t thread[THREADS];
  int first[THREADS];
  for (int i = 0; i < CALLS; i++) TEST_CHECK(api_row(one, row_of(i), 100 + i % 3, expected[i], NULL) == 0);
  for (int t = 0; t < THREADS; t++) {
    first[t] = 2 * t;
    TEST_CHECK(pthread_create(&thread[t], NULL, call_often, &first[t]) == 0);
  }
  for (int t = 0; t < THREADS; t++) pthread_join(thread[t], NULL);
  TEST_CHECK(wrong == 0);
}

static atomic_int ended, code;
static void *call_endless(void *argument) {
  double out[2] = {7, 8};
  code = api_endless(argument, out);
  if (!strstr(chatter_error(), "interrupted by chatter_interrupt")) wrong++;
  if (out[0] != 7 || out[1] != 8) wrong++; // nothing is written
  ended = 1;
  return NULL;
}

static void pause_for(double time) {
  const struct timespec t = {.tv_sec = (time_t)time, .tv_nsec = (long)(1e9 * (time - (double)(time_t)time))};
  nanosleep(&t, NULL);
}

// Checks that the thread ends within two seconds: a launch takes 0.25 s, and the machine may be
// busy.
static void check_ends(pthread_t thread, double begun) {
  pthread_join(thread, NULL);
  TEST_CHECK(code == 130 && wrong == 0);
  CHECK_NEAR(seconds() - begun, 0, 2, 0);
}

static void check_from_thread(void) {
  pthread_t thread;
  ended = 0;
  TEST_CHECK(pthread_create(&thread, NULL, call_endless, one) == 0);
  pause_for(0.3);
  chatter_interrupt(other); // another handle
  pause_for(0.5);
  TEST_CHECK(!ended);
  TEST_CHECK(chatter_progress(one) < 0.01);
  const double begun = seconds();
  chatter_interrupt(one);
  check_ends(thread, begun);
}

// Interrupts the waiting one of two calls: it ends at once and the other goes on.
static void check_waiting(void) {
  pthread_t running, waiting;
  double out[2];
  ended = 0;
  TEST_CHECK(pthread_create(&running, NULL, call_endless, one) == 0);
  pause_for(0.2);
  TEST_CHECK(pthread_create(&waiting, NULL, call_endless, other) == 0);
  pause_for(0.2);
  double begun = seconds();
  chatter_interrupt(other);
  check_ends(waiting, begun);
  code = 0;
  begun = seconds();
  chatter_interrupt(one);
  check_ends(running, begun);
  // The interruption does not affect later calls of either handle.
  TEST_CHECK(api_row(one, 1, 100, out, NULL) == 0 && api_row(other, 1, 100, out, NULL) == 0);
  chatter_interrupt(one); // no call: nothing to interrupt
  chatter_interrupt(NULL);
  TEST_CHECK(api_row(one, 1, 100, out, NULL) == 0);
}

static void on_alarm(int number) {
  (void)number;
  chatter_interrupt(one);
}

static void check_from_signal(void) {
  double out[2];
  const struct itimerval soon = {.it_value = {.tv_usec = 300000}};
  signal(SIGALRM, on_alarm);
  const double begun = seconds();
  setitimer(ITIMER_REAL, &soon, NULL);
  TEST_CHECK(api_endless(one, out) == 130);
  TEST_CHECK(seconds() - begun >= 0.25); // it ran
  CHECK_NEAR(seconds() - begun, 0.3, 2, 0);
}

static void *run_endless(void *argument) {
  code = chatter_run(argument, in_folder("endless.h5"), 0);
  if (!strstr(chatter_error(), "endless.h5.parts")) wrong++;
  return NULL;
}

// A run that is interrupted leaves a checkpoint.
static void check_run(void) {
  pthread_t thread;
  const char *set[] = {"integrator.periods=1e9", "outputs.course.every=1e9"};
  chatter_options options = chatter_options_default();
  options.n_overrides = 2;
  options.overrides = set;
  chatter_study *study = api_open(path, &options);
  TEST_CHECK(pthread_create(&thread, NULL, run_endless, study) == 0);
  pause_for(0.5);
  chatter_interrupt(study);
  pthread_join(thread, NULL);
  TEST_CHECK(code == 75 && wrong == 0);
  TEST_CHECK(access(in_folder("endless.h5"), F_OK) != 0 && access(in_folder("endless.h5.parts"), F_OK) == 0);
  chatter_close(study);
}

int main(void) {
  scratch_create();
  setenv("XDG_CACHE_HOME", in_folder("cache"), 1);
  path = api_study("wall.yaml");
  one = api_open(path, NULL);
  other = api_open(path, NULL);
  check_threads();
  check_from_thread();
  check_waiting();
  check_from_signal();
  check_run();
  chatter_close(one);
  chatter_close(other);
  scratch_remove();
  return check_failures > 0;
}
