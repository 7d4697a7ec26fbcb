// The elastic friction element for one number of lanes: compiled with LANES, STAMP_NAME.
#include "kernels/laws/elastic_friction.h"
#include "tests/kernels/elastic_stamp.h"

enum { NUMBERS = 4096 };

static void load(lane_t *to, const elastic_case *list, int lane, const double *from, int n) {
  (void)list;
  for (int i = 0; i < n; i++) lane_put(&to[i], lane, (real)from[i]);
}
static void store(double *to, const lane_t *from, int lane, int n) {
  for (int i = 0; i < n; i++) to[i] = lane_get(from[i], lane);
}

void STAMP_NAME(elastic_case *list, int repeat) {
  static lane_t numbers[NUMBERS], q[ELASTIC_WIDTH], lambda[ELASTIC_WIDTH], v[ELASTIC_WIDTH],
      force[ELASTIC_WIDTH], stiffness[ELASTIC_WIDTH * ELASTIC_WIDTH], curvature[ELASTIC_WIDTH],
      gradient[ELASTIC_WIDTH];
  const int harmonics = list->harmonics, width = list->is_static + 2 * harmonics,
            n = list->is_normal ? 2 * width : width;
  elastic_law law;
  mask_t stuck = mask_set(0), onset = mask_set(0), failed = mask_set(0);
  for (int lane = 0; lane < LANES; lane++) {
    const elastic_case *c = &list[lane];
    load(q, list, lane, c->q, n), load(lambda, list, lane, c->lambda, n), load(v, list, lane, c->v, n);
    lane_put(&law.tangential, lane, (real)c->law[0]), lane_put(&law.normal, lane, (real)c->law[1]);
    lane_put(&law.friction, lane, (real)c->law[2]), lane_put(&law.preload, lane, (real)c->law[3]);
    mask_put(&stuck, lane, c->stuck), mask_put(&onset, lane, c->onset);
  }
  if (elastic_trace_numbers(harmonics, list->is_normal) > NUMBERS) __builtin_trap();
  for (int i = 0; i < NUMBERS; i++)
    numbers[i] = lane_set((real)KERNEL_NAN); // every value must be written before it is read
  elastic_path path =
      elastic_path_of(&law, harmonics, list->is_static, q, list->is_normal ? q + width : 0, numbers);
  for (int i = 0; i < repeat; i++) {
    failed = elastic_trace(&path, stuck, onset);
    elastic_force(&path, force, force + width);
    elastic_stiffness(&path, stiffness);
  }
  elastic_curvature(&path, lambda, v, curvature);
  const lane_t value = elastic_onset(&path, gradient);
  for (int lane = 0; lane < LANES; lane++) {
    elastic_case *c = &list[lane];
    c->failed = mask_get(failed, lane);
    c->is_stuck = lane_get(path.head[ELASTIC_ALWAYS_STUCK], lane) > 0;
    c->events = (int)lane_get(path.head[ELASTIC_N_EVENTS], lane);
    for (int k = 0; k < c->events; k++) {
      c->change[k] = (int)lane_get(path.change[k], lane);
      c->time[k] = lane_get(path.event[k], lane);
    }
    c->slipping = lane_get(path.head[ELASTIC_SLIP_FRACTION], lane);
    c->open = lane_get(path.head[ELASTIC_OPEN_FRACTION], lane);
    c->onset_value = lane_get(value, lane);
    store(c->force, force, lane, n), store(c->stiffness, stiffness, lane, n * n);
    store(c->curvature, curvature, lane, n), store(c->gradient, gradient, lane, n);
  }
}
