#include "plot/drawing/json_print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"

static void print_character(FILE *out, char c) {
  if (c == '"' || c == '\\')
    fprintf(out, "\\%c", c);
  else if (c == '\n')
    fputs("\\n", out);
  else if (c == '\t')
    fputs("\\t", out);
  else
    fputc(c, out);
}

void json_print_text(FILE *out, const char *text) {
  char *clean = text ? malloc(4 * strlen(text) + 5) : NULL;
  if (!clean) {
    fputs("null", out);
    return;
  }
  fputc('"', out);
  for (const char *c = text_printable(text, clean, 4 * strlen(text) + 5); *c; c++) print_character(out, *c);
  fputc('"', out);
  free(clean);
}

void json_print_number(FILE *out, double number) {
  char text[40];
  if (!isfinite(number)) {
    fputs("null", out);
    return;
  }
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, number);
    if (strtod(text, NULL) == number) break;
  }
  fputs(text, out);
}

void json_print_rounded(FILE *out, double number, int digits) {
  if (!isfinite(number))
    fputs("null", out);
  else if (digits < 0)
    fprintf(out, "%.*f", -digits, number);
  else
    fprintf(out, "%.*g", digits, number);
}
