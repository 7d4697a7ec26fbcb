// Prints texts and numbers as JSON (RFC 8259).
#ifndef CHATTER_PLOT_JSON_PRINT_H
#define CHATTER_PLOT_JSON_PRINT_H

#include <stdio.h>

// Prints a text in quotes, NULL as null, bytes that are no UTF-8 as \xNN.
void json_print_text(FILE *out, const char *text);
// Prints the fewest digits that read back as the same number; null if it is not finite.
void json_print_number(FILE *out, double number);
// Prints the number to `digits` significant digits, or to -digits behind the point.
void json_print_rounded(FILE *out, double number, int digits);

#endif
