// Statistics as rows of one value each, for tables.
#ifndef CHATTER_RESULTS_STATISTICS_STATISTICS_ROWS_H
#define CHATTER_RESULTS_STATISTICS_STATISTICS_ROWS_H

#include "results/statistics/file_statistics.h"

typedef struct statistics_row {
  const output_statistics *output;
  const statistic *of;
  size_t along, item, count; // indices on its axis, in the output, among the counts
  double value, low, high;   // low, high NAN: no interval
} statistics_row;

// Makes row `place` of a statistic's values; returns 0 after the last.
int statistics_row_at(const output_statistics *output, const statistic *of, size_t place,
                      statistics_row *row);
// Writes the row's place on the axis of the statistic: "0.95" with so many digits at most,
// "contact.gap"; "" if there is no axis.
void statistics_row_argument_text(const statistics_row *row, int digits, char *text, size_t size);
// Writes the row's place in the output: "window=3"; "" for a single number. Coordinates are given
// by value.
void statistics_row_position_text(const file_statistics *file, const statistics_row *row, char *text,
                                  size_t size);

#endif
