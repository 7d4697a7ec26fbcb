// Small reduced models, built in memory and run through the transient engine on the CPU: exact
// solutions need no finite elements.
#ifndef CHATTER_TESTS_TRANSIENT_CASE_H
#define CHATTER_TESTS_TRANSIENT_CASE_H

#include "base/log.h"
#include "engines/transient/transient_engine.h"
#include "machines/backend.h"
#include "kernels/transient/transient_layout.h"
#include "study/contact_laws.h"
#include "study/file/storage.h"
#include "tests/check.h"

typedef struct transient_case {
  study s;
  reduced_model r;
  engine_layout layout;
  kernel_batch batch;
  result_set *results;
  arena *memory;
} transient_case;

enum { CASE_ENTRIES = 64 }; // largest number of contacts, loads and outputs

// Opens a model with so many modes, boundary rows and loads; all numbers are zero. massless: F and
// F⁻¹ are the identity.
static inline void case_open(transient_case *c, int modes, int rows, int loads, int massless) {
  memset(c, 0, sizeof *c);
  c->memory = arena_create();
  reduced_model *r = &c->r;
  r->n_modes = modes, r->n_boundary = r->n_independent = rows, r->n_loads = loads, r->n_responses = 1,
  r->massless = massless, r->damping_is_saved = 1; // `zeta` is the damping, the study has none
  snprintf(r->method, sizeof r->method, "%s", massless ? "macneal" : "modal");
  struct {
    double **at;
    int n;
  } arrays[] = {{&r->omega2, modes},
                {&r->zeta, modes},
                {&r->phi_b, rows * modes},
                {&r->flexibility, rows * rows},
                {&r->stiffness, rows * rows},
                {&r->phi_f, loads * modes},
                {&r->f_f, rows * loads},
                {&r->phi_y, modes},
                {&r->f_y, rows},
                {&r->f_yf, loads},
                {&r->f_ff, loads * loads},
                {&r->load_offset, loads},
                {&r->translation, 3 * modes},
                {&r->translation_boundary, 3 * rows}};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    *arrays[i].at = arena_allocate(c->memory, (size_t)(arrays[i].n + 1) * sizeof(double));
  for (int i = 0; massless && i < rows; i++) r->flexibility[i * rows + i] = r->stiffness[i * rows + i] = 1;
  r->load_name = arena_allocate(c->memory, (size_t)(loads + 1) * STUDY_NAME);
  r->response_name = arena_allocate(c->memory, STUDY_NAME);
  r->contacts = arena_allocate(c->memory, (size_t)(rows + 1) * sizeof *r->contacts);
  r->limit_open = r->limit_stuck = 1e9;
  snprintf(r->response_name[0], STUDY_NAME, "1:x");
  study *s = &c->s;
  s->initial.direction[0] = 1; // the field of tests is row 0 of the translations
  s->contacts = arena_allocate(c->memory, CASE_ENTRIES * sizeof *s->contacts);
  s->excitations = arena_allocate(c->memory, CASE_ENTRIES * sizeof *s->excitations);
  s->outputs = arena_allocate(c->memory, CASE_ENTRIES * sizeof *s->outputs);
  s->slots = arena_allocate(c->memory, sizeof *s->slots);
  s->slots[0] = (study_slot){&integrator_section, 1, arena_allocate(c->memory, sizeof(integrator_config))};
  s->n_slots = 1, s->kind = &transient_kind;
  integrator_writable(s)->scheme = massless ? SCHEME_LEAPFROG : SCHEME_MOREAU;
  integrator_writable(s)->tolerance = 1e-13, integrator_writable(s)->max_iterations = 10000,
  integrator_writable(s)->relaxation = 1.5;
  integrator_writable(s)->divergence = 1e9;
}

// Adds the contact points of one entry, with normal rows and tangents in order.
static inline void case_contacts(transient_case *c, int points, int law, int tangents) {
  const int normal = law != LAW_COULOMB, stride = normal + tangents;
  c->s.n_contacts = 1;
  c->s.contacts[0].law = law;
  c->r.n_contacts = points;
  for (int j = 0; j < points; j++) {
    reduced_contact *contact = &c->r.contacts[j];
    *contact = (reduced_contact){.partner = -1, .row_normal = normal ? j * stride : -1, .area = 1};
    for (int i = 0; i < 2; i++) contact->row_tangent[i] = i < tangents ? j * stride + normal + i : -1;
  }
}

static inline void case_load(transient_case *c, int type, double amplitude, double frequency, double phase) {
  excitation_config *e = &c->s.excitations[c->s.n_excitations];
  *e = (excitation_config){
      .type = type, .direction = {1, 0, 0}, .amplitude = amplitude, .frequency = frequency, .phase = phase};
  snprintf(e->node, sizeof e->node, "%d", c->s.n_excitations + 1);
  snprintf(c->r.load_name[c->s.n_excitations], STUDY_NAME, "%.40s:x",
           type == EXCITATION_GRAVITY ? "gravity" : e->node);
  c->s.n_excitations++;
}

static inline output_config *case_output(transient_case *c, const char *name, const char *quantity,
                                         int reduce) {
  output_config *o = &c->s.outputs[c->s.n_outputs++];
  *o = (output_config){.quantity = study_quantity_find(&transient_kind, quantity),
                       .reduce = reduce,
                       .direction = {1, 0, 0},
                       .index = 1,
                       .every = 1};
  TEST_CHECK(o->quantity != NULL);
  snprintf(o->name, sizeof o->name, "%s", name);
  snprintf(o->node, sizeof o->node, "1");
  return o;
}

// Prepares and binds n trajectories; `vary` (may be NULL) changes the study for trajectory i.
static inline void case_bind(transient_case *c, long n, void (*vary)(study *s, long i)) {
  engine_layout *l = &c->layout;
  kernel_batch *b = &c->batch;
  const engine *e = engine_find(&c->s);
  TEST_CHECK(e != NULL);
  l->memory = c->memory;
  CHECK_OK(e->columns.prepare(&c->s, &c->r, l));
  b->sizes = l->sizes;
  b->n_trajectories = n, b->stride = (n + BATCH_ALIGN - 1) / BATCH_ALIGN * BATCH_ALIGN;
  b->model = l->model, b->tables = l->tables;
  const size_t stride = (size_t)b->stride;
  double *values = arena_allocate(c->memory, (size_t)l->n_parameters * stride * sizeof(double));
  double *p = arena_allocate(c->memory, (size_t)(l->n_parameters + l->n_state) * sizeof(double));
  void *scratch = arena_allocate(c->memory, l->scratch_bytes + 1);
  b->state = arena_allocate(c->memory, (size_t)l->n_state * stride * sizeof(double));
  b->windows = arena_allocate(c->memory, (size_t)(l->n_window_rows + 1) * stride * sizeof(double));
  b->series = arena_allocate(c->memory, (size_t)(l->series_values * n + 1) * sizeof(double));
  long *offset = arena_allocate(c->memory, (size_t)l->n_parameters * sizeof *offset);
  int *varies = arena_allocate(c->memory, (size_t)l->n_parameters * sizeof *varies);
  study whole = c->s, own;
  CHECK_OK(study_pack_lists(&whole));
  for (long i = 0; i < n; i++) {
    trajectory_estimate estimate = {.status = TRAJECTORY_OK};
    CHECK_OK(study_copy(&whole, &own));
    if (vary) vary(&own, i);
    memset(p, 0, (size_t)(l->n_parameters + l->n_state) * sizeof *p);
    CHECK_OK(e->columns.bind(l, &own, i, scratch, p, p + l->n_parameters, &estimate));
    p[l->n_parameters + STATE_STATUS] = estimate.status;
    if (p[PARAMETER_SERIES_ROW] >= 0) p[PARAMETER_SERIES_ROW] = (double)i;
    for (int k = 0; k < l->n_parameters; k++) values[(size_t)k * stride + (size_t)i] = p[k];
    for (int k = 0; k < l->n_state; k++) b->state[(size_t)k * stride + (size_t)i] = p[l->n_parameters + k];
    if (p[PARAMETER_STEPS] > b->step_end) b->step_end = p[PARAMETER_STEPS];
    study_destroy(&own);
  }
  study_destroy(&whole);
  for (int k = 0; k < l->n_parameters; k++) {
    offset[k] = k * b->stride;
    for (long i = 1; i < n; i++) varies[k] |= values[offset[k] + i] != values[offset[k]];
  }
  b->parameters = values, b->parameter_offset = offset, b->parameter_varies = varies;
  e->columns.specialise(l, b, &b->sizes);
}

// Selects Newton's method `newton`, which so few rows do not use by default. Starts from a state of
// zeros, whose rows differ.
static inline void case_newton(transient_case *c, int newton) {
  int *dim = c->batch.sizes.dim;
  dim[DIM_NEWTON_KIND] = newton;
  c->batch.state =
      arena_allocate(c->memory, (size_t)transient_n_state(dim) * (size_t)c->batch.stride * sizeof(double));
}

static inline void case_launch(transient_case *c, const char *name) {
  backend b;
  backend_options options = backend_default();
  options.threads = 1;
  if (backend_open(name, options, &b) != BACKEND_OK) {
    fprintf(stderr, "%s: %s\n", name, b.message);
    exit(1);
  }
  TEST_CHECK(b.launch(&b, &c->batch) == BACKEND_OK);
  b.close(&b);
  c->results = result_set_create();
  CHECK_OK(
      c->layout.engine->results.extract(&c->layout, &c->s, c->batch.n_trajectories, &c->batch, c->results));
}

// Launches in `lanes` lanes with identical trajectories. Returns 0 if this processor or build has
// no such lanes; the case is then closed.
static inline int case_launch_lanes(transient_case *c, int lanes, int single) {
  backend b;
  backend_options options = backend_default();
  options.threads = 1, options.lanes = lanes, options.single_precision = single;
  case_bind(c, lanes, NULL);
  if (backend_open("cpu", options, &b) != BACKEND_OK) {
    arena_destroy(c->memory);
    return 0;
  }
  TEST_CHECK(b.launch(&b, &c->batch) == BACKEND_OK);
  b.close(&b);
  c->results = result_set_create();
  CHECK_OK(c->layout.engine->results.extract(&c->layout, &c->s, lanes, &c->batch, c->results));
  for (long i = 1; i < lanes; i++) // the bits of the first one
    for (int row = 0; row < c->layout.n_state; row++) {
      const double *of = c->batch.state + row * c->batch.stride;
      TEST_CHECK(memcmp(&of[i], &of[0], sizeof *of) == 0);
    }
  return 1;
}

static inline void case_run(transient_case *c, long n, void (*vary)(study *s, long i)) {
  case_bind(c, n, vary);
  case_launch(c, "cpu");
}

static inline double case_value(const transient_case *c, const char *name, long i) {
  const result_variable *v = result_set_find(c->results, name);
  if (v) return ((const double *)v->data)[i];
  fprintf(stderr, "no output %s\n", name);
  exit(1);
}
static inline double case_state(const transient_case *c, int row, long i) {
  return c->batch.state[row * c->batch.stride + i];
}

static inline void case_close(transient_case *c) {
  result_set_destroy(c->results);
  arena_destroy(c->memory);
}

#endif
