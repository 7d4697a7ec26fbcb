#include "engines/response/extract/response_grids.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engines/response/extract/response_quantities.h"
#include "engines/response/study/response_keys.h"

static const char *const ends[] = {
    [STAGE_EXTREMUM] = "_by_extremum", [STAGE_PHASE] = "_by_phase", [STAGE_DNNM] = "_by_dnnm"};
static const char *const methods[] = {[STAGE_EXTREMUM] = "maxima",
                                      [STAGE_PHASE] = "phase resonance",
                                      [STAGE_DNNM] = "damped nonlinear normal modes"};
static const char over_frequency[] = "trajectory,grid_frequency", over_load[] = "trajectory,grid_load_factor";

static response_grid grid_of(const study *config) {
  const number_list *grid = &response_config_of(config)->grid;
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

// Adds NAME + `end` + _stable and returns where its points are to be written.
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

static double heading_of(const response_grids *self, const response_column *column, int k, int which) {
  return response_record_number(column, k, hb_record_heading_at(self->layout->sizes.dim) + which);
}

// Returns the derivative along the curve of motion `o` reduced over its period, from the
// derivatives of its displacement coefficients and of ω, which is a factor of velocities and
// accelerations.
static double slope_of(const response_grids *self, const response_column *column, int k, int o) {
  const int *dim = self->layout->sizes.dim, width = hb_n_coefficients(dim), row = self->setup->output_row[o];
  const double omega = response_record_number(column, k, RECORD_OMEGA),
               faster = heading_of(self, column, k, HEADING_OMEGA);
  const int derivative = response_quantity_of(&self->config->outputs[o])->derivative;
  double *at = self->coefficient, *by = at + width, size = 0, change = 0, value[2];
  if (row < 0) return NAN;
  response_coefficients(column, k, row, at);
  for (int i = 0; i < width; i++) {
    by[i] = heading_of(self, column, k, N_HEADING + row * width + i);
    size = hypot(size, at[i]), change = hypot(change, by[i]);
  }
  if (derivative > 0) change = fmax(change, size * fabs(faster) / omega);
  if (change == 0) return 0;
  const double part = 1e-5 * size / change; // the relative error of the difference is its square
  for (int side = 0; side < 2; side++) {
    const double step = side ? part : -part;
    response_coefficients(column, k, row, at);
    for (int i = 0; i < width; i++) at[i] += step * by[i];
    period_derivative(self->period, derivative, omega + step * faster, at);
    value[side] = period_reduce(self->period, at, self->config->outputs[o].reduce);
  }
  return (value[1] - value[0]) / (2 * part);
}

// Adds the smallest and the largest value of the response curves at each frequency. The direction
// of a curve jumps at an onset of slip.
static chatter_status add_frequencies(const response_grids *self, int o, const response_grid *grid,
                                      const double *values) {
  const output_config *output = &self->config->outputs[o];
  const size_t count = (size_t)grid->n;
  const response_grid at = {.from = 2 * M_PI * grid->from, .to = 2 * M_PI * grid->to, .n = grid->n};
  grid_curve to = self->points;
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
    for (to.n = 0; to.n < column.n_points; to.n++) {
      const int kind = (int)response_record_number(&column, to.n, RECORD_POINT_KIND);
      if (response_record_number(&column, to.n, RECORD_STAGE) != STAGE_CURVE) break;
      to.x[to.n] = response_record_number(&column, to.n, RECORD_OMEGA);
      to.y[to.n] = values[to.n];
      to.dx[to.n] = heading_of(self, &column, to.n, HEADING_OMEGA);
      to.dy[to.n] = slope_of(self, &column, to.n, o);
      to.is_corner[to.n] = kind == POINT_ONSET || kind == POINT_KINK || kind == POINT_KINK_MINIMUM;
    }
    response_grid_values(&at, &to, lower + (size_t)i * count, upper + (size_t)i * count, self->place);
    for (int k = 0; k < 2 && point[k]; k++)
      memcpy(point[k] + (size_t)i * count, self->place + (size_t)k * count, count * sizeof(int));
    values += column.n_points;
  }
  return CHATTER_OK;
}

// Returns the end of the smooth piece of a backbone that begins at point k: an onset is a corner,
// and a restart begins a new piece.
static int piece_end(const response_column *column, int stage, int k) {
  for (k++; k < column->n_points; k++) {
    const int kind = (int)response_record_number(column, k, RECORD_POINT_KIND);
    if (response_record_number(column, k, RECORD_STAGE) != stage || kind == POINT_RESTART) return k;
    if (kind == POINT_ONSET) return k + 1;
  }
  return k;
}

// Sets point k of a backbone over the load. Two directions are unknown: that of a backbone of
// maxima at an onset, which is not kept, and that of the load of a dNNM, which is no unknown of it.
static void put_load(const response_grids *self, const response_column *column, int k, double y, double dy,
                     grid_curve *to) {
  const int unknown = response_record_number(column, k, RECORD_STAGE) == STAGE_DNNM ||
                      response_record_number(column, k, RECORD_POINT_KIND) == POINT_ONSET;
  to->x[to->n] = response_record_number(column, k, RECORD_LOAD_FACTOR);
  to->dx[to->n] = unknown ? NAN : heading_of(self, column, k, HEADING_PARAMETER);
  to->y[to->n] = y;
  to->dy[to->n] = dy;
  to->is_corner[to->n++] = 0;
}

// Interpolates one trajectory's backbone on the grid of loads. o: output of self->y and self->dy,
// -1: the frequency.
static void fill_loads(const response_grids *self, const response_column *column, int stage, int o,
                       double *to) {
  for (int g = 0; g < self->setup->load_grid.n; g++) to[g] = NAN, self->place[g] = -1;
  for (int k = 0; k < column->n_points;) {
    grid_curve piece = self->points;
    if (response_record_number(column, k, RECORD_STAGE) != stage) {
      k++;
      continue;
    }
    const int end = piece_end(column, stage, k);
    for (int j = k; j < end; j++)
      put_load(self, column, j,
               o < 0 ? response_record_number(column, j, RECORD_OMEGA) / (2 * M_PI) : self->y[j],
               o < 0 ? heading_of(self, column, j, HEADING_OMEGA) / (2 * M_PI) : self->dy[j], &piece);
    response_grid_first_values(&self->setup->load_grid, &piece, to, k, self->place);
    // A corner also begins the next piece.
    const int is_corner =
        end - 1 > k && response_record_number(column, end - 1, RECORD_POINT_KIND) == POINT_ONSET;
    k = is_corner ? end - 1 : end;
  }
}

// Adds NAME_by_METHOD for each method, for output `o` with these values; -1: for the frequency.
static chatter_status add_loads(const response_grids *self, int o, const double *values) {
  const output_config *output = o < 0 ? NULL : &self->config->outputs[o];
  const int count = self->setup->load_grid.n;
  for (int stage = STAGE_EXTREMUM; stage < N_STAGE && count > 0; stage++) {
    char text[96];
    if (!(self->setup->stages >> stage & 1)) continue;
    snprintf(text, sizeof text, "on the backbone of %s, where it comes to the load first,", methods[stage]);
    double *to = add_variable(self, output ? output->name : "frequency", ends[stage], over_load, count,
                              output ? output->quantity->unit : "Hz", text);
    if (!to) return CHATTER_DEVICE;
    const double *of = values;
    int *point;
    TRY(add_stability(self, output ? output->name : "frequency", ends[stage], over_load, count, &point));
    for (long i = 0; i < self->n; i++, to += count) {
      const response_column column = response_column_of(self->layout, self->host, i);
      for (int k = 0; output && k < column.n_points; k++) {
        self->y[k] = *of++;
        self->dy[k] = slope_of(self, &column, k, o);
      }
      fill_loads(self, &column, stage, o, to);
      if (point) memcpy(point + i * count, self->place, (size_t)count * sizeof *point);
    }
  }
  return CHATTER_OK;
}

chatter_status response_grids_begin(const engine_layout *layout, const study *config,
                                    const kernel_batch *host, long n, const response_period *period,
                                    arena *scratch, response_stability *stability, result_set *out,
                                    response_grids *self) {
  const size_t kept = (size_t)layout->sizes.dim[DIM_HB_MAX_POINTS],
               width = (size_t)hb_n_coefficients(layout->sizes.dim);
  const response_grid grid = grid_of(config);
  *self = (response_grids){.layout = layout,
                           .setup = layout->setup,
                           .config = config,
                           .host = host,
                           .n = n,
                           .out = out,
                           .period = period,
                           .stability = stability};
  double *numbers = arena_allocate(scratch, (6 * kept + 2 * width) * sizeof *numbers);
  self->points.is_corner = arena_allocate(scratch, kept);
  if (!numbers || !self->points.is_corner) return error_raise(CHATTER_DEVICE, "out of memory");
  self->points.x = numbers, self->points.y = numbers + kept;
  self->points.dx = numbers + 2 * kept, self->points.dy = numbers + 3 * kept;
  self->y = numbers + 4 * kept, self->dy = numbers + 5 * kept;
  self->coefficient = numbers + 6 * kept;
  const size_t places = 2 * (size_t)(grid.n > self->setup->load_grid.n ? grid.n : self->setup->load_grid.n);
  self->place = arena_allocate(scratch, (places + 1) * sizeof *self->place);
  if (!self->place) return error_raise(CHATTER_DEVICE, "out of memory");
  if (grid.n > 0) TRY(add_coordinate(out, "grid_frequency", &grid, "Hz", "frequency of the loads"));
  if (self->setup->load_grid.n == 0) return CHATTER_OK;
  return add_coordinate(out, "grid_load_factor", &self->setup->load_grid, "1", "load factor");
}

chatter_status response_grids_output(const response_grids *self, int o, const double *values) {
  const response_grid grid = grid_of(self->config);
  if (grid.n > 0) TRY(add_frequencies(self, o, &grid, values));
  return add_loads(self, o, values);
}

chatter_status response_grids_end(const response_grids *self) {
  return add_loads(self, -1, NULL);
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
