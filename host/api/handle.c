// Handles of the C API: the turn of a call, its messages, forks.
#include "api/handle.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/stop.h"

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Thread_local char *last_error;

void call_begin(void) {
  error_clear();
}

int call_end(chatter_status status) {
  size_t size = 1;
  for (int i = 0; i < error_count(); i++) size += strlen(error_message(i)) + 1;
  free(last_error);
  last_error = calloc(size, 1);
  for (int i = 0; last_error && i < error_count(); i++) {
    if (i) strcat(last_error, "\n");
    strcat(last_error, error_message(i));
  }
  error_clear();
  return status_exit_code(status);
}

const char *chatter_error(void) {
  return last_error ? last_error : "";
}

static void lock(void) {
  pthread_mutex_lock(&turn);
}

static void unlock(void) {
  pthread_mutex_unlock(&turn);
}

// Registers handlers so that a forked child gets the library in the state between two calls.
static void register_fork_handlers(void) {
  pthread_atfork(lock, unlock, unlock);
}

// Waits for the turn of a call. A signal handler may neither lock nor wake, so the flag is polled.
static chatter_status wait_turn(const chatter_study *self) {
  for (;;) {
    if (self->interrupted)
      return error_raise(CHATTER_INTERRUPTED, "interrupted by chatter_interrupt before its turn came");
    const struct timespec until = clock_after(20000000);
    if (pthread_mutex_timedlock(&turn, &until) == 0) return CHATTER_OK;
  }
}

// Ends a call. The last call of a handle clears its interruption; one that is requested meanwhile
// was meant for this call and is cleared at the start of the next first call.
static void leave_queue(chatter_study *self) {
  if (atomic_fetch_sub(&self->calls, 1) == 1) self->interrupted = 0;
}

chatter_status turn_take(chatter_study *self) {
  pthread_once(&once, register_fork_handlers);
  if (!self) return lock(), CHATTER_OK;
  if (atomic_fetch_add(&self->calls, 1) == 0) self->interrupted = 0;
  const chatter_status status = pthread_mutex_trylock(&turn) == 0 ? CHATTER_OK : wait_turn(self);
  if (status != CHATTER_OK) return leave_queue(self), status;
  stop_watch(&self->interrupted, "chatter_interrupt");
  log_quiet(self->quiet);
  return CHATTER_OK;
}

void turn_end(chatter_study *self) {
  if (self) {
    stop_watch(NULL, "");
    log_quiet(0);
  }
  unlock();
  if (self) leave_queue(self);
}

void chatter_interrupt(chatter_study *self) {
  if (self && self->calls > 0) self->interrupted = 1;
}
