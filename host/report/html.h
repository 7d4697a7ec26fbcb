// Writes pieces of HTML; texts are escaped.
#ifndef CHATTER_REPORT_HTML_H
#define CHATTER_REPORT_HTML_H

#include <stdio.h>

#include "results/result_set.h"

// Writes <td> with six digits and all 17 in data-value; an interval's ends may be infinite.
void html_number(FILE *out, double value);
void html_cell(FILE *out, const char *tag, const char *text); // <tag>text</tag>
// Writes <td> for an item of a variable: a number, or the word of a flag.
void html_item(FILE *out, const result_variable *variable, size_t item);
// Writes " (mm)", unless the unit is "1" or empty.
void html_units(FILE *out, const char *units);
// Writes the start of a table, which scrolls if it is wider than the page, and its head; the last
// `numbers` columns are numeric.
void html_table_begin(FILE *out, const char *class, int n, const char *const *head);
void html_table_end(FILE *out);

#endif
