#include "engines/response/bind/dnnm/equivalent_law.h"

#include <math.h>

#include "kernels/response/sampled/sampled_compliant.h"

enum {
  SAMPLES = 256,
  WIDTH = 3,
  WORK = LAW_MAX_PARAMETERS + 3 + WIDTH + (N_COMPLIANT_FIELDS + WIDTH) * SAMPLES
};

// Evaluates r [WIDTH] for u = mean + amplitude cos ωt.
static void evaluate(const compliant_element *law, int has_normal, double mean, double amplitude,
                     double r[WIDTH]) {
  double cosine[SAMPLES], work[WORK];
  const double u[WIDTH] = {mean, amplitude, 0};
  for (int i = 0; i < SAMPLES; i++) cosine[i] = cos(2 * M_PI * i / SAMPLES);
  const sampled_plan plan = {.harmonics = 1,
                             .is_static = 1,
                             .samples = SAMPLES,
                             .coordinates = 1,
                             .has_normal = has_normal,
                             .cosine = cosine};
  compliant_evaluate(&plan, law, u, work, r, NULL, NULL);
}

equivalent_law equivalent_of_compliant_law(const response_point *point, const double *number, double gap,
                                           double mean, double amplitude, double omega) {
  const compliant_element law = {.law = point->compliant_law,
                                 .n = point->size.numbers,
                                 .states = point->size.states,
                                 .number = number,
                                 .gap = gap,
                                 .omega = omega};
  // difference step of the slope: a hundredth of the tolerance of the mean
  const double aside = 1e-3 * amplitude;
  double r[WIDTH], beside[WIDTH];
  evaluate(&law, point->has_normal, mean, amplitude, r);
  evaluate(&law, point->has_normal, mean + aside, amplitude, beside);
  return (equivalent_law){.stiffness = fmax(-r[1] / amplitude, 0),
                          .damping = fmax(r[2] / (omega * amplitude), 0),
                          .force = r[0],
                          .slope = fmax((r[0] - beside[0]) / aside, 0)};
}

// The stop is closed for the angle 2φ, cos φ = (gap + mean) / amplitude.
equivalent_law equivalent_of_elastic_stop(double stiffness, double gap, double mean, double amplitude) {
  const double c = (gap + mean) / amplitude, phi = acos(fmin(fmax(c, -1), 1)), part = stiffness / M_PI;
  return (equivalent_law){.stiffness = part * (phi - sin(phi) * cos(phi)),
                          .force = part * amplitude * (sin(phi) - c * phi),
                          .slope = part * phi};
}
