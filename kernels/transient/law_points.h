// Contact points with a compliant law (laws/laws.h). Each has one row, along its normal or its only
// tangent. In the leapfrog's step it is treated in one of three ways:
//   explicit   F = 0 and the force depends on q_b alone, which is known: nothing to solve
//   implicit   F > 0: x = f(w), w = q_b = c + F x, v = (q^k - q^{k-1})/Δt
//   viscous    F = 0 and the force depends on the velocity v = Φ_b (u⁻ + u⁺)/2 of the step,
//              second order: x = f(w/2), w = Φ_b (u⁻ + u_free) + G x with Moreau's G
// In the last two the resolvent of f replaces the projection in the relaxation,
//   x = f(w*) = y + ε w*,  y = x - ε w.
// It is unique if f does not rise; its slope is P' = f'/(f' - ε).
#ifndef CHATTER_KERNELS_LAW_POINTS_H
#define CHATTER_KERNELS_LAW_POINTS_H

#include "points.h"

KERNEL_FN int law_boundary_row(const kernel_run *run, int j) {
  const int normal = point_normal(run, j);
  return normal >= 0 ? normal : point_tangent(run, j, 0);
}
KERNEL_FN const lane_t *law_parameters(const kernel_run *run, const transient *self, int j) {
  return self->law + point_entry(run, j) * DIM(DIM_LAW_PARAMETERS);
}
// Returns the law's q from a row's displacement: the displacement, or the gap function.
KERNEL_FN lane_t law_displacement(const kernel_run *run, const transient *self, int j, lane_t q) {
  return law_force_arguments(point_law(run, j)) & LAW_HAS_GAP ? q + point_gap(run, self, j) : q;
}

// Returns 1 if the force of point j is known before the solver begins (explicit).
KERNEL_FN int point_is_settled(const kernel_run *run, int j) {
  if (DIM(DIM_SPRING_KIND) != SPRINGS_VISCOUS) return DIM(DIM_SPRING_KIND) == SPRINGS_EXPLICIT;
  return !(point_is_compliant(run, j) && law_force_arguments(point_law(run, j)) & LAW_HAS_VELOCITY);
}

// Evaluates the force and its slopes after a move of the row to q with velocity v. is_final: also
// updates the internal states; call it before q_b of this step is stored.
KERNEL_FN law_result point_law_force(const kernel_run *run, transient *self, int j, lane_t q, lane_t v,
                                     int is_final) {
  const int law = point_law(run, j), n = law_state_count(law, DIM(DIM_LAW_STATES));
  const lane_t *number = law_parameters(run, self, j);
  lane_t *memory = self->memory + j * DIM(DIM_LAW_STATES);
  law_result answer = law_force(law, number, DIM(DIM_LAW_PARAMETERS), law_displacement(run, self, j, q), v);
  if (n == 0) return answer;
  const lane_t move = q - self->q[law_boundary_row(run, j)], pull = law_state_factor(law, number);
  lane_t states = lane_set(0), gains = lane_set(0);
  for (int i = 0; i < n; i++) {
    const law_state next = law_update(law, number, i, memory[i], move);
    if (is_final) memory[i] = next.value;
    states = states + next.value;
    gains = gains + next.by_move;
  }
  answer.force = lane_fma(pull, states, answer.force);
  answer.by_q = lane_fma(pull, gains, answer.by_q);
  return answer;
}

// Returns the energy in the law of point j at q_b with its states, J.
KERNEL_FN lane_t law_energy(const kernel_run *run, const transient *self, int j) {
  const int law = point_law(run, j), n = law_state_count(law, DIM(DIM_LAW_STATES));
  const lane_t *number = law_parameters(run, self, j), none = lane_set(0);
  const lane_t q = law_displacement(run, self, j, self->q[law_boundary_row(run, j)]);
  lane_t sum = law_force(law, number, DIM(DIM_LAW_PARAMETERS), q, none).energy;
  for (int i = 0; i < n; i++)
    sum = sum + law_update(law, number, i, self->memory[j * DIM(DIM_LAW_STATES) + i], none).energy;
  return sum;
}

// Returns f and its slope at the solver's coordinate w.
KERNEL_FN lane_t law_force_at(const kernel_run *run, transient *self, int j, lane_t w, lane_t *slope) {
  const lane_t half = lane_set(0.5);
  if (DIM(DIM_SPRING_KIND) == SPRINGS_VISCOUS) {
    const law_result answer =
        point_law_force(run, self, j, self->q_free[law_boundary_row(run, j)], half * w, 0);
    *slope = half * answer.by_v;
    return answer.force;
  }
  const lane_t v = (w - self->q[law_boundary_row(run, j)]) * self->slip_scale;
  const law_result answer = point_law_force(run, self, j, w, v, 0);
  *slope = lane_fma(answer.by_v, self->slip_scale, answer.by_q);
  return answer.force;
}

// Resolvent of f for motion w and force x; *slope: P'. h(w) = f(w) - ε w - y decreases, so its root
// lies between w and w + h(w)/ε. Newton's method with bisection if an iterate leaves that interval
// or h is not halved. At a jump of f (a Kelvin-Voigt stop at first touch) all forces of the jump
// are admissible, and P' is 1.
enum { LAW_MAX_PASSES = 160 };
KERNEL_FN lane_t law_resolvent(const kernel_run *run, transient *self, int j, lane_t w, lane_t x,
                               lane_t scale, lane_t *slope) {
  const lane_t none = lane_set(0), one = lane_set(1), half = lane_set(0.5);
  const mask_t moves = lane_less(none, scale);
  const lane_t divisor = lane_select(moves, scale, one), y = lane_fma(-scale, w, x);
  lane_t at = w, rise, force = law_force_at(run, self, j, w, &rise), h = force - x;
  lane_t from = w, to = lane_select(moves, w + h / divisor, w);
  const mask_t up = lane_less(none, h);
  const lane_t width = lane_set(2 * REAL_EPSILON) * (lane_abs(from) + lane_abs(to - from));
  mask_t running = moves & mask_not(lane_equal(h, none)), jumps = mask_set(0);
  for (int pass = 0; pass < LAW_MAX_PASSES && lane_any(running); pass++) {
    const lane_t low = lane_min(from, to), high = lane_max(from, to);
    lane_t next = at - h / (rise - scale);
    const mask_t inside = lane_less_equal(low, next) & lane_less_equal(next, high) & mask_set(pass % 3 != 2);
    next = lane_select(inside, next, half * (from + to));
    const mask_t still =
        inside & lane_less_equal(lane_abs(next - at), lane_set(2 * REAL_EPSILON) * lane_abs(at));
    at = lane_select(running, next, at);
    const lane_t f = law_force_at(run, self, j, at, &rise);
    force = lane_select(running, f, force);
    h = lane_select(running, lane_fma(-scale, at, force - y), h);
    const mask_t same = (up & lane_less(none, h)) | (mask_not(up) & lane_less(h, none));
    from = lane_select(running & same, at, from);
    to = lane_select(running & mask_not(same), at, to);
    const lane_t size = lane_abs(force) + lane_abs(y) + lane_abs(scale * at);
    const mask_t solved = lane_less_equal(lane_abs(h), lane_set(2 * REAL_EPSILON) * size),
                 narrow = lane_less_equal(lane_abs(to - from), width);
    jumps = jumps | (running & narrow & lane_less(lane_set(REAL_EPSILON * 1048576) * size, lane_abs(h)));
    running = running & mask_not(solved | narrow | still);
  }
  const lane_t bend = scale - rise, first = -rise / lane_select(lane_less(none, bend), bend, one);
  *slope = lane_select(jumps, one, lane_select(moves & lane_less(none, bend), first, none));
  // Returns the form of the force that is less sensitive to rounding of w.
  return lane_select(jumps | (moves & lane_less(scale, -rise)), lane_fma(scale, at, y), force);
}

#endif
