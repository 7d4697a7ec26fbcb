// Estimates with their intervals: any variable V beside which V_low and V_high stand in the same dimensions.
#include <string.h>

#include "report/html.h"
#include "report/source.h"

static const result_variable *find_end(const report_source *self, const result_variable *of,
                                       const char *end) {
  char name[RESULT_NAME + 8];
  snprintf(name, sizeof name, "%s%s", of->name, end);
  const result_variable *found = result_set_find(self->results, name);
  if (!found || found->type != RESULT_DOUBLE || found->n_dims != of->n_dims) return NULL;
  for (int d = 0; d < of->n_dims; d++)
    if (found->size[d] != of->size[d]) return NULL;
  return found;
}

static size_t count_items(const result_variable *variable) {
  size_t n = 1;
  for (int d = 0; d < variable->n_dims; d++) n *= variable->size[d];
  return n;
}

// "quantile 0.05, window 3" of an item, by the coordinates where there are some.
static void write_place(const report_source *self, const result_variable *of, size_t item, FILE *out) {
  size_t index[RESULT_DIMS];
  for (int d = of->n_dims - 1; d >= 0; d--) {
    index[d] = item % of->size[d];
    item /= of->size[d];
  }
  fputs("<td>", out);
  for (int d = 0; d < of->n_dims; d++) {
    const result_variable *coordinate = result_set_find(self->results, of->dim[d]);
    fprintf(out, "%s", d ? ", " : "");
    html_text(out, of->dim[d]);
    putc(' ', out);
    if (coordinate && coordinate->n_dims == 1 && coordinate->type == RESULT_DOUBLE)
      fprintf(out, "%.6g", ((const double *)coordinate->data)[index[d]]);
    else if (coordinate && coordinate->n_dims == 1 && coordinate->type == RESULT_STRING)
      html_text(out, ((char *const *)coordinate->data)[index[d]]);
    else
      fprintf(out, "%zu", index[d]);
  }
  fputs("</td>", out);
}

enum { MOST_ROWS = 400 };

void report_write_estimates(const report_source *self, FILE *out) {
  static const char *const head[] = {"Estimate", "Of", "Value", "From", "To"};
  int n = 0;
  for (int i = 0; i < self->results->n_variables; i++) {
    const result_variable *of = &self->results->variables[i];
    if (of->type != RESULT_DOUBLE) continue;
    const result_variable *low = find_end(self, of, "_low"), *high = find_end(self, of, "_high");
    if (!low || !high) continue;
    if (n++ == 0) {
      fputs("<section class=\"estimates\"><h3>Statistics with their intervals</h3>\n", out);
      html_table_begin(out, "estimates", 5, head);
    }
    const size_t items = count_items(of);
    for (size_t k = 0; k < items && k < MOST_ROWS; k++) {
      fputs("<tr><th>", out);
      html_text(out, of->long_name[0] ? of->long_name : of->name);
      html_units(out, of->units);
      fputs("</th>", out);
      write_place(self, of, k, out);
      html_number(out, ((const double *)of->data)[k]);
      html_number(out, ((const double *)low->data)[k]);
      html_number(out, ((const double *)high->data)[k]);
      fputs("</tr>\n", out);
    }
    if (items > MOST_ROWS)
      fprintf(out, "<tr><td colspan=\"5\">%zu more: chatter export</td></tr>\n", items - MOST_ROWS);
  }
  if (n == 0) return;
  html_table_end(out);
  fputs("</section>\n", out);
}
