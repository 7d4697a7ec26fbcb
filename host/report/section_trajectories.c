// Section of trajectories, failed ones first, as many as a page can hold.
#include <string.h>

#include "base/printable.h"
#include "report/html.h"
#include "report/report_sections.h"

enum { MAX_ROWS = 200, MAX_COLUMNS = 24 };

static void write_row(const report_source *self, const result_variable *const *columns, int n_columns,
                      size_t i, FILE *out) {
  const result_variable *number = result_set_find(self->results, "trajectory");
  const result_variable *status = result_set_find(self->results, "status");
  fputs(report_trajectory_is_ok(self, i) ? "<tr>" : "<tr class=\"bad\">", out);
  if (number && number->type == RESULT_INT)
    html_item(out, number, i);
  else
    html_number(out, (double)i);
  if (status && status->type == RESULT_INT) html_item(out, status, i);
  for (int c = 0; c < n_columns; c++) html_item(out, columns[c], i);
  fputs("</tr>\n", out);
}

static void write_head(const report_source *self, const result_variable *const *columns, int n_columns,
                       FILE *out) {
  html_table_begin(out, "trajectories", 0, NULL);
  fputs("<tr><th>Trajectory</th>", out);
  if (result_set_find(self->results, "status")) fputs("<th>Status</th>", out);
  for (int c = 0; c < n_columns; c++) {
    fputs("<th>", out);
    text_escape(out, columns[c]->name);
    html_units(out, columns[c]->units);
    fputs("</th>", out);
  }
  fputs("</tr>\n", out);
}

void report_section_trajectories(const report_source *self, FILE *out) {
  const result_variable **columns = report_table_columns(self);
  int n_columns = 0;
  size_t written = 0, failed = 0;
  while (columns && columns[n_columns] && n_columns < MAX_COLUMNS) n_columns++;
  for (size_t i = 0; i < self->n; i++) failed += !report_trajectory_is_ok(self, i);
  if (self->n == 0) return;
  fprintf(out, "<section class=\"rows\"><details%s><summary><h3>Trajectories one by one</h3></summary>\n",
          self->n <= 20 ? " open" : "");
  write_head(self, columns, n_columns, out);
  for (int pass = 0; pass < 2; pass++) // failed ones, then the others
    for (size_t i = 0; i < self->n && written < MAX_ROWS; i++)
      if (report_trajectory_is_ok(self, i) == pass) {
        write_row(self, columns, n_columns, i, out);
        written++;
      }
  html_table_end(out);
  if (written < self->n)
    fprintf(
        out,
        "<p class=\"note\">%zu of %zu%s; <code>chatter export</code> writes all of them as a table.</p>\n",
        written, self->n, failed ? ", those that failed first" : "");
  fputs("</details></section>\n", out);
}
