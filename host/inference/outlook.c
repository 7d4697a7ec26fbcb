// Prints the needs of an identification.
#include "inference/outlook.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "ensemble/summary.h"
#include "results/statistics/statistics_wanted.h"
#include "study/file/key_place.h"

enum { MAX_CURVES = 64 };

static int is_grid_variable(const result_variable *v) {
  return v->n_dims == 2 && v->type == RESULT_DOUBLE && strcmp(v->dim[0], "trajectory") == 0 &&
         strncmp(v->dim[1], RESULT_GRIDS, strlen(RESULT_GRIDS)) == 0;
}

// Lists the names of all that can be measured: outputs over a grid, and time series. Returns how
// many.
static int find_curves(int n_outputs, const output_config *outputs, const result_set *outline,
                       const char *names[MAX_CURVES]) {
  int n = 0;
  for (int v = 0; v < outline->n_variables && n < MAX_CURVES; v++)
    if (is_grid_variable(&outline->variables[v])) names[n++] = outline->variables[v].name;
  for (int o = 0; o < n_outputs && n < MAX_CURVES; o++)
    if (outputs[o].reduce == REDUCE_SERIES) names[n++] = outputs[o].name;
  return n;
}

chatter_status outlook_add_measured(const study *config, result_set *outline) {
  const char *names[MAX_CURVES];
  const int n = find_curves(config->n_outputs, config->outputs, outline, names);
  const size_t one = 1;
  char name[RESULT_NAME + sizeof "_measured"];
  if (n == 0)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: identify: the study has no curves that could be measured (allowed: outputs over a "
        "grid, such as response.grid, and time series, reduce: series)",
        study_place(config, "identify"));
  for (int i = 0; i < n; i++) {
    snprintf(name, sizeof name, "%s_measured", names[i]);
    if (strlen(name) < RESULT_NAME &&
        !result_set_add(outline, name, RESULT_DOUBLE, "measured", &one, "", "measured"))
      return CHATTER_DEVICE;
  }
  return CHATTER_OK;
}

void outlook_print(const study *config, const result_set *outline, double each) {
  const char *names[MAX_CURVES];
  const identify_config *c = &config->identify;
  const int n = find_curves(config->n_outputs, config->outputs, outline, names),
            d = config->ensemble.n_parameters;
  const double fit = c->starts * (1 + c->iterations * (2 * d + 1)),
               walks = c->walkers * (c->warmup + c->steps);
  char list[600] = "", time[64];
  for (int i = 0; i < n; i++) text_list_add(list, sizeof list, names[i]);
  printf("Identification (chatter identify %s -d MEASURED.csv)\n", config->path);
  printf("  %-22s%s\n", "columns", list);
  printf("  %-22s%.4g of the fit at most (%g starts), %.4g of %g walkers\n", "trajectories", fit, c->starts,
         walks, c->walkers);
  if (each > 0)
    printf("  %-22s%s at most\n", "time", summary_duration((fit + walks) * each, time, sizeof time));
}
