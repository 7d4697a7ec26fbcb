// Prints statistics as a table, CSV or JSON.
#include "results/statistics/statistics_print.h"

#include <math.h>
#include <string.h>

#include "base/json_output.h"
#include "results/csv/csv_print.h"
#include "results/result_set.h"
#include "results/statistics/statistics_rows.h"

enum { TEXT_SIZE = 1024, MAX_WIDTH = 600 };

// Writes the name of a row, such as "quantile 0.95".
static void name_row(const statistics_row *row, char *text, size_t size) {
  char of[STUDY_PATH];
  statistics_row_argument_text(row, 6, of, sizeof of);
  snprintf(text, size, "%s%s%s", row->of->name, *of ? " " : "", of);
}

// Returns 1 if the table shows a statistic. Histograms are in CSV and JSON only, counts in the
// heading, and bounds by failures appear only if there are failures.
static int is_shown(const output_statistics *o, const statistic *s) {
  const statistic *failures = output_statistics_find(o, "failures");
  int failed = 0;
  for (size_t i = 0; i < o->items; i++) failed |= failures->value[(o->n_counts - 1) * o->items + i] > 0;
  if (strcmp(s->name, "exceedance_least") == 0 || strcmp(s->name, "exceedance_most") == 0) return failed;
  return s->low && strcmp(s->name, "histogram") != 0 && (failed || strcmp(s->name, "failure_share") != 0);
}

static void print_heading(const file_statistics *file, const output_statistics *o, FILE *out) {
  const result_variable *v = o->output;
  const statistic *failures = output_statistics_find(o, "failures"),
                  *count = output_statistics_find(o, "count"),
                  *groups = output_statistics_find(o, "sobol_count");
  const size_t last = (o->n_counts - 1) * o->items;
  double least = INFINITY, most = 0, whole = INFINITY;
  for (size_t i = last; i < last + o->items; i++) {
    least = fmin(least, count->value[i]), most = fmax(most, failures->value[i]);
    if (groups) whole = fmin(whole, groups->value[i]);
  }
  fprintf(out, "%s%s%s%s", v->name, v->units[0] && strcmp(v->units, "1") != 0 ? " (" : "",
          strcmp(v->units, "1") != 0 ? v->units : "", v->units[0] && strcmp(v->units, "1") != 0 ? ")" : "");
  if (v->long_name[0] && strcmp(v->long_name, v->name) != 0) fprintf(out, ": %s", v->long_name);
  fprintf(out, "\n  %.0f trajectories count, %.0f failed", least, most);
  if (groups) fprintf(out, "; of %zu groups %.0f are whole", file->n / file->wanted.group, whole);
  putc('\n', out);
}

// Returns the width of the column of names, that of the longest.
static int name_width(const output_statistics *o) {
  int width = 12;
  for (int k = 0; k < o->n; k++) {
    statistics_row row;
    char name[MAX_WIDTH];
    if (!is_shown(o, &o->list[k])) continue;
    for (size_t i = 0; i < o->list[k].n; i++) {
      statistics_row_at(o, &o->list[k], i * o->items, &row);
      name_row(&row, name, sizeof name);
      width = (int)strlen(name) > width ? (int)strlen(name) : width;
    }
  }
  return width;
}

// Prints a single number: its values over the counts, and the interval after the last.
static void print_values_over_counts(const output_statistics *o, const statistic *s, size_t along, int width,
                                     FILE *out) {
  statistics_row row = {0};
  char name[MAX_WIDTH];
  for (size_t c = 0; c < o->n_counts; c++) {
    statistics_row_at(o, s, c * s->n + along, &row);
    if (c == 0) name_row(&row, name, sizeof name), fprintf(out, "  %-*s", width, name);
    fprintf(out, " %12.5g", row.value);
  }
  fprintf(out, "   %.5g to %.5g\n", row.low, row.high);
}

// Prints many numbers: the least and the largest after the last count, and the widest interval.
static void print_range(const output_statistics *o, const statistic *s, size_t along, int width, FILE *out) {
  statistics_row row = {0};
  double least = NAN, most = NAN, widest = NAN; // fmin and fmax ignore NAN
  char name[MAX_WIDTH];
  for (size_t i = 0; i < o->items; i++) {
    statistics_row_at(o, s, ((o->n_counts - 1) * s->n + along) * o->items + i, &row);
    least = fmin(least, row.value), most = fmax(most, row.value);
    widest = fmax(widest, (row.high - row.low) / 2);
  }
  name_row(&row, name, sizeof name);
  fprintf(out, "  %-*s %12.5g %12.5g   ± %.3g\n", width, name, least, most, widest);
}

static void print_output(const file_statistics *file, const output_statistics *o, FILE *out) {
  const int width = name_width(o);
  char interval[64];
  snprintf(interval, sizeof interval, "%.4g %% interval", 100 * file->wanted.level);
  print_heading(file, o, out);
  fprintf(out, "  %-*s", width, "");
  for (size_t c = 0; c < o->n_counts && o->items == 1; c++) fprintf(out, " %12zu", o->counts[c]);
  if (o->items == 1)
    fprintf(out, "   %s\n", interval);
  else
    fprintf(out, "        least      largest   widest %s of %zu\n", interval, o->items);
  for (int k = 0; k < o->n; k++)
    for (size_t i = 0; i < o->list[k].n && is_shown(o, &o->list[k]); i++)
      (o->items == 1 ? print_values_over_counts : print_range)(o, &o->list[k], i, width, out);
}

static void print_table(const file_statistics *file, FILE *out) {
  for (int i = 0; i < file->n_outputs; i++) {
    if (i > 0) putc('\n', out);
    print_output(file, &file->outputs[i], out);
  }
}

static void print_csv_row(const file_statistics *file, const statistics_row *row, FILE *out) {
  char of[STUDY_PATH], place[TEXT_SIZE];
  statistics_row_argument_text(row, 17, of, sizeof of);
  statistics_row_position_text(file, row, place, sizeof place);
  const char *const texts[] = {row->output->output->name, row->of->name, of, place};
  for (int i = 0; i < 4; i++) csv_print_text(out, texts[i]), putc(',', out);
  fprintf(out, "%zu,", row->output->counts[row->count]);
  csv_print_number(out, row->value);
  putc(',', out);
  if (row->of->low) csv_print_number(out, row->low);
  putc(',', out);
  if (row->of->low) csv_print_number(out, row->high);
  putc('\n', out);
}

static void print_csv(const file_statistics *file, FILE *out) {
  statistics_row row;
  fputs("output,statistic,of,place,trajectories,value,low,high\n", out);
  for (int i = 0; i < file->n_outputs; i++)
    for (int k = 0; k < file->outputs[i].n; k++)
      for (size_t p = 0; statistics_row_at(&file->outputs[i], &file->outputs[i].list[k], p, &row); p++)
        print_csv_row(file, &row, out);
}

static json_t *json_row(const file_statistics *file, const statistics_row *row) {
  const statistic *s = row->of;
  char place[TEXT_SIZE];
  json_t *object = json_pack("{s:s,s:I}", "statistic", s->name, "trajectories",
                             (json_int_t)row->output->counts[row->count]);
  if (s->input) json_object_set_new(object, "of", json_string(s->input[row->along].path));
  if (s->at) json_object_set_new(object, "of", json_finite(s->at[row->along]));
  statistics_row_position_text(file, row, place, sizeof place);
  if (*place) json_object_set_new(object, "place", json_string(place));
  json_object_set_new(object, "value", json_finite(row->value));
  if (s->low) json_object_set_new(object, "low", json_finite(row->low));
  if (s->low) json_object_set_new(object, "high", json_finite(row->high));
  return object;
}

static json_t *json_output(const file_statistics *file, const output_statistics *o) {
  json_t *rows = json_array();
  statistics_row row;
  for (int k = 0; k < o->n; k++)
    for (size_t p = 0; statistics_row_at(o, &o->list[k], p, &row); p++)
      json_array_append_new(rows, json_row(file, &row));
  return json_pack("{s:s,s:s,s:o}", "units", o->output->units, "long_name", o->output->long_name,
                   "statistics", rows);
}

static chatter_status print_json(const file_statistics *file, FILE *out) {
  json_t *outputs = json_object();
  for (int i = 0; i < file->n_outputs; i++)
    json_object_set_new(outputs, file->outputs[i].output->name, json_output(file, &file->outputs[i]));
  json_t *root = json_pack("{s:I,s:f,s:o}", "trajectories", (json_int_t)file->n, "level", file->wanted.level,
                           "outputs", outputs);
  return json_print_document(root, "the statistics", out);
}

chatter_status file_statistics_print(const file_statistics *self, statistics_format format, FILE *out) {
  if (format == STATISTICS_JSON) return print_json(self, out);
  if (format == STATISTICS_CSV)
    print_csv(self, out);
  else
    print_table(self, out);
  return CHATTER_OK;
}
