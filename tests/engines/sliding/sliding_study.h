// The beam on the beam as one trajectory for tests: its reduced model, and the batch that the
// engine's own prepare and bind made of it. Parameters and state may be changed before the launch.
#ifndef CHATTER_TESTS_SLIDING_STUDY_H
#define CHATTER_TESTS_SLIDING_STUDY_H

#include "base/log.h"
#include "engines/sliding/sliding_engine.h"
#include "machines/backend.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "tests/check.h"

typedef struct sliding_run {
  study s;
  reduced_model r;
  engine_layout layout;
  kernel_batch batch;
  arena *memory;
  double *parameter; // [n_parameters]; state rows are batch.state[row * stride]
} sliding_run;

// models/beam-on-beam/slide.yaml with other outputs.
static inline char *sliding_text(const char *outputs) {
  static char path[1024];
  snprintf(path, sizeof path, "%s/models/beam-on-beam/slide.yaml", source_folder());
  FILE *file = fopen(path, "r");
  if (!file) {
    fprintf(stderr, "no %s\n", path);
    exit(1);
  }
  const size_t room = 16384 + strlen(outputs);
  char *text = calloc(room, 1);
  if (!text || fread(text, 1, 16384, file) == 0 || fclose(file) != 0) exit(1);
  char *end = strstr(text, "outputs:");
  if (!end) exit(1);
  snprintf(end, room - (size_t)(end - text), "outputs:\n%s", outputs);
  return text;
}

static inline void sliding_reduce(sliding_run *run, const char *outputs, int n_overrides,
                                  const char *const *overrides) {
  char path[1024], *text = sliding_text(outputs);
  memset(run, 0, sizeof *run);
  snprintf(path, sizeof path, "%s/models/beam-on-beam/slide.yaml", source_folder());
  CHECK_OK(study_parse(text, strlen(text), path, n_overrides, overrides, &run->s));
  free(text);
  run->memory = arena_create();
  run->layout.engine = engine_find(&run->s);
  CHECK_OK(engine_reduce(run->layout.engine, &run->s, &run->r));
}

static inline double *sliding_array(sliding_run *run, long n) {
  double *array = arena_allocate(run->memory, (size_t)(n + 1) * sizeof *array);
  if (!array) exit(1);
  return array;
}

static inline void sliding_open(sliding_run *run, const char *outputs, int n_overrides,
                                const char *const *overrides) {
  sliding_reduce(run, outputs, n_overrides, overrides);
  engine_layout *l = &run->layout;
  kernel_batch *b = &run->batch;
  trajectory_estimate estimate = {.status = TRAJECTORY_OK};
  l->memory = run->memory;
  CHECK_OK(l->engine->columns.prepare(&run->s, &run->r, l));
  *b = (kernel_batch){.sizes = l->sizes, .n_trajectories = 1, .stride = BATCH_ALIGN};
  b->model = l->model, b->tables = l->tables;
  run->parameter = sliding_array(run, l->n_parameters);
  b->state = sliding_array(run, (long)l->n_state * b->stride);
  b->windows = sliding_array(run, l->n_window_rows * b->stride);
  b->series = sliding_array(run, l->series_values);
  double *column = sliding_array(run, l->n_state);
  long *offset = arena_allocate(run->memory, (size_t)l->n_parameters * sizeof *offset);
  int *varies = arena_allocate(run->memory, (size_t)l->n_parameters * sizeof *varies);
  void *scratch = arena_allocate(run->memory, l->scratch_bytes + 1);
  if (!offset || !varies || !scratch) exit(1);
  run->parameter[PARAMETER_SERIES_ROW] = -1;
  CHECK_OK(l->engine->columns.bind(l, &run->s, 0, scratch, run->parameter, column, &estimate));
  TEST_CHECK(estimate.status == TRAJECTORY_OK);
  for (int k = 0; k < l->n_state; k++) b->state[k * b->stride] = column[k];
  for (int k = 0; k < l->n_parameters; k++) offset[k] = k;
  b->parameters = run->parameter, b->parameter_offset = offset, b->parameter_varies = varies;
  l->engine->columns.specialise(l, b, &b->sizes);
}

static inline const contact_pair *sliding_pair(const sliding_run *run) {
  return &((const sliding_setup *)run->layout.setup)->pair;
}
static inline double *sliding_state(const sliding_run *run, int row) {
  return &run->batch.state[row * run->batch.stride];
}

// Copies the trajectory n times; parameters may differ afterwards: run->parameter[which * stride +
// i].
static inline void sliding_spread(sliding_run *run, int n) {
  kernel_batch *b = &run->batch;
  const engine_layout *l = &run->layout;
  double *values = sliding_array(run, l->n_parameters * b->stride);
  long *offset = arena_allocate(run->memory, (size_t)l->n_parameters * sizeof *offset);
  int *varies = arena_allocate(run->memory, (size_t)l->n_parameters * sizeof *varies);
  if (n > b->stride || !offset || !varies) exit(1);
  for (int k = 0; k < l->n_parameters; k++) {
    for (int i = 0; i < n; i++) values[k * b->stride + i] = run->parameter[k];
    offset[k] = k * b->stride, varies[k] = 1;
  }
  for (int k = 0; k < l->n_state; k++)
    for (int i = 1; i < n; i++) b->state[k * b->stride + i] = b->state[k * b->stride];
  b->n_trajectories = n;
  run->parameter = values;
  b->parameters = values, b->parameter_offset = offset, b->parameter_varies = varies;
  b->sizes.dim[DIM_SHARED_STEP] = 0;
}

static inline void sliding_launch_on(sliding_run *run, const char *machine, int lanes) {
  backend b;
  backend_options options = backend_default();
  options.threads = 1, options.lanes = lanes;
  TEST_CHECK(backend_open(machine, options, &b) == BACKEND_OK);
  TEST_CHECK(b.launch(&b, &run->batch) == BACKEND_OK);
  b.close(&b);
}
// Steps one trajectory to step `last`, its end.
static inline void sliding_launch(sliding_run *run, double last) {
  run->parameter[PARAMETER_STEPS] = run->batch.step_end = last;
  sliding_launch_on(run, "cpu", 0);
}

// Returns the value of an output whose reduce is `final`.
static inline double sliding_final(const sliding_run *run, const char *name) {
  const sliding_setup *setup = run->layout.setup;
  for (int o = 0; o < run->s.n_outputs; o++)
    if (strcmp(run->s.outputs[o].name, name) == 0)
      return *sliding_state(run, sliding_row_observed(run->batch.sizes.dim) +
                                     setup->signals.signal[setup->signal[o]].row + ACCUMULATOR_FINAL);
  fprintf(stderr, "no output '%s'\n", name);
  exit(1);
}

static inline void sliding_close(sliding_run *run) {
  study_destroy(&run->s);
  reduced_destroy(&run->r);
  arena_destroy(run->memory);
}

#endif
