// How many points curves are likely to have, for estimates of time and of files; no more than guesses that
// bench and tests hold to a factor of three.
#include <math.h>

#include "engines/response/response_engine.h"
#include "reduction/damping.h"

// Steps for each point that is kept: places of events are tried for, and some points are refused.
static const double STEPS_PER_POINT = 1.4;
static const double STEPS_PER_KINKED_POINT = 2.8; // of set-valued laws, on whose kinks more are refused
// Points of a backbone for each time that its amplitude changes by as much as the largest step lets it:
// while contacts begin to slip one after another steps are shorter.
static const double POINTS_PER_CHANGE = 3;
static const double FIRST_POINTS = 10; // with steps that grow

// Of a peak: up to it and down again the response changes by its magnification 1 / 2ζ, and its phase by π.
// `growth` is of the half of a difference.
static double points_of_peak(double ratio, double growth) {
  const double magnification = 1 / (2 * fmax(ratio, 1e-6));
  return (2 * log(fmax(magnification, 1)) + M_PI) / (2 * growth);
}

// The modes with open contacts within the range; at least one mode, as contacts move them.
static double points_of_peaks(const reduced_model *r, const study *config, double low, double high) {
  const double growth = response_of(config)->growth;
  double sum = 0, most = 0;
  for (int k = 0; k < r->n_modes; k++) {
    const double omega = sqrt(r->omega2[k]), frequency = omega / (2 * M_PI);
    if (!(omega > 0)) continue;
    const double points = points_of_peak(damping_of(r, &config->reduction, k), growth);
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

static void expect(const engine_layout *layout, double points, trajectory_estimate *estimate) {
  estimate->points = fmin(estimate->points + points, layout->sizes.dim[DIM_HB_MAX_POINTS]);
  estimate->expected = fmin(steps_per_point(layout->setup) * estimate->points, estimate->steps);
}

void response_expect_curve(const engine_layout *layout, const study *config, trajectory_estimate *estimate) {
  const response_config *r = response_of(config);
  const response_setup *setup = layout->setup;
  double from = r->from, to = r->to, range = fabs(to - from);
  if (setup->is_at && r->branch == 1) from = r->to;
  if (setup->is_at) to = r->at;
  const double low = fmin(from, to), high = fmax(from, to);
  expect(layout,
         FIRST_POINTS + (high - low) / (r->step * range) +
             points_of_peaks(layout->reduced, config, low, high),
         estimate);
}

void response_expect_backbones(const engine_layout *layout, const study *config, double from, double to,
                               trajectory_estimate *estimate) {
  const response_setup *setup = layout->setup;
  const double changes = fabs(log(to / from)) / (2 * response_of(config)->growth);
  for (int stage = STAGE_CURVE + 1; stage < N_STAGE; stage++)
    if (setup->stages >> stage & 1) expect(layout, FIRST_POINTS + POINTS_PER_CHANGE * changes, estimate);
}
