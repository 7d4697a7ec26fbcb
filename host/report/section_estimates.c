// Section of estimates with their intervals: any variable V with V_low and V_high over the same
// dimensions. If the first dimension is an increasing number (an integer coordinate), its last
// value is the estimate and the others show its convergence.
#include <math.h>
#include <string.h>

#include "base/printable.h"
#include "report/html.h"
#include "report/report_sections.h"

enum { MAX_ROWS = 60, MAX_COUNTS = 6 }; // of one variable

static const result_variable *find_interval_end(const report_source *self, const result_variable *of,
                                                const char *end) {
  char name[RESULT_NAME + 8];
  snprintf(name, sizeof name, "%s%s", of->name, end);
  const result_variable *found = result_set_find(self->results, name);
  if (!found || found->type != RESULT_DOUBLE || found->n_dims != of->n_dims) return NULL;
  for (int d = 0; d < of->n_dims; d++)
    if (found->size[d] != of->size[d]) return NULL;
  return found;
}

// Finds the increasing numbers along the first dimension; NULL: none.
static const result_variable *find_counts(const report_source *self, const result_variable *of) {
  const result_variable *counts = of->n_dims ? result_set_find(self->results, of->dim[0]) : NULL;
  const int is_counts = counts && counts->type == RESULT_INT && counts->n_dims == 1 &&
                        strcmp(of->dim[0], "trajectory") != 0 && counts->size[0] <= MAX_COUNTS;
  return is_counts ? counts : NULL;
}

// Writes the position of an item, "statistics_probability 0.05, window 3", by coordinates if there
// are any.
static void write_item_position(const report_source *self, const result_variable *of, int first, size_t item,
                                FILE *out) {
  size_t index[RESULT_DIMS];
  for (int d = of->n_dims - 1; d >= first; d--) {
    index[d] = item % of->size[d];
    item /= of->size[d];
  }
  fputs("<td>", out);
  for (int d = first; d < of->n_dims; d++) {
    const result_variable *coordinate = result_set_find(self->results, of->dim[d]);
    fputs(d > first ? ", " : "", out);
    text_escape(out, of->dim[d]);
    putc(' ', out);
    if (coordinate && coordinate->n_dims == 1 && coordinate->type == RESULT_DOUBLE)
      fprintf(out, "%.6g", ((const double *)coordinate->data)[index[d]]);
    else if (coordinate && coordinate->n_dims == 1 && coordinate->type == RESULT_STRING)
      text_escape(out, ((char *const *)coordinate->data)[index[d]]);
    else
      fprintf(out, "%zu", index[d]);
  }
  fputs("</td>", out);
}

typedef struct estimate {
  const result_variable *value, *low, *high, *counts;
  size_t n, n_counts; // items for each count, number of counts
} estimate;

static int read_estimate(const report_source *self, const result_variable *of, estimate *out) {
  *out = (estimate){.value = of, .n = 1, .n_counts = 1};
  if (of->type != RESULT_DOUBLE) return 0;
  out->low = find_interval_end(self, of, "_low");
  out->high = find_interval_end(self, of, "_high");
  if (!out->low || !out->high) return 0;
  out->counts = find_counts(self, of);
  for (int d = out->counts ? 1 : 0; d < of->n_dims; d++) out->n *= of->size[d];
  if (out->counts) out->n_counts = of->size[0];
  return out->n_counts > 0;
}

static void write_row(const report_source *self, const estimate *of, size_t item, FILE *out) {
  const size_t last = (of->n_counts - 1) * of->n + item;
  fputs("<tr><th title=\"", out);
  text_escape(out, of->value->long_name);
  fputs("\">", out);
  text_escape(out, of->value->name);
  html_units(out, of->value->units);
  fputs("</th>", out);
  write_item_position(self, of->value, of->counts ? 1 : 0, item, out);
  html_number(out, ((const double *)of->value->data)[last]);
  html_number(out, ((const double *)of->low->data)[last]);
  html_number(out, ((const double *)of->high->data)[last]);
  for (size_t c = 0; c + 1 < of->n_counts; c++)
    html_number(out, ((const double *)of->value->data)[c * of->n + item]);
  fputs("</tr>\n", out);
}

static void begin_table(const report_source *self, const estimate *of, FILE *out) {
  const int *count = of->counts ? of->counts->data : NULL;
  const double level = result_set_find_number(self->results, "statistics_level");
  fputs("<section class=\"estimates\"><h3>Statistics with their ", out);
  if (isfinite(level)) fprintf(out, "%.4g&nbsp;%% ", 100 * level);
  fputs("intervals</h3>\n", out);
  fputs("<div class=\"scroll\"><table class=\"estimates\">\n<thead><tr><th>Estimate</th><th>Of</th>"
        "<th>Value</th><th>From</th><th>To</th>",
        out);
  for (size_t c = 0; count && c + 1 < of->n_counts; c++) fprintf(out, "<th>first %d</th>", count[c]);
  fputs("</tr></thead>\n<tbody>\n", out);
}

void report_section_estimates(const report_source *self, FILE *out) {
  int n = 0;
  for (int i = 0; i < self->results->n_variables; i++) {
    estimate of;
    if (!read_estimate(self, &self->results->variables[i], &of)) continue;
    if (n++ == 0) begin_table(self, &of, out);
    for (size_t k = 0; k < of.n && k < MAX_ROWS; k++) write_row(self, &of, k, out);
    if (of.n <= MAX_ROWS) continue;
    fputs("<tr><th>", out);
    text_escape(out, of.value->name);
    fprintf(out, "</th><td>%zu more</td></tr>\n", of.n - MAX_ROWS);
  }
  if (n == 0) return;
  html_table_end(out);
  fputs("</section>\n", out);
}
