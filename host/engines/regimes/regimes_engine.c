#include "engines/regimes/regimes_engine.h"
#include "engines/regimes/bind/friction_parameters.h"
#include "engines/regimes/regimes_stepped.h"
#include "engines/regimes/bind/regimes_start.h"
#include "engines/regimes/bind/regimes_system.h"
#include "engines/regimes/extract/regimes_outputs.h"
#include "engines/regimes/study/regimes_key_use.h"

#include "engines/regimes/boundaries_table.h"
#include "engines/regimes/extract/regimes_quantities.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "ensemble/state/start_states.h"
#include "study/file/key_place.h"

typedef struct regimes_setup {
  regimes_watches watches;
  int load; // excitation in the reduced model
  int boundaries;
} regimes_setup;

// Scratch of one thread: the system shared with the previous trajectory, and parameters of a
// trajectory that is only estimated.
typedef struct regimes_scratch {
  regimes_system system;
  double parameter[];
} regimes_scratch;

static int handles(const study *s) {
  return regimes_is(s) && integrator_of(s)->scheme != SCHEME_MOREAU;
}
static int needs_model(const study *s) {
  return !regimes_is_chain(s);
}

static int wants_boundaries(const study *s) {
  for (int o = 0; o < s->n_outputs; o++) {
    const regimes_quantity *quantity = regimes_quantity_of(&s->outputs[o]);
    if (quantity && quantity->is_boundary) return 1;
  }
  return 0;
}

static const reduced_model *model_of(const engine_layout *layout, const study *s) {
  return regimes_is_chain(s) ? NULL : layout->reduced;
}

// Returns the trial points per cycle, each a rotation of every mode: a number for the events, and a
// number per period of the highest mode (bench/coulomb.md has counts).
static double trial_points(const regimes_system *system) {
  double fastest = 0;
  for (int i = 0; i < system->modes.n; i++) fastest = fmax(fastest, system->modes.omega[i]);
  return 16 + 5 * fastest / system->r;
}

static chatter_status check(const study *s, const reduced_model *r) {
  TRY(regimes_check(s, r));
  return regimes_check_start(s, r);
}

static chatter_status size_up(const study *s, const reduced_model *r, engine_layout *layout) {
  const regimes_setup *setup = layout->setup;
  int *dim = layout->sizes.dim;
  regimes_system *system;
  ALLOCATE(system, 1);
  const chatter_status status = regimes_system_of(s, r, setup->load, dim[DIM_COULOMB_DAMPED], system);
  if (status == CHATTER_OK)
    layout->flops_per_step = trial_points(system) * (60 + 45 * dim[DIM_COULOMB_MODES]);
  memory_free(system);
  return status;
}

static chatter_status prepare(const study *s, const reduced_model *reduced, engine_layout *layout) {
  const reduced_model *r = regimes_is_chain(s) ? NULL : reduced;
  TRY(regimes_check_keys(s));
  TRY(check(s, r));
  regimes_setup *setup = arena_allocate(layout->memory, sizeof *setup);
  if (!setup) return CHATTER_DEVICE;
  TRY(regimes_plan_watches(s, r, layout->memory, &setup->watches));
  if (r) TRY(reduced_find_excitation(r, s, 0, &setup->load));
  setup->boundaries = wants_boundaries(s);
  layout->setup = setup;
  layout->sizes = (kernel_sizes){.kind = &kernel_coulomb};
  int *dim = layout->sizes.dim;
  dim[DIM_COULOMB_MODES] = regimes_n_modes(s, r);
  dim[DIM_COULOMB_DAMPED] = regimes_damped(s, r);
  dim[DIM_COULOMB_WATCHED] = setup->watches.n;
  layout->n_model = 1, layout->n_tables = coulomb_n_tables(dim);
  layout->model = arena_allocate(layout->memory, sizeof *layout->model);
  layout->tables = arena_allocate(layout->memory, sizeof *layout->tables * (size_t)layout->n_tables);
  if (!layout->model || !layout->tables) return CHATTER_DEVICE;
  layout->tables[COULOMB_TABLE_EARLY_EXIT] = regimes_of(s)->early_exit;
  layout->tables[COULOMB_TABLE_MAX_EVENTS] = (int)regimes_of(s)->max_events;
  for (int w = 0; w < setup->watches.n; w++)
    layout->tables[COULOMB_TABLE_WATCH + w] = setup->watches.order[w];
  layout->n_state = coulomb_n_state(dim);
  layout->n_parameters = coulomb_n_parameters(dim) + N_REGIMES_ROWS;
  layout->bytes_per_trajectory = 8.0 * (layout->n_state + layout->n_parameters);
  layout->scratch_bytes = sizeof(regimes_scratch) + sizeof(double) * (size_t)layout->n_parameters;
  return size_up(s, r, layout);
}

// Cost by which batches are sorted. It varies most with the highest frequency in cycles of the
// excitation; lanes with a similar one also tend to have the same regime.
static double cost(const int *dim, const double *parameter) {
  const double *omega = parameter + coulomb_block_at(dim, BLOCK_OMEGA);
  double fastest = 1;
  for (int i = 0; i < dim[DIM_COULOMB_MODES]; i++) fastest = fmax(fastest, omega[i]);
  return parameter[PARAMETER_STEPS] * fastest;
}

// Computes the stepper's parameters, and the trajectory's status from them: a parameter that is not
// finite means that it cannot run.
static chatter_status fill(const engine_layout *layout, const study *s, regimes_system *system,
                           double *parameter, trajectory_estimate *estimate) {
  const regimes_setup *setup = layout->setup;
  const reduced_model *r = model_of(layout, s);
  const int *dim = layout->sizes.dim, n = coulomb_n_parameters(dim);
  TRY(check(s, r));
  TRY(regimes_system_of(s, r, setup->load, dim[DIM_COULOMB_DAMPED], system));
  parameter[PARAMETER_STEPS] = regimes_of(s)->cycles;
  parameter[PARAMETER_FIRST_RECORDED] = fmax(regimes_of(s)->cycles - regimes_of(s)->window, 0);
  friction_modes_parameters(&system->modes, system->r, system->beta, system->scale, dim, parameter);
  regimes_watch_rows(s, r, system, &setup->watches, dim, parameter);
  for (int p = PARAMETER_STEPPER_FIRST; p < n; p++)
    if (!isfinite(parameter[p])) estimate->status = TRAJECTORY_NOT_FINITE;
  if (estimate->status != TRAJECTORY_OK) return CHATTER_OK;
  estimate->steps = parameter[PARAMETER_STEPS];
  estimate->recorded = parameter[PARAMETER_STEPS] - parameter[PARAMETER_FIRST_RECORDED];
  estimate->cost = cost(dim, parameter);
  return CHATTER_OK;
}

static const char of_system[] = "system";

// Returns the parameters that define a state's modes: β, the particular motion, frequencies and
// shapes.
static int system_numbers(const int *dim) {
  return coulomb_block_at(dim, BLOCK_STATIC) - COULOMB_BETA;
}

// Lists the state rows. A state belongs to a whole cycle; a continued clock only affects the count
// of cycles.
static int rows(const engine_layout *layout, engine_rows to[ENGINE_ROWS]) {
  const int *dim = layout->sizes.dim, pairs = 2 * dim[DIM_COULOMB_MODES];
  const engine_rows all[] = {
      {"phase", COULOMB_KIND, COULOMB_PHASE_START + 1 - COULOMB_KIND, "1",
       "kind of motion and what it began with", ROWS_MOTION},
      {"coefficients", COULOMB_PAIRS, pairs, "1", "of the modes, scaled", ROWS_MOTION},
      {"cycle", coulomb_row_previous(dim), 2 + pairs, "1", "the same a cycle before", ROWS_MOTION},
      {of_system, COULOMB_BETA, system_numbers(dim), "1", "what the coefficients refer to", ROWS_PARAMETER},
  };
  memcpy(to, all, sizeof all);
  return (int)(sizeof all / sizeof *all);
}

static chatter_status check_system(const engine_layout *layout, const study *s, long trajectory,
                                   const double *parameter, const start_point *from) {
  for (int i = 0; i < system_numbers(layout->sizes.dim); i++)
    if (start_states_number(layout, from, of_system, i) != parameter[COULOMB_BETA + i])
      return error_raise(
          CHATTER_BAD_STUDY,
          "%s: initial.from: trajectory %ld: the motion there is one of another system, friction or "
          "frequency (allowed: the same; its cycles and outputs may differ)",
          study_place(s, "initial.from"), trajectory);
  return CHATTER_OK;
}

// Does what fill does, and sets where the trajectory continues.
static chatter_status estimate_in(const engine_layout *layout, const study *s, long trajectory,
                                  regimes_system *system, double *parameter, trajectory_estimate *out) {
  TRY(fill(layout, s, system, parameter, out));
  if (!layout->start || out->status != TRAJECTORY_OK) return CHATTER_OK;
  TRY(start_states_find(layout, s, trajectory, 1, out));
  if (out->status != TRAJECTORY_OK) return CHATTER_OK;
  parameter[PARAMETER_STEPS] += out->from.first;
  parameter[PARAMETER_FIRST_RECORDED] += out->from.first;
  return check_system(layout, s, trajectory, parameter, &out->from);
}

static chatter_status estimate(const engine_layout *layout, const study *s, long trajectory, void *scratch,
                               trajectory_estimate *out) {
  regimes_scratch *own = scratch;
  return estimate_in(layout, s, trajectory, &own->system, own->parameter, out);
}

static chatter_status bind(const engine_layout *layout, const study *s, long trajectory, void *scratch,
                           double *parameter, double *state, trajectory_estimate *out) {
  const regimes_setup *setup = layout->setup;
  regimes_system *system = &((regimes_scratch *)scratch)->system;
  double *host = parameter + coulomb_n_parameters(layout->sizes.dim);
  TRY(estimate_in(layout, s, trajectory, system, parameter, out));
  // kernel time is the phase of the excitation
  host[REGIMES_TIME] = model_of(layout, s) ? 1 / system->r : 1;
  host[REGIMES_SCALE] = system->scale, host[REGIMES_BETA] = system->beta;
  if (setup->boundaries) {
    const regime_boundaries *b = regimes_boundaries_of(system);
    host[REGIMES_LIMIT] = b->limit, host[REGIMES_LIMIT_S1] = b->limit_s1,
    host[REGIMES_NO_MOTION] = b->no_motion;
  }
  if (out->status != TRAJECTORY_OK) return CHATTER_OK;
  regimes_start(s, model_of(layout, s), system, layout->sizes.dim, parameter, state);
  if (layout->start) start_states_copy(layout, &out->from, state);
  return CHATTER_OK;
}

static double time_scale(const engine_layout *layout, const kernel_batch *host, long i) {
  return engine_parameter(host, layout->n_parameters - N_REGIMES_ROWS + REGIMES_TIME, i);
}

static engine_time time_of(const study *s) {
  return regimes_is_chain(s) ? (engine_time){"rad", "phase of the excitation reached (dimensionless study)"}
                             : (engine_time){"s", "time reached"};
}

// In physical models the boundaries are forces, so the friction force is listed too.
static chatter_status outline(const study *s, outline_add add, void *to) {
  return regimes_is_chain(s) ? CHATTER_OK
                             : add(to, "trajectory", "friction_force", "N", "friction force", NULL);
}

static const engine_command *const commands[] = {&boundaries_command, NULL};

const engine regimes_engine = {
    .name = "regimes",
    .studies = {.handles = handles, .needs_model = needs_model},
    .columns = {.prepare = prepare, .estimate = estimate, .bind = bind, .work_row = COULOMB_TRIALS},
    .results = {.extract = regimes_extract, .outline = outline, .time = time_of, .time_scale = time_scale},
    .restart = {.rows = rows},
    .messages = {.step = "cycle"},
    .commands = commands};

const engine *const regimes_engines[] = {&regimes_engine, &regimes_stepped_engine, NULL};
