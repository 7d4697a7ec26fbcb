#include "plot/sheet/marks.h"

#include "base/csv.h"
#include "model/kinds.h"

enum { FIRST_OBJECT = 1000 }; // of gnuplot's numbers; a kind's own stand below

static void write_band(const figure *self, long number, double from, double to, int over_image) {
  fprintf(self->script, "set object %ld rectangle from %.9g,graph 0 to %.9g,graph 1 %s clip\n", number, from,
          to,
          over_image ? "front fillstyle empty border linecolor '#FF8C42' linewidth 1.3"
                     : "behind fillcolor '#E69F00' fillstyle transparent solid 0.22 noborder");
}

// A frame about its frequency, with a height of its own: what happens there is seen through it.
static void write_frame(const figure *self, long number, double from, double to, double frequency) {
  fprintf(
      self->script,
      "set object %ld rectangle center %.9g,%.9g size %.9g,graph 0.03 front fillstyle empty border linecolor "
      "'#FF8C42' linewidth 1.3 clip\n",
      number, 0.5 * (from + to), frequency, to - from);
}

static chatter_status write_row(const figure *self, const csv_table *table, long row, const int column[3],
                                const double factor[2], int over_image) {
  double from, to, frequency = 0;
  TRY(csv_number(table, row, column[0], &from));
  TRY(csv_number(table, row, column[1], &to));
  if (!(from <= to))
    return csv_raise(table, csv_at(table, row, column[1]), "from %g to %g is no interval", from, to);
  const int has_frequency = column[2] >= 0 && csv_text(table, row, column[2])[0];
  if (has_frequency) TRY(csv_number(table, row, column[2], &frequency));
  if (has_frequency && factor[1] > 0)
    write_frame(self, FIRST_OBJECT + row, factor[0] * from, factor[0] * to, factor[1] * frequency);
  else
    write_band(self, FIRST_OBJECT + row, factor[0] * from, factor[0] * to, over_image);
  return CHATTER_OK;
}

chatter_status marks_write(const figure *self, double x_factor, double y_factor, int over_image) {
  char path[MODEL_PATH];
  csv_table table;
  int column[3] = {-1, -1, -1};
  if (!self->config || !self->wanted->marks[0]) return CHATTER_OK;
  model_file_path(self->config, self->wanted->marks, path);
  chatter_status status = csv_read(path, CHATTER_IO, CHATTER_BAD_STUDY, &table);
  if (status == CHATTER_OK) status = csv_require(&table, "from", &column[0]);
  if (status == CHATTER_OK) status = csv_require(&table, "to", &column[1]);
  if (status == CHATTER_OK) column[2] = csv_find(&table, "frequency");
  for (long row = 0; status == CHATTER_OK && row < table.n_rows; row++)
    status = write_row(self, &table, row, column, (const double[]){x_factor, y_factor}, over_image);
  csv_destroy(&table);
  return status;
}
