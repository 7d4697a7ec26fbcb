#include "engines/stability/stability_engine.h"

#include <math.h>
#include <stdlib.h>

#include "engines/stability/coupled/coupled.h"
#include "engines/stability/coupled/coupled_roots.h"
#include "engines/stability/stability_place.h"
#include "engines/stability/zones_command.h"
#include "engines/stability/extract/stability_outputs.h"
#include "engines/sliding/pair/bodies.h"
#include "engines/sliding/pair/equilibrium.h"
#include "engines/sliding/study/sliding_keys.h"
#include "base/threads.h"

typedef struct work {
  const engine_layout *layout;
  const stability_setup *setup;
  const kernel_batch *batch;
  size_t room; // doubles per thread
  double *rooms;
  launch_interrupt interrupt;
} work;

static const double LOWEST_OMEGA = 1; // rad/s

static double *state_of(const work *self, int row, long i) {
  return &self->batch->state[(long)row * self->batch->stride + i];
}
static double parameter_of(const work *self, int which, long i) {
  return engine_parameter(self->batch, which, i);
}

static chatter_status eigenvalues(const work *self, const coupled_system *system, long i) {
  const int modes = self->setup->modes;
  double complex value[400];
  coupled_roots roots = {.value = value};
  CHECK(modes <= (int)(sizeof value / sizeof *value), "more eigenvalues than stability.modes allows");
  TRY(coupled_eigenvalues(system, modes, LOWEST_OMEGA, &roots));
  *state_of(self, STABILITY_GROWTH, i) = *state_of(self, STABILITY_FREQUENCY, i) = NAN;
  for (int k = 0; k < modes; k++) {
    double *growth = state_of(self, STABILITY_EIGENVALUES + 2 * k, i),
           *frequency = state_of(self, STABILITY_EIGENVALUES + 2 * k + 1, i);
    *growth = k < roots.n ? creal(value[k]) : NAN;
    *frequency = k < roots.n ? cimag(value[k]) / (2 * M_PI) : NAN;
    if (k == 0 || *growth > *state_of(self, STABILITY_GROWTH, i)) {
      *state_of(self, STABILITY_GROWTH, i) = *growth;
      *state_of(self, STABILITY_FREQUENCY, i) = *frequency;
    }
  }
  return CHATTER_OK;
}

// Computes a vertical force on C, or on the target at C.
static void load_of(const work *self, const pair_contact *at, double *load) {
  const double on_slider[PAIR_ROWS] = {0, 0, 0, 0, 0, 1},
               on_target[PAIR_ROWS] = {0, 1 - at->alpha, 0, at->alpha};
  pair_combine(&self->setup->pair, at->element, self->setup->force == FORCE_ON_SLIDER ? on_slider : on_target,
               load);
}

static void responses(const work *self, const stability_place *place, double *load, long i) {
  const stability_setup *setup = self->setup;
  const double circular = 2 * M_PI * parameter_of(self, STABILITY_AT, i);
  const int first = STABILITY_EIGENVALUES + 2 * setup->modes, n = self->layout->n_state - first;
  load_of(self, &place->contact, load);
  for (int o = 0; o < n; o++) {
    if (!setup->response[o]) continue;
    *state_of(self, first + o, i) =
        pow(circular, setup->quantity[o]->row) *
        cabs(coupled_response(&place->system, CMPLX(0, circular), load, setup->response[o]));
  }
}

static chatter_status solve_trajectory(void *context, int thread, long i) {
  const work *self = context;
  double *room = self->rooms + (size_t)thread * self->room, *status = state_of(self, STATE_STATUS, i);
  const stability_point at = {.position = parameter_of(self, STABILITY_POSITION, i),
                              .deformed = parameter_of(self, STABILITY_DEFORMED, i),
                              .friction = parameter_of(self, STABILITY_FRICTION, i),
                              .sense = parameter_of(self, STABILITY_SENSE, i),
                              .preload = parameter_of(self, STABILITY_PRELOAD, i)};
  stability_place place;
  if (self->interrupt.ask && i > 0 && self->interrupt.ask(self->interrupt.context))
    return CHATTER_CHECKPOINTED;
  if (*status != TRAJECTORY_OK || *state_of(self, STATE_STEPS, i) >= parameter_of(self, PARAMETER_STEPS, i))
    return CHATTER_OK;
  *state_of(self, STATE_TIME, i) = at.position;
  if (!stability_place_at(&self->setup->pair, &at, room, &place)) {
    *status = TRAJECTORY_SOLVER_STALLED;
    return CHATTER_OK;
  }
  *state_of(self, STATE_STEPS, i) = 1;
  *state_of(self, STABILITY_CONTACT_FORCE, i) = place.force;
  *state_of(self, STABILITY_ANGLE, i) = place.contact.gamma;
  if (self->setup->wants_eigenvalues) TRY(eigenvalues(self, &place.system, i));
  responses(self, &place, room + self->room - self->setup->pair.n_modes, i);
  return CHATTER_OK;
}

static chatter_status stability_advance(const engine_layout *layout, const kernel_batch *batch,
                                        engine_machine machine) {
  work self = {.layout = layout, .setup = layout->setup, .batch = batch, .interrupt = machine.interrupt};
  const int n = machine.threads, before = error_count();
  if (batch->step_end < 1) return CHATTER_OK;
  self.room =
      // the last n_modes hold the load
      stability_place_doubles(&self.setup->pair) + (size_t)self.setup->pair.n_modes;
  ALLOCATE(self.rooms, (size_t)n * self.room);
  const chatter_status status = threads_for(n, batch->n_trajectories, solve_trajectory, &self);
  memory_free(self.rooms);
  if (status != CHATTER_INTERRUPTED) return status;
  error_keep(before);
  return CHATTER_CHECKPOINTED;
}

static int handles(const study *config) {
  return config->kind == &stability_kind;
}

static chatter_status prepare(const study *config, const reduced_model *joined, engine_layout *layout) {
  stability_setup *setup = arena_allocate(layout->memory, sizeof *setup);
  if (!setup) return error_raise(CHATTER_DEVICE, "out of memory");
  layout->setup = setup;
  setup->modes = (int)stability_of(config)->modes;
  setup->force = stability_of(config)->force;
  TRY(contact_pair_of_model(joined, layout->memory, &setup->pair));
  TRY(stability_plan_outputs(config, joined, layout->memory, setup));
  layout->n_state = STABILITY_EIGENVALUES + 2 * setup->modes + config->n_outputs;
  layout->n_parameters = N_STABILITY_PARAMETERS;
  // About 300 evaluations of the secular equation, 30 operations per mode.
  layout->flops_per_step = 300 * 30.0 * setup->pair.n_modes;
  layout->bytes_per_trajectory = 8.0 * (layout->n_state + layout->n_parameters);
  return CHATTER_OK;
}

static chatter_status estimate(const engine_layout *layout, const study *config, long trajectory,
                               void *scratch, trajectory_estimate *estimate) {
  (void)scratch;
  const stability_setup *setup = layout->setup;
  pair_contact contact;
  if (slider_of(config)->velocity == 0)
    return error_raise(CHATTER_BAD_STUDY,
                       "trajectory %ld: slider.velocity is 0: nothing slides (allowed: any other)",
                       trajectory);
  if (!pair_at_arc(&setup->pair, stability_position(config), &contact)) {
    estimate->status = TRAJECTORY_OFF_TARGET;
    return CHATTER_OK;
  }
  estimate->steps = estimate->recorded = estimate->cost = 1;
  return CHATTER_OK;
}

static chatter_status bind(const engine_layout *layout, const study *config, long trajectory, void *scratch,
                           double *parameter, double *state, trajectory_estimate *out) {
  (void)state;
  const stability_point at = stability_point_of(config);
  TRY(estimate(layout, config, trajectory, scratch, out));
  parameter[PARAMETER_STEPS] = out->steps;
  parameter[STABILITY_POSITION] = at.position;
  parameter[STABILITY_DEFORMED] = at.deformed;
  parameter[STABILITY_FRICTION] = at.friction;
  parameter[STABILITY_SENSE] = at.sense;
  parameter[STABILITY_PRELOAD] = at.preload;
  parameter[STABILITY_AT] = stability_of(config)->frequency;
  return CHATTER_OK;
}

static engine_time time_of(const study *config) {
  (void)config;
  return (engine_time){"m", "position of the contact along the target's path"};
}

static void advise(const study *config, const engine_outcome *outcome) {
  pair_advise(config, outcome->count[TRAJECTORY_SOLVER_STALLED], "position", "positions");
}

static const engine_command *const commands[] = {&zones_command, NULL};

static const engine stability_engine = {
    .name = "stability",
    .studies = {.handles = handles, .reduce = bodies_reduce},
    .columns = {.prepare = prepare, .estimate = estimate, .bind = bind},
    .results = {.extract = stability_extract, .time = time_of},
    .messages = {.step = "position", .refused = "the position is not on the target", .advise = advise},
    .advance = stability_advance,
    .commands = commands};

const engine *const stability_engines[] = {&stability_engine, NULL};
