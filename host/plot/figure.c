// Variables, labels, units and colours of figures.
#include "plot/figure.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "statistics/order.h"
#include "study/file/key_place.h"
#include "study/file/scalar.h"

const char *figure_colour(int index) {
  static const char *const colours[FIGURE_COLOURS] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00",
                                                      "#56B4E9", "#000000", "#882255", "#999933", "#332288",
                                                      "#A6611A", "#44AA99", "#888888", "#F0E442"};
  return colours[index % FIGURE_COLOURS];
}

int figure_has_key(const figure *self, const char *path) {
  if (!self->config || !study_given(self->config, path)) return 0;
  const size_t length = strlen(path);
  for (const char *at = self->dropped; at && (at = strstr(at, path)); at += length)
    if (at[length] == 0 || at[length] == ',') return 0;
  return 1;
}

const number_list *figure_trajectories(const figure *self) {
  return self->trajectories.n ? &self->trajectories : &self->wanted->trajectories;
}

int figure_legend_name(const figure *self, int k, char text[FIGURE_TEXT]) {
  const char *line = self->wanted->names;
  int n = 0;
  text[0] = 0;
  for (const char *end; *line; line = *end ? end + 1 : end, n++) {
    end = strchrnul(line, '\n');
    if (n == k) snprintf(text, FIGURE_TEXT, "%.*s", (int)(end - line), line);
  }
  return n;
}

chatter_status figure_name_lines(const figure *self, int n, char *first, size_t stride) {
  char text[FIGURE_TEXT], place[STUDY_PATH];
  const int given = figure_legend_name(self, -1, text);
  if (given == 0 || self->next || self->name) return CHATTER_OK; // several files are named already
  if (given != n)
    return error_raise(CHATTER_BAD_STUDY, "%splot.names: %d %s for %d %s (allowed: one for each)",
                       figure_key_place(self, "plot.names", place), given,
                       text_plural(given, "name", "names"), n, text_plural(n, "line", "lines"));
  for (int k = 0; k < n; k++) {
    figure_legend_name(self, k, text);
    strcpy(first + (size_t)k * stride, text);
  }
  return CHATTER_OK;
}

int figure_is_random(const study *config) {
  const int design = config ? config->ensemble.design : DESIGN_NONE;
  return design == DESIGN_RANDOM || design == DESIGN_LATIN_HYPERCUBE || design == DESIGN_SOBOL ||
         design == DESIGN_SALTELLI;
}

int figure_trajectory_is_ok(const figure *self, size_t trajectory) {
  return !self->status || self->status[trajectory] == 0;
}

int figure_is_time_variable(const result_variable *variable) {
  return variable->n_dims == 2 && variable->type == RESULT_DOUBLE &&
         result_variable_has_role(variable, RESULT_TIME);
}

const char *figure_time_label(const result_variable *time) {
  return strcmp(time->units, "1") == 0 ? "Step" : "Time (s)";
}

size_t figure_count_failed(const figure *self) {
  size_t failed = 0;
  for (size_t i = 0; i < self->n; i++) failed += !figure_trajectory_is_ok(self, i);
  return failed;
}

const double *figure_values(const figure *self, const result_variable *variable) {
  if (variable->type == RESULT_DOUBLE) return variable->data;
  size_t n = 1;
  for (int i = 0; i < variable->n_dims; i++) n *= variable->size[i];
  double *value = arena_allocate(self->memory, (n + 1) * sizeof *value);
  for (size_t i = 0; value && i < n; i++) value[i] = ((const int *)variable->data)[i];
  return value;
}

int figure_is_per_trajectory(const result_variable *variable) {
  return variable->n_dims == 1 && strcmp(variable->dim[0], "trajectory") == 0 &&
         variable->type != RESULT_STRING;
}

static int is_index(const char *part, size_t length) {
  return length > 0 && strspn(part, "0123456789") >= length;
}

int figure_same_path(const char *a, const char *b) {
  while (*a && *b) {
    const size_t n = strcspn(a, "."), m = strcspn(b, ".");
    const int same = n == m && strncmp(a, b, n) == 0, skip_a = !same && is_index(a, n),
              skip_b = !same && is_index(b, m);
    if (!same && skip_a == skip_b) return 0;
    if (!skip_b) a += n + (a[n] == '.');
    if (!skip_a) b += m + (b[m] == '.');
  }
  return !*a && !*b;
}

// Finds the only parameter with that path, among those that vary if `varies`.
static const result_variable *find_only_parameter(const figure *self, const char *path, int varies) {
  const result_variable *found = NULL;
  const int n = varies ? self->n_parameters : self->results->n_variables;
  for (int i = 0; i < n; i++) {
    const result_variable *one = varies ? self->parameter[i] : &self->results->variables[i];
    if (!result_variable_has_role(one, RESULT_PARAMETER) || !figure_same_path(one->name, path)) continue;
    if (found) return NULL;
    found = one;
  }
  return found;
}

const result_variable *figure_find_variable(const figure *self, const char *path) {
  const result_variable *found = result_set_find(self->results, path);
  if (!found) found = find_only_parameter(self, path, 1);
  return found ? found : find_only_parameter(self, path, 0);
}

// Finds a variable by name, or a parameter in another spelling ("contact.0.gap", an input of the
// study). *is_fixed: 1 for a number of the study that is no parameter of these results.
static const result_variable *find_variable_by_name(const figure *self, const char *wanted, int *is_fixed) {
  const result_variable *found = figure_find_variable(self, wanted);
  study_scalar scalar;
  *is_fixed = 0;
  if (found || !self->config) return found;
  const int before = error_count();
  if (study_find_scalar(self->config, wanted, NULL, &scalar) == CHATTER_OK) {
    found = result_set_find(self->results, scalar.path);
    *is_fixed = !found;
  }
  error_keep(before);
  return found;
}

const char *figure_key_place(const figure *self, const char *key, char text[STUDY_PATH]) {
  snprintf(text, STUDY_PATH, "%s%s", self->config ? study_place(self->config, key) : "",
           self->config ? ": " : "");
  return text;
}

chatter_status figure_raise_missing(const figure *self, const char *format, ...) {
  va_list arguments;
  char text[2 * FIGURE_TEXT], place[STUDY_PATH] = "";
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  const int named = self->wanted->kind[0] != 0;
  return error_raise(CHATTER_IO, "%s%s", named ? figure_key_place(self, "plot.kind", place) : "", text);
}

// Writes " (did you mean 'tip'?)" from the allowed variables or else all, or " (there are: tip,
// root)".
static void suggest_variables(const figure *self, const char *wanted,
                              int (*may)(const result_variable *variable), char text[2 * FIGURE_TEXT]) {
  size_t used = 0, size = 2 * FIGURE_TEXT;
  const result_set *results = self->results;
  const char **names = arena_allocate(self->memory, ((size_t)results->n_variables + 1) * sizeof *names);
  int n = 0, all = 0;
  text[0] = 0;
  for (int i = 0; names && i < results->n_variables; i++)
    if (may(&results->variables[i])) names[n++] = results->variables[i].name;
  all = n;
  for (int i = 0; names && i < results->n_variables; i++)
    if (!may(&results->variables[i])) names[all++] = results->variables[i].name;
  if (!names || text_did_you_mean(wanted, n, names, text, size)[0] ||
      (!result_set_find(results, wanted) && text_did_you_mean(wanted, all, names, text, size)[0]))
    return;
  for (int i = 0; i < n && used + RESULT_NAME + 16 < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : " (there are: ", names[i]);
  snprintf(text + used, size - used, "%s", n ? ")" : ": there is none");
}

chatter_status figure_pick_variable(const figure *self, const char *key, const char *wanted,
                                    int (*may)(const result_variable *variable), const char *what,
                                    const result_variable **out) {
  char near[2 * FIGURE_TEXT], place[STUDY_PATH];
  if (!wanted[0]) return CHATTER_OK;
  int is_fixed;
  const result_variable *found = find_variable_by_name(self, wanted, &is_fixed);
  if (found && may(found)) return *out = found, CHATTER_OK;
  if (is_fixed)
    return error_raise(CHATTER_IO,
                       "%s%s: '%s' is the same in all trajectories of the results: it is no "
                       "parameter of the ensemble",
                       figure_key_place(self, key, place), key, wanted);
  suggest_variables(self, wanted, may, near);
  return error_raise(CHATTER_BAD_STUDY, "%s%s: no variable '%s' %s in the results%s",
                     figure_key_place(self, key, place), key, wanted, what, near);
}

chatter_status figure_pick_y_variables(const figure *self, int (*may)(const result_variable *variable),
                                       const char *what, int most, const result_variable **out, int *n) {
  char place[STUDY_PATH], *rest = NULL;
  char *words = arena_string(self->memory, self->wanted->y);
  if (!words) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  int found = 0;
  for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
    if (found == most)
      return error_raise(CHATTER_BAD_STUDY, "%splot.y: more than %d variables (allowed: up to %d)",
                         figure_key_place(self, "plot.y", place), most, most);
    TRY(figure_pick_variable(self, "plot.y", word, may, what, &out[found++]));
  }
  if (found) *n = found;
  return CHATTER_OK;
}

chatter_status figure_pick_trajectory_variable(const figure *self, const char *key, const char *wanted,
                                               const result_variable **out) {
  return figure_pick_variable(self, key, wanted, figure_is_per_trajectory, "with a value per trajectory",
                              out);
}

const result_variable *figure_first_output(const figure *self) {
  for (int i = 0; i < self->results->n_variables; i++) {
    const result_variable *variable = &self->results->variables[i];
    if (figure_is_per_trajectory(variable) && result_variable_has_role(variable, RESULT_OUTPUT))
      return variable;
  }
  return NULL;
}

const result_variable *figure_find_comparison(const figure *self, const result_variable *output) {
  for (int i = 0; i < self->results->n_variables; i++) {
    const result_variable *variable = &self->results->variables[i];
    if (figure_is_per_trajectory(variable) && result_variable_has_role(variable, RESULT_COMPARISON) &&
        variable->compares && variable->label && strcmp(variable->compares, output->name) == 0)
      return variable;
  }
  return NULL;
}

const result_variable *figure_find_parameter(const figure *self, const char *path) {
  size_t length = strlen(path);
  for (int i = 0; i < self->n_parameters; i++) {
    const char *name = self->parameter[i]->name, *input = self->parameter[i]->label;
    size_t n = strlen(name);
    if (n >= length && strcmp(name + n - length, path) == 0) return self->parameter[i];
    if (input && strcmp(input, path) == 0) return self->parameter[i];
  }
  return find_only_parameter(self, path, 1);
}

size_t figure_distinct_values(const figure *self, const double *value, size_t n, const double **out) {
  double *sorted = arena_allocate(self->memory, (n + 1) * sizeof *sorted);
  size_t count = 0, kept = 0;
  if (!sorted) return 0;
  for (size_t i = 0; i < n; i++)
    if (isfinite(value[i])) sorted[count++] = value[i];
  statistics_sort(sorted, count);
  for (size_t i = 0; i < count; i++)
    if (kept == 0 || sorted[i] != sorted[kept - 1]) sorted[kept++] = sorted[i];
  *out = sorted;
  return kept;
}

int figure_suits_logarithmic_axis(const double *value, size_t n) {
  double low = INFINITY, high = 0;
  size_t below = 0;
  for (size_t i = 0; i < n; i++) low = fmin(low, value[i]), high = fmax(high, value[i]);
  if (!(low > 0 && high >= 20 * low && isfinite(high))) return 0;
  for (size_t i = 0; i < n; i++) below += value[i] < sqrt(low * high);
  return below > 0.35 * (double)n && below < 0.65 * (double)n;
}

double figure_largest_magnitude(const double *value, size_t n) {
  double largest = 0;
  for (size_t i = 0; i < n; i++)
    if (isfinite(value[i]) && fabs(value[i]) > largest) largest = fabs(value[i]);
  return largest;
}

double figure_unit_factor(const char *units, double largest, char text[32]) {
  static const struct {
    double factor;
    const char *prefix;
  } prefixes[] = {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}, {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}};
  static const char *const scalable[] = {"m", "s", "N", "J", "Pa", "m/s", "W"};
  int may_scale = 0;
  if (!units[0] || strcmp(units, "1") == 0) return text[0] = 0, 1;
  for (size_t i = 0; i < sizeof scalable / sizeof *scalable; i++)
    may_scale |= strcmp(units, scalable[i]) == 0;
  size_t chosen = 3;
  if (may_scale && largest > 0) // no kilometres or kiloseconds; lengths from 0.01 mm on are in mm
    for (chosen = units[0] == 'm' || units[0] == 's' ? 3 : 0; chosen + 1 < sizeof prefixes / sizeof *prefixes;
         chosen++)
      if (largest >= (strcmp(units, "m") == 0 && chosen == 4 ? 0.01 : 0.8) * prefixes[chosen].factor) break;
  snprintf(text, 32, "%s%.20s", prefixes[chosen].prefix, units);
  return 1 / prefixes[chosen].factor;
}

// Capitalises a word, but not a symbol.
static void capitalise_first(char *text) {
  if (text[0] >= 'a' && text[0] <= 'z' && text[1] >= 'a' && text[1] <= 'z')
    text[0] = (char)(text[0] - 'a' + 'A');
}

double figure_variable_label(const result_variable *variable, double largest, char text[FIGURE_TEXT]) {
  char unit[32], name[64];
  double factor = figure_unit_factor(variable->units, largest, unit);
  const char *words = variable->long_name;
  if (result_variable_has_role(variable, RESULT_PARAMETER) || !words[0] || strlen(words) > 56) {
    figure_parameter_symbol(variable, name);
    words = name;
  }
  snprintf(text, FIGURE_TEXT, unit[0] ? "%s (%s)" : "%s", words, unit);
  capitalise_first(text);
  return factor;
}

double figure_text_width(const char *text) {
  double letters = 0;
  for (const char *c = text; *c; c++) letters += ((unsigned char)*c & 0xC0) != 0x80;
  return 7.2 * letters; // DejaVu Sans at 12 points: about 0.6 of the size for each letter
}

double figure_short_label(const result_variable *variable, double largest, double room,
                          char text[FIGURE_TEXT]) {
  char unit[32];
  const double factor = figure_variable_label(variable, largest, text);
  if (figure_text_width(text) <= room) return factor;
  figure_unit_factor(variable->units, largest, unit);
  snprintf(text, FIGURE_TEXT, unit[0] ? "%.100s (%s)" : "%.100s", variable->name, unit);
  for (char *c = text; *c; c++)
    if (*c == '_') *c = ' ';
  capitalise_first(text);
  return factor;
}

double figure_axis_label(const result_variable *variable, double largest, char text[FIGURE_TEXT]) {
  const double factor = figure_variable_label(variable, largest, text);
  char *unit = strstr(text, "(Hz)");
  if (!unit || strcmp(variable->units, "Hz") != 0 || largest < 3000) return factor;
  snprintf(unit, FIGURE_TEXT - (size_t)(unit - text), "(kHz)");
  return 1e-3 * factor;
}

// Splits "contact.1.friction" into "contact.friction" and "contact 1"; returns 0 if there is no
// list index.
static int split_entry_number(const char *path, char plain[64], char entry[64]) {
  const char *number = strpbrk(path, "0123456789"),
             *rest = number ? number + strspn(number, "0123456789") : NULL;
  if (!number || number == path || *(number - 1) != '.' || *rest != '.') return 0;
  const int head = (int)(number - 1 - path), digits = (int)(rest - number);
  snprintf(plain, 64, "%.*s%s", head, path, rest);
  snprintf(entry, 64, "%.*s %.*s", head, path, digits, number);
  return 1;
}

// Copies the symbol of a parameter from the table of keys; returns 0 if it has none.
static int symbol_from_schema(const char *path, char text[64]) {
  char plain[64], entry[64], whole[64];
  if (split_entry_number(path, plain, entry)) {
    const int is_symbol = symbol_from_schema(plain, whole);
    snprintf(text, 64, "%.40s of %.18s", whole, entry);
    return is_symbol;
  }
  const char *dot = strrchr(path, '.');
  const int is_index = dot && dot[1] && strspn(dot + 1, "0123456789") == strlen(dot + 1); // of a list
  snprintf(plain, sizeof plain, "%.*s", (int)(is_index ? dot - path : (long)strlen(path)), path);
  const schema_field *field = schema_find_field(plain);
  if (field && field->symbol) {
    snprintf(text, 64, "%s", field->symbol);
    return 1;
  }
  while (is_index && dot > path && *(dot - 1) != '.') dot--;
  snprintf(text, 64, "%.60s", dot ? dot + !is_index : path);
  return 0;
}

void figure_parameter_symbol(const result_variable *parameter, char text[64]) {
  if (symbol_from_schema(parameter->name, text)) return;
  if (parameter->label) snprintf(text, 64, "%.60s", parameter->label);
  for (char *c = text; *c; c++)
    if (*c == '_') *c = ' ';
}

void figure_parameter_text(const result_variable *parameter, double value, char text[FIGURE_TEXT]) {
  char symbol[64], unit[32];
  figure_parameter_symbol(parameter, symbol);
  const double factor = figure_unit_factor(parameter->units, fabs(value), unit);
  snprintf(text, FIGURE_TEXT, "%s = %.5g%s%s", symbol, factor * value, unit[0] ? " " : "", unit);
}

void figure_trajectory_text(const figure *self, size_t trajectory, char text[FIGURE_TEXT]) {
  snprintf(text, FIGURE_TEXT, "trajectory %zu", trajectory);
  if (self->n_parameters == 0 || self->n_parameters > 2) return;
  size_t used = 0;
  for (int k = 0; k < self->n_parameters; k++) {
    char symbol[64], unit[32];
    figure_parameter_symbol(self->parameter[k], symbol);
    figure_unit_factor(self->parameter[k]->units, 0, unit);
    used +=
        (size_t)snprintf(text + used, FIGURE_TEXT - used, "%s%s = %.5g%s%s", k ? ", " : "", symbol,
                         ((const double *)self->parameter[k]->data)[trajectory], unit[0] ? " " : "", unit);
  }
}

const char *figure_title(const figure *self) {
  if (self->wanted->title[0]) return self->wanted->title;
  const char *title = result_set_find_text(self->results, "title");
  return title ? title : "";
}

chatter_status figure_statistics(const figure *self, const statistics_wanted *wanted,
                                 const result_variable *y, size_t n_counts, const size_t *counts,
                                 output_statistics *out) {
  const double *value = figure_values(self, y);
  unsigned char *is_ok = arena_allocate(self->memory, self->n + 1);
  if (!value || !is_ok) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  if (self->n == 0 || self->n % wanted->group != 0)
    return error_raise(CHATTER_IO,
                       "%zu trajectories are no whole groups of %zu: shards are put together first", self->n,
                       wanted->group);
  for (size_t i = 0; i < self->n; i++) is_ok[i] = (unsigned char)figure_trajectory_is_ok(self, i);
  return output_statistics_make_after(wanted, y, self->n, value, is_ok, n_counts, counts, self->memory, out);
}
