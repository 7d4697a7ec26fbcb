#include "engines/response/bind/batched_solver.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { ASKS_FACTORS, ASKS_SOLUTION, ASKS_TRANSPOSED, ASKS_SIGN, N_ASKS } asked;

typedef struct request {
  asked what;
  const double *a;
  double *x; // [n]; of a sign [1]
  int slot, done;
  struct request *next;
} request;

// A member is inside from enter to leave. It computes, waits for an answer, or waits until fewer
// than `most` members compute. When all members inside wait for an answer, the last one to ask
// computes the answers of all.
struct batched_solver {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  gpu_solver *solver;
  int n, members, most;
  int inside, asking, computing;
  request *requests;
  int *taken;          // [members], 1: the slot is in use
  int *slot;           // [members], slots of one call
  double **vector;     // [members], vectors of one call
  const double **from; // [members], sources of one call
  int failed;
  char message[GPU_SOLVER_MESSAGE];
};

static _Thread_local int own_slot;

batched_solver *batched_solver_open(int gpu, int n, int threads, int *members,
                                    char message[GPU_SOLVER_MESSAGE]) {
  gpu_solver *solver = gpu_solver_open(gpu, n, members, message);
  if (!solver) return NULL;
  batched_solver *self = calloc(1, sizeof *self);
  const size_t count = (size_t)*members;
  if (self) {
    *self = (batched_solver){.solver = solver,
                             .n = n,
                             .members = *members,
                             .most = threads,
                             .taken = calloc(count, sizeof *self->taken),
                             .slot = calloc(count, sizeof *self->slot),
                             .vector = calloc(count, sizeof *self->vector),
                             .from = calloc(count, sizeof *self->from)};
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->changed, NULL);
    if (self->taken && self->slot && self->vector && self->from) return self;
    batched_solver_close(self);
  } else {
    gpu_solver_close(solver);
  }
  snprintf(message, GPU_SOLVER_MESSAGE, "no host memory");
  return NULL;
}

// Answers all requests of one kind in the order of their slots, so that the calls do not depend on
// the order of arrival.
static void answer_kind(batched_solver *self, asked what) {
  int systems = 0;
  for (int s = 0; s < self->members; s++)
    for (request *r = self->requests; r; r = r->next) {
      if (r->what != what || r->slot != s) continue;
      self->slot[systems] = s;
      self->from[systems] = r->a;
      self->vector[systems++] = r->x;
    }
  if (systems == 0 || self->failed) return;
  const int good = what == ASKS_FACTORS
                       ? gpu_solver_factorise(self->solver, systems, self->slot, self->from, self->message)
                   : what == ASKS_SIGN
                       ? gpu_solver_signs(self->solver, systems, self->slot, self->vector, self->message)
                       : gpu_solver_solve(self->solver, systems, self->slot, self->vector,
                                          what == ASKS_TRANSPOSED, self->message);
  self->failed = !good;
}

// Answers all waiting requests; the caller holds the lock. After a failure the solutions are NaN,
// so that trajectories end.
static void answer(batched_solver *self) {
  for (int what = 0; what < N_ASKS; what++) answer_kind(self, (asked)what);
  for (request *r = self->requests, *next; r; r = next) {
    next = r->next;
    const int numbers = !r->x ? 0 : r->what == ASKS_SIGN ? 1 : self->n;
    for (int i = 0; i < numbers && self->failed; i++) r->x[i] = NAN;
    r->done = 1;
  }
  self->requests = NULL;
  self->asking = 0;
  pthread_cond_broadcast(&self->changed);
}

static void answer_if_all_ask(batched_solver *self) {
  if (self->asking > 0 && self->asking == self->inside) answer(self);
}

static void begin_computing(batched_solver *self) {
  while (self->computing >= self->most) pthread_cond_wait(&self->changed, &self->lock);
  self->computing++;
}
static void end_computing(batched_solver *self) {
  self->computing--;
  pthread_cond_broadcast(&self->changed);
}

void batched_solver_enter(void *to) {
  batched_solver *self = to;
  pthread_mutex_lock(&self->lock);
  self->inside++;
  own_slot = 0;
  while (self->taken[own_slot]) own_slot++; // there are as many slots as threads
  self->taken[own_slot] = 1;
  begin_computing(self);
  pthread_mutex_unlock(&self->lock);
}

void batched_solver_leave(void *to) {
  batched_solver *self = to;
  pthread_mutex_lock(&self->lock);
  self->inside--;
  self->taken[own_slot] = 0;
  end_computing(self);
  answer_if_all_ask(self);
  pthread_mutex_unlock(&self->lock);
}

static void ask(batched_solver *self, asked what, const double *a, double *x) {
  request own = {.what = what, .a = a, .x = x, .slot = own_slot};
  pthread_mutex_lock(&self->lock);
  own.next = self->requests;
  self->requests = &own;
  self->asking++;
  end_computing(self);
  answer_if_all_ask(self);
  while (!own.done) pthread_cond_wait(&self->changed, &self->lock);
  begin_computing(self);
  pthread_mutex_unlock(&self->lock);
}

void batched_solver_factorise(void *self, double *a, int n, double *pivot) {
  (void)n, (void)pivot;
  ask(self, ASKS_FACTORS, a, NULL);
}

void batched_solver_solve(void *self, const double *a, int n, const double *pivot, double *x,
                          int transposed) {
  (void)a, (void)n, (void)pivot;
  ask(self, transposed ? ASKS_TRANSPOSED : ASKS_SOLUTION, NULL, x);
}

double batched_solver_sign(void *self, const double *a, int n, const double *pivot) {
  double sign;
  (void)a, (void)n, (void)pivot;
  ask(self, ASKS_SIGN, NULL, &sign);
  return sign;
}

chatter_status batched_solver_close(batched_solver *self) {
  chatter_status status = CHATTER_OK;
  if (self->failed) status = error_raise(CHATTER_DEVICE, "%s", self->message);
  gpu_solver_close(self->solver);
  pthread_cond_destroy(&self->changed);
  pthread_mutex_destroy(&self->lock);
  free(self->taken);
  free(self->slot);
  free(self->vector);
  free(self->from);
  free(self);
  return status;
}
