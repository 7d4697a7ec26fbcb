// libFuzzer target for CSV tables: every cell is read as text, number and integer.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  csv_table table;
  chatter_status status = csv_parse((const char *)data, size, "fuzz.csv", CHATTER_BAD_STUDY, &table);
  if (status != CHATTER_OK && !error_count()) abort();
  if (status == CHATTER_OK) {
    int column = 0;
    if (csv_require(&table, "sample_id", &column) == CHATTER_OK && column >= table.n_columns) abort();
    for (long row = 0; row < table.n_rows; row++)
      for (int k = 0; k < table.n_columns; k++) {
        double x = 0;
        long n = 0;
        int number = csv_number(&table, row, k, &x) == CHATTER_OK,
            whole = csv_integer(&table, row, k, &n) == CHATTER_OK;
        if (whole && (!number || (double)n != x)) abort();
        if (csv_at(&table, row, k)->line < 1 || strlen(csv_text(&table, row, k)) > size) abort();
        error_clear();
      }
  }
  csv_destroy(&table);
  error_clear();
  return 0;
}
