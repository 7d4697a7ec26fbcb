// Writes HTML elements.
#include "report/html.h"

#include <math.h>
#include <string.h>

#include "base/printable.h"
#include "results/csv/csv_print.h"
#include "results/result_set.h"

void html_number(FILE *out, double value) {
  fputs("<td class=\"number\" data-value=\"", out);
  csv_print_number(out, value);
  if (isnan(value))
    fputs("\">–</td>", out);
  else if (isinf(value))
    fprintf(out, "\">%s∞</td>", value < 0 ? "−" : "");
  else
    fprintf(out, "\">%.6g</td>", value);
}

void html_cell(FILE *out, const char *tag, const char *text) {
  fprintf(out, "<%s>", tag);
  text_escape(out, text);
  fprintf(out, "</%s>", tag);
}

// Writes word number `value` of "ok diverged ...".
static void write_flag(FILE *out, const char *meanings, int value) {
  const char *word = meanings;
  for (int i = 0; i < value && *word; i++) {
    word += strcspn(word, " ");
    word += strspn(word, " ");
  }
  fputs("<td>", out);
  if (value < 0 || !*word) fputs("–", out);
  for (const char *c = word; value >= 0 && *c && *c != ' '; c++)
    text_escape(out, (const char[]){*c == '_' ? ' ' : *c, 0});
  fputs("</td>", out);
}

void html_item(FILE *out, const result_variable *variable, size_t item) {
  if (variable->type == RESULT_STRING)
    html_cell(out, "td", ((char *const *)variable->data)[item]);
  else if (variable->type == RESULT_DOUBLE)
    html_number(out, ((const double *)variable->data)[item]);
  else if (variable->flag_meanings)
    write_flag(out, variable->flag_meanings, ((const int *)variable->data)[item]);
  else {
    const int value = ((const int *)variable->data)[item];
    html_number(out, value == RESULT_INT_MISSING ? (double)NAN : value);
  }
}

void html_units(FILE *out, const char *units) {
  if (!units[0] || strcmp(units, "1") == 0) return;
  fputs(" (", out);
  text_escape(out, units);
  fputs(")", out);
}

void html_table_begin(FILE *out, const char *class, int n, const char *const *head) {
  fprintf(out, "<div class=\"scroll\"><table class=\"%s\">\n", class);
  if (n > 0) fputs("<thead><tr>", out);
  for (int i = 0; i < n; i++) html_cell(out, "th", head[i]);
  fputs(n > 0 ? "</tr></thead>\n<tbody>\n" : "<tbody>\n", out);
}

void html_table_end(FILE *out) {
  fputs("</tbody></table></div>\n", out);
}
