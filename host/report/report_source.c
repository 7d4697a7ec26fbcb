// Columns and trajectories of a result on a page.
#include "report/report_source.h"

#include <string.h>

#include "plot/figure.h"

int report_is_table_column(const result_variable *variable) {
  return variable->n_dims == 1 && strcmp(variable->dim[0], "trajectory") == 0;
}

int report_is_random_sample(const report_source *self) {
  const study *config = self->loaded ? &self->config : NULL;
  const int is_drawn =
      result_set_find(self->results, "identified") != NULL; // samples of a Markov chain depend on each other
  return figure_is_random(config) && config->ensemble.design != DESIGN_SALTELLI && !is_drawn;
}

int report_trajectory_is_ok(const report_source *self, size_t trajectory) {
  return !self->status || self->status[trajectory] == 0;
}

const result_variable **report_table_columns(const report_source *self) {
  const result_set *results = self->results;
  const result_variable **columns =
      arena_allocate(results->memory, ((size_t)results->n_variables + 1) * sizeof *columns);
  int n = 0;
  for (int pass = 0; columns && pass < 2; pass++)
    for (int i = 0; i < results->n_variables; i++) {
      const result_variable *variable = &results->variables[i];
      const int is_parameter = result_variable_has_role(variable, RESULT_PARAMETER);
      // Flags beside outputs have no role.
      const int is_output = result_variable_has_role(variable, RESULT_OUTPUT) ||
                            (variable->type == RESULT_INT && variable->flag_meanings && !variable->role);
      if (report_is_table_column(variable) && (pass == 0 ? is_parameter : is_output && !is_parameter))
        columns[n++] = variable;
    }
  return columns;
}
