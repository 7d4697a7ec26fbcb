// Prints statistics of a results file as a table, CSV or JSON.
#ifndef CHATTER_RESULTS_STATISTICS_STATISTICS_PRINT_H
#define CHATTER_RESULTS_STATISTICS_STATISTICS_PRINT_H

#include <stdio.h>

#include "results/statistics/file_statistics.h"

typedef enum { STATISTICS_TABLE, STATISTICS_CSV, STATISTICS_JSON } statistics_format;
chatter_status file_statistics_print(const file_statistics *self, statistics_format format, FILE *out);

#endif
