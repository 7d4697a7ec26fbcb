#include "engines/response/bind/response_estimate.h"

#include <math.h>

#include "engines/response/bind/response_plan.h"
#include "engines/response/study/response_keys.h"
#include "reduction/damping.h"
#include "study/file/entries.h"

// Limit of steps per kept point. Event searches and refused points keep no record; a typical point
// takes one or two steps.
static const double MOST_STEPS_PER_POINT = 10;
// Expected steps per kept point: event searches and refused points take additional ones.
static const double STEPS_PER_POINT = 1.4;
// for set-valued laws, whose kinks make more points refused
static const double STEPS_PER_KINKED_POINT = 2.8;
// Points of a backbone per change of amplitude that the largest step allows: steps are shorter
// while contacts begin to slip one after another.
static const double POINTS_PER_CHANGE = 3;
static const double FIRST_POINTS = 10; // while steps grow from the first one

// Returns the points of a peak: up to it and down again the response changes by its magnification 1
// / 2ζ, and its phase by π. `growth`: for half of a difference.
static double points_of_peak(double ratio, double growth) {
  const double magnification = 1 / (2 * fmax(ratio, 1e-6));
  return (2 * log(fmax(magnification, 1)) + M_PI) / (2 * growth);
}

// Returns the points of all peaks: of the modes with open contacts within the range, and of at
// least one mode, as contacts shift the modes.
static double points_of_peaks(const reduced_model *r, const study *config, double low, double high) {
  const double growth = response_config_of(config)->growth;
  double sum = 0, most = 0;
  for (int k = 0; k < r->n_modes; k++) {
    const double omega = sqrt(r->omega2[k]), frequency = omega / (2 * M_PI);
    if (!(omega > 0)) continue;
    const double points = points_of_peak(damping_mode_ratio(r, &config->reduction, k), growth);
    if (frequency >= low && frequency <= high) sum += points;
    if (k == 0) most = points;
  }
  return sum > 0 ? sum : most;
}

static double steps_per_point(const response_setup *setup) {
  for (int j = 0; j < setup->n_points; j++)
    if (setup->point[j].law == HB_LAW_SET_VALUED) return STEPS_PER_KINKED_POINT;
  return STEPS_PER_POINT;
}

static void add_points(const engine_layout *layout, double points, trajectory_estimate *estimate) {
  estimate->points = fmin(estimate->points + points, layout->sizes.dim[DIM_HB_MAX_POINTS]);
  estimate->expected = fmin(steps_per_point(layout->setup) * estimate->points, estimate->steps);
}

static void expect_curve(const engine_layout *layout, const study *config, trajectory_estimate *estimate) {
  const response_config *r = response_config_of(config);
  const response_setup *setup = layout->setup;
  double from = r->from, to = r->to, range = fabs(to - from);
  if (setup->is_at && r->branch == 1) from = r->to;
  if (setup->is_at) to = r->at;
  const double low = fmin(from, to), high = fmax(from, to);
  add_points(layout,
             FIRST_POINTS + (high - low) / (r->step * range) +
                 points_of_peaks(layout->reduced, config, low, high),
             estimate);
}

chatter_status response_estimate(const engine_layout *layout, const study *config, long trajectory,
                                 void *scratch, trajectory_estimate *estimate) {
  (void)scratch;
  const response_setup *setup = layout->setup;
  const response_config *r = response_config_of(config);
  double load = 0;
  if (r->ridge > response_n_ridges(config))
    return error_raise(CHATTER_BAD_STUDY, "trajectory %ld: there is no ridge %g (allowed: 1 to %d)",
                       trajectory, r->ridge, response_n_ridges(config));
  if (setup->is_at && !(r->at > 0))
    return error_raise(CHATTER_BAD_STUDY, "trajectory %ld: response.at is %g Hz (allowed: more than 0)",
                       trajectory, r->at);
  if (r->from == r->to)
    return error_raise(CHATTER_BAD_STUDY,
                       "trajectory %ld: response.from and response.to are both %g Hz (allowed: two different "
                       "ones)",
                       trajectory, r->from);
  if (response_at_is_outside(r))
    return error_raise(CHATTER_BAD_STUDY,
                       "trajectory %ld: response.at is %g Hz (allowed: between response.from, %g Hz, and "
                       "response.to, %g Hz)",
                       trajectory, r->at, r->from, r->to);
  for (int i = 0; i < config->n_excitations; i++)
    if (study_load_is_harmonic(&config->excitations[i]))
      load = fmax(load, fabs(study_load_size(&config->excitations[i])));
  if (load == 0) {
    estimate->status = TRAJECTORY_STUCK;
    return CHATTER_OK;
  }
  estimate->steps = MOST_STEPS_PER_POINT * layout->sizes.dim[DIM_HB_MAX_POINTS];
  estimate->recorded = estimate->steps;
  estimate->cost = 1;
  expect_curve(layout, config, estimate);
  return CHATTER_OK;
}

void response_estimate_restarts(const response_program *program, trajectory_estimate *estimate) {
  const double range = fabs(program->factor_to - program->factor);
  if (!(program->restart > 0)) return;
  estimate->steps *= 1 + fmin(ceil(range / program->restart), HB_MAX_RESTARTS);
  estimate->recorded = estimate->steps;
}

void response_expect_backbones(const engine_layout *layout, const study *config, double from, double to,
                               trajectory_estimate *estimate) {
  const response_setup *setup = layout->setup;
  const double changes = fabs(log(to / from)) / (2 * response_config_of(config)->growth);
  for (int stage = STAGE_CURVE + 1; stage < N_STAGE; stage++)
    if (setup->stages >> stage & 1) add_points(layout, FIRST_POINTS + POINTS_PER_CHANGE * changes, estimate);
}
