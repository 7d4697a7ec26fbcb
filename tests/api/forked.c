// Fork: a child process uses the inherited handles and gets the same bits, and so does its parent
// afterwards. A fork while another thread computes waits for the end of that call.
#include <pthread.h>
#include <sys/wait.h>
#include <time.h>

#include "api_bench.h"

static chatter_study *study;
static double expected[2];

static int child_agrees(void) {
  double out[2];
  const pid_t child = fork();
  if (child == 0) {
    const int code = api_row(study, 1.5, 100, out, NULL);
    _exit(code != 0 || out[0] != expected[0] || out[1] != expected[1]);
  }
  int outcome = -1;
  return child > 0 && waitpid(child, &outcome, 0) == child && WIFEXITED(outcome) && WEXITSTATUS(outcome) == 0;
}

static void *compute(void *argument) {
  static const char *const names[] = {"integrator.periods"};
  const double periods = 200000;
  double out[2];
  *(int *)argument = chatter_evaluate(study, 1, 1, names, &periods, 2, out, NULL);
  return NULL;
}

int main(void) {
  const struct timespec soon = {.tv_nsec = 100000000};
  pthread_t thread;
  int code = -1;
  scratch_create();
  setenv("XDG_CACHE_HOME", in_folder("cache"), 1);
  const char *path = api_study("wall.yaml");
  study = api_open(path, NULL);
  api_fresh_row(path, 1.5, 100, expected);
  TEST_CHECK(child_agrees()); // before anything is bound
  double out[2];
  TEST_CHECK(api_row(study, 1.5, 100, out, NULL) == 0 && out[0] == expected[0]);
  TEST_CHECK(child_agrees());
  TEST_CHECK(api_row(study, 1.5, 100, out, NULL) == 0 && out[0] == expected[0]);
  TEST_CHECK(pthread_create(&thread, NULL, compute, &code) == 0);
  nanosleep(&soon, NULL);
  TEST_CHECK(child_agrees());
  pthread_join(thread, NULL);
  TEST_CHECK(code == 0);
  TEST_CHECK(api_row(study, 1.5, 100, out, NULL) == 0 && out[0] == expected[0]);
  chatter_close(study);
  scratch_remove();
  return check_failures > 0;
}
