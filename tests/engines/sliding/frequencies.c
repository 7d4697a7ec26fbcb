// Frequencies of the two reduced bodies as the engine assembles them, compared with another
// program's (reference/frequencies.csv, an independent implementation of the same beams: complete,
// reduced by Craig-Bampton with 20 fixed-interface modes, and with 20 free-interface modes), and
// the limit of the time step.
#include "base/csv.h"
#include "sliding_study.h"

enum { ROWS = 25 };

static void read_column(const csv_table *table, const char *name, double *out) {
  int column;
  CHECK_OK(csv_require(table, name, &column));
  TEST_CHECK(table->n_rows == ROWS);
  for (int i = 0; i < ROWS; i++) CHECK_OK(csv_number(table, i, column, &out[i]));
}

// Compares the lowest frequencies of a body; those of the file have 12 digits. Rounding of the
// highest, 3.06 MHz, is (3.06e6 / 45)^2 / 2 times as much in the lowest, 45 Hz: 2e-7 at most.
static void compare(const csv_table *table, const char *column, const double *omega2, int n) {
  double wanted[ROWS];
  read_column(table, column, wanted);
  for (int i = 0; i < n; i++) CHECK_NEAR(sqrt(omega2[i]) / (2 * M_PI), wanted[i], 0, 2e-7);
}

int main(void) {
  static const char *const free_interface[] = {"target.reduction.method=rubin"};
  static const char outputs[] = "  tip: {node: target.303, direction: y}\n";
  char path[1024];
  csv_table table;
  sliding_run run;
  snprintf(path, sizeof path, "%s/tests/engines/sliding/reference/frequencies.csv", source_folder());
  CHECK_OK(csv_read(path, CHATTER_IO, CHATTER_IO, &table));

  sliding_reduce(&run, outputs, 0, NULL);
  TEST_CHECK(run.r.n_first == 25 && run.r.n_modes == 245);
  TEST_CHECK(run.r.omega2[0] == 0); // exactly: rounding would bind the slider to its place
  compare(&table, "beam1_Aux_fixed_CB_Hz", run.r.omega2, 25);
  compare(&table, "beam2_clamped_CBfixed_Hz", run.r.omega2 + 25, 25);
  // An independent program gives 6.54881e-8 s, for a mode of 3.06 MHz.
  CHECK_NEAR(run.r.limit_open, 6.54881e-8, 0, 1e-6);
  sliding_close(&run);

  sliding_reduce(&run, outputs, 1, free_interface);
  compare(&table, "beam2_clamped_CBfreeInterface_Hz", run.r.omega2 + 25, 25);
  sliding_close(&run);
  csv_destroy(&table);
  return TEST_END();
}
