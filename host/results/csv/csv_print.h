// Fields of CSV tables (RFC 4180) as every table of ours has them.
#ifndef CHATTER_RESULTS_CSV_PRINT_H
#define CHATTER_RESULTS_CSV_PRINT_H

#include <stdio.h>

#include "results/result_set.h"

void csv_print_text(FILE *out, const char *text); // in quotes where it must be
void csv_print_number(FILE *out, double number);  // 17 significant digits, inf, -inf, nan
// Item of a variable's data; flags as words, whole numbers never computed as nan.
void csv_print_item(FILE *out, const result_variable *variable, const void *data, size_t item);

#endif
