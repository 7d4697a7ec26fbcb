#include "plot/spread/map_curves.h"

#include <string.h>

#include "plot/curves/curve_lines.h"
#include "study/file/entries.h"

static const char frequency[] = "frequency", load[] = "excitation.amplitude";

// The curves' factor on the loads, by its long name; NULL: none.
static const result_variable *find_factor(const figure *file) {
  static const char factor[] = "factor on the loads";
  for (int i = 0; i < file->results->n_variables; i++) {
    const result_variable *v = &file->results->variables[i];
    if (v->type == RESULT_DOUBLE && strncmp(v->long_name, factor, sizeof factor - 1) == 0 &&
        curves_is(file, v))
      return v;
  }
  return NULL;
}

static int has_points(const figure *file) {
  const result_variable *x = result_set_find(file->results, frequency), *y = find_factor(file);
  return x && y && curves_is(file, x);
}

static chatter_status raise_no_backbone(const figure *file) {
  return error_raise(
      CHATTER_IO,
      "%s: holds no backbones, which alone lie over a map (allowed: results of studies that follow "
      "them over the load)",
      file->name);
}

chatter_status map_curves_check(const figure *self, const result_variable *y) {
  if (self->next && !figure_same_path(y->name, load))
    return figure_raise_lack(self,
                             "backbones of further files lie over a map of frequency and load, and here "
                             "'%s' stands upwards (allowed: plot.y: %s)",
                             y->name, load);
  for (const figure *file = self->next; file; file = file->next)
    if (!has_points(file)) return raise_no_backbone(file);
  return CHATTER_OK;
}

// What the load of a trajectory is at the factor 1.
static double load_of(const curve_line *line) {
  const figure *file = line->of;
  const result_variable *varied = figure_parameter(file, load);
  const double *value = varied ? figure_values(file, varied) : NULL;
  if (value) return value[line->trajectory];
  return file->config && file->config->n_excitations > 0 ? study_load_size(&file->config->excitations[0]) : 1;
}

static int is_backbone(const curve_line *line, size_t i) {
  return line->points->curve && line->points->curve[i] > 0;
}
static int has_backbone(const curve_line *line) {
  for (size_t i = curves_begin(line); i < curves_end(line); i++)
    if (is_backbone(line, i)) return 1;
  return 0;
}

// Backbones alone: the response curve that they begin with has one load.
static drawing_table *write_line(figure *self, const curve_line *line, double x_factor, double y_factor) {
  const double *x = result_set_find(line->of->results, frequency)->data, *y = find_factor(line->of)->data,
               size = load_of(line);
  drawing_table *table = drawing_table_add(self->to, line->name, 2);
  for (size_t i = curves_begin(line); i < curves_end(line); i++) {
    if (!is_backbone(line, i)) continue;
    drawing_put(table, x_factor * x[i], y_factor * size * y[i]);
    if (!curves_joined(line->points, i)) drawing_gap(table);
  }
  return table;
}

chatter_status map_curves_draw(figure *self, drawing_panel *to, double x_factor, double y_factor) {
  static const char *const dashes[] = {"", "12,5", "3,3", "12,4,3,4"};
  curve_line lines[CURVES_MOST];
  int n = 0;
  if (!self->next) return CHATTER_OK;
  TRY(curves_find(self->next, "", lines, &n, NULL));
  for (int i = 0; i < n; i++) {
    if (!has_backbone(&lines[i])) return raise_no_backbone(lines[i].of);
    drawing_curve curve = {.way = DRAW_LINES, .table = write_line(self, &lines[i], x_factor, y_factor)};
    curve.colour = "#FFFFFF", curve.width = 4; // a light ground, so that they are seen on all colours
    drawing_curve_add(self->to, to, curve);
    curve.colour = "#000000", curve.width = 1.8, curve.dash = dashes[i % 4], curve.name = lines[i].name;
    drawing_curve_add(self->to, to, curve);
  }
  return CHATTER_OK;
}
