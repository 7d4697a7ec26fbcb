// Reduced models and layouts shared between plans.
#include "ensemble/bound.h"

#include "ensemble/batch/binder.h"
#include "ensemble/state/start_states.h"
#include "study/samples/samples.h"

static double structural_value(const samples *s, long i, int p) {
  return s->parameters[p].structural ? s->value[i * s->n_parameters + p] : 0;
}

static int is_of(const bound_model *of_row, const samples *s, long i) {
  if (of_row->n_parameters != s->n_parameters) return 0;
  for (int p = 0; p < s->n_parameters; p++)
    if (of_row->offset[p] != s->parameters[p].offset || of_row->value[p] != structural_value(s, i, p))
      return 0;
  return 1;
}

static void destroy(bound_model *of_row) {
  if (of_row->complete) {
    arena_destroy(of_row->layout.memory);
    if (of_row->reduced.memory) reduced_destroy(&of_row->reduced);
    binder_free_study(of_row->study);
  }
  memory_free(of_row->offset);
  memory_free(of_row->value);
  memory_free(of_row);
}

static void remove_one(bound_models *self, bound_model *of_row) {
  bound_model **at = &self->first;
  while (*at != of_row) at = &(*at)->next;
  *at = of_row->next;
  destroy(of_row);
}

void bound_destroy(bound_models *self) {
  while (self->first) remove_one(self, self->first);
  start_states_close(self->start);
  self->start = NULL;
}

static bound_model *add(bound_models *self, const samples *s, long i) {
  bound_model *of_row = memory_array(1, sizeof *of_row, __FILE__, __LINE__);
  if (!of_row) return NULL;
  of_row->n_parameters = s->n_parameters;
  of_row->offset = memory_array((size_t)s->n_parameters + 1, sizeof *of_row->offset, __FILE__, __LINE__);
  of_row->value = memory_array((size_t)s->n_parameters + 1, sizeof *of_row->value, __FILE__, __LINE__);
  if (!of_row->offset || !of_row->value) {
    destroy(of_row);
    return NULL;
  }
  for (int p = 0; p < s->n_parameters; p++) {
    of_row->offset[p] = s->parameters[p].offset;
    of_row->value[p] = structural_value(s, i, p);
  }
  of_row->next = self->first;
  self->first = of_row;
  return of_row;
}

bound_model *bound_take(bound_models *self, const samples *s, long i) {
  bound_model *of_row = self->first;
  while (of_row && !(of_row->complete && is_of(of_row, s, i))) of_row = of_row->next;
  if (!of_row) of_row = add(self, s, i);
  if (!of_row) return NULL;
  of_row->users++;
  of_row->used = ++self->uses;
  return of_row;
}

// Drops the least recently used models beyond the number that is kept.
static void trim(bound_models *self) {
  bound_model *oldest = NULL;
  int n = 0;
  for (bound_model *of_row = self->first; of_row; of_row = of_row->next) {
    if (of_row->users > 0) continue;
    n++;
    if (!oldest || of_row->used < oldest->used) oldest = of_row;
  }
  if (n > BOUND_KEPT) remove_one(self, oldest);
}

void bound_return(bound_models *self, bound_model *of_row) {
  of_row->users--;
  if (of_row->complete)
    trim(self);
  else
    remove_one(self, of_row);
}
