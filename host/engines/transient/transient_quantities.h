// Words and tables of the quantities of transient outputs and of what is kept of them.
#ifndef CHATTER_ENGINES_TRANSIENT_QUANTITIES_H
#define CHATTER_ENGINES_TRANSIENT_QUANTITIES_H

#include "study/study.h"

// signal -1: a counter of a contact point. Words for the results file.
typedef struct quantity_words {
  int signal;
  int needs; // 0 nothing, 1 response, 2 contact point, 3 contact point with a normal row
  const char *words;
} quantity_words;

extern const quantity_words transient_quantities[QUANTITY_ITERATIONS + 1];
extern const int transient_keeps[REDUCE_SERIES + 1]; // KEEP_ bits, those of windows shifted
extern const char *const transient_reduces[REDUCE_SERIES + 1];

int transient_is_of_all_points(const output_config *output); // contact: all

#endif
