// Texts and numbers of JSON (RFC 8259).
#ifndef CHATTER_PLOT_JSON_PRINT_H
#define CHATTER_PLOT_JSON_PRINT_H

#include <stdio.h>

// In quotes; NULL: null. Bytes that are no UTF-8 are written as \xNN.
void json_print_text(FILE *out, const char *text);
// The shortest digits that read back as the same number; what is not finite: null.
void json_print_number(FILE *out, double number);
// The same number to `digits` significant digits, or to -digits behind the point.
void json_print_rounded(FILE *out, double number, int digits);

#endif
