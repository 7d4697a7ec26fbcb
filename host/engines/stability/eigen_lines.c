#include "engines/stability/eigen_lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads.h"

enum { DEEPEST = 10, MOST_LINES = 512 };

// A line and a candidate for its next eigenvalue.
typedef struct pair {
  double distance;
  int line, value;
} pair;

static int by_distance(const void *a, const void *b) {
  const pair *x = a, *y = b;
  if (x->distance != y->distance) return x->distance < y->distance ? -1 : 1;
  return x->line != y->line ? x->line - y->line : x->value - y->value;
}

// Assigns to every line the nearest eigenvalue that no nearer line takes. Returns 1 if this is
// unambiguous: every line's value is much nearer to its expected place than any other.
static int assign(int n_lines, const double complex *expected, int n, const double complex *value, pair *room,
                  double complex *out) {
  int n_pairs = 0, clear = 1;
  char taken[2 * MOST_LINES] = {0}, done[MOST_LINES] = {0};
  for (int l = 0; l < n_lines; l++) {
    out[l] = NAN;
    if (isnan(creal(expected[l]))) continue;
    for (int v = 0; v < n; v++) room[n_pairs++] = (pair){cabs(value[v] - expected[l]), l, v};
  }
  qsort(room, (size_t)n_pairs, sizeof *room, by_distance);
  for (int p = 0; p < n_pairs; p++) {
    const pair *at = &room[p];
    if (done[at->line] || taken[at->value]) continue;
    done[at->line] = taken[at->value] = 1;
    out[at->line] = value[at->value];
    for (int v = 0; v < n; v++)
      if (v != at->value && cabs(value[v] - expected[at->line]) < 4 * at->distance) clear = 0;
  }
  return clear;
}

typedef struct follower {
  const eigen_source *source;
  int n_lines;
  double x, before;             // place reached, and the one before
  double complex *value, *last; // [n_lines], values at these places
  double complex *expected, *found, *next;
  pair *room;
} follower;

static void expect(const follower *self, double x) {
  const double part = self->x > self->before ? (x - self->x) / (self->x - self->before) : 0;
  for (int l = 0; l < self->n_lines; l++)
    self->expected[l] = self->value[l] + part * (self->value[l] - self->last[l]);
}

static void reach(follower *self, double x) {
  memcpy(self->last, self->value, sizeof *self->value * (size_t)self->n_lines);
  memcpy(self->value, self->next, sizeof *self->value * (size_t)self->n_lines);
  self->before = self->x, self->x = x;
}

// Goes from the place reached to x, whose eigenvalues are given; by way of the middle if the
// assignment is ambiguous.
static chatter_status go(follower *self, double x, int n, const double complex *value, int depth) {
  expect(self, x);
  const int clear = assign(self->n_lines, self->expected, n, value, self->room, self->next);
  if (clear || depth == DEEPEST || !self->source) {
    reach(self, x);
    return CHATTER_OK;
  }
  int n_middle;
  double complex middle[2 * MOST_LINES];
  const double half = self->x + (x - self->x) / 2;
  TRY(self->source->at(self->source->context, 0, half, self->n_lines + LINES_SPARE, middle, &n_middle));
  TRY(go(self, half, n_middle, middle, depth + 1));
  return go(self, x, n, value, depth + 1);
}

typedef struct sampling {
  const eigen_source *source;
  const double *place;
  int wanted;
  double complex *value; // [n_places][wanted]
  int *n;
} sampling;

static chatter_status sample(void *context, int thread, long i) {
  const sampling *self = context;
  return self->source->at(self->source->context, thread, self->place[i], self->wanted,
                          self->value + i * self->wanted, &self->n[i]);
}

static chatter_status follow(follower *self, const sampling *samples, eigen_lines *out) {
  for (int l = 0; l < self->n_lines; l++) self->value[l] = samples->value[l];
  self->x = self->before = out->place[0];
  memcpy(self->last, self->value, sizeof *self->value * (size_t)self->n_lines);
  for (long i = 0; i < out->n_places; i++) {
    if (i > 0) TRY(go(self, out->place[i], samples->n[i], samples->value + i * samples->wanted, 0));
    memcpy(out->value + i * out->n_lines, self->value, sizeof *self->value * (size_t)self->n_lines);
  }
  return CHATTER_OK;
}

static void *room_for(arena *memory, long n, size_t size) {
  return arena_allocate(memory, ((size_t)n + 1) * size);
}

// Joins given samples to lines.
static chatter_status join(const sampling *samples, int n_lines, arena *memory, eigen_lines *out) {
  if (samples->n[0] < n_lines) n_lines = out->n_lines = samples->n[0];
  double complex *rows = room_for(memory, 4L * n_lines, sizeof *rows);
  follower self = {.source = samples->source, .n_lines = n_lines};
  self.room = room_for(memory, (long)n_lines * samples->wanted, sizeof *self.room);
  out->value = room_for(memory, out->n_places * n_lines, sizeof *out->value);
  if (!rows || !self.room || !out->value) return CHATTER_DEVICE;
  self.value = rows, self.last = rows + n_lines, self.expected = rows + 2L * n_lines;
  self.next = rows + 3L * n_lines;
  return follow(&self, samples, out);
}

chatter_status eigen_lines_follow(const eigen_source *source, int n_lines, long n_places, const double *place,
                                  arena *memory, eigen_lines *out) {
  CHECK(n_lines > 0 && n_lines < MOST_LINES - LINES_SPARE, "more lines than there is room for");
  sampling samples = {.source = source, .place = place, .wanted = n_lines + LINES_SPARE};
  *out = (eigen_lines){.n_lines = n_lines, .n_places = n_places, .place = place};
  samples.value = room_for(memory, n_places * samples.wanted, sizeof *samples.value);
  samples.n = room_for(memory, n_places, sizeof *samples.n);
  if (!samples.value || !samples.n) return CHATTER_DEVICE;
  TRY(threads_for(source->threads, n_places, sample, &samples));
  return join(&samples, n_lines, memory, out);
}

chatter_status eigen_lines_join(int n_lines, long n_places, const double *place, double complex *given,
                                arena *memory, eigen_lines *out) {
  CHECK(n_lines > 0 && n_lines < MOST_LINES, "more lines than there is room for");
  sampling samples = {.place = place, .wanted = n_lines, .value = given};
  *out = (eigen_lines){.n_lines = n_lines, .n_places = n_places, .place = place};
  samples.n = room_for(memory, n_places, sizeof *samples.n);
  if (!samples.n) return CHATTER_DEVICE;
  for (long i = 0; i < n_places; i++)
    while (samples.n[i] < n_lines && !isnan(creal(given[i * n_lines + samples.n[i]]))) samples.n[i]++;
  return join(&samples, n_lines, memory, out);
}

chatter_status eigen_lines_between(const eigen_source *source, const eigen_lines *lines, long i, double x,
                                   double complex *value) {
  const int n = lines->n_lines;
  int n_found;
  double complex found[2 * MOST_LINES], expected[MOST_LINES];
  const double complex *a = lines->value + i * n, *b = a + n;
  const double part = (x - lines->place[i]) / (lines->place[i + 1] - lines->place[i]);
  pair *room;
  for (int l = 0; l < n; l++) expected[l] = a[l] + part * (b[l] - a[l]);
  ALLOCATE(room, n * (n + LINES_SPARE));
  const chatter_status status = source->at(source->context, 0, x, n + LINES_SPARE, found, &n_found);
  if (status == CHATTER_OK) assign(n, expected, n_found, found, room, value);
  memory_free(room);
  return status;
}
