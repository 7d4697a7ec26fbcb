#include "tests/machines/beams_case.h"

#include "engines/beams/beams_engine.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "tests/check.h"

static const char BEAMS_CASE_STUDY[] =
    "study: beams\n"
    "assembly: {youngs_modulus: 2.5e7, angle: 20, gap: 0.001}\n"
    "beams:\n"
    "  lower: {centre: [3, 0, 0], span: [6, 0, 0], radius: 0.1, elements: %d, turn: 0.5, lift: -1}\n"
    "  upper: {centre: [3, 0, 0], span: [6, 0, 0], radius: 0.1, elements: %d, turn: -0.5, lift: 1}\n"
    "supports: [{of: lower, at: start, fix: all}, {of: upper, at: end, fix: all}]\n"
    "loads:\n"
    "  - {of: lower, at: end, along: z, displacement: 0.2}\n"
    "  - {of: upper, at: start, along: z, displacement: -0.2}\n"
    "  - {of: upper, at: 1, along: y, force: 3}\n"
    "beam_contact: {friction: 0.1, normal_penalty: 3000, tangential_penalty: 1000, pairs: %d}\n"
    "loading: {increments: %g, path: [1, 0.5]}\n"
    "outputs:\n"
    "  force: {quantity: reaction, reduce: max}\n"
    "  normal: {quantity: normal_force, contact: 0, reduce: rms}\n"
    "  slid: {quantity: sliding_path, contact: 0}\n"
    "  deep: {quantity: penetration, reduce: max}\n"
    "  lost: {quantity: dissipated_energy}\n"
    "  along: {quantity: contact_along_second, contact: 0}\n"
    "  history: {quantity: friction_force, contact: 0, reduce: series, every: 1}\n"
    "  up: {quantity: displacement, node: lower.end, direction: x}\n";

batch_case beams_case_create(int elements, int pairs, long n, double steps) {
  char text[sizeof BEAMS_CASE_STUDY + 64];
  study s;
  engine_layout layout = {.memory = arena_create(), .engine = beams_engines[0], .series_step = 1};
  snprintf(text, sizeof text, BEAMS_CASE_STUDY, elements, elements, pairs, steps / 2);
  TEST_CHECK(study_parse(text, strlen(text), "beams.yaml", 0, NULL, &s) == CHATTER_OK);
  TEST_CHECK(layout.engine->columns.prepare(&s, NULL, &layout) == CHATTER_OK);
  const long stride = (n + BATCH_ALIGN - 1) / BATCH_ALIGN * BATCH_ALIGN;
  batch_case c = {.host = {.sizes = layout.sizes, .n_trajectories = n, .stride = stride, .step_end = steps}};
  c.n_tables = layout.n_tables, c.n_parameters = layout.n_parameters;
  c.n_values = c.n_parameters * stride, c.n_state = (long)layout.n_state * stride;
  c.n_series = layout.series_values;
  int *tables = case_array(c.n_tables, sizeof *tables), *varies = case_array(c.n_parameters, sizeof *varies);
  long *offset = case_array(c.n_parameters, sizeof *offset);
  double *values = case_array(c.n_values, sizeof *values), *state = case_array(c.n_state, sizeof *state);
  double *parameter = case_array(c.n_parameters, sizeof *parameter),
         *column = case_array(layout.n_state, sizeof *column),
         *scratch = case_array((long)layout.scratch_bytes, 1);
  memcpy(tables, layout.tables, (size_t)c.n_tables * sizeof *tables);
  for (long p = 0; p < c.n_parameters; p++) offset[p] = p * stride, varies[p] = 1;
  for (long i = 0; i < n; i++) {
    trajectory_estimate estimate = {TRAJECTORY_OK};
    assembly_config *assembly = study_section_writable(&s, schema_find_section("assembly"));
    beam_contact_config *contact = study_section_writable(&s, schema_find_section("beam_contact"));
    loading_config *loading = study_section_writable(&s, schema_find_section("loading"));
    assembly->angle = 12 + 3 * (double)i;
    assembly->gap = i % 4 == 3 ? 0.5 : 0.001 + 0.04 * (double)(i % 3);
    contact->friction_law = i % 3 == 2 ? FRICTION_VECTOR : FRICTION_COMPONENTS;
    contact->friction = 0.05 * (double)(i % 5);
    loading->iterations = i % 6 == 5 ? 2 : 25, loading->halvings = i % 6 == 5 ? 1 : 8;
    memset(column, 0, (size_t)layout.n_state * sizeof *column);
    memset(parameter, 0, (size_t)c.n_parameters * sizeof *parameter);
    TEST_CHECK(layout.engine->columns.bind(&layout, &s, i, scratch, parameter, column, &estimate) ==
               CHATTER_OK);
    TEST_CHECK(estimate.status == TRAJECTORY_OK && parameter[PARAMETER_STEPS] == steps);
    parameter[PARAMETER_SERIES_ROW] = i == 0 ? 0 : -1;
    for (long p = 0; p < c.n_parameters; p++) values[p * stride + i] = parameter[p];
    for (long r = 0; r < layout.n_state; r++) state[r * stride + i] = column[r];
  }
  free(parameter), free(column), free(scratch);
  c.host.model = c.own.model = case_array(1, sizeof(double)), c.host.tables = c.own.tables = tables;
  c.host.parameters = c.own.parameters = values, c.host.parameter_offset = c.own.parameter_offset = offset,
  c.host.parameter_varies = c.own.parameter_varies = varies;
  c.host.state = state, c.host.windows = case_array(1, sizeof(double));
  c.host.series = case_array(c.n_series, sizeof(double));
  study_destroy(&s), arena_destroy(layout.memory);
  return c;
}

void beams_case_check(const batch_case *c, const case_result *r) {
  const long stride = c->host.stride;
  int touching = 0, opened = 0, apart = 0;
  for (long i = 0; i < c->host.n_trajectories; i++) {
    const double *zone = r->state + beams_row_zone(c->host.sizes.dim) * stride + i;
    const int active = zone[ZONE_ACTIVE * stride] > 0, slid = zone[ZONE_SLIP_PATH * stride] > 0;
    const double status = r->state[STATE_STATUS * stride + i];
    TEST_CHECK(status == (i % 6 == 5 ? TRAJECTORY_NOT_CONVERGED : TRAJECTORY_OK));
    if (status != TRAJECTORY_OK) continue;
    touching += active && slid, opened += !active && slid, apart += !active && !slid;
  }
  TEST_CHECK(touching > 0 && opened > 0 && (c->host.n_trajectories < 4 || apart > 0));
}
