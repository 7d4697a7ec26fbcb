// Prints the contents of a results file.
#include "results/read/results_info.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/durable.h"
#include "base/text.h"
#include "results/csv/csv_print.h"
#include "results/read/result_input.h"
#include "results/result_set.h"
#include "results/write/manifest.h"

enum { BLOCK_ITEMS = 1 << 18 };

static void print_attributes(const result_set *content, FILE *out) {
  for (int i = 0; i < content->n_attributes; i++) {
    const result_attribute *item = &content->attributes[i];
    if (strcmp(item->name, "Conventions") == 0) continue;
    if (!item->text) {
      fprintf(out, "  %-20s %.10g\n", item->name, item->number);
      continue;
    }
    size_t length = strcspn(item->text, "\n"), lines = 0;
    for (const char *c = item->text; *c; c++) lines += *c == '\n' && c[1];
    if (lines > 2 && strcmp(item->name, RESULT_WARNINGS) !=
                         0) // a long text is the study itself, which `chatter info` does not print
      fprintf(out, "  %-20s (%zu lines)\n", item->name, lines + 1);
    else if (lines == 0)
      fprintf(out, "  %-20s %.*s\n", item->name, (int)length, item->text);
    else
      for (const char *line = item->text, *name = item->name; *line; name = "") {
        length = strcspn(line, "\n");
        fprintf(out, "  %-20s %.*s\n", name, (int)length, line);
        line += length + (line[length] == '\n');
      }
  }
}

// Calls `take` with all items of a variable, block by block.
static chatter_status scan_items(result_input *input, int index,
                                 void (*take)(const void *items, size_t n, void *data), void *data) {
  const result_variable *variable = &result_input_content(input)->variables[index];
  size_t items = result_row_items(variable), rows = result_row_count(variable);
  size_t step = items && items < BLOCK_ITEMS ? BLOCK_ITEMS / items : 1;
  void *block = memory_array(step * items + 1, result_type_size(variable->type), __FILE__, __LINE__);
  chatter_status status = block ? CHATTER_OK : CHATTER_DEVICE;
  for (size_t first = 0; first < rows && status == CHATTER_OK; first += step) {
    size_t n = rows - first < step ? rows - first : step;
    status = result_input_read(input, index, first, n, block, NULL);
    if (status == CHATTER_OK) take(block, n * items, data);
  }
  memory_free(block);
  return status;
}

typedef struct value_range {
  double low, high;
  size_t n_missing;
} value_range;

static void range_add_number(value_range *self, double x, int missing) {
  self->n_missing += (size_t)missing;
  if (missing) return;
  self->low = x < self->low ? x : self->low;
  self->high = x > self->high ? x : self->high;
}

static void range_add_doubles(const void *items, size_t n, void *data) {
  for (size_t i = 0; i < n; i++)
    range_add_number(data, ((const double *)items)[i], isnan(((const double *)items)[i]));
}

static void range_add_ints(const void *items, size_t n, void *data) {
  for (size_t i = 0; i < n; i++) {
    int x = ((const int *)items)[i];
    range_add_number(data, x, x == RESULT_INT_MISSING);
  }
}

enum { MAX_FLAGS = 64 };
static void count_flags(const void *items, size_t n, void *data) {
  size_t *count = data;
  for (size_t i = 0; i < n; i++) {
    int value = ((const int *)items)[i];
    if (value >= 0 && value < MAX_FLAGS) count[value]++;
  }
}

static chatter_status print_flags(result_input *input, int index, FILE *out) {
  const result_variable *variable = &result_input_content(input)->variables[index];
  size_t count[MAX_FLAGS] = {0};
  const char *comma = "";
  TRY(scan_items(input, index, count_flags, count));
  for (int value = 0; value < MAX_FLAGS; value++) {
    if (!count[value]) continue;
    fprintf(out, "%s%zu ", comma, count[value]);
    csv_print_item(out, variable, &value, 0);
    comma = ", ";
  }
  return CHATTER_OK;
}

static chatter_status print_range(result_input *input, int index, FILE *out) {
  const result_variable *variable = &result_input_content(input)->variables[index];
  value_range found = {.low = (double)INFINITY, .high = -(double)INFINITY};
  if (variable->type == RESULT_STRING) return CHATTER_OK;
  if (variable->flag_meanings) return print_flags(input, index, out);
  TRY(scan_items(input, index, variable->type == RESULT_DOUBLE ? range_add_doubles : range_add_ints, &found));
  if (found.low == found.high)
    fprintf(out, "%.6g", found.low);
  else if (found.low < found.high)
    fprintf(out, "%.6g to %.6g", found.low, found.high);
  if (found.n_missing) fprintf(out, "%s%zu nan", found.low <= found.high ? ", " : "", found.n_missing);
  return CHATTER_OK;
}

static chatter_status print_variable(result_input *input, int index, int width, FILE *out) {
  const result_variable *variable = &result_input_content(input)->variables[index];
  char dims[RESULT_DIMS * (RESULT_NAME + 24)] = "";
  size_t used = 0;
  for (int i = 0; i < variable->n_dims; i++)
    used += (size_t)snprintf(dims + used, sizeof dims - used, "%s%s %zu", i ? " x " : "", variable->dim[i],
                             variable->size[i]);
  fprintf(out, "  %-*s %-8s %-28s ", width, variable->name, variable->units, dims);
  TRY(print_range(input, index, out));
  if (variable->long_name[0]) fprintf(out, "  (%s)", variable->long_name);
  putc('\n', out);
  return CHATTER_OK;
}

static chatter_status print_content(result_input *input, const char *path, FILE *out) {
  const result_set *content = result_input_content(input);
  int width = 12;
  fprintf(out, "%s\n", path);
  print_attributes(content, out);
  int n_statistics = 0;
  for (int i = 0; i < content->n_variables; i++) {
    if (result_variable_has_role(&content->variables[i], RESULT_STATISTIC)) continue;
    int length = (int)strlen(content->variables[i].name);
    width = length > width ? length : width;
  }
  fprintf(out, "variables\n");
  for (int i = 0; i < content->n_variables; i++) {
    if (result_variable_has_role(&content->variables[i], RESULT_STATISTIC))
      n_statistics++;
    else
      TRY(print_variable(input, i, width, out));
  }
  if (n_statistics > 0)
    fprintf(out, "statistics\n  %d variables, NAME_mean …: `chatter stats %s` tells them\n", n_statistics,
            path);
  return CHATTER_OK;
}

static chatter_status print_file(const char *path, FILE *out) {
  result_input *input;
  TRY(result_input_open(path, &input));
  chatter_status status = print_content(input, path, out);
  result_input_close(input);
  return status;
}

static chatter_status print_unfinished(const char *folder, FILE *out) {
  manifest parts;
  TRY(manifest_read(folder, &parts));
  long count = 0;
  for (int i = 0; i < parts.n_parts; i++) count += parts.parts[i].count;
  fprintf(out, "%s\n  unfinished: %ld %s in %d closed %s; continue the run with --resume\n", folder, count,
          text_plural(count, "trajectory", "trajectories"), parts.n_parts,
          text_plural(parts.n_parts, "part", "parts"));
  for (int i = 0; i < parts.n_parts; i++)
    fprintf(out, "  %s  %8ld trajectories, %ld to %ld\n", parts.parts[i].name, parts.parts[i].count,
            parts.parts[i].first, parts.parts[i].last);
  manifest_close(&parts);
  return CHATTER_OK;
}

chatter_status results_print_info(const char *path, FILE *out) {
  struct stat info;
  if (stat(path, &info) == 0)
    return S_ISDIR(info.st_mode) ? print_unfinished(path, out) : print_file(path, out);
  char *folder = durable_name(path, ".parts", "");
  if (!folder) return CHATTER_DEVICE;
  int is_unfinished = stat(folder, &info) == 0 && S_ISDIR(info.st_mode);
  chatter_status status = is_unfinished ? print_unfinished(folder, out) : print_file(path, out);
  free(folder);
  return status;
}
