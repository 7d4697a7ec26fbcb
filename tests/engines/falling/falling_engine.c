#include "falling_engine.h"

#include <math.h>

#include "falling_layout.h"
#include "machines/kernel_kind.h"
#include "results/result_rows.h"
#include "study/file/document.h"
#include "study/file/storage.h"
#include "study/rules/mistakes.h"
#include "study/schema/schema_rows.h"

#define KERNEL KERNEL_DECLARE
#include "kernels.h"
#undef KERNEL

typedef struct falling_config {
  double height, gravity, step, duration;
  int by; // machine: 0 a kernel, 1 the host
} falling_config;

// clang-format off
static const schema_field fields[] = {
    {"falling.height", NULL, FIELD_NUMBER, AT(falling_config, height), FROM(POSITIVE), .unit = "m",
     .initial = "1", .doc = "where the mass is let go"},
    {"falling.gravity", NULL, FIELD_NUMBER, AT(falling_config, gravity), FROM(0), .unit = "m/s²",
     .initial = "9.81", .doc = "acceleration"},
    {"falling.step", NULL, FIELD_NUMBER, AT(falling_config, step), FROM(POSITIVE), .unit = "s",
     .initial = "1e-3", .doc = "time step"},
    {"falling.duration", NULL, FIELD_NUMBER, AT(falling_config, duration), FROM(POSITIVE), .unit = "s",
     .initial = "10", .doc = "the most that is waited"},
    {"falling.by", NULL, FIELD_WORD, AT(falling_config, by), .words = "kernel host", .initial = "kernel",
     .doc = "what steps"},
    {0},
};
// clang-format on
static const schema_section section = {"falling", SECTION_MAP, .in_slot = 1, .stride = sizeof(falling_config),
                                       .doc = "a mass that falls"};
static const schema_section *const sections[] = {&section, NULL};

enum {
  FALLING_PATH = -1,
  PATH_EVERY = 100
}; // no row of the state, but a series of the height
   // every so many steps

typedef struct falling_quantity {
  study_quantity is;
  int row;
} falling_quantity;
static const falling_quantity quantities[] = {
    {{"height", "m", "height of the mass", "of the mass", .place = QUANTITY_OF_MODEL,
      .flags = QUANTITY_DEFAULT},
     FALLING_HEIGHT},
    {{"speed", "m/s", "speed of the mass", "likewise, upwards", .place = QUANTITY_OF_MODEL}, FALLING_SPEED},
    {{"path", "m", "height of the mass", "at every hundredth step, over `time`", .place = QUANTITY_OF_MODEL},
     FALLING_PATH},
    {.row = 0},
};

static const falling_config *config_of(const study *s) {
  return study_section(s, &section);
}

static int is_path(const output_config *output) {
  const falling_quantity *q = (const falling_quantity *)(const void *)output->quantity;
  return q && q->row == FALLING_PATH;
}

static void rules(parser *p) {
  const falling_config *c = config_of(p->out);
  if (c->step > c->duration)
    rules_mistake(p, "falling.step", "falling.step: %g s is longer than the duration of %g s", c->step,
                  c->duration);
  for (int o = 0; o < p->out->n_outputs; o++) // eval has no column for several values per
                                              // trajectory
    if (is_path(&p->out->outputs[o])) p->out->outputs[o].is_curve = 1;
}

const study_kind falling_kind = {.name = "falling",
                                 .doc = "a mass that falls until it lands",
                                 .sections = sections,
                                 .fields = fields,
                                 .quantities = quantities,
                                 .quantity_size = sizeof *quantities,
                                 .rules = rules};

static int handles(const study *s) {
  return s->kind == &falling_kind && !config_of(s)->by;
}
static int host_handles(const study *s) {
  return s->kind == &falling_kind && config_of(s)->by;
}

static chatter_status prepare(const study *s, const reduced_model *reduced, engine_layout *layout) {
  (void)reduced;
  if (!config_of(s)->by) layout->sizes = (kernel_sizes){.kind = &kernel_falling};
  layout->n_parameters = N_FALLING, layout->n_state = N_FALLING_STATE;
  layout->flops_per_step = 3, layout->bytes_per_trajectory = 8 * N_FALLING_STATE;
  return CHATTER_OK;
}

static chatter_status estimate(const engine_layout *layout, const study *s, long trajectory, void *scratch,
                               trajectory_estimate *out) {
  (void)layout, (void)trajectory, (void)scratch;
  out->steps = out->recorded = out->cost = ceil(config_of(s)->duration / config_of(s)->step);
  return CHATTER_OK;
}

static chatter_status bind(const engine_layout *layout, const study *s, long trajectory, void *scratch,
                           double *parameter, double *state, trajectory_estimate *out) {
  TRY(estimate(layout, s, trajectory, scratch, out));
  parameter[PARAMETER_STEPS] = out->steps;
  parameter[FALLING_STEP] = config_of(s)->step;
  parameter[FALLING_GRAVITY] = config_of(s)->gravity;
  state[FALLING_HEIGHT] = config_of(s)->height;
  return CHATTER_OK;
}

// Returns the height by the closed form of the scheme after `steps` steps.
static double height_after(const kernel_batch *host, long i, double steps) {
  const double dt = engine_parameter(host, FALLING_STEP, i),
               pull = engine_parameter(host, FALLING_GRAVITY, i),
               last = host->state[STATE_STEPS * host->stride + i],
               end = host->state[FALLING_HEIGHT * host->stride + i];
  return end + 0.5 * pull * dt * dt * (last * (last + 1) - steps * (steps + 1));
}

static chatter_status extract_path(const char *name, long n, const kernel_batch *host, result_set *out) {
  size_t total;
  int *length = arena_allocate(out->memory, (size_t)n * sizeof *length + 1);
  if (!length) return CHATTER_DEVICE;
  for (long i = 0; i < n; i++)
    length[i] = 1 + (int)(host->state[STATE_STEPS * host->stride + i] / PATH_EVERY);
  TRY(result_set_add_row_sizes(out, "point", (size_t)n, length, &total));
  double *time = result_set_add(out, "time", RESULT_DOUBLE, "point", &total, "s", "time");
  double *path = result_set_add(out, name, RESULT_DOUBLE, "point", &total, "m", "height of the mass");
  if (!time || !path) return CHATTER_DEVICE;
  for (long i = 0; i < n; i++)
    for (int k = 0; k < length[i]; k++) {
      *time++ = k * PATH_EVERY * engine_parameter(host, FALLING_STEP, i);
      *path++ = height_after(host, i, k * PATH_EVERY);
    }
  return CHATTER_OK;
}

static chatter_status outline(const study *s, outline_add add, void *to) {
  for (int o = 0; o < s->n_outputs; o++) {
    if (!is_path(&s->outputs[o])) continue;
    TRY(add(to, "point", "time", "s", "time", NULL));
    TRY(add(to, "point", s->outputs[o].name, "m", "height of the mass", NULL));
  }
  return CHATTER_OK;
}

static chatter_status extract(const engine_layout *layout, const study *s, long n, const kernel_batch *host,
                              result_set *out) {
  (void)layout;
  const size_t size = (size_t)n;
  for (int o = 0; o < s->n_outputs; o++) {
    const falling_quantity *q = (const falling_quantity *)(const void *)s->outputs[o].quantity;
    if (q->row == FALLING_PATH) {
      TRY(extract_path(s->outputs[o].name, n, host, out));
      continue;
    }
    double *value =
        result_set_add(out, s->outputs[o].name, RESULT_DOUBLE, "trajectory", &size, q->is.unit, q->is.name);
    if (!value) return CHATTER_DEVICE;
    for (long i = 0; i < n; i++) value[i] = host->state[q->row * host->stride + i];
  }
  return CHATTER_OK;
}

static const engine falling_engine = {.name = "falling",
                                      .studies = {.handles = handles, .without_model = 1},
                                      .columns = {.prepare = prepare, .estimate = estimate, .bind = bind},
                                      .results = {.extract = extract, .outline = outline}};

// Steps one trajectory on the host as the kernel does.
static void fall(const kernel_batch *b, long i) {
  double *state = b->state + i;
  double *status = state + STATE_STATUS * b->stride, *steps = state + STATE_STEPS * b->stride,
         *height = state + FALLING_HEIGHT * b->stride, *speed = state + FALLING_SPEED * b->stride;
  const double last = fmin(engine_parameter(b, PARAMETER_STEPS, i), b->step_end),
               dt = engine_parameter(b, FALLING_STEP, i), pull = engine_parameter(b, FALLING_GRAVITY, i) * dt;
  while (*status == TRAJECTORY_OK && *steps < last) {
    *speed -= pull;
    *height = fma(*speed, dt, *height);
    ++*steps;
    if (*height <= 0) *status = TRAJECTORY_ENDED;
  }
  state[STATE_TIME * b->stride] = *steps * dt;
}

static chatter_status advance(const engine_layout *layout, const kernel_batch *batch,
                              engine_machine machine) {
  (void)layout, (void)machine;
  for (long i = 0; i < batch->n_trajectories; i++) fall(batch, i);
  return CHATTER_OK;
}

static const engine falling_host_engine = {
    .name = "falling, by the host",
    .studies = {.handles = host_handles, .without_model = 1},
    .columns = {.prepare = prepare, .estimate = estimate, .bind = bind},
    .results = {.extract = extract, .outline = outline},
    .advance = advance};

const engine *const falling_engines[] = {&falling_engine, &falling_host_engine, NULL};
