// Statistics as rows of one value each, for tables.
#ifndef CHATTER_RESULTS_STATISTICS_STATISTICS_ROWS_H
#define CHATTER_RESULTS_STATISTICS_STATISTICS_ROWS_H

#include "results/statistics/file_statistics.h"

typedef struct statistics_row {
  const output_statistics *output;
  const statistic *of;
  size_t along, item, count; // places on its axis, in the output, among the counts
  double value, low, high;   // low, high NAN: no interval
} statistics_row;

// Number `place` of a statistic's values; 0: there are no more.
int statistics_row_at(const output_statistics *output, const statistic *of, size_t place,
                      statistics_row *row);
// What a row is of: "0.95" with so many digits at most, "contact.gap"; "" where it is of the output itself.
void statistics_row_argument_text(const statistics_row *row, int digits, char *text, size_t size);
// Where in the output it stands: "window=3"; "" of one number. Coordinates by their values.
void statistics_row_position_text(const file_statistics *file, const statistics_row *row, char *text,
                                  size_t size);

#endif
