// Section of numbers: count, mean, spread and quantiles of outputs with one value per trajectory.
#include <math.h>
#include <string.h>

#include "base/printable.h"
#include "report/html.h"
#include "report/report_sections.h"
#include "statistics/order.h"

static int is_numeric_output(const result_variable *variable) {
  return report_is_table_column(variable) && variable->type == RESULT_DOUBLE &&
         result_variable_has_role(variable, RESULT_OUTPUT);
}

// Computes moments in two passes, so that a small spread about a large mean keeps its digits.
static void find_moments(const double *value, size_t n, double *mean, double *deviation) {
  double sum = 0, squares = 0;
  for (size_t i = 0; i < n; i++) sum += value[i];
  *mean = n ? sum / (double)n : (double)NAN;
  for (size_t i = 0; i < n; i++) squares += (value[i] - *mean) * (value[i] - *mean);
  *deviation = n > 1 ? sqrt(squares / (double)(n - 1)) : (double)NAN;
}

static void write_row(const report_source *self, const result_variable *variable, double *sorted,
                      int intervals, FILE *out) {
  static const double share[] = {0, 0.05, 0.5, 0.95, 1};
  const double *value = variable->data;
  double mean, deviation, interval[2] = {(double)NAN, (double)NAN};
  size_t n = 0;
  for (size_t i = 0; i < self->n; i++)
    if (report_trajectory_is_ok(self, i) && isfinite(value[i])) sorted[n++] = value[i];
  find_moments(sorted, n, &mean, &deviation);
  statistics_sort(sorted, n);
  fputs("<tr><th>", out);
  text_escape(out, variable->name);
  html_units(out, variable->units);
  fputs("</th>", out);
  html_number(out, (double)n);
  html_number(out, (double)(self->n - n));
  html_number(out, mean);
  html_number(out, deviation);
  for (size_t k = 0; k < sizeof share / sizeof *share; k++)
    html_number(out, n ? statistics_quantile(sorted, n, share[k]) : (double)NAN);
  if (intervals && n) statistics_quantile_interval(sorted, n, 0.5, 0.95, interval);
  for (int k = 0; intervals && k < 2; k++) html_number(out, interval[k]);
  fputs("</tr>\n", out);
}

chatter_status report_section_numbers(const report_source *self, FILE *out) {
  static const char *const head[] = {"Output",    "Values",  "Without one", "Mean",
                                     "Deviation", "Least",   "5 %",         "Median",
                                     "95 %",      "Largest", "Median from", "to (95 %)"};
  const int intervals = report_is_random_sample(self);
  double *sorted = arena_allocate(self->results->memory, (self->n + 1) * sizeof *sorted);
  int n = 0;
  if (self->n < 2) return CHATTER_OK; // listed one by one below
  if (!sorted) return error_raise(CHATTER_DEVICE, "out of memory for a report");
  for (int i = 0; i < self->results->n_variables; i++) {
    const result_variable *variable = &self->results->variables[i];
    if (!is_numeric_output(variable)) continue;
    if (n++ == 0) {
      fputs("<section class=\"statistics\"><h3>Numbers over the ensemble</h3>\n", out);
      html_table_begin(out, "statistics", intervals ? 12 : 10, head);
    }
    write_row(self, variable, sorted, intervals, out);
  }
  if (n == 0) return CHATTER_OK;
  html_table_end(out);
  fputs("<p class=\"note\">Of trajectories that ended well and have a finite value. Units are SI.", out);
  if (intervals)
    fputs(" The interval holds the median of what was drawn from in 95 % of ensembles of this size.", out);
  fputs("</p></section>\n", out);
  return CHATTER_OK;
}
