#include "engines/response/bind/response_pack.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engines/response/bind/dnnm/dnnm_start.h"
#include "engines/response/bind/mean_stiffness.h"
#include "engines/response/bind/library_factorisation.h"
#include "engines/response/extract/response_outline.h"
#include "engines/response/study/response_keys.h"
#include "engines/response/extract/period/sampling_error.h"
#include "engines/response/stability/stability.h"
#include "study/contact_laws.h"
#include "study/file/key_place.h"
#include "study/file/path.h"
#include "kernels/response/sampled/sampled_layout.h"

long response_path_numbers(const int *dim, const response_point *point) {
  if (point->law != HB_LAW_ELASTIC) return 0;
  return hb_elastic_numbers(dim[DIM_HB_HARMONICS], dim[DIM_HB_STATIC], point->has_normal);
}

long response_sampled_numbers(const int *dim, const response_point *point) {
  static const int kinds[] = {[HB_LAW_SPRING] = SAMPLED_LAW_CUBIC,
                              [HB_LAW_ELASTIC_SAMPLED] = SAMPLED_LAW_ELASTIC,
                              [HB_LAW_SET_VALUED] = SAMPLED_LAW_FRICTION};
  const int harmonics = dim[DIM_HB_HARMONICS], times = dim[DIM_HB_SAMPLES];
  if (point->law == HB_LAW_ELASTIC) return 0;
  if (point->law == HB_LAW_COMPLIANT)
    return compliant_work_size(point->size.numbers, harmonics, dim[DIM_HB_STATIC], times);
  return sampled_work_size(kinds[point->law], harmonics, times, point->count);
}

static int least_power_of_two(double n) {
  int power = 16;
  while (power < n) power *= 2;
  return power;
}

// Samples per period with which a stop is closed for CLOSED samples: half a period π/ω of the
// vibration on its spring, ω² = k φφᵀ/(1 + k F), at the middle of the range. Errors fall with the
// square of the number, to about 1e-5 with CLOSED. More than MOST samples cost more than they help.
// A varied spring counts with the study's own value.
static double samples_of_stop(const study *config, const reduced_model *reduced,
                              const response_point *point) {
  enum { CLOSED = 24, MOST = 4096 };
  const response_config *r = response_config_of(config);
  const contact_config *c = &config->contacts[point->entry];
  const int row = reduced->contacts[point->contact].row_normal;
  double number[LAW_MAX_PARAMETERS] = {0}, square = 0;
  if (point->law != HB_LAW_COMPLIANT || !(law_force_arguments(point->compliant_law) & LAW_HAS_GAP) || row < 0)
    return 0;
  law_numbers_of(c, c->preload, number);
  const double stiffness = law_stiffness_bound(c->law, number, point->size.numbers),
               yields = reduced->flexibility[(long)row * reduced->n_boundary + row];
  for (int k = 0; k < reduced->n_modes; k++) {
    const double phi = reduced->phi_b[(long)row * reduced->n_modes + k];
    square += phi * phi;
  }
  const double omega = sqrt(stiffness * square / (1 + stiffness * yields)),
               frequency = 0.5 * (r->from + r->to);
  return fmin(MOST, CLOSED * omega / (M_PI * frequency));
}

// Returns the default samples per period of a law: a set-valued law has jumps in its slope; the
// spring is a polynomial.
static int samples_of_law(const study *config, const reduced_model *reduced, const response_point *point) {
  const response_config *r = response_config_of(config);
  const int least = least_power_of_two(16 * r->harmonics);
  // errors of about 1e-6, as the slope of states jumps at reversals of motion
  enum { WITH_MEMORY = 1024 };
  const int usual[] = {[HB_LAW_SPRING] = 64,
                       [HB_LAW_ELASTIC] = 0,
                       [HB_LAW_ELASTIC_SAMPLED] = 1024,
                       [HB_LAW_SET_VALUED] = 4096,
                       [HB_LAW_COMPLIANT] = 256};
  const int wanted = point->size.states > 0 ? WITH_MEMORY : usual[point->law];
  if (point->law == HB_LAW_ELASTIC) return 0;
  if (r->samples > 0) return (int)r->samples;
  const double stiff = samples_of_stop(config, reduced, point);
  return least_power_of_two(fmax(stiff, wanted > least ? wanted : least));
}

static void set_sizes(const study *config, const reduced_model *r, const response_setup *setup,
                      kernel_sizes *sizes) {
  int *dim = sizes->dim;
  *sizes = (kernel_sizes){.kind = &kernel_response};
  dim[DIM_HB_MODES] = r->n_modes;
  dim[DIM_HB_BOUNDARY] = r->n_boundary;
  dim[DIM_HB_POINTS] = setup->n_points;
  dim[DIM_HB_RESPONSES] = setup->n_rows;
  dim[DIM_HB_HARMONICS] = (int)response_config_of(config)->harmonics;
  dim[DIM_HB_STATIC] = response_has_static(config);
  dim[DIM_HB_LOADS] = config->n_excitations;
  dim[DIM_HB_SLOPE_NUMBERS] = setup->n_slopes;
  for (int j = 0; j < setup->n_points; j++) {
    const int times = samples_of_law(config, r, &setup->point[j]);
    if (times > dim[DIM_HB_SAMPLES]) dim[DIM_HB_SAMPLES] = times;
  }
  for (int j = 0; j < setup->n_points; j++) {
    const response_point *point = &setup->point[j];
    const long path = response_path_numbers(dim, point), sampled = response_sampled_numbers(dim, point);
    if (path > dim[DIM_HB_ELASTIC_NUMBERS]) dim[DIM_HB_ELASTIC_NUMBERS] = (int)path;
    if (sampled > dim[DIM_HB_SAMPLED_NUMBERS]) dim[DIM_HB_SAMPLED_NUMBERS] = (int)sampled;
  }
  dim[DIM_HB_LAW_PARAMETERS] = setup->n_numbers;
  dim[DIM_HB_LOAD_HARMONICS] = setup->more_harmonics;
  dim[DIM_HB_GAP_HARMONICS] = setup->gap_harmonics;
  for (int j = 0; j < setup->n_points; j++)
    dim[DIM_HB_RATE_DEPENDENT] |=
        setup->point[j].law == HB_LAW_COMPLIANT &&
        (law_force_arguments(setup->point[j].compliant_law) & LAW_HAS_VELOCITY) != 0;
  dim[DIM_HB_SECOND_DERIVATIVES] = setup->stages >> STAGE_EXTREMUM & 1;
  dim[DIM_HB_MODAL] = setup->stages >> STAGE_DNNM & 1;
  dim[DIM_HB_FORCES] =
      setup->has_forces || response_samples_stops(setup) ||
      response_config_of(config)->stability == STABILITY_FLOQUET ||
      (response_config_of(config)->stability == STABILITY_AUTO && response_has_multipliers(setup, r)) ||
      response_folds_are_uncertain(config, setup, r);
  dim[DIM_HB_MAX_POINTS] = (int)response_config_of(config)->points;
  dim[DIM_HB_COUPLED] = setup->is_coupled;
  dim[DIM_HB_ADAPT] = response_adapts_harmonics(config);
  dim[DIM_HB_HEADING] = setup->has_grid;
  dim[DIM_HB_RIGID_BODY] = setup->hold != NULL;
  dim[DIM_HB_TRUNCATION] = 3 * dim[DIM_HB_HARMONICS];
  // 8 per period of the highest harmonic
  const int few = least_power_of_two(8.0 * dim[DIM_HB_TRUNCATION]);
  dim[DIM_HB_TRUNCATION_SAMPLES] = few < dim[DIM_HB_SAMPLES] ? few : dim[DIM_HB_SAMPLES];
}

// Packs rows of a matrix of contact coordinates in the kernel's order.
static void pack_coordinates(const response_setup *setup, int rows, const double *from, int columns,
                             double *to) {
  for (int b = 0; b < rows; b++, to += columns)
    memcpy(to, from + (long)setup->coordinate[b] * columns, (size_t)columns * sizeof *to);
}

static void pack_shapes(const reduced_model *r, const response_setup *setup, double *to) {
  const int modes = r->n_modes;
  pack_coordinates(setup, r->n_boundary, r->phi_b, modes, to);
  to += (long)r->n_boundary * modes;
  for (int y = 0; y < setup->n_rows; y++, to += modes)
    for (int t = 0; t < setup->row[y].n; t++)
      for (int k = 0; k < modes; k++)
        to[k] += setup->row[y].weight[t] * r->phi_y[(long)setup->row[y].index[t] * modes + k];
  memcpy(to, r->phi_f + (long)setup->load[0] * modes, (size_t)modes * sizeof *to);
}

// Packs displacements per force at a contact coordinate: of contact coordinates, of responses, and
// of the driven coordinate, which is the transpose of the contacts' displacement under the load.
static void pack_flexibility(const reduced_model *r, const response_setup *setup, double *to) {
  const int n = r->n_boundary, drive = setup->load[0];
  const double *const f_b = r->flexibility;
  for (int b = 0; b < n; b++, to += n)
    for (int c = 0; c < n; c++) to[c] = f_b[(long)setup->coordinate[b] * n + setup->coordinate[c]];
  for (int y = 0; y < setup->n_rows; y++, to += n)
    for (int t = 0; t < setup->row[y].n; t++)
      for (int c = 0; c < n; c++)
        to[c] += setup->row[y].weight[t] * r->f_y[(long)setup->row[y].index[t] * n + setup->coordinate[c]];
  for (int c = 0; c < n; c++) to[c] = r->f_f[(long)setup->coordinate[c] * r->n_loads + drive];
}

// Packs displacements per load by direct flexibility, without modes.
static void pack_direct(const reduced_model *r, const response_setup *setup, int loads, double *to) {
  const int n = r->n_loads, drive = setup->load[0];
  for (int b = 0; b < r->n_boundary; b++, to += loads)
    for (int j = 0; j < loads; j++) to[j] = r->f_f[(long)setup->coordinate[b] * n + setup->load[j]];
  for (int y = 0; y < setup->n_rows; y++, to += loads)
    for (int t = 0; t < setup->row[y].n; t++)
      for (int j = 0; j < loads; j++)
        to[j] += setup->row[y].weight[t] * r->f_yf[(long)setup->row[y].index[t] * n + setup->load[j]];
  for (int j = 0; j < loads; j++) to[j] = r->f_ff[(long)drive * n + setup->load[j]];
}

// Packs the coupling without the diagonal, which is a parameter.
static void pack_coupling(const reduced_model *r, double *to) {
  const int modes = r->n_modes;
  for (int i = 0; i < modes; i++)
    for (int j = 0; j < modes; j++) to[(long)i * modes + j] = i == j ? 0 : r->damping[(long)i * modes + j];
}

static void pack_model(const reduced_model *r, const response_setup *setup, const int *dim, double *to) {
  const int modes = r->n_modes, times = dim[DIM_HB_SAMPLES], loads = dim[DIM_HB_LOADS];
  memcpy(to + hb_model_at(dim, HB_MODEL_OMEGA2), r->omega2, (size_t)modes * sizeof *to);
  pack_shapes(r, setup, to + hb_model_at(dim, HB_MODEL_SHAPES));
  pack_flexibility(r, setup, to + hb_model_at(dim, HB_MODEL_FLEXIBILITY));
  for (int j = 0; j < loads; j++)
    memcpy(to + hb_model_at(dim, HB_MODEL_LOADS) + (long)j * modes, r->phi_f + (long)setup->load[j] * modes,
           (size_t)modes * sizeof *to);
  pack_direct(r, setup, loads, to + hb_model_at(dim, HB_MODEL_LOAD_FLEXIBILITY));
  for (int i = 0; i < times; i++) to[hb_model_at(dim, HB_MODEL_COSINES) + i] = cos(2 * M_PI * i / times);
  if (setup->is_coupled) pack_coupling(r, to + hb_model_at(dim, HB_MODEL_COUPLING));
  for (int i = 0; i < dim[DIM_HB_TRUNCATION_SAMPLES]; i++)
    to[hb_model_at(dim, HB_MODEL_FEW_COSINES) + i] = cos(2 * M_PI * i / dim[DIM_HB_TRUNCATION_SAMPLES]);
}

static void pack_tables(const response_setup *setup, int *table) {
  for (int j = 0; j < setup->n_points; j++, table += N_HB_POINT_INTEGERS) {
    const response_point *point = &setup->point[j];
    table[HB_POINT_LAW] = point->law;
    table[HB_POINT_FIRST_COORDINATE] = point->first;
    table[HB_POINT_N_COORDINATES] = point->count;
    table[HB_POINT_HAS_NORMAL] = point->has_normal;
    table[HB_POINT_SLOPES_AT] = point->slopes;
    table[HB_POINT_COMPLIANT_LAW] = point->compliant_law;
    table[HB_POINT_PARAMETERS_AT] = point->numbers;
    table[HB_POINT_N_PARAMETERS] = point->size.numbers;
    table[HB_POINT_N_STATES] = point->size.states;
  }
}

// Estimates the operations of a point: about four iterations, each with the transfer functions, the
// bordered system and its solution. Coupled modes are factorised and solved for first, with two
// derivatives.
static double flops_of(const int *dim) {
  const double n = hb_n_unknowns(dim) + 1, modes = dim[DIM_HB_MODES];
  double transfer = 16.0 * hb_n_harmonics(dim) * modes * hb_n_ports(dim) * dim[DIM_HB_BOUNDARY];
  if (dim[DIM_HB_COUPLED])
    transfer += hb_n_harmonics(dim) * modes * modes * (4 * modes / 3 + 32.0 * (dim[DIM_HB_BOUNDARY] + 1));
  return 4 * (transfer + 2 * n * n * hb_n_coefficients(dim) + 2 * n * n * n / 3);
}

// With response.at the results have another shape, so it must be given in the study itself and not
// per trajectory.
static chatter_status check_study(const study *config, const response_setup *setup) {
  if (study_varies(config, "response.at") && !setup->is_at)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: response.at varies: give it a value in the study too (more than 0 Hz)",
                       study_place(config, "response"));
  if (study_varies(config, "excitation.") && study_varies(config, ".frequency"))
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: excitation.frequency cannot vary: a response goes from response.from to "
                       "response.to; vary response.at",
                       study_place(config, "ensemble"));
  return CHATTER_OK;
}

static chatter_status check_modal(const study *config, const response_setup *setup) {
  for (int j = 0; j < setup->n_points && setup->stages >> STAGE_DNNM & 1; j++) {
    char path[32];
    snprintf(path, sizeof path, "contact.%d.law", setup->point[j].entry);
    if (setup->point[j].law == HB_LAW_SET_VALUED)
      return error_raise(
          CHATTER_BAD_STUDY,
          "%s: damped nonlinear normal modes begin as a linear mode, which set-valued contacts "
          "have none of (allowed with dnnm: elastic, spring, and laws without set values)",
          study_place(config, path));
  }
  return CHATTER_OK;
}

chatter_status response_pack(const study *config, const reduced_model *r, int stages, int has_grid,
                             engine_layout *layout) {
  response_setup *setup = arena_allocate(layout->memory, sizeof *setup);
  if (!setup) return error_raise(CHATTER_DEVICE, "out of memory");
  layout->setup = setup;
  layout->reduced = r;
  setup->stages = stages;
  setup->is_at = response_is_at_frequency(config);
  setup->has_grid = has_grid;
  TRY(check_study(config, setup));
  TRY(response_check_names(config));
  TRY(response_plan(config, layout, setup));
  r = layout->reduced;
  TRY(check_modal(config, setup));
  set_sizes(config, r, setup, &layout->sizes);
  const int *dim = layout->sizes.dim;
  layout->n_model = response_n_model(dim);
  layout->n_tables = hb_n_tables(dim);
  layout->n_state = hb_n_state(dim);
  layout->n_parameters = hb_n_parameters(dim);
  layout->n_window_rows = hb_n_windows(dim);
  layout->flops_per_step = flops_of(dim);
  response_count_values(config, stages, layout);
  layout->bytes_per_trajectory = 8.0 * ((double)layout->n_state + (double)layout->n_window_rows);
  if (dim[DIM_HB_MODAL]) layout->scratch_bytes = dnnm_start_bytes(dim);
  layout->model = arena_allocate(layout->memory, ((size_t)layout->n_model + 1) * sizeof *layout->model);
  layout->tables = arena_allocate(layout->memory, ((size_t)layout->n_tables + 1) * sizeof *layout->tables);
  if (!layout->model || !layout->tables) return error_raise(CHATTER_DEVICE, "out of memory");
  pack_model(r, setup, dim, layout->model);
  TRY(response_pack_mean_stiffness(config, setup, dim, layout->memory, layout->model));
  pack_tables(setup, layout->tables);
  return response_choose_factorisation(config, layout);
}
