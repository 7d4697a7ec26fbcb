// Fields of all CSV tables (RFC 4180).
#ifndef CHATTER_RESULTS_CSV_PRINT_H
#define CHATTER_RESULTS_CSV_PRINT_H

#include <stdio.h>

#include "results/result_set.h"

void csv_print_text(FILE *out, const char *text); // in quotes if needed
void csv_print_number(FILE *out, double number);  // 17 significant digits, inf, -inf, nan
// Prints an item of a variable's data: flags as words, missing whole numbers as nan.
void csv_print_item(FILE *out, const result_variable *variable, const void *data, size_t item);

#endif
