// Work distributed over threads: every piece is done once, by a thread with its own number. If
// several pieces fail, the error of the lowest piece is reported, as in a plain loop.
#include <time.h>

#include "base/threads.h"
#include "tests/check.h"

enum { N = 200, THREADS = 4 };

typedef struct counted {
  int done[N];
  long by_thread[THREADS]; // not atomic, so that two threads with the same number would race
  long slow, fails[3];     // numbers of the slow piece and of the pieces that fail
} counted;

static chatter_status count(void *context, int thread, long i) {
  counted *c = context;
  TEST_CHECK(thread >= 0 && thread < THREADS);
  c->done[i]++;
  c->by_thread[thread]++;
  if (i == c->slow) nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
  for (int k = 0; k < 3; k++) {
    if (c->fails[k] != i) continue;
    error_raise(CHATTER_BAD_STUDY, "piece %ld", i);
    return error_raise(CHATTER_BAD_STUDY, "more of piece %ld", i);
  }
  return CHATTER_OK;
}

static void all_are_done(int n_threads, long n) {
  counted c = {.slow = -1, .fails = {-1, -1, -1}};
  long sum = 0;
  TEST_CHECK(threads_for(n_threads, n, count, &c) == CHATTER_OK);
  for (long i = 0; i < N; i++) TEST_CHECK(c.done[i] == (i < n));
  for (int t = 0; t < THREADS; t++) sum += c.by_thread[t];
  TEST_CHECK(sum == n);
}

static void the_lowest_is_told(int n_threads) {
  counted c = {.slow = 2, .fails = {3, 8, 50}}; // runs have at least six pieces: others fail before the third
  error_raise(CHATTER_USAGE, "from before");
  TEST_CHECK(threads_for(n_threads, N, count, &c) == CHATTER_BAD_STUDY);
  TEST_CHECK(error_count() == 3);
  CHECK_EQUAL_TEXT(error_message(0), "from before");
  CHECK_EQUAL_TEXT(error_message(1), "piece 3");
  CHECK_EQUAL_TEXT(error_message(2), "more of piece 3");
  for (long i = 0; i <= 3; i++) TEST_CHECK(c.done[i] == 1);
  for (long i = 4; i < N; i++) TEST_CHECK(c.done[i] == 0 || n_threads > 1);
  error_clear();
}

int main(void) {
  static const long sizes[] = {0, 1, 2, 3, 4, 5, 63, N};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (int n_threads = 0; n_threads <= THREADS; n_threads++) all_are_done(n_threads, sizes[i]);
  for (int n_threads = 1; n_threads <= THREADS; n_threads++) the_lowest_is_told(n_threads);
  return TEST_END();
}
