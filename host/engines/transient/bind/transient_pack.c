// Kernel sizes, the packed model and the tables.
#include "engines/transient/bind/transient_pack.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engines/transient/bind/transient_drives.h"
#include "engines/transient/bind/transient_sparse.h"
#include "engines/transient/transient_engine.h"
#include "kernels/transient/transient_layout.h"
#include "reduction/algebra/dense.h"
#include "study/contact_laws.h"
#include "study/file/key_place.h"

static int layout_of(const reduced_model *r) {
  if (r->n_contacts == 0) return POINT_LAYOUT_NORMAL;
  const reduced_contact *first = &r->contacts[0];
  const int normal = first->row_normal >= 0,
            tangents = (first->row_tangent[0] >= 0) + (first->row_tangent[1] >= 0);
  const int stride = normal + tangents;
  for (int j = 0; j < r->n_contacts; j++) {
    const reduced_contact *c = &r->contacts[j];
    if (c->row_normal != (normal ? j * stride : -1)) return POINT_LAYOUT_MIXED;
    for (int i = 0; i < 2; i++)
      if (c->row_tangent[i] != (i < tangents ? j * stride + normal + i : -1)) return POINT_LAYOUT_MIXED;
  }
  return normal + 2 * tangents;
}

static chatter_status find_loads(const study *config, const reduced_model *r, arena *memory,
                                 transient_setup *setup) {
  setup->load = arena_allocate(memory, (size_t)(config->n_excitations + 1) * sizeof *setup->load);
  if (!setup->load) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int i = 0; i < config->n_excitations; i++) TRY(reduced_find_excitation(r, config, i, &setup->load[i]));
  return CHATTER_OK;
}

int transient_predicts_stick(const reduced_model *r) {
  return r->massless && r->n_independent == r->n_boundary;
}

static void set_sizes(const study *config, const reduced_model *r, const engine_layout *layout,
                      kernel_sizes *sizes) {
  const transient_setup *setup = layout->setup;
  int *dim = sizes->dim;
  *sizes = (kernel_sizes){.kind = integrator_of(config)->scheme == SCHEME_MOREAU ? &kernel_moreau
                                                                                 : &kernel_leapfrog};
  dim[DIM_MODES] = r->n_modes;
  dim[DIM_BOUNDARY] = r->n_boundary;
  dim[DIM_LOADS] = config->n_excitations;
  dim[DIM_CONTACT_POINTS] = r->n_contacts;
  dim[DIM_POINT_LAYOUT] = layout_of(r);
  dim[DIM_CONTACT_ENTRIES] = setup->n_entries;
  dim[DIM_COEFFICIENTS_VARY] = r->damping == NULL;
  dim[DIM_MODE_COUPLING] = r->sparse ? setup->sparse.n_entries : r->damping != NULL;
  dim[DIM_LOADS_SWEEP] = dim[DIM_MOVING_GAP] = dim[DIM_PRELOAD] = 1; // until transient_specialise sets it
  dim[DIM_PREDICTS_STICK] = transient_predicts_stick(r) && setup->springs == SPRINGS_NONE;
  dim[DIM_SPRING_KIND] = setup->springs;
  dim[DIM_RESPONSES] = setup->n_responses;
  dim[DIM_SIGNALS] = setup->signals.n;
  dim[DIM_ACCUMULATOR_ROWS] = setup->signals.n_accumulators;
  dim[DIM_WINDOW_VALUES] = setup->signals.window_values;
  dim[DIM_SERIES_SIZE] = setup->signals.series_values > 0 ? (int)layout->series_values : 0;
  dim[DIM_FILTERS] = setup->signals.n_filters;
  dim[DIM_MEAN_VELOCITY] = setup->velocity;
  dim[DIM_CONTACT_COUNTERS] = setup->contacts;
  dim[DIM_MAX_APEXES] = setup->n_apexes;
  dim[DIM_DISSIPATION] = setup->dissipation;
  dim[DIM_DELASSUS] = integrator_of(config)->scheme == SCHEME_MOREAU || setup->springs == SPRINGS_VISCOUS;
  for (int e = 0; e < setup->n_entries; e++) {
    const law_size size = law_size_of(&config->contacts[setup->entries[e].entry]);
    if (size.numbers > dim[DIM_LAW_PARAMETERS]) dim[DIM_LAW_PARAMETERS] = size.numbers;
    if (size.states > dim[DIM_LAW_STATES]) dim[DIM_LAW_STATES] = size.states;
  }
  if (integrator_of(config)->contact_solver == SOLVER_NEWTON)
    dim[DIM_NEWTON_KIND] = transient_newton_kind(dim);
  if (dim[DIM_NEWTON_KIND] == NEWTON_DUAL && !transient_predicts_stick(r))
    dim[DIM_NEWTON_KIND] = NEWTON_PRIMAL; // K does not exist
}

// Finds 1 / row sum of |G|, equal for the tangents of a point (docs/theory/inclusions.md).
static void row_scales(const reduced_model *r, const double *g, double *scale) {
  const int n = r->n_boundary;
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++) sum += fabs(g[(long)i * n + j]);
    scale[i] = sum > 0 ? 1 / sum : 0;
  }
  for (int j = 0; j < r->n_contacts; j++) {
    const int *row = r->contacts[j].row_tangent;
    if (row[0] < 0 || row[1] < 0) continue;
    const double least = fmin(scale[row[0]], scale[row[1]]);
    scale[row[0]] = scale[row[1]] = least;
  }
}

// Returns the largest useful relaxation factor. Jacobi's iteration x -= s E (G x + c) converges
// fastest at s = 2 / (λ_min + λ_max) of E G and diverges from s = 2 / λ_max on; a single contact
// point needs s = 1. λ_min: the least eigenvalue above rounding, since the null space of G does not
// take part.
static chatter_status relaxation_limit(const reduced_model *r, const double *g, const double *scale,
                                       double *limit) {
  const int n = r->n_boundary;
  *limit = 1;
  if (n < 2) return CHATTER_OK;
  arena *memory = arena_create();
  if (!memory) return error_raise(CHATTER_DEVICE, "out of memory");
  chatter_status status = CHATTER_DEVICE;
  double *k = dense_array(memory, (size_t)n, (size_t)n), *m = dense_array(memory, (size_t)n, (size_t)n);
  double *lambda = dense_array(memory, 1, (size_t)n);
  if (k && m && lambda) {
    memcpy(k, g, (size_t)n * (size_t)n * sizeof *k);
    for (int i = 0; i < n; i++) m[(long)i * n + i] = scale[i] > 0 ? 1 / scale[i] : 1;
    status = dense_begin();
    if (status == CHATTER_OK) {
      status = dense_eigen(n, k, m, lambda, "the Delassus matrix of the contacts");
      dense_end();
    }
    int least = 0;
    while (least < n - 1 && lambda[least] <= 1e-12 * lambda[n - 1]) least++;
    if (status == CHATTER_OK) *limit = 2 / (lambda[least] + lambda[n - 1]);
  }
  arena_destroy(memory);
  return status;
}

// G = F, or Φ_b diag(1/(1 + ζωΔt)) Φ_bᵀ if the boundary has mass.
static chatter_status delassus(const reduced_model *r, double dt, arena *memory, double **g) {
  const int n = r->n_boundary, m = r->n_modes;
  *g = r->flexibility;
  if (r->massless || n == 0) return CHATTER_OK;
  DENSE(*g, memory, n, n);
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      for (int k = 0; k < m; k++)
        (*g)[(long)a * n + b] += r->phi_b[(long)a * m + k] * r->phi_b[(long)b * m + k] /
                                 (1 + r->zeta[k] * sqrt(r->omega2[k]) * dt);
  return CHATTER_OK;
}

// Packs (1 + Δt/2 D)⁻¹ (1 - Δt/2 D) and (1 + Δt/2 D)⁻¹ Δt.
static chatter_status pack_dense(const reduced_model *r, double dt, double *keep, double *push) {
  const int n = r->n_modes;
  arena *memory = arena_create();
  if (!memory) return error_raise(CHATTER_DEVICE, "out of memory");
  double *inverse = dense_array(memory, (size_t)n, (size_t)n),
         *minus = dense_array(memory, (size_t)n, (size_t)n);
  chatter_status status = inverse && minus ? CHATTER_OK : CHATTER_DEVICE;
  for (long i = 0; status == CHATTER_OK && i < (long)n * n; i++) {
    const double one = i % (n + 1) == 0;
    inverse[i] = one + 0.5 * dt * r->damping[i];
    minus[i] = one - 0.5 * dt * r->damping[i];
  }
  if (status == CHATTER_OK) status = dense_begin();
  if (status == CHATTER_OK) {
    status = dense_invert(n, inverse, "1 + Δt/2 D of the modal damping");
    if (status == CHATTER_OK) dense_multiply(0, 0, n, n, n, 1, inverse, minus, 0, keep);
    dense_end();
  }
  if (status == CHATTER_OK) {
    for (long i = 0; i < (long)n * n; i++) push[i] = dt * inverse[i];
  }
  arena_destroy(memory);
  return status;
}

static void copy_block(double *to, const double *from, size_t n) {
  if (n > 0) memcpy(to, from, n * sizeof *to);
}

static void copy_rows(double *to, const double *from, int rows, int columns, const int *pick) {
  for (int i = 0; i < rows; i++)
    copy_block(to + (long)i * columns, from + (long)pick[i] * columns, (size_t)columns);
}

// Finds the rows of the responses, Σ weight · row. A single row of weight 1 is copied exactly.
static void sum_rows(double *to, const double *from, const transient_setup *setup, int columns) {
  for (int y = 0; y < setup->n_responses; y++, to += columns) {
    const reduced_row *response = &setup->response[y];
    for (int t = 0; t < response->n; t++)
      for (int i = 0; i < columns; i++) {
        const double x = response->weight[t] * from[(long)response->index[t] * columns + i];
        to[i] = t ? to[i] + x : x;
      }
  }
}

static void pack_loads(const study *config, const reduced_model *r, const transient_setup *setup,
                       const int *dim, double *to) {
  const int loads = config->n_excitations, rows = r->n_boundary;
  double *f_f = to + transient_model_at(dim, MODEL_F_F), *f_yf = to + transient_model_at(dim, MODEL_F_YF);
  double *f_ff = to + transient_model_at(dim, MODEL_F_FF),
         *energy = to + transient_model_at(dim, MODEL_LOAD_ENERGY);
  copy_rows(to + transient_model_at(dim, MODEL_PHI_F), r->phi_f, loads, r->n_modes, setup->load);
  for (int j = 0; j < loads; j++) {
    for (int b = 0; b < rows; b++) f_f[b * loads + j] = r->f_f[(long)b * r->n_loads + setup->load[j]];
    for (int y = 0; y < setup->n_responses; y++)
      for (int t = 0; t < setup->response[y].n; t++) {
        const double x = setup->response[y].weight[t] *
                         r->f_yf[(long)setup->response[y].index[t] * r->n_loads + setup->load[j]];
        f_yf[y * loads + j] = t ? f_yf[y * loads + j] + x : x;
      }
    for (int i = 0; i < loads; i++)
      f_ff[i * loads + j] = r->f_ff[(long)setup->load[i] * r->n_loads + setup->load[j]];
    to[transient_model_at(dim, MODEL_LOAD_OFFSET) + j] = r->load_offset[setup->load[j]];
  }
  if (r->sparse) // static coordinates beside the contacts deform too
    for (int i = 0; i < loads * loads; i++) energy[i] = f_ff[i];
  for (int i = 0; !r->sparse && r->stiffness && i < loads; i++)
    for (int j = 0; j < loads; j++)
      for (int a = 0; a < rows; a++)
        for (int b = 0; b < rows; b++)
          energy[i * loads + j] += f_f[a * loads + i] * r->stiffness[(long)a * rows + b] * f_f[b * loads + j];
}

static chatter_status pack_model(const study *config, const reduced_model *r, engine_layout *layout) {
  transient_setup *setup = layout->setup;
  const int *dim = layout->sizes.dim, rows = r->n_boundary, modes = r->n_modes;
  double *to = layout->model, *g;
  copy_block(to + transient_model_at(dim, MODEL_PHI_B), r->phi_b, (size_t)rows * (size_t)modes);
  for (int i = 0; transient_has_boundary_columns(dim) && i < rows * modes; i++)
    to[transient_model_at(dim, MODEL_PHI_B_COLUMNS) + i] = r->phi_b[i % rows * modes + i / rows];
  copy_block(to + transient_model_at(dim, MODEL_OMEGA2), r->omega2, (size_t)modes);
  for (int k = 0; r->sparse && k < modes; k++) to[transient_model_at(dim, MODEL_OMEGA2) + k] = 1;
  if (r->massless) {
    const size_t square = (size_t)rows * (size_t)rows;
    copy_block(to + transient_model_at(dim, MODEL_FLEXIBILITY), r->flexibility, square);
    copy_block(to + transient_model_at(dim, MODEL_STIFFNESS), r->stiffness, square);
  }
  for (int j = 0; j < r->n_contacts; j++) to[transient_model_at(dim, MODEL_GAP) + j] = r->contacts[j].gap;
  TRY(delassus(r, setup->dt, layout->memory, &g));
  row_scales(r, g, to + transient_model_at(dim, MODEL_ROW_SCALE));
  TRY(relaxation_limit(r, g, to + transient_model_at(dim, MODEL_ROW_SCALE), &setup->most_relaxation));
  sum_rows(to + transient_model_at(dim, MODEL_PHI_Y), r->phi_y, setup, modes);
  sum_rows(to + transient_model_at(dim, MODEL_F_Y), r->f_y, setup, rows);
  pack_loads(config, r, setup, dim, to);
  drives_pack(config->n_drives, config->drives, setup->drives, to + transient_model_at(dim, MODEL_DRIVES));
  if (!r->damping) return CHATTER_OK;
  if (!(setup->dt > 0))
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: a general damping matrix needs one time step for all trajectories: give integrator.step",
        study_place(config, "integrator.step"));
  return pack_dense(r, setup->dt, to + transient_model_at(dim, MODEL_DENSE_DECAY),
                    to + transient_model_at(dim, MODEL_DENSE_FORCE_GAIN));
}

static void pack_tables(const study *config, const reduced_model *r, engine_layout *layout) {
  const transient_setup *setup = layout->setup;
  const int *dim = layout->sizes.dim;
  for (int j = 0; j < r->n_contacts; j++) {
    int *point = layout->tables + transient_point_table(dim, j);
    point[POINT_ENTRY] = setup->point_entry[j];
    point[POINT_NORMAL] = r->contacts[j].row_normal;
    point[POINT_TANGENT] = r->contacts[j].row_tangent[0];
    point[POINT_TANGENT_2] = r->contacts[j].row_tangent[1];
    point[POINT_LAW] = config->contacts[r->contacts[j].entry].law;
  }
  for (int which = 0; which < transient_drives(dim); which++)
    transient_pack_drive(config, r, setup, which, layout->tables + transient_drive_table(dim, which));
  signals_write(&setup->signals, transient_n_parameters(dim),
                layout->tables + transient_signal_table(dim, 0));
  layout->tables[transient_window_count_at(dim)] = setup->signals.n_windows;
}

chatter_status transient_pack(const study *config, const reduced_model *r, engine_layout *layout) {
  transient_setup *setup = layout->setup;
  TRY(find_loads(config, r, layout->memory, setup));
  long numbers;
  TRY(transient_plan_drives(config, r, layout->memory, setup, &numbers));
  if (r->sparse) TRY(transient_sparse_rows(r, layout->memory, &setup->sparse));
  set_sizes(config, r, layout, &layout->sizes);
  layout->sizes.dim[DIM_DRIVE_NUMBERS] = (int)numbers;
  const int *dim = layout->sizes.dim;
  layout->n_model = transient_model_at(dim, MODEL_END);
  layout->n_tables = transient_n_tables(dim);
  layout->n_state = transient_n_state(dim);
  layout->n_parameters = transient_n_parameters(dim) + setup->signals.n_parameters;
  layout->n_windows = setup->signals.n_windows;
  layout->n_window_rows = (long)setup->signals.n_windows * setup->signals.window_values;
  layout->flops_per_step = transient_flops(dim);
  layout->bytes_per_trajectory = 8.0 * ((double)layout->n_state + (double)layout->n_window_rows);
  layout->model = arena_allocate(layout->memory, ((size_t)layout->n_model + 1) * sizeof *layout->model);
  layout->tables = arena_allocate(layout->memory, ((size_t)layout->n_tables + 1) * sizeof *layout->tables);
  if (!layout->model || !layout->tables) return error_raise(CHATTER_DEVICE, "out of memory");
  TRY(pack_model(config, r, layout));
  pack_tables(config, r, layout);
  if (r->sparse)
    transient_pack_sparse(&setup->sparse, r->n_near, dim,
                          layout->model + transient_model_at(dim, MODEL_SPARSE), layout->tables);
  return CHATTER_OK;
}
