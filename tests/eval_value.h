// For tests of evaluated tables: one value by the name of its output.
#ifndef CHATTER_TESTS_EVAL_VALUE_H
#define CHATTER_TESTS_EVAL_VALUE_H

#include "check.h"
#include "ensemble/eval.h"

static inline double eval_value(const eval_table *t, long row, const char *name) {
  for (int o = 0; o < t->n_outputs; o++)
    if (strcmp(t->name[o], name) == 0) return t->value[row * t->n_outputs + o];
  fprintf(stderr, "no output '%s'\n", name);
  exit(1);
}

#endif
