// The search for turning points of the elastic friction element finds every zero that fine sampling
// shows: the slopes of ceiling and floor and the normal force change sign at most as often as zeros
// are found.
#include "kernels/laws/elastic_friction.h"
#include "tests/check.h"
#include "tests/kernels/elastic_random.h"

enum { SAMPLES = 4096, NUMBERS = 4096 };

static double cosine[SAMPLES];

// Returns the slope of a coordinate, or its value, at a sample.
static double sample(const elastic_case *c, const double *q, int k, int slope) {
  double sum = c->is_static && !slope ? q[0] : 0;
  q += c->is_static;
  for (int h = 1; h <= c->harmonics; h++) {
    const double cos_h = cosine[h * k % SAMPLES], sin_h = cosine[(h * k + 3 * SAMPLES / 4) % SAMPLES];
    sum += slope ? h * (q[2 * h - 1] * cos_h - q[2 * h - 2] * sin_h)
                 : q[2 * h - 2] * cos_h + q[2 * h - 1] * sin_h;
  }
  return sum;
}

static void check(const elastic_case *c) {
  static lane_t numbers[NUMBERS];
  int found[4] = {0}, seen[4] = {0}, was[4] = {0};
  const double *y = c->q + elastic_coefficients(c);
  const elastic_law law = {c->law[0], c->law[1], c->law[2], c->law[3]};
  elastic_path path = elastic_path_of(&law, c->harmonics, c->is_static, c->q, y, numbers);
  TEST_CHECK(!elastic_trace(&path, 0, 0));
  for (int k = 0; k < (int)path.head[ELASTIC_N_TURNS]; k++) found[(int)fabs(path.kind[k])]++;
  for (int k = 0; k <= SAMPLES; k++) {
    const double trial = c->law[0] * sample(c, c->q, k, 1), load = c->law[2] * c->law[1] * sample(c, y, k, 1);
    const int is[4] = {0, load - trial < 0, -load - trial < 0,
                       c->law[3] + c->law[1] * sample(c, y, k, 0) < 0};
    for (int kind = 1; kind < 4; kind++) seen[kind] += k > 0 && is[kind] != was[kind], was[kind] = is[kind];
  }
  for (int kind = 1; kind < 4; kind++)
    TEST_CHECK(found[kind] >= seen[kind] && found[kind] <= 2 * c->harmonics);
}

int main(void) {
  static elastic_case c;
  for (int k = 0; k < SAMPLES; k++) cosine[k] = cos(k * 6.283185307179586 / SAMPLES);
  for (int i = 0; i < 4000; i++) {
    elastic_random(i, &c);
    if (i % 20 == 0) { // the highest harmonics are as large as the others
      unsigned long long seed = (unsigned)i;
      c.harmonics = ELASTIC_DEGREE;
      for (int k = 0; k < ELASTIC_WIDTH; k++) c.q[k] = 2 * elastic_uniform(&seed) - 1;
    }
    check(&c);
  }
  return TEST_END();
}
