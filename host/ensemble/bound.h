// Shares work between plans of one study: for every set of structural values the study with them,
// its reduced model and the layout of its kernel. A plan with run_plan.bound takes its groups from
// there and returns them; the most recently used sets are kept. Their files are not read again.
#ifndef CHATTER_ENSEMBLE_BOUND_H
#define CHATTER_ENSEMBLE_BOUND_H

#include "ensemble/engine.h"
#include "study/samples/samples.h"
#include "study/study.h"

enum { BOUND_KEPT = 8 }; // unused sets that are kept

// One set; constant once it is complete.
typedef struct bound_model {
  struct bound_model *next;
  int complete, users;
  long used; // time of the last use
  // Key: the parameters of the samples by their place in the study, and for each its value if it is
  // structural, else 0.
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
  struct start_states *start; // states for initial.from; NULL: none, or not read yet
} bound_models;

void bound_destroy(bound_models *self); // no set may be in use

// Returns the model for row i of the samples, complete or to be completed by the caller; NULL: out
// of memory.
bound_model *bound_take(bound_models *self, const samples *s, long i);
// Returns a model; an incomplete one is removed.
void bound_return(bound_models *self, bound_model *of_row);

#endif
