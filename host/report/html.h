// Pieces of HTML: what is written as text is escaped.
#ifndef CHATTER_REPORT_HTML_H
#define CHATTER_REPORT_HTML_H

#include <stdio.h>

#include "results/result_set.h"

// <td> with six digits for people and all 17 in data-value; an interval's ends may be infinite.
void html_number(FILE *out, double value);
void html_cell(FILE *out, const char *tag, const char *text); // <tag>text</tag>
// <td> of an item of a variable: a number, or the word of a flag.
void html_item(FILE *out, const result_variable *variable, size_t item);
// " (mm)" of units that are worth saying.
void html_units(FILE *out, const char *units);
// A table that scrolls where it is wider than the page, and its head; `numbers`: of that many last columns.
void html_table_begin(FILE *out, const char *class, int n, const char *const *head);
void html_table_end(FILE *out);

#endif
