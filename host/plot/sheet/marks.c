// Reads and draws marked intervals.
#include "plot/sheet/marks.h"

#include "base/csv.h"
#include "model/model.h"

static const char mark_colour_over_cells[] = "#FF8C42"; // visible on all colours of cells

static void add_band(const figure *self, drawing_panel *to, double from, double end, int over_image) {
  drawing_box box = {
      .from = {{IN_AXES, IN_PANEL}, {from, 0}}, .to = {{IN_AXES, IN_PANEL}, {end, 1}}, .is_clipped = 1};
  if (over_image)
    box.layer = 1, box.edge = mark_colour_over_cells, box.width = 1.3;
  else
    box.layer = -1, box.fill = "#E69F00", box.opacity = 0.22;
  drawing_box_add(self->to, to, box);
}

// Adds a frame around a frequency, with a height of its own; it stays transparent.
static void add_frame(const figure *self, drawing_panel *to, double from, double end, double frequency) {
  drawing_box_add(self->to, to,
                  (drawing_box){.from = {{IN_AXES, IN_AXES}, {0.5 * (from + end), frequency}},
                                .to = {{IN_AXES, IN_PANEL}, {end - from, 0.03}},
                                .is_centred = 1,
                                .edge = mark_colour_over_cells,
                                .width = 1.3,
                                .layer = 1,
                                .is_clipped = 1});
}

static chatter_status add_mark_of_row(const figure *self, drawing_panel *panel, const csv_table *table,
                                      long row, const int column[3], const double factor[2], int over_image) {
  double from, to, frequency = 0;
  TRY(csv_number(table, row, column[0], &from));
  TRY(csv_number(table, row, column[1], &to));
  if (!(from <= to))
    return csv_raise(table, csv_at(table, row, column[1]), "from %g to %g is no interval", from, to);
  const int has_frequency = column[2] >= 0 && csv_text(table, row, column[2])[0];
  if (has_frequency) TRY(csv_number(table, row, column[2], &frequency));
  if (has_frequency && factor[1] > 0)
    add_frame(self, panel, factor[0] * from, factor[0] * to, factor[1] * frequency);
  else
    add_band(self, panel, factor[0] * from, factor[0] * to, over_image);
  return CHATTER_OK;
}

chatter_status interval_marks_add(const figure *self, drawing_panel *to, double x_factor, double y_factor,
                                  int over_image) {
  char path[MODEL_PATH];
  csv_table table;
  int column[3] = {-1, -1, -1};
  if (!self->config || !self->wanted->marks[0]) return CHATTER_OK;
  model_file_path(self->config->path, self->wanted->marks, path);
  chatter_status status = csv_read(path, CHATTER_IO, CHATTER_BAD_STUDY, &table);
  if (status == CHATTER_OK) status = csv_require(&table, "from", &column[0]);
  if (status == CHATTER_OK) status = csv_require(&table, "to", &column[1]);
  if (status == CHATTER_OK) column[2] = csv_find(&table, "frequency");
  for (long row = 0; status == CHATTER_OK && row < table.n_rows; row++)
    status = add_mark_of_row(self, to, &table, row, column, (const double[]){x_factor, y_factor}, over_image);
  csv_destroy(&table);
  return status;
}
