#include "engines/response/verify/march.h"

#include <math.h>
#include <string.h>

#include "engines/response/verify/march_start.h"
#include "engines/transient/transient_engine.h"
#include "ensemble/batch/devices.h"
#include "reduction/algebra/dense.h"

// One period, again from t = 0, which nothing but the state knows. The monitored response is in batch.series.
// 0: it came to no end.
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

// Extremes by the parabola through three samples.
static double largest(int n, const double *y, double sign) {
  double best = -INFINITY;
  for (int i = 0; i < n; i++) {
    const double a = sign * y[(i + n - 1) % n], b = sign * y[i], c = sign * y[(i + 1) % n];
    if (b < a || b < c) continue;
    const double bend = a - 2 * b + c;
    best = fmax(best, bend < 0 ? b - (c - a) * (c - a) / (8 * bend) : b);
  }
  return best;
}
static void measure(int n, const double *y, march_result *out) {
  double mean = 0, square = 0;
  for (int i = 0; i < n; i++) mean += y[i] / n;
  for (int i = 0; i < n; i++) square += (y[i] - mean) * (y[i] - mean) / n;
  out->amplitude = sqrt(square);
  out->peak_to_peak = largest(n, y, 1) + largest(n, y, -1);
}

// What the last periods have in common, where steps hit a jump of a force (an impact, a stop that sets in)
// now sooner, now later, so that no two periods are the same.
enum { TOGETHER = 64 };
typedef struct wandering {
  double *sum, *mean; // [kept], of these periods; of those before them
  double most;        // that a period moves by
} wandering;

static double distance(int n, const double *a, const double *b) {
  double moved = 0, size = 0;
  for (int i = 0; i < n; i++) {
    moved += (a[i] - b[i]) * (a[i] - b[i]);
    size += a[i] * a[i];
  }
  return sqrt(moved / size);
}

// 1: it stays about the same motion, of which it is never off by more than a hundredth, and goes nowhere.
static int wanders(int period, int n, const double *y, double moved, wandering *self) {
  static const double same = 1e-4, near = 1e-2;
  for (int i = 0; i < n; i++) self->sum[i] += y[i] / TOGETHER;
  self->most = fmax(self->most, moved);
  if ((period + 1) % TOGETHER) return 0;
  const double shift = distance(n, self->sum, self->mean), most = self->most;
  memcpy(self->mean, self->sum, (size_t)n * sizeof *self->sum);
  memset(self->sum, 0, (size_t)n * sizeof *self->sum);
  self->most = 0;
  return period > 2 * TOGETHER && most < near && shift < same && shift < most;
}

// Steady: what changes from period to period shrinks by the same factor all the time, and what is left of it
// is less than a millionth; or it only wanders.
chatter_status march_until_steady(march *self, int most, arena *memory, march_result *out) {
  enum { APART = 16 };
  static const double enough = 1e-6;
  double change[APART] = {0}, *last, least = INFINITY;
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
    const double moved = distance(n, y, last), before = change[period % APART],
                 shrinks = pow(moved / before, 1.0 / APART);
    memcpy(last, y, (size_t)n * sizeof *y);
    change[period % APART] = moved;
    least = period > 0 ? fmin(least, moved) : INFINITY; // the first has none before it
    out->growth = period > 0 ? fmax(out->growth, moved / least) : 0;
    const int is_wandering = wanders(period, n, y, moved, &around);
    if (period > APART)
      out->is_steady =
          moved < 1e-13 || (shrinks < 1 && moved * shrinks / (1 - shrinks) < enough) || is_wandering;
    measure(n, is_wandering ? around.mean : y, out);
    out->periods = period + 1;
  }
  return CHATTER_OK;
}
