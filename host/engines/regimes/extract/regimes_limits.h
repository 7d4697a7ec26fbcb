// Analytic limits of the motion regimes as lines over the x axis of a map.
#ifndef CHATTER_ENGINES_REGIMES_LIMITS_H
#define CHATTER_ENGINES_REGIMES_LIMITS_H

#include "plot/figure.h"

enum { LIMIT_S1, LIMIT_EXACT, LIMIT_NO_MOTION, N_LIMITS };

typedef struct limits_place {
  double x, y[N_LIMITS]; // in the units of the axes; NaN: unknown; infinite at peaks
} limits_place;

typedef struct limits_line {
  size_t n;
  limits_place *places; // [n], ascending in x
  int is_there[N_LIMITS];
} limits_line;

// Name of the output that holds a limit.
const char *limits_output(int which);

// Finds the lines of the trajectories whose of[i] is `panel`: at every value of x in the results,
// and at many values between if the study is known and its model needs no other program. A limit is
// a friction force independent of y; if y is another quantity, it is scaled by the trajectory's own
// ratio of both.
chatter_status limits_find(const figure *self, const result_variable *x, const result_variable *y,
                           const int *of, int panel, limits_line *out);

#endif
