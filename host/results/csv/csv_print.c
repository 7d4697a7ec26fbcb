// Writes fields of CSV tables.
#include "results/csv/csv_print.h"

#include <math.h>
#include <string.h>

#include "results/result_set.h"

void csv_print_text(FILE *out, const char *text) {
  if (!text) return;
  if (!strpbrk(text, ",\"\r\n")) {
    fputs(text, out);
    return;
  }
  putc('"', out);
  for (; *text; text++) {
    if (*text == '"') putc('"', out);
    putc(*text, out);
  }
  putc('"', out);
}

void csv_print_number(FILE *out, double number) {
  if (isnan(number))
    fputs("nan", out); // never "-nan"
  else
    fprintf(out, "%.17g", number);
}

// Prints the word of a flag's value. Returns 0 if the value has none.
static int print_flag(FILE *out, const char *meanings, int value) {
  for (; value > 0 && *meanings; value--) {
    meanings += strcspn(meanings, " ");
    meanings += strspn(meanings, " ");
  }
  if (value != 0 || !*meanings) return 0;
  fprintf(out, "%.*s", (int)strcspn(meanings, " "), meanings);
  return 1;
}

void csv_print_item(FILE *out, const result_variable *variable, const void *data, size_t item) {
  if (variable->type == RESULT_DOUBLE) {
    csv_print_number(out, ((const double *)data)[item]);
  } else if (variable->type == RESULT_STRING) {
    csv_print_text(out, ((char *const *)data)[item]);
  } else {
    int value = ((const int *)data)[item];
    if (variable->flag_meanings && print_flag(out, variable->flag_meanings, value)) return;
    if (value == RESULT_INT_MISSING)
      fputs("nan", out);
    else
      fprintf(out, "%d", value);
  }
}
