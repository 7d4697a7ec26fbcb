// The numbers of a drawing as gnuplot reads them: blocks, two empty lines between them.
#include <math.h>

#include "plot/drawing/gnuplot_script.h"

int gnuplot_block(const drawing *of, const drawing_table *table) {
  int block = 0;
  for (int i = 0; i < of->n_tables && of->table[i] != table; i++) block += of->table[i]->n > 0;
  return block;
}

static void write_number(FILE *out, double value, int digits) {
  if (isnan(value))
    fputs("nan", out);
  else if (digits < 0)
    fprintf(out, "%.*f", -digits, value);
  else
    fprintf(out, "%.*g", digits, value);
}

static void write_row(FILE *out, const drawing_table *table, size_t row) {
  for (int c = 0; c < table->n_columns; c++) {
    const int digits = table->digits[c < DRAWING_COLUMNS ? c : 0];
    if (c > 0) fputc(' ', out);
    write_number(out, table->value[row * (size_t)table->n_columns + (size_t)c], digits);
  }
  fputs(table->what[row] == ROW_BETWEEN ? " # between\n" : "\n", out);
}

void gnuplot_data_write(const drawing *of, FILE *out) {
  const char *between = "";
  for (int i = 0; i < of->n_tables; i++) {
    const drawing_table *table = of->table[i];
    if (table->n == 0) continue;
    fprintf(out, "%s# %s\n", between, table->name);
    for (size_t row = 0; row < table->n; row++)
      if (table->what[row] == ROW_GAP)
        fputc('\n', out);
      else
        write_row(out, table, row);
    between = "\n\n";
  }
}
