// Step, duration and recorded part of a transient study.
#include "engines/transient/bind/transient_time.h"

#include <math.h>
#include <string.h>

#include "engines/transient/bind/transient_limits.h"
#include "engines/transient/transient_engine.h"
#include "study/file/entries.h"
#include "study/file/key_place.h"
#include "study/file/path.h"

const excitation_config *transient_frequency_of(const study *config, int load) {
  for (int i = load; i >= 0; i--) {
    const excitation_config *e = &config->excitations[i];
    if (study_load_is_harmonic(e) && e->frequency > 0) return e;
  }
  return &config->excitations[load];
}

// Returns the frequency of a load's own sine or of its drive, Hz; 0: none, or that of the load
// before it.
static double own_frequency(const study *config, int load) {
  const excitation_config *e = &config->excitations[load];
  const drive_config *sine = study_load_harmonic_drive(config, e);
  return !study_load_is_harmonic(e) ? 0 : sine ? sine->frequency : e->frequency;
}

enum { MOST_PERIODS = 64 }; // of one load within the common period

// Returns the highest frequency of which all harmonic loads' frequencies are multiples: f/d of any
// load for the least d; 0: none.
static double common_frequency(const study *config) {
  double f = 0;
  for (int i = 0; i < config->n_excitations && f <= 0; i++) f = own_frequency(config, i);
  for (int d = 1; d <= MOST_PERIODS && f > 0; d++) {
    int fit = 1;
    for (int i = 0; i < config->n_excitations; i++) {
      const double multiple = own_frequency(config, i) * d / f, whole = floor(multiple + 0.5);
      if (multiple > 0) fit &= whole >= 1 && fabs(multiple - whole) < 1e-9 * whole;
    }
    if (fit) return f / d;
  }
  return 0;
}

double transient_period_frequency(const study *config) {
  return integrator_of(config)->period_frequency > 0 ? integrator_of(config)->period_frequency
                                                     : common_frequency(config);
}

chatter_status transient_check_period(const study *config) {
  const integrator_config *c = integrator_of(config);
  double lowest = INFINITY, highest = 0;
  const int wanted = c->steps_per_period > 0 || c->periods > 0 || c->window > 0;
  for (int i = 0; i < config->n_excitations; i++) {
    const double f = own_frequency(config, i);
    if (f > 0) lowest = fmin(lowest, f), highest = fmax(highest, f);
  }
  if (!wanted || highest == 0 || transient_period_frequency(config) > 0) return CHATTER_OK;
  return error_raise(CHATTER_BAD_STUDY,
                     "%s: the loads, %.10g to %.10g Hz, have no common period of at most %d periods of one: "
                     "give integrator.period_frequency (Hz)",
                     study_place(config, "integrator"), lowest, highest, MOST_PERIODS);
}

double transient_step(const study *config) {
  const integrator_config *c = integrator_of(config);
  if (c->step > 0) return c->step;
  const double frequency = transient_period_frequency(config);
  return c->steps_per_period > 0 && frequency > 0 ? 1 / (c->steps_per_period * frequency) : 0;
}

static double sweep_time(const study *config, int load) {
  const drive_config *sine = study_load_harmonic_drive(config, &config->excitations[load]);
  const excitation_config *e = transient_frequency_of(config, load);
  double number[N_DRIVE_PARAMETERS] = {0};
  if (sine)
    turns_prepare_sweep(sine->frequency, 0, sine->sweep_from, sine->sweep_rate, number);
  else if (study_load_is_harmonic(e))
    drive_turn(e, 0, number);
  return number[TURNS_SWEEP_END];
}

// Returns a time in steps; quotients within rounding of a whole number become that number.
static double whole_steps(double time, double dt) {
  return floor(time / dt + 0.5);
}

static double held_time(const study *config) {
  const integrator_config *c = integrator_of(config);
  if (c->duration > 0) return c->duration;
  const double frequency = transient_period_frequency(config);
  return c->periods > 0 && frequency > 0 ? c->periods / frequency : 0;
}

double transient_steps(const study *config, double dt, double began) {
  double sweep = began;
  for (int i = 0; i < config->n_excitations; i++) {
    const double time = sweep_time(config, i);
    if (time > sweep) sweep = time;
  }
  return whole_steps(sweep - began + held_time(config), dt);
}

double transient_recorded(const study *config, double dt, double began) {
  const double steps = transient_steps(config, dt, began), frequency = transient_period_frequency(config);
  if (integrator_of(config)->window <= 0 || frequency <= 0) return steps;
  const double window = whole_steps(integrator_of(config)->window / frequency, dt);
  return window < steps ? window : steps;
}

chatter_status transient_check_time(const study *config, const reduced_model *r,
                                    const transient_setup *setup) {
  const double dt = transient_step(config), limit = transient_open_limit(&config->reduction, r);
  char limits[128], springs[96] = "";
  // Keys that determine the step, or the model by its limit.
  static const char *const STEP[] = {"integrator.step", "integrator.period_frequency", "frequency", "model.",
                                     "reduction."};
  for (size_t i = 0; i < sizeof STEP / sizeof *STEP; i++)
    if (study_varies(config, STEP[i])) return CHATTER_OK;
  TRY(transient_check_period(config));
  if (!(dt > 0))
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: no time step: give integrator.step, or steps_per_period with period_frequency or an "
        "excitation frequency",
        study_place(config, "integrator"));
  if (setup->springs != SPRINGS_NONE && !r->sparse)
    snprintf(springs, sizeof springs, "; %.6g s with the springs of all contacts", setup->limit_stuck);
  if (dt > limit)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: the time step %.6g s is above the stability limit %.6g s of this reduced model with open "
        "contacts (2/ω_max: %s%s)%s%s",
        study_place(config, "integrator.step"), dt, limit, reduced_limit_text(r, limits, sizeof limits),
        springs, limit < r->limit_open ? ", which reduction.rayleigh.stiffness lowers" : "",
        integrator_of(config)->step > 0 ? "" : "; raise integrator.steps_per_period");
  if (!(transient_steps(config, dt, 0) >= 1))
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: nothing to integrate: give integrator.duration, or periods with a period frequency",
        study_place(config, "integrator.duration"));
  return CHATTER_OK;
}
