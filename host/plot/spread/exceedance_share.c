#include "plot/spread/exceedance_share.h"

#include <math.h>

chatter_status exceedance_count(const figure *self, const window_group *group, const result_variable *y,
                                double level, statistics_share **out) {
  double *value = arena_allocate(self->memory, (group->of->n + 1) * sizeof *value);
  statistics_share *all = *out = arena_allocate(self->memory, (y->size[1] + 1) * sizeof *all);
  if (!value || !all) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  for (size_t w = 0; w < y->size[1]; w++) {
    const size_t n = groups_values(group, y, w, value);
    all[w] = statistics_exceedance(value, n, level);
  }
  return CHATTER_OK;
}

void exceedance_label(const result_variable *y, double level, const char *name, char text[FIGURE_TEXT]) {
  char unit[32];
  const double factor = figure_unit(y->units, fabs(level), unit);
  snprintf(text, FIGURE_TEXT, "Probability of %.100s > %.4g%s%s", name, factor * level, unit[0] ? " " : "",
           unit);
  for (char *c = text; *c; c++)
    if (*c == '_') *c = ' ';
}
