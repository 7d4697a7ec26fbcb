// Measured curves: a CSV file whose first column is the abscissa; the others are named like
// results.
#ifndef CHATTER_INFERENCE_MEASURED_H
#define CHATTER_INFERENCE_MEASURED_H

#include "base/csv.h"
#include "results/result_set.h"
#include "study/sections.h"
#include "study/study.h"

enum { MEASURED_NAME = RESULT_NAME - 1 - (int)sizeof "_measured_deviation" + 1 };
typedef struct measured_column {
  char name[RESULT_NAME];
  const csv_cell *header;
  int n;             // number of values; empty cells have none
  double *at;        // [n] abscissas, in the unit of the results' coordinate
  double *value;     // [n]
  double *deviation; // [n], > 0
  int is_inferred;   // 1: only the shape of the noise is known, and `deviation` is a guess
} measured_column;

typedef struct measured {
  csv_table table;
  arena *memory;
  int n_columns;
  measured_column *column; // [n_columns]
} measured;

// Reads the file; raises every mistake with its place. Destroy *out also after failure.
chatter_status measured_read(const char *path, const identify_config *how, measured *out);
void measured_destroy(measured *self);

#endif
