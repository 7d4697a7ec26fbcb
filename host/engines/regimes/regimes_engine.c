#include "engines/regimes/regimes_engine.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

enum { CACHE = 4096 }; // boundaries of so many (structure, frequency) pairs: a map asks for each many times

typedef struct boundary_entry {
  uint64_t key; // 0: empty
  double r;
  regime_boundaries value;
} boundary_entry;

typedef struct regimes_own {
  pthread_mutex_t lock;
  regimes_system system; // of the trajectory bound last
  int n_watches, boundaries;
  boundary_entry cache[CACHE];
} regimes_own;

static int handles(const study *s) {
  return s->kind == STUDY_REGIMES && s->integrator.scheme != SCHEME_MOREAU;
}
static int needs_model(const study *s) {
  return !regimes_is_chain(s);
}

static int wants_boundaries(const study *s) {
  for (int o = 0; o < s->n_outputs; o++)
    if (s->outputs[o].quantity >= QUANTITY_BETA_LIM && s->outputs[o].quantity <= QUANTITY_BETA_NOMOTION)
      return 1;
  return 0;
}

static const reduced_model *model_of(const engine_layout *layout, const study *s) {
  return regimes_is_chain(s) ? NULL : layout->reduced;
}

// Trial points per cycle, each a rotation of every mode: some for the events, and some for every period of
// the highest mode (bench/coulomb.md counts them).
static double trial_points(const regimes_system *system) {
  double fastest = 0;
  for (int i = 0; i < system->modes.n; i++) fastest = fmax(fastest, system->modes.omega[i]);
  return 16 + 5 * fastest / system->r;
}

static chatter_status prepare(const study *s, const reduced_model *reduced, engine_layout *layout) {
  const reduced_model *r = regimes_is_chain(s) ? NULL : reduced;
  TRY(regimes_check(s, r));
  regimes_own *own = arena_allocate(layout->memory, sizeof *own);
  if (!own) return CHATTER_DEVICE;
  pthread_mutex_init(&own->lock, NULL);
  TRY(regimes_check_outputs(s, r, &own->n_watches));
  own->boundaries = wants_boundaries(s);
  layout->own = own;
  layout->sizes = (kernel_sizes){.kind = &kernel_coulomb};
  int *dim = layout->sizes.dim;
  dim[DIM_COULOMB_MODES] = regimes_n_modes(s, r);
  dim[DIM_COULOMB_DAMPED] = regimes_damped(s, r);
  dim[DIM_COULOMB_WATCHES] = own->n_watches;
  layout->n_model = 1, layout->n_tables = N_COULOMB_TABLE;
  layout->model = arena_allocate(layout->memory, sizeof *layout->model);
  layout->tables = arena_allocate(layout->memory, sizeof *layout->tables * N_COULOMB_TABLE);
  if (!layout->model || !layout->tables) return CHATTER_DEVICE;
  layout->tables[COULOMB_TABLE_EARLY_EXIT] = s->regimes.early_exit;
  layout->tables[COULOMB_TABLE_MAX_EVENTS] = (int)s->regimes.max_events;
  layout->n_state = coulomb_n_state(dim);
  layout->n_parameters = coulomb_n_parameters(dim) + N_REGIMES_ROWS;
  TRY(regimes_system_of(s, r, dim[DIM_COULOMB_DAMPED], &own->system));
  const double points = trial_points(&own->system);
  layout->flops_per_step = points * (60 + 45 * dim[DIM_COULOMB_MODES]);
  layout->bytes_per_trajectory = 8.0 * (layout->n_state + layout->n_parameters);
  return CHATTER_OK;
}

static uint64_t mix(uint64_t key, const double *values, int n) {
  for (int i = 0; i < n; i++) {
    uint64_t bits;
    memcpy(&bits, &values[i], sizeof bits);
    key = (key ^ bits) * 0x9E3779B97F4A7C15u;
    key ^= key >> 29;
  }
  return key;
}

static void find_boundaries(regimes_own *own, regime_boundaries *out) {
  const regimes_system *system = &own->system;
  const friction_modes *m = &system->modes;
  uint64_t key = mix(1, &system->r, 1);
  key = mix(key, m->omega, m->n), key = mix(key, m->zeta, m->n), key = mix(key, m->contact, m->n);
  key = mix(key, m->load, m->n), key = mix(key, m->inertia, m->n);
  if (key == 0) key = 1;
  boundary_entry *entry = &own->cache[key % CACHE];
  if (entry->key != key || entry->r != system->r) {
    entry->key = key, entry->r = system->r;
    friction_boundaries(m, system->r, &entry->value);
  }
  *out = entry->value;
}

static chatter_status bind_locked(const engine_layout *layout, const study *s, double *parameter,
                                  trajectory_status *status) {
  regimes_own *own = layout->own;
  regimes_system *system = &own->system;
  const reduced_model *r = model_of(layout, s);
  const int *dim = layout->sizes.dim;
  double *host = parameter + coulomb_n_parameters(dim);
  parameter[PARAMETER_STEPS] = s->regimes.cycles;
  parameter[PARAMETER_RECORD] = fmax(s->regimes.cycles - s->regimes.window, 0);
  TRY(regimes_check(s, r));
  TRY(regimes_system_of(s, r, dim[DIM_COULOMB_DAMPED], system));
  friction_modes_parameters(&system->modes, system->r, system->beta, system->scale, dim, parameter);
  TRY(regimes_watch_rows(s, r, system, dim, parameter));
  host[REGIMES_TIME] = r ? 1 / system->r : 1; // the kernel's time is the phase of the excitation
  host[REGIMES_SCALE] = system->scale, host[REGIMES_BETA] = system->beta;
  if (own->boundaries) {
    regime_boundaries b;
    find_boundaries(own, &b);
    host[REGIMES_LIMIT] = b.limit, host[REGIMES_LIMIT_S1] = b.limit_s1, host[REGIMES_NO_MOTION] = b.no_motion;
  }
  for (int p = PARAMETER_STEPPER; p < coulomb_n_parameters(dim); p++)
    if (!isfinite(parameter[p])) *status = TRAJECTORY_NOT_FINITE;
  return CHATTER_OK;
}

static chatter_status bind(const engine_layout *layout, const study *s, long trajectory, double *parameter,
                           trajectory_status *status) {
  (void)trajectory;
  regimes_own *own = layout->own;
  pthread_mutex_lock(&own->lock);
  const chatter_status done = bind_locked(layout, s, parameter, status);
  pthread_mutex_unlock(&own->lock);
  return done;
}

static chatter_status start(const engine_layout *layout, const study *s, const double *parameter,
                            double *state) {
  (void)s;
  friction_modes_start(layout->sizes.dim, parameter, state);
  return CHATTER_OK;
}

static double time_scale(const engine_layout *layout, const kernel_batch *host, long i) {
  return engine_parameter(host, coulomb_n_parameters(layout->sizes.dim) + REGIMES_TIME, i);
}

static const char *time_units(const study *s) {
  return regimes_is_chain(s) ? "rad" : "s";
}

// In physical models the boundaries are forces, to be compared with one.
static chatter_status outline(const study *s, outline_add add, void *to) {
  return regimes_is_chain(s) ? CHATTER_OK : add(to, "friction_force", "N", "friction force");
}

// Trajectories are dealt in the order of their cost: what varies most is the highest frequency in cycles of
// the excitation, and lanes that share it also share the kind of motion.
static double cost(const engine_layout *layout, const double *parameter) {
  const int *dim = layout->sizes.dim;
  const double *omega = parameter + coulomb_block_at(dim, BLOCK_OMEGA);
  double fastest = 1;
  for (int i = 0; i < dim[DIM_COULOMB_MODES]; i++) fastest = fmax(fastest, omega[i]);
  return parameter[PARAMETER_STEPS] * fastest;
}

const engine regimes_engine = {.name = "regimes",
                               .step = "cycle",
                               .time_scale = time_scale,
                               .time_units = time_units,
                               .handles = handles,
                               .needs_model = needs_model,
                               .prepare = prepare,
                               .bind = bind,
                               .start = start,
                               .outline = outline,
                               .cost = cost,
                               .extract = regimes_extract};

const engine *const regimes_engines[] = {&regimes_engine, &regimes_stepped_engine, NULL};
