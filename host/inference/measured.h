// Measured curves: a CSV file whose first column is their abscissa, and every other one what results call it.
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
  int n;             // values that there are: empty cells are none
  double *at;        // [n] abscissa, in the unit of the results' coordinate
  double *value;     // [n]
  double *deviation; // [n], > 0
  int is_inferred;   // 1: of the noise only the shape is known, and `deviation` is a guess
} measured_column;

typedef struct measured {
  csv_table table;
  arena *memory;
  int n_columns;
  measured_column *column; // [n_columns]
} measured;

// Raises every mistake with its place. Destroy it also after failure.
chatter_status measured_read(const char *path, const identify_config *how, measured *out);
void measured_destroy(measured *self);

#endif
