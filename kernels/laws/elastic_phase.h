// A stick phase of an elastic friction element, and the derivatives of its constant c; part of
// elastic_friction.h.
#ifndef CHATTER_KERNELS_LAW_ELASTIC_PHASE_H
#define CHATTER_KERNELS_LAW_ELASTIC_PHASE_H

#include "elastic_trace.h"

KERNEL_FN int elastic_n_coefficients(const elastic_path *path) { // coefficients of a coordinate
  return path->is_static + 2 * path->harmonics;
}

// The stick phase from event k to the next event: the basis at both ends, and the coefficients of
// the constant 1 in this phase.
typedef struct elastic_phase {
  mask_t mask;  // lanes that have such a phase
  mask_t turns; // lanes where it begins at a turning point of a limit, not with contact
  lane_t begin, end, end_sign;
  mask_t end_joins;
} elastic_phase;

KERNEL_CALLED elastic_phase elastic_stick_phase(const elastic_path *path, int k) {
  const lane_t none = lane_set(0), one = lane_set(1);
  const int room = elastic_max_events(path->room, path->y != 0), next = k + 1 < room ? k + 1 : 0;
  const mask_t is = elastic_has_event(path, k), last = mask_not(elastic_has_event(path, k + 1));
  elastic_phase phase;
  phase.turns = is & (elastic_event_is(path->change, k, ELASTIC_EVENT_STICKS) |
                      elastic_event_is(path->change, k, ELASTIC_EVENT_SLIPS_ON_CONTACT));
  phase.mask = phase.turns | (is & elastic_event_is(path->change, k, ELASTIC_EVENT_STICKS_ON_CONTACT));
  phase.end_joins = (last & elastic_event_is(path->change, 0, ELASTIC_EVENT_SLIPS_ON_CONTACT)) |
                    (mask_not(last) & elastic_event_is(path->change, next, ELASTIC_EVENT_SLIPS_ON_CONTACT));
  phase.end_sign = lane_select(last, path->sign[0], path->sign[next]);
  phase.begin = lane_select(is, path->event[k], none);
  phase.end = lane_select(is, lane_select(last, path->event[0], path->event[next]), none);
  elastic_basis_at(path->harmonics, phase.begin, path->row);
  if (!lane_any(phase.mask)) return phase;
  elastic_basis_at(path->harmonics, phase.end, path->end_row);
  path->weight[0] = lane_select(last, phase.end + one, phase.end) - phase.begin;
  for (int h = 1; h <= path->harmonics; h++) {
    const lane_t part = lane_set(2 / (ELASTIC_TWO_PI * (real)h));
    path->weight[2 * h - 1] = part * (path->end_row[2 * h] - path->row[2 * h]);
    path->weight[2 * h] = part * (path->row[2 * h - 1] - path->end_row[2 * h - 1]);
  }
  for (int i = 0; i <= 2 * path->harmonics; i++)
    path->weight[i] = lane_select(phase.mask, path->weight[i], none);
  return phase;
}

KERNEL_FN lane_t elastic_safe_divide(lane_t a, lane_t b) { // 0 for b = 0
  const mask_t is = lane_equal(b, lane_set(0));
  return lane_select(is, lane_set(0), a / lane_select(is, lane_set(1), b));
}

// Returns y_part of dc = -k_t dx + y_part dy at the beginning of a stick phase.
KERNEL_FN lane_t elastic_normal_slope(const elastic_path *path, const elastic_phase *phase, int k) {
  if (!path->y) return lane_set(0);
  const lane_t normal = path->law.normal;
  const lane_t part = path->sign[k] * (path->law.friction * normal);
  if (!lane_any(phase->mask & mask_not(phase->turns))) return part;
  const elastic_motion m = elastic_motion_at(path, phase->begin);
  return lane_select(phase->turns, part, elastic_safe_divide(m.trial[1] * normal, m.load[1]));
}

#endif
