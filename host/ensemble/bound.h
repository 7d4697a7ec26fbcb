// What plans of one study have in common and need not make again: for every set of structural values the
// study that has them, its reduced model and the layout of its kernel. A plan that is told of it
// (run_plan.bound) takes its groups from there and leaves them there; the sets used last are kept. Files that
// they were made from are not looked at again.
#ifndef CHATTER_ENSEMBLE_BOUND_H
#define CHATTER_ENSEMBLE_BOUND_H

#include "ensemble/engine.h"
#include "study/samples/samples.h"
#include "study/study.h"

enum { BOUND_KEPT = 8 }; // sets that stay though nobody uses them

// Constant once it is complete.
typedef struct bound_model {
  struct bound_model *next;
  int complete, users;
  long used; // when last
  // What it belongs to: the parameters of the samples, by their place in the study, and of each the value
  // where it is structural, else 0.
  int n_parameters;
  size_t *offset;
  double *value;
  study *study;
  reduced_model reduced;
  engine_layout layout;
} bound_model;

typedef struct bound_models {
  bound_model *first;
  long uses;
  struct start_states *start; // of initial.from; NULL: none, or not read yet
} bound_models;

void bound_destroy(bound_models *self); // nobody uses any of it

// The model for row i of the samples, complete or to be made by whoever asked; NULL when out of memory.
bound_model *bound_take(bound_models *self, const samples *s, long i);
// One that is not complete is gone, without what it was given so far.
void bound_return(bound_models *self, bound_model *of_row);

#endif
