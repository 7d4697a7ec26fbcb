// Maps numbers to rows of sources.
#include "results/row_map.h"

#include <stdio.h>
#include <stdlib.h>

chatter_status row_map_add_run(row_map *self, const row_run *run) {
  if (self->n_runs == self->capacity) {
    size_t capacity = self->capacity ? 2 * self->capacity : 64;
    row_run *runs = realloc(self->runs, capacity * sizeof *runs);
    if (!runs)
      return error_raise(CHATTER_DEVICE, "out of memory for the places of %zu trajectories", self->n_rows);
    self->runs = runs;
    self->capacity = capacity;
  }
  self->runs[self->n_runs++] = *run;
  self->n_rows += run->count;
  return CHATTER_OK;
}

chatter_status row_map_add(row_map *self, int source, size_t n, const int *key, const unsigned char *skip) {
  for (size_t i = 0; i < n;) {
    if (skip && skip[i]) {
      i++;
      continue;
    }
    row_run run = {.first = (size_t)key[i], .count = 1, .row = i, .source = source};
    while (i + run.count < n && (!skip || !skip[i + run.count]) &&
           (size_t)key[i + run.count] == run.first + run.count)
      run.count++;
    i += run.count;
    if (row_map_add_run(self, &run) != CHATTER_OK) return CHATTER_DEVICE;
  }
  return CHATTER_OK;
}

static int compare_first(const void *a, const void *b) {
  const row_run *x = a, *y = b;
  if (x->first != y->first) return x->first < y->first ? -1 : 1;
  return x->source - y->source;
}

void row_map_sort(row_map *self) {
  if (self->n_runs) qsort(self->runs, self->n_runs, sizeof *self->runs, compare_first);
}

int row_map_find_overlap(const row_map *self, size_t *number, const row_run **a, const row_run **b) {
  for (size_t i = 1; i < self->n_runs; i++) {
    const row_run *before = &self->runs[i - 1], *run = &self->runs[i];
    if (run->first >= before->first + before->count) continue;
    *number = run->first;
    *a = before;
    *b = run;
    return 1;
  }
  return 0;
}

size_t row_map_missing(const row_map *self, size_t n_total, char *text, size_t size) {
  enum { SHOWN = 5 };
  size_t next = 0, missing = 0, used = 0, ranges = 0;
  if (size) text[0] = 0;
  for (size_t i = 0; i <= self->n_runs; i++) {
    size_t first = i < self->n_runs ? self->runs[i].first : n_total;
    if (first > next) {
      missing += first - next;
      if (++ranges <= SHOWN && used < size) {
        const char *comma = ranges > 1 ? ", " : "";
        int n = first == next + 1
                    ? snprintf(text + used, size - used, "%s%zu", comma, next)
                    : snprintf(text + used, size - used, "%s%zu to %zu", comma, next, first - 1);
        used += (size_t)n;
      }
    }
    if (i < self->n_runs) next = first + self->runs[i].count;
  }
  if (ranges > SHOWN && used < size)
    snprintf(text + used, size - used, " and %zu more ranges", ranges - SHOWN);
  return missing;
}

void row_map_release(row_map *self) {
  free(self->runs);
  *self = (row_map){0};
}
