#include "engines/response/verify/march.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engines/transient/transient_engine.h"
#include "engines/response/bind/response_plan.h"
#include "engines/response/stability/element_path.h"
#include "engines/response/stability/compliant_path.h"
#include "engines/response/bind/monitor.h"
#include "engines/transient/bind/transient_bind.h"
#include "engines/transient/bind/transient_limits.h"
#include "ensemble/batch/devices.h"
#include "reduction/algebra/dense.h"
#include "study/file/entries.h"

// Least steps per period and per wave of the highest harmonic; the frequency error of a step is
// (ωΔt)²/24, 2e-8 for the fundamental. Number of kept instants of a period.
enum { LEAST_STEPS = 8192, STEPS_PER_HARMONIC = 128, KEPT_INSTANTS = 2048, MOST_STEPS = 1 << 20 };
// Relative to the largest stable step.
static const double STABLE_SHARE = 0.8;

enum { MOST_SLOTS = 64 };
typedef struct march_study {
  study study;
  integrator_config integrator;
  output_config monitor;
  study_slot slots[MOST_SLOTS];
} march_study;

static void set_integrator(double frequency, integrator_config *out) {
  *out = (integrator_config){.period_frequency = frequency,
                             .periods = 1,
                             .windows = 1,
                             .half_step = 1,
                             .tolerance = 1e-13,
                             .max_iterations = 1e5,
                             .relaxation = 1.5};
}

// Sets the loads of the point.
static chatter_status set_loads(const response_motion *motion, arena *memory, study *s) {
  excitation_config *load = arena_allocate(memory, (size_t)(s->n_excitations + 1) * sizeof *load);
  if (!load) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int i = 0; i < s->n_excitations; i++) {
    load[i] = s->excitations[i];
    load[i].amplitude *= motion->factor;
    load[i].sweep_from = 0;
    if (study_load_is_harmonic(&load[i])) load[i].frequency = motion->orbit.omega / (2 * M_PI);
  }
  s->excitations = load;
  return CHATTER_OK;
}

static chatter_status set_contacts(arena *memory, study *s) {
  contact_config *contact = arena_allocate(memory, (size_t)(s->n_contacts + 1) * sizeof *contact);
  if (!contact) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int i = 0; i < s->n_contacts; i++) {
    contact[i] = s->contacts[i];
    contact[i].restitution = 1;
  }
  s->contacts = contact;
  return CHATTER_OK;
}

// Sets the monitored response, which is row 0 of the kernel's.
static void set_monitor(const study *config, const response_setup *setup, output_config *out) {
  int o = 0;
  while (o < config->n_outputs && setup->output_row[o] != 0) o++;
  *out = o < config->n_outputs ? config->outputs[o] : (output_config){0};
  if (o == config->n_outputs) response_monitor_output(out);
  out->quantity = study_quantity_find(&transient_kind, "displacement");
  out->reduce = REDUCE_SERIES;
  out->trajectories = (number_list){0};
}

static chatter_status fill_study(const study *config, const response_motion *motion, arena *memory,
                                 march_study *out) {
  CHECK(config->n_slots < MOST_SLOTS, "more sections of engines than this study has room for");
  set_integrator(motion->orbit.omega / (2 * M_PI), &out->integrator);
  study_with_section(config, &integrator_section, &out->integrator, out->slots, &out->study);
  study *s = &out->study;
  s->kind = &transient_kind;
  s->n_outputs = 1;
  s->outputs = &out->monitor;
  set_monitor(config, motion->layout->setup, &out->monitor);
  TRY(set_loads(motion, memory, s));
  return set_contacts(memory, s);
}

// Chooses the scheme for these contacts and its number of steps per period.
static chatter_status choose_steps(march_study *behind, const reduced_model *r, march *out) {
  const response_motion *motion = out->motion;
  transient_setup own = {0};
  TRY(transient_find_springs(&behind->study, r, &own));
  behind->integrator.scheme = own.springs == SPRINGS_NONE && !r->massless ? SCHEME_MOREAU : SCHEME_LEAPFROG;
  const double period = 2 * M_PI / motion->orbit.omega,
               stable = ceil(period / (STABLE_SHARE * fmin(r->limit_open, own.limit_stuck)));
  const int harmonics = motion->orbit.harmonics;
  const double wanted = fmax(stable, fmax(LEAST_STEPS, STEPS_PER_HARMONIC * harmonics));
  if (!(wanted <= MOST_STEPS))
    return error_raise(CHATTER_BAD_STUDY, "the fastest mode asks for %.0f steps of a period (allowed: %d)",
                       wanted, MOST_STEPS);
  out->kept = KEPT_INSTANTS;
  while (out->kept < 16 * harmonics) out->kept *= 2;
  const int every = (int)ceil(wanted / out->kept);
  out->steps = every * out->kept;
  behind->integrator.steps_per_period = out->steps;
  behind->monitor.every = every;
  return CHATTER_OK;
}

static chatter_status make_batch(const march_study *behind, arena *memory, march *out) {
  engine_layout *layout = &out->layout;
  const size_t parameters = (size_t)layout->n_parameters;
  trajectory_estimate estimate = {0};
  double *value = arena_allocate(memory, parameters * sizeof *value),
         *bound = arena_allocate(memory, (size_t)layout->n_state * sizeof *bound),
         *state = arena_allocate(memory, BATCH_ALIGN * (size_t)layout->n_state * sizeof *state),
         *series = arena_allocate(memory, (size_t)layout->series_values * sizeof *series);
  long *offset = arena_allocate(memory, parameters * sizeof *offset);
  int *varies = arena_allocate(memory, parameters * sizeof *varies);
  void *scratch = arena_allocate(memory, layout->scratch_bytes + 1);
  if (!value || !bound || !state || !series || !offset || !varies || !scratch)
    return error_raise(CHATTER_DEVICE, "out of memory");
  TRY(transient_bind(layout, &behind->study, 0, scratch, value, bound, &estimate));
  for (int i = 0; i < layout->n_parameters; i++) offset[i] = i;
  for (int i = 0; i < layout->n_state; i++) state[(long)i * BATCH_ALIGN] = bound[i];
  out->batch = (kernel_batch){.sizes = layout->sizes,
                              .n_trajectories = 1,
                              .stride = BATCH_ALIGN,
                              .step_end = out->steps,
                              .model = layout->model,
                              .tables = layout->tables,
                              .parameters = value,
                              .parameter_offset = offset,
                              .parameter_varies = varies,
                              .state = state,
                              .series = series};
  transient_specialise(layout, &out->batch, &out->batch.sizes);
  return CHATTER_OK;
}

static chatter_status create(const study *config, const response_motion *motion, arena *memory, march *out) {
  march_study behind;
  const reduced_model *reduced = motion->layout->reduced;
  out->layout.memory = memory;
  TRY(fill_study(config, motion, memory, &behind));
  TRY(choose_steps(&behind, reduced, out));
  TRY(transient_engine.columns.prepare(&behind.study, reduced, &out->layout));
  return make_batch(&behind, memory, out);
}

chatter_status march_create(const study *config, const response_motion *motion, backend *cpu, arena *memory,
                            march *out, const char **why) {
  const int before = error_count();
  *out = (march){.motion = motion, .cpu = cpu};
  *why = NULL;
  const chatter_status status = create(config, motion, memory, out);
  if (status != CHATTER_BAD_STUDY) return status;
  *why = arena_string(memory, error_message(error_count() - 1));
  error_keep(before);
  return CHATTER_OK;
}

// Finds modal displacements at t = 0 and velocities half a step before.
static void start_modes(const march *self, double *p, double *u) {
  const response_motion *m = self->motion;
  const long stride = self->batch.stride;
  const double omega = m->orbit.omega, half = M_PI / self->steps;
  for (int k = 0; k < m->system.n_modes; k++) {
    double complex at = 0, rate = 0;
    for (int h = 0; h <= m->orbit.harmonics; h++) {
      const double complex harmonic = response_motion_mode(m, k, h);
      at += harmonic;
      rate += CMPLX(0, h * omega) * harmonic * cexp(CMPLX(0, -h * half));
    }
    p[k * stride] = creal(at);
    u[k * stride] = creal(rate);
  }
}

// Finds displacements and forces of contact coordinates one step before, from the balance.
static void start_contacts(const march *self, double tau, double *q, double *force) {
  const response_motion *m = self->motion;
  const response_setup *setup = m->layout->setup;
  const long stride = self->batch.stride;
  for (int b = 0; b < m->system.n_boundary; b++) {
    const long row = setup->coordinate[b] * stride;
    double value[2];
    motion_orbit_value(&m->orbit, b, motion_instant_of(tau), value);
    q[row] = value[0];
    force[row] = 0;
    for (int h = 0; h <= m->orbit.harmonics; h++)
      force[row] += creal(response_motion_harmonic(m, m->force, b, h) * cexp(CMPLX(0, h * tau)));
  }
}

// Finds the force of a slider's spring one step before τ = 2π by its law, with all harmonics.
static chatter_status start_slider(const march *self, int index, arena *memory, double *force) {
  const response_motion *m = self->motion;
  const motion_contact *c = &m->contact[index];
  const int harmonics = m->orbit.harmonics;
  const double tau = 2 * M_PI * (1 - 1.0 / self->steps);
  double *scratch, both[2];
  element_path path;
  element_event *event = arena_allocate(memory, (size_t)element_most_events(harmonics) * sizeof *event);
  DENSE(scratch, memory, element_scratch_size(harmonics), 1);
  if (!event) return error_raise(CHATTER_DEVICE, "out of memory");
  TRY(element_path_find(&m->system, &m->orbit, index, scratch, event, &path));
  element_event now = {.state = path.state, .slider = path.slider};
  for (int e = 0; e < path.n && event[e].tau <= tau; e++) now = event[e];
  element_force(c, &m->orbit, motion_instant_of(tau), now.state, now.slider, both);
  *force = both[1];
  return CHATTER_OK;
}

// Finds the internal states there from the stepped motion, once they are periodic.
static chatter_status start_states(const march *self, int index, arena *memory) {
  const response_motion *m = self->motion;
  const motion_contact *c = &m->contact[index];
  const int point = ((const response_setup *)m->layout->setup)->point[index].contact;
  double *q, state[LAW_MAX_PARAMETERS];
  DENSE(q, memory, self->steps + 1, 1);
  for (int t = 0; t <= self->steps; t++) {
    double move[2];
    compliant_motion(c, &m->orbit, motion_instant_of(2 * M_PI * (t - 1) / self->steps), move);
    q[t] = move[0];
  }
  compliant_periodic_states(c, q, self->steps, state);
  double *to =
      self->batch.state + transient_row_law_states(self->batch.sizes.dim, point) * self->batch.stride;
  for (int i = 0; i < c->states; i++) to[i * self->batch.stride] = state[i];
  return CHATTER_OK;
}

// Finds the memory of all contacts.
static chatter_status start_memory(const march *self, arena *memory, double *force) {
  const motion_system *system = &self->motion->system;
  const response_setup *setup = self->motion->layout->setup;
  for (int j = 0; j < system->n_contacts; j++) {
    const motion_contact *c = &system->contact[j];
    const int tangent = c->first + c->has_normal;
    if (c->count > c->has_normal && motion_slider_contact(system, tangent) == j)
      TRY(start_slider(self, j, memory, &force[setup->coordinate[tangent] * self->batch.stride]));
    if (c->states > 0) TRY(start_states(self, j, memory));
  }
  return CHATTER_OK;
}

static chatter_status march_start(march *self, arena *memory) {
  const int *dim = self->batch.sizes.dim;
  const long stride = self->batch.stride;
  const double tau = -2 * M_PI / self->steps;
  double *state = self->batch.state, *force = state + transient_row_force(dim) * stride;
  start_modes(self, state + transient_row_p(dim) * stride, state + transient_row_u(dim) * stride);
  start_contacts(self, tau, state + transient_row_boundary(dim) * stride, force);
  return start_memory(self, memory, force);
}

// Takes one period from t = 0; only the state carries over. The monitored response is in
// batch.series. Returns 0 if it did not end.
static chatter_status take_period(march *self, int *ended) {
  double *state = self->batch.state;
  const long stride = self->batch.stride;
  state[STATE_STATUS * stride] = TRAJECTORY_OK;
  state[STATE_STEPS * stride] = state[STATE_TIME * stride] = 0;
  const backend_result result = self->cpu->launch(self->cpu, &self->batch);
  if (result != BACKEND_OK) return device_error(self->cpu, result, "steps in time");
  *ended = state[STATE_STATUS * stride] == TRAJECTORY_OK;
  return CHATTER_OK;
}

// Returns the largest extreme by the parabola through three samples.
static double largest_extreme(int n, const double *y, double sign) {
  double best = -INFINITY;
  for (int i = 0; i < n; i++) {
    const double a = sign * y[(i + n - 1) % n], b = sign * y[i], c = sign * y[(i + 1) % n];
    if (b < a || b < c) continue;
    const double bend = a - 2 * b + c;
    best = fmax(best, bend < 0 ? b - (c - a) * (c - a) / (8 * bend) : b);
  }
  return best;
}
static void measure_amplitude(int n, const double *y, march_result *out) {
  double mean = 0, square = 0;
  for (int i = 0; i < n; i++) mean += y[i] / n;
  for (int i = 0; i < n; i++) square += (y[i] - mean) * (y[i] - mean) / n;
  out->amplitude = sqrt(square);
  out->peak_to_peak = largest_extreme(n, y, 1) + largest_extreme(n, y, -1);
}

// Average of the last periods. If steps hit a jump of a force (an impact, a closing stop) at
// slightly different phases, no two periods are equal.
enum { AVERAGED_PERIODS = 64 };
typedef struct wandering {
  double *sum, *mean; // [kept], sum over these periods, and mean of those before
  double most;        // largest deviation of a period
} wandering;

static double relative_distance(int n, const double *a, const double *b) {
  double moved = 0, size = 0;
  for (int i = 0; i < n; i++) {
    moved += (a[i] - b[i]) * (a[i] - b[i]);
    size += a[i] * a[i];
  }
  return sqrt(moved / size);
}

// Returns 1 if the motion stays within a hundredth of the same mean motion without drift.
static int is_wandering_motion(int period, int n, const double *y, double moved, wandering *self) {
  static const double same = 1e-4, near = 1e-2;
  for (int i = 0; i < n; i++) self->sum[i] += y[i] / AVERAGED_PERIODS;
  self->most = fmax(self->most, moved);
  if ((period + 1) % AVERAGED_PERIODS) return 0;
  const double shift = relative_distance(n, self->sum, self->mean), most = self->most;
  memcpy(self->mean, self->sum, (size_t)n * sizeof *self->sum);
  memset(self->sum, 0, (size_t)n * sizeof *self->sum);
  self->most = 0;
  return period > 2 * AVERAGED_PERIODS && most < near && shift < same && shift < most;
}

// The motion is steady if the change per period shrinks by a constant factor and the remainder is
// less than a millionth; or if is_wandering_motion.
chatter_status march_until_steady(march *self, int most, arena *memory, march_result *out) {
  enum { PERIODS_APART = 16 };
  static const double enough = 1e-6;
  double change[PERIODS_APART] = {0}, *last, least = INFINITY;
  const double *y = self->batch.series;
  const int n = self->kept;
  wandering around = {0};
  int ended = 1;
  DENSE(last, memory, n, 1);
  DENSE(around.sum, memory, n, 1);
  DENSE(around.mean, memory, n, 1);
  *out = (march_result){0};
  TRY(march_start(self, memory));
  for (int period = 0; period < most && !out->is_steady; period++) {
    TRY(take_period(self, &ended));
    if (!ended) return CHATTER_OK;
    const double moved = relative_distance(n, y, last), before = change[period % PERIODS_APART],
                 shrinks = pow(moved / before, 1.0 / PERIODS_APART);
    memcpy(last, y, (size_t)n * sizeof *y);
    change[period % PERIODS_APART] = moved;
    // the first period has no change to compare with
    least = period > 0 ? fmin(least, moved) : INFINITY;
    out->growth = period > 0 ? fmax(out->growth, moved / least) : 0;
    const int is_wandering = is_wandering_motion(period, n, y, moved, &around);
    if (period > PERIODS_APART)
      out->is_steady =
          moved < 1e-13 || (shrinks < 1 && moved * shrinks / (1 - shrinks) < enough) || is_wandering;
    measure_amplitude(n, is_wandering ? around.mean : y, out);
    out->periods = period + 1;
  }
  return CHATTER_OK;
}
