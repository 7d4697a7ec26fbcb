#include "engines/response/bind/equivalent.h"

#include <math.h>

#include "kernels/response/sampled/sampled_responding.h"

enum {
  SAMPLES = 256,
  WIDTH = 3,
  WORK = LAW_NUMBERS_MOST + 3 + WIDTH + (RESPONDING_FIELDS + WIDTH) * SAMPLES
};

equivalent response_equivalent(const response_point *point, const double *number, double gap,
                               double amplitude, double omega) {
  double cosine[SAMPLES], work[WORK], r[WIDTH];
  const double u[WIDTH] = {0, amplitude, 0};
  for (int i = 0; i < SAMPLES; i++) cosine[i] = cos(2 * M_PI * i / SAMPLES);
  const sampled_plan plan = {.harmonics = 1,
                             .is_static = 1,
                             .samples = SAMPLES,
                             .coordinates = 1,
                             .has_normal = point->has_normal,
                             .cosine = cosine};
  const responding_law law = {.law = point->answers,
                              .n = point->size.numbers,
                              .states = point->size.states,
                              .number = number,
                              .gap = gap,
                              .omega = omega};
  responding_evaluate(&plan, &law, u, work, r, NULL, NULL);
  return (equivalent){fmax(-r[1] / amplitude, 0), fmax(r[2] / (omega * amplitude), 0)};
}
