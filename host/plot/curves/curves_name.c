// Names of lines of curves in a legend: one form for all of them, that fits beside the figure.
#include <string.h>

#include "plot/curves/curve_lines.h"

enum { BY_PARAMETERS, BY_VALUES, BY_NUMBER };

static int has_parameters(const curve_line *line) {
  const int n = line->of->n_parameters;
  return n > 0 && n <= CURVES_HEAD && line->of->n > 1 && !line->is_many;
}

// All lines have the same parameters, which stand above their values.
static int are_alike(int n, const curve_line *lines) {
  for (int i = 0; i < n; i++) {
    if (!has_parameters(&lines[i]) || lines[i].of->n_parameters != lines[0].of->n_parameters) return 0;
    for (int k = 0; k < lines[i].of->n_parameters; k++)
      if (strcmp(lines[i].of->parameter[k]->name, lines[0].of->parameter[k]->name) != 0) return 0;
  }
  return n > 0;
}

static void name_trajectory(const curve_line *line, int form, char text[FIGURE_TEXT]) {
  size_t used = 0;
  text[0] = 0;
  if (line->of->n <= 1 || line->is_many) return;
  snprintf(text, FIGURE_TEXT, "trajectory %zu", line->trajectory);
  if (form == BY_PARAMETERS) figure_name_trajectory(line->of, line->trajectory, text);
  for (int k = 0; k < line->of->n_parameters && form == BY_VALUES; k++)
    used += (size_t)snprintf(text + used, FIGURE_TEXT - used, "%s%.5g", k ? ", " : "",
                             ((const double *)line->of->parameter[k]->data)[line->trajectory]);
}

static void name_line(curve_line *line, int form) {
  char one[FIGURE_TEXT];
  const char *file = line->of->name ? line->of->name : line->is_many ? "single frequencies" : "";
  name_trajectory(line, form, one);
  snprintf(line->name, FIGURE_TEXT, "%.100s%s%.120s", file, file[0] && one[0] ? ", " : "", one);
}

static double name_all(int n, curve_line *lines, int form) {
  double widest = 0;
  for (int i = 0; i < n; i++) {
    char one[FIGURE_TEXT];
    name_line(&lines[i], form);
    name_trajectory(&lines[i], form, one); // a file's name is the user's
    const double width = figure_text_width(one);
    if (width > widest) widest = width;
  }
  return widest;
}

static void write_head(const figure *of, curve_head *head) {
  for (int k = 0; k < of->n_parameters; k++) {
    char symbol[64], unit[32];
    figure_symbol(of->parameter[k], symbol);
    figure_unit(of->parameter[k]->units, 0, unit);
    snprintf(head->text[head->n++], FIGURE_TEXT, unit[0] ? "%s (%s)%s" : "%s%.0s%s", symbol, unit,
             k + 1 < of->n_parameters ? "," : "");
  }
}

void curves_name(int n, curve_line lines[CURVES_MOST], curve_head *head) {
  if (head) head->n = 0;
  if (name_all(n, lines, BY_PARAMETERS) <= CURVES_NAME) return;
  if (head && are_alike(n, lines) && name_all(n, lines, BY_VALUES) <= CURVES_NAME) {
    write_head(lines[0].of, head);
    return;
  }
  name_all(n, lines, BY_NUMBER);
}
