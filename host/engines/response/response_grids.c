#include "engines/response/response_grids.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const ends[] = {
    [STAGE_EXTREMUM] = "_by_extremum", [STAGE_PHASE] = "_by_phase", [STAGE_DNNM] = "_by_dnnm"};
static const char *const methods[] = {[STAGE_EXTREMUM] = "maxima",
                                      [STAGE_PHASE] = "phase resonance",
                                      [STAGE_DNNM] = "damped nonlinear normal modes"};
static const char over_frequency[] = "trajectory,grid_frequency", over_load[] = "trajectory,grid_load_factor";

static response_grid grid_of(const study *config) {
  const number_list *grid = &response_of(config)->grid;
  if (grid->n != 3) return (response_grid){0};
  return (response_grid){.from = grid->value[0], .to = grid->value[1], .n = (int)grid->value[2]};
}

static double *add_variable(const response_grids *self, const char *name, const char *end, const char *dims,
                            int count, const char *unit, const char *text) {
  const size_t size[] = {(size_t)self->n, (size_t)count};
  char full[2 * STUDY_NAME], words[160];
  snprintf(full, sizeof full, "%s%s", name, end);
  snprintf(words, sizeof words, "%s %.60s", text, name);
  return result_set_add(self->out, full, RESULT_DOUBLE, dims, size, unit, words);
}

// NAMEend_stable; gives where the points go.
static chatter_status add_stability(const response_grids *self, const char *name, const char *end,
                                    const char *dims, int count, int **point) {
  const size_t size[] = {(size_t)self->n, (size_t)count};
  char full[2 * STUDY_NAME];
  snprintf(full, sizeof full, "%s%s", name, end);
  return response_stability_add(self->stability, self->out, full, dims, size, 1, point);
}

static chatter_status add_coordinate(result_set *out, const char *name, const response_grid *grid,
                                     const char *unit, const char *words) {
  const size_t n = (size_t)grid->n;
  double *place = result_set_add(out, name, RESULT_DOUBLE, name, &n, unit, words);
  if (!place) return CHATTER_DEVICE;
  for (size_t k = 0; k < n; k++)
    place[k] = grid->from + (grid->to - grid->from) * (double)k / (double)(n - 1);
  return CHATTER_OK;
}

// The smallest and the largest value of the response curves at each frequency.
static chatter_status add_frequencies(const response_grids *self, const output_config *output,
                                      const response_grid *grid, const double *values) {
  const size_t count = (size_t)grid->n;
  const response_grid at = {.from = 2 * M_PI * grid->from, .to = 2 * M_PI * grid->to, .n = grid->n};
  double *lower = add_variable(self, output->name, "_lower", over_frequency, grid->n, output->quantity->unit,
                               "smallest value at the frequency, of"),
         *upper = add_variable(self, output->name, "_upper", over_frequency, grid->n, output->quantity->unit,
                               "largest value at the frequency, of");
  int *point[2];
  if (!lower || !upper) return CHATTER_DEVICE;
  TRY(add_stability(self, output->name, "_lower", over_frequency, grid->n, &point[0]));
  TRY(add_stability(self, output->name, "_upper", over_frequency, grid->n, &point[1]));
  for (long i = 0; i < self->n; i++) {
    const response_column column = response_column_of(self->layout, self->host, i);
    int n = 0;
    for (; n < column.n_points; n++) {
      if (response_number(&column, n, RECORD_STAGE) != STAGE_CURVE) break;
      self->x[n] = response_number(&column, n, RECORD_OMEGA);
    }
    response_grid_values(&at, n, self->x, values, lower + (size_t)i * count, upper + (size_t)i * count,
                         self->place);
    for (int k = 0; k < 2 && point[k]; k++)
      memcpy(point[k] + (size_t)i * count, self->place + (size_t)k * count, count * sizeof(int));
    values += column.n_points;
  }
  return CHATTER_OK;
}

// The end of the smooth piece of a backbone that begins at point k: at an onset it has a corner, behind a gap
// it begins anew.
static int piece_end(const response_column *column, int stage, int k) {
  for (k++; k < column->n_points; k++) {
    const int kind = (int)response_number(column, k, RECORD_POINT);
    if (response_number(column, k, RECORD_STAGE) != stage || kind == POINT_RESTART) return k;
    if (kind == POINT_ONSET) return k + 1;
  }
  return k;
}

// One trajectory's backbone over the grid of loads. values: of its points, NULL: their frequency.
static void fill_loads(const response_grids *self, const response_column *column, int stage,
                       const double *values, double *to) {
  for (int g = 0; g < self->own->load_grid.n; g++) to[g] = NAN, self->place[g] = -1;
  for (int k = 0; k < column->n_points;) {
    if (response_number(column, k, RECORD_STAGE) != stage) {
      k++;
      continue;
    }
    const int end = piece_end(column, stage, k);
    for (int j = k; j < end; j++) {
      self->x[j - k] = response_number(column, j, RECORD_FACTOR);
      self->y[j - k] = values ? values[j] : response_number(column, j, RECORD_OMEGA) / (2 * M_PI);
    }
    response_grid_first(&self->own->load_grid, end - k, self->x, self->y, to, k, self->place);
    // A corner is the beginning of the next piece too.
    const int is_corner = end - 1 > k && response_number(column, end - 1, RECORD_POINT) == POINT_ONSET;
    k = is_corner ? end - 1 : end;
  }
}

// NAME_by_METHOD of each method.
static chatter_status add_loads(const response_grids *self, const char *name, const char *unit,
                                const double *values) {
  const int count = self->own->load_grid.n;
  for (int stage = STAGE_EXTREMUM; stage < N_STAGE && count > 0; stage++) {
    char text[96];
    if (!(self->own->stages >> stage & 1)) continue;
    snprintf(text, sizeof text, "on the backbone of %s, where it comes to the load first,", methods[stage]);
    double *to = add_variable(self, name, ends[stage], over_load, count, unit, text);
    if (!to) return CHATTER_DEVICE;
    const double *of = values;
    int *point;
    TRY(add_stability(self, name, ends[stage], over_load, count, &point));
    for (long i = 0; i < self->n; i++, to += count) {
      const response_column column = response_column_of(self->layout, self->host, i);
      fill_loads(self, &column, stage, of, to);
      if (of) of += column.n_points;
      if (point) memcpy(point + i * count, self->place, (size_t)count * sizeof *point);
    }
  }
  return CHATTER_OK;
}

chatter_status response_grids_begin(const engine_layout *layout, const study *config,
                                    const kernel_batch *host, long n, arena *scratch,
                                    response_stability *stability, result_set *out, response_grids *self) {
  const size_t kept = (size_t)layout->sizes.dim[DIM_HB_KEPT];
  const response_grid grid = grid_of(config);
  *self = (response_grids){.layout = layout,
                           .own = layout->own,
                           .config = config,
                           .host = host,
                           .n = n,
                           .out = out,
                           .stability = stability};
  self->x = arena_allocate(scratch, 2 * kept * sizeof *self->x);
  const size_t places = 2 * (size_t)(grid.n > self->own->load_grid.n ? grid.n : self->own->load_grid.n);
  self->place = arena_allocate(scratch, (places + 1) * sizeof *self->place);
  if (!self->x || !self->place) return error_raise(CHATTER_DEVICE, "out of memory");
  self->y = self->x + kept;
  if (grid.n > 0) TRY(add_coordinate(out, "grid_frequency", &grid, "Hz", "frequency of the loads"));
  if (self->own->load_grid.n == 0) return CHATTER_OK;
  return add_coordinate(out, "grid_load_factor", &self->own->load_grid, "1", "load factor");
}

chatter_status response_grids_output(const response_grids *self, int o, const double *values) {
  const response_grid grid = grid_of(self->config);
  const output_config *output = &self->config->outputs[o];
  if (grid.n > 0) TRY(add_frequencies(self, output, &grid, values));
  return add_loads(self, output->name, output->quantity->unit, values);
}

chatter_status response_grids_end(const response_grids *self) {
  return add_loads(self, "frequency", "Hz", NULL);
}

chatter_status response_grids_outline(const study *config, int stages, outline_add add, void *to) {
  char name[STUDY_NAME + 16];
  for (int o = -1; o < config->n_outputs; o++)
    for (int stage = STAGE_EXTREMUM; stage < N_STAGE; stage++) {
      const output_config *output = o < 0 ? NULL : &config->outputs[o];
      if (!(stages >> stage & 1) || (output && !response_is_curve(config, output))) continue;
      snprintf(name, sizeof name, "%s%s", output ? output->name : "frequency", ends[stage]);
      TRY(add(to, over_load, name, output ? output->quantity->unit : "Hz", name, NULL));
    }
  return CHATTER_OK;
}
