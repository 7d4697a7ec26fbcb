// Distributes numbered pieces of work over threads.
#include "base/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/stop.h"

enum { MAX_THREADS = 1024, MAX_MESSAGES = 32, MAX_PIECES_AT_ONCE = 4096, RUNS_PER_THREAD = 8 };

typedef struct loop {
  threads_piece piece;
  void *context;
  long n, run; // number of pieces; pieces that a thread takes at a time
  atomic_long next;
  atomic_int next_thread;
  atomic_long failed; // lowest failed piece so far; n: none
  pthread_mutex_t lock;
  chatter_status status; // of that piece
  int n_messages;
  char *message[MAX_MESSAGES];
} loop;

static void forget_messages(loop *self) {
  for (int i = 0; i < self->n_messages; i++) free(self->message[i]);
  self->n_messages = 0;
}

// Keeps the messages of the lowest failed piece in the loop and drops all others; messages collect
// per thread.
static void keep_failure(loop *self, long i, chatter_status status, int before) {
  pthread_mutex_lock(&self->lock);
  if (i < self->failed) {
    forget_messages(self);
    for (int m = before; m < error_count() && self->n_messages < MAX_MESSAGES; m++) {
      char *copy = strdup(error_message(m));
      if (copy) self->message[self->n_messages++] = copy;
    }
    self->status = status;
    self->failed = i;
  }
  pthread_mutex_unlock(&self->lock);
  error_keep(before);
}

// Runs pieces on one thread. Runs are taken in order, so all pieces below a failed one have been
// taken before it.
static void *run_pieces(void *argument) {
  loop *self = argument;
  const int thread = atomic_fetch_add(&self->next_thread, 1), before = error_count();
  for (long first; (first = atomic_fetch_add(&self->next, self->run)) < self->n;) {
    const long end = first + self->run < self->n ? first + self->run : self->n;
    for (long i = first; i < end && i < self->failed; i++) {
      chatter_status status = stop_check();
      if (status == CHATTER_OK) status = self->piece(self->context, thread, i);
      if (status != CHATTER_OK) keep_failure(self, i, status, before);
    }
    if (self->failed < self->n) break;
  }
  return NULL;
}

static chatter_status run_on_this_thread(long n, threads_piece piece, void *context) {
  for (long i = 0; i < n; i++) {
    TRY(stop_check());
    TRY(piece(context, 0, i));
  }
  return CHATTER_OK;
}

chatter_status threads_for(int n_threads, long n, threads_piece piece, void *context) {
  pthread_t helpers[MAX_THREADS];
  int started = 0;
  if (n_threads > MAX_THREADS) n_threads = MAX_THREADS;
  if (n_threads > n) n_threads = (int)n;
  if (n_threads <= 1) return run_on_this_thread(n, piece, context);
  const long share = n / ((long)n_threads * RUNS_PER_THREAD);
  loop self = {.piece = piece, .context = context, .n = n, .failed = n};
  self.run = share < 1 ? 1 : share < MAX_PIECES_AT_ONCE ? share : MAX_PIECES_AT_ONCE;
  pthread_mutex_init(&self.lock, NULL);
  while (started < n_threads - 1 && pthread_create(&helpers[started], NULL, run_pieces, &self) == 0)
    started++;
  run_pieces(&self);
  for (int i = 0; i < started; i++) pthread_join(helpers[i], NULL);
  pthread_mutex_destroy(&self.lock);
  for (int m = 0; m < self.n_messages; m++) error_raise(self.status, "%s", self.message[m]);
  forget_messages(&self);
  return self.failed < n ? self.status : CHATTER_OK;
}
