// Section of `chatter identify`: each parameter with its interval and its effective number of
// samples, correlations, and residuals.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/printable.h"
#include "report/html.h"
#include "report/report_sections.h"
#include "results/result_set.h"

static const char *const identified_columns[] = {
    "identified_best",   "identified_mean", "identified_deviation", "identified_low",
    "identified_median", "identified_high", "identified_rhat",      "identified_samples"};
enum { N_COLUMNS = sizeof identified_columns / sizeof *identified_columns };

static const double *values_of_variable(const report_source *self, const char *name, size_t n) {
  const result_variable *variable = result_set_find(self->results, name);
  if (!variable || variable->type != RESULT_DOUBLE) return NULL;
  return result_row_count(variable) * result_row_items(variable) == n ? variable->data : NULL;
}

static void write_name(const report_source *self, size_t k, const char *name, FILE *out) {
  const result_variable *units = result_set_find(self->results, "identified_unit");
  fputs("<tr><th>", out);
  text_escape(out, name);
  if (units && units->type == RESULT_STRING && units->n_dims == 1 && k < units->size[0])
    html_units(out, ((char *const *)units->data)[k]);
  fputs("</th>", out);
}

static void write_parameters(const report_source *self, size_t d, char *const *name, FILE *out) {
  static const char *const head[] = {"Parameter", "Best fit", "Mean", "Deviation",          "2.5 %",
                                     "Median",    "97.5 %",   "R̂",    "Independent samples"};
  html_table_begin(out, "found", 1 + N_COLUMNS, head);
  for (size_t k = 0; k < d; k++) {
    write_name(self, k, name[k], out);
    for (int c = 0; c < N_COLUMNS; c++) {
      const double *value = values_of_variable(self, identified_columns[c], d);
      html_number(out, value ? value[k] : (double)NAN);
    }
    fputs("</tr>\n", out);
  }
  html_table_end(out);
}

static void write_correlations(const report_source *self, size_t d, char *const *name, FILE *out) {
  const double *value = values_of_variable(self, "identified_correlation", d * d);
  const char **head = arena_allocate(self->results->memory, (d + 1) * sizeof *head);
  if (!value || !head || d < 2) return;
  head[0] = "";
  for (size_t l = 0; l < d; l++) head[1 + l] = name[l];
  fputs("<h4>Correlations</h4>\n", out);
  html_table_begin(out, "correlations", (int)d + 1, head);
  for (size_t k = 0; k < d; k++) {
    fputs("<tr>", out);
    html_cell(out, "th", name[k]);
    for (size_t l = 0; l < d; l++) html_number(out, value[k * d + l]);
    fputs("</tr>\n", out);
  }
  html_table_end(out);
}

// Writes "tip_upper: residuals are 0.88 …", attributes of the measured columns.
static void write_residuals(const report_source *self, FILE *out) {
  for (int i = 0; i < self->results->n_attributes; i++) {
    const result_attribute *item = &self->results->attributes[i];
    const char *end = strstr(item->name, "_residual");
    if (item->text || !end || strcmp(end, "_residual") != 0) continue;
    fputs("<p>", out);
    text_escape(out, item->name);
    fprintf(out,
            ": %.4g <small>(root mean square of the residuals of the best fit, of their deviation where "
            "noise was given, of the values where it was found)</small></p>\n",
            item->number);
  }
}

void report_section_identified(const report_source *self, FILE *out) {
  const result_variable *names = result_set_find(self->results, "identified");
  if (!names || names->type != RESULT_STRING || names->n_dims != 1) return;
  char *const *name = names->data;
  fputs("<section class=\"found\"><h3>What was found</h3>\n", out);
  write_parameters(self, names->size[0], name, out);
  write_correlations(self, names->size[0], name, out);
  write_residuals(self, out);
  fputs("</section>\n", out);
}
