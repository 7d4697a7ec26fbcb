// Section of the question: summary of the model and machine, the ensemble, the outputs.
#include <math.h>
#include <string.h>

#include "base/printable.h"
#include "base/text.h"
#include "report/html.h"
#include "report/report_sections.h"
#include "statistics/order.h"
#include "study/study_kind.h"

static void write_fact_row(FILE *out, const char *name, const char *text) {
  if (!text || !text[0]) return;
  fputs("<div>", out);
  html_cell(out, "dt", name);
  html_cell(out, "dd", text);
  fputs("</div>\n", out);
}

static const char *design_description(int design) {
  switch (design) {
  case DESIGN_GRID:
    return "full grid";
  case DESIGN_RANDOM:
    return "random";
  case DESIGN_LATIN_HYPERCUBE:
    return "Latin hypercube";
  case DESIGN_SOBOL:
    return "Sobol sequence";
  case DESIGN_SALTELLI:
    return "Sobol sequence, in groups for Sobol' indices";
  case DESIGN_FILE:
    return "samples of a file";
  default:
    return "the study's own numbers";
  }
}

static void write_facts(const report_source *self, FILE *out) {
  const double known = result_set_find_number(self->results, "trajectories_total"),
               total = isnan(known) ? (double)self->n : known;
  char text[200], of[40] = "";
  if (total != (double)self->n) snprintf(of, sizeof of, " of %.0f", total);
  const char *measured = result_set_find_text(self->results, "identified_from");
  const char *design = measured       ? "samples of the posterior"
                       : self->loaded ? design_description(self->config.ensemble.design)
                                      : "";
  snprintf(text, sizeof text, "%s%s%zu%s %s", design, design[0] ? ", " : "", self->n, of,
           text_plural((long)total, "trajectory", "trajectories"));
  fputs("<dl class=\"facts\">\n", out);
  if (self->loaded && self->config.kind) write_fact_row(out, "Study", self->config.kind->name);
  write_fact_row(out, "Ensemble", text);
  write_fact_row(out, "Measured", measured);
  write_fact_row(out, "Reduction", result_set_find_text(self->results, "reduction"));
  write_fact_row(out, "Machine", result_set_find_text(self->results, "device"));
  write_fact_row(out, "Precision", result_set_find_text(self->results, "precision"));
  write_fact_row(out, "Shard", result_set_find_text(self->results, "shard"));
  fputs("</dl>\n", out);
}

static size_t count_distinct(const result_variable *parameter, double *sorted) {
  size_t n = 0, distinct = 0;
  for (size_t i = 0; i < parameter->size[0]; i++)
    if (!isnan(((const double *)parameter->data)[i])) sorted[n++] = ((const double *)parameter->data)[i];
  statistics_sort(sorted, n);
  for (size_t i = 0; i < n; i++) distinct += i == 0 || sorted[i] != sorted[i - 1];
  return distinct;
}

static void write_parameter(const report_source *self, const result_variable *parameter, FILE *out) {
  double *sorted = arena_allocate(self->results->memory, (parameter->size[0] + 1) * sizeof *sorted);
  if (!sorted) return;
  const size_t n = count_distinct(parameter, sorted);
  double high = n ? sorted[0] : (double)NAN;
  for (size_t i = 0; n && i < parameter->size[0]; i++)
    high = fmax(high, ((const double *)parameter->data)[i]);
  fputs("<tr>", out);
  fputs("<th>", out);
  text_escape(out, parameter->name);
  if (parameter->label && strcmp(parameter->label, parameter->name) != 0) {
    fputs(" <small>", out);
    text_escape(out, parameter->label);
    fputs("</small>", out);
  }
  fputs("</th>", out);
  html_cell(out, "td", strcmp(parameter->units, "1") == 0 ? "" : parameter->units);
  html_number(out, n ? sorted[0] : (double)NAN);
  html_number(out, high);
  html_number(out, (double)n);
  fputs("</tr>\n", out);
}

static void write_parameters(const report_source *self, FILE *out) {
  static const char *const head[] = {"Varied", "Unit", "From", "To", "Different values"};
  int n = 0;
  for (const result_variable **v = report_table_columns(self); v && *v; v++) {
    if (!result_variable_has_role(*v, RESULT_PARAMETER) || (*v)->type != RESULT_DOUBLE) continue;
    if (n++ == 0) html_table_begin(out, "parameters", 5, head);
    write_parameter(self, *v, out);
  }
  if (n) html_table_end(out);
}

// Writes dimensions, such as "trajectory (512) × window (3)".
static void write_dimensions(const result_variable *variable, FILE *out) {
  fputs("<td>", out);
  for (int d = 0; d < variable->n_dims; d++) {
    fputs(d ? " × " : "", out);
    text_escape(out, variable->dim[d]);
    fprintf(out, " (%zu)", variable->size[d]);
  }
  fputs("</td>", out);
}

static void write_outputs(const report_source *self, FILE *out) {
  static const char *const head[] = {"Output", "Unit", "What it is", "Over"};
  int n = 0;
  for (int i = 0; i < self->results->n_variables; i++) {
    const result_variable *variable = &self->results->variables[i];
    if (!result_variable_has_role(variable, RESULT_OUTPUT)) continue;
    if (n++ == 0) html_table_begin(out, "outputs", 4, head);
    fputs("<tr>", out);
    html_cell(out, "th", variable->name);
    html_cell(out, "td", strcmp(variable->units, "1") == 0 ? "" : variable->units);
    html_cell(out, "td", variable->long_name);
    write_dimensions(variable, out);
    fputs("</tr>\n", out);
  }
  if (n) html_table_end(out);
}

void report_section_question(const report_source *self, FILE *out) {
  fputs("<section class=\"asked\"><h3>What was asked</h3>\n", out);
  write_facts(self, out);
  write_parameters(self, out);
  write_outputs(self, out);
  fputs("</section>\n", out);
}
