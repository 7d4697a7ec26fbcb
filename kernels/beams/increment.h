// One increment: Newton's method, with halved increments if it does not converge.
#ifndef CHATTER_KERNELS_BEAMS_INCREMENT_H
#define CHATTER_KERNELS_BEAMS_INCREMENT_H

#include "assembly.h"

// Solves without pivoting within the skyline: the tangent of a stable equilibrium needs none, and a
// lost pivot shows in the residual. `step` becomes the solution.
KERNEL_FN mask_t increment_solve(const kernel_run *run, beams_stepper *self) {
  const int n = DIM(DIM_BEAM_UNKNOWNS);
  lane_t *a = self->tangent, *x = self->step;
  const lane_t tiny = lane_set((real)4 / REAL_LARGEST);
  mask_t sound = mask_set(1);
  for (int k = 0; k < n; k++) {
    const int end = skyline_end(self, k);
    const lane_t pivot = a[k * n + k];
    sound = sound & lane_less(tiny, lane_abs(pivot));
    const lane_t inverse = lane_set(1) / pivot;
    for (int i = k + 1 + TEAM_RANK; i < end; i += TEAM) {
      const lane_t l = a[i * n + k] * inverse;
      for (int c = k + 1; c < end; c++) a[i * n + c] = lane_fma(-l, a[k * n + c], a[i * n + c]);
      x[i] = lane_fma(-l, x[k], x[i]);
    }
    team_sync();
  }
  for (int k = n - 1; k >= 0; k--) {
    const lane_t unknown = x[k] / a[k * n + k];
    team_sync(); // wait until all ranks have read
    if (TEAM_RANK == 0) x[k] = unknown;
    for (int i = skyline_begin(self, k) + TEAM_RANK; i < k; i += TEAM)
      x[i] = lane_fma(-a[i * n + k], unknown, x[i]);
    team_sync();
  }
  return sound;
}

// Moves nodes and rotations by the solution and the driven freedoms, in the lanes of `mask`.
KERNEL_FN void increment_apply_solution(const kernel_run *run, beams_stepper *self, mask_t mask) {
  team_for(node, DIM(DIM_BEAM_NODES)) {
    const int beam = beam_of_node(run, node);
    lane_t change[6], axes[4], frame[9], spin[3], turned[4];
    for (int c = 0; c < 6; c++) {
      const int unknown = TABLE(beams_unknown_table(DIMS(run), 6 * node + c));
      change[c] = unknown >= 0 ? self->step[unknown] : unknown < -1 ? self->pace[-2 - unknown] : lane_set(0);
    }
    for (int i = 0; i < 4; i++) axes[i] = beam_parameter(run, beam, BEAM_AXES + i);
    quaternion_matrix(axes, frame);
    matrix_apply(frame, change + 3, spin);
    lane_t *u = self->moved + N_NODE_NUMBERS * node, *q = self->turned + N_TURN_NUMBERS * node;
    quaternion_turn(spin, q, turned);
    const lane_t square = lane_fma(turned[0], turned[0], vector_dot(turned + 1, turned + 1)),
                 scale = lane_set(1) / lane_sqrt(square);
    FOR_EACH_AXIS(c) u[c] = lane_select(mask, u[c] + change[c], u[c]);
    for (int i = 0; i < 4; i++) q[i] = lane_select(mask, turned[i] * scale, q[i]);
  }
  team_sync();
}

// Newton's method may alternate across a seam of two facets, where the curvature jumps. From this
// round on points keep their facets, which extend beyond their ends.
enum { INCREMENT_HISTORY_HOLDS = 7 };

// Computes all forces and the tangent. Returns the lanes in which beams touch without closest
// points. Every rank evaluates the zones; one rank writes their numbers.
KERNEL_FN mask_t increment_assemble(const kernel_run *run, beams_stepper *self, mask_t mask, long round) {
  const int numbers = zone_n_numbers(DIM(DIM_PAIRS_PER_ZONE));
  mask_t lost = mask_set(0);
  skyline_of_elements(run, self);
  assembly_update_places(run, self);
  assembly_evaluate_elements(run, self);
  assembly_fill_rows(run, self);
  for (int z = 0; z < DIM(DIM_CONTACT_ZONES); z++) {
    beam_zone zone;
    mask_t misses;
    lane_t now[ZONE_MAX_NUMBERS], kept[ZONE_MAX_NUMBERS];
    for (int i = 0; i < numbers; i++)
      now[i] = zone_numbers_now(run, self, z)[i], kept[i] = zone_numbers_before(run, self, z)[i];
    team_sync(); // wait until all ranks have read
    zone_read(run, self, z, round >= INCREMENT_HISTORY_HOLDS, &zone);
    const mask_t inside = zone_locate_places(&zone, self->place, now, mask, &misses);
    const mask_t first = mask & inside & mask_not(lane_less(lane_set(0), kept[ZONE_PLACE_KNOWN]));
    for (int i = 0; i <= ZONE_SECOND_PLACE; i++) // origin of the chords of a new contact
      if (i != ZONE_ACTIVE) kept[i] = lane_select(first, now[i], kept[i]);
    zone_evaluate_contact(&zone, self->place, kept, now, mask, inside);
    FOR_EACH_AXIS(c) kept[ZONE_NORMAL + c] = lane_select(first, now[ZONE_NORMAL + c], kept[ZONE_NORMAL + c]);
    lost = lost | misses;
    team_for(i, numbers) zone_numbers_now(run, self, z)[i] = now[i],
                                                     zone_numbers_before(run, self, z)[i] = kept[i];
    team_sync();
    if (!lane_any(zone.active)) continue;
    zone_find_active_nodes(&zone);
    zone_multipliers(&zone);
    zone_curvature(&zone);
    skyline_widen(run, self, z, &zone);
    zone_add_to_tangent(run, self, z, &zone);
  }
  return lost;
}

// Returns the largest out-of-balance force of the unknowns, and the largest reaction or load.
KERNEL_FN lane_t increment_residual(const kernel_run *run, const beams_stepper *self, lane_t *reaction) {
  lane_t most = lane_set(0), scale = most;
  for (int freedom = TEAM_RANK; freedom < 6 * DIM(DIM_BEAM_NODES); freedom += TEAM) {
    const lane_t size = lane_abs(self->force[freedom]);
    // A maximum alone would ignore NaN.
    const lane_t seen =
        lane_select(lane_less_equal(size, lane_set(REAL_LARGEST)), size, lane_set(REAL_LARGEST));
    if (TABLE(beams_unknown_table(DIMS(run), freedom)) >= 0)
      most = lane_max(most, seen);
    else
      scale = lane_max(scale, seen);
  }
  for (int l = 0; l < DIM(DIM_BEAM_LOADED_FREEDOMS); l++)
    scale =
        lane_max(scale, lane_abs(self->factor * parameter_load(run, beams_loaded_parameter(DIMS(run)) + l)));
  most = (lane_t)team_max(most);
  team_sync();
  scale = (lane_t)team_max(scale);
  team_sync();
  *reaction = scale;
  return most;
}

// Returns the rounding level of axial forces: a few ε of EA, the force at a strain of 1.
KERNEL_FN lane_t increment_rounding_force(const kernel_run *run) {
  lane_t most = lane_set(0);
  for (int beam = 0; beam < DIM(DIM_BEAMS); beam++)
    most = lane_max(most, beam_parameter(run, beam, BEAM_AXIAL_STIFFNESS));
  return lane_set(4 * REAL_EPSILON) * most;
}

// Returns the lanes whose last solve moved no node by more than the rounding level, relative to the
// longest beam. Beams that cross at a small angle φ have contact places that depend on those of the
// nodes by 1/sin² φ, and so have their forces: the rounding of places alone then exceeds the
// tolerance of the residual.
KERNEL_FN mask_t increment_is_at_rest(const kernel_run *run, const beams_stepper *self) {
  lane_t most = lane_set(0), length = most;
  for (int k = TEAM_RANK; k < DIM(DIM_BEAM_UNKNOWNS); k += TEAM)
    if (TABLE(beams_freedom_table(DIMS(run), k)) % 6 < 3) most = lane_max(most, lane_abs(self->step[k]));
  most = (lane_t)team_max(most);
  team_sync();
  for (int beam = 0; beam < DIM(DIM_BEAMS); beam++)
    length = lane_max(length, beam_parameter(run, beam, BEAM_ELEMENT_LENGTH) *
                                  lane_set((real)(beam_integer(run, beam, BEAM_N_NODES) - 1)));
  return lane_less_equal(most, lane_set((real)1e-12) * length);
}

KERNEL_FN void increment_right_side(const kernel_run *run, beams_stepper *self) {
  team_for(k, DIM(DIM_BEAM_UNKNOWNS)) self->step[k] =
      self->step[k] - self->force[TABLE(beams_freedom_table(DIMS(run), k))];
  team_sync();
}

// Newton's method in the lanes of `mask` from the last equilibrium; the driven freedoms move by
// `pace` in the first round. Returns the converged lanes; adds to `parallel` those where beams
// touch without closest points.
KERNEL_FN mask_t increment_newton(const kernel_run *run, beams_stepper *self, mask_t mask, mask_t *parallel) {
  mask_t running = mask, converged = mask_set(0), stands = converged;
  *parallel = mask_set(0);
  for (long round = 0; lane_any(running); round++) {
    lane_t scale;
    const mask_t lost = increment_assemble(run, self, running, round) & running;
    const lane_t residual = increment_residual(run, self, &scale);
    const mask_t rests =
        lane_less_equal(residual, lane_max(self->tolerance * scale, increment_rounding_force(run))) | stands;
    const mask_t reached = round > 0 ? running & rests & mask_not(lost) : mask_set(0);
    team_for(d, DIM(DIM_BEAM_DRIVEN_FREEDOMS)) self->reaction[d] =
        lane_select(reached, self->force[TABLE(beams_driven_freedom_table(DIMS(run), d))], self->reaction[d]);
    converged = converged | reached;
    *parallel = *parallel | lost;
    running = running & mask_not(lost | converged) & lane_less(lane_set((real)round), self->most_iterations) &
              lane_less(residual, lane_set(REAL_LARGEST));
    if (!lane_any(running)) break;
    increment_right_side(run, self);
    running = running & increment_solve(run, self);
    self->solved = self->solved + lane_select(running, lane_set(1), lane_set(0));
    stands = increment_is_at_rest(run, self);
    increment_apply_solution(run, self, running);
    team_for(d, DIM(DIM_BEAM_DRIVEN_FREEDOMS)) self->pace[d] = lane_set(0);
    team_sync();
  }
  return converged;
}

// Returns the lanes in which beams have passed through each other: they lie on the other side than
// at the beginning of the increment.
KERNEL_FN mask_t increment_beams_passed(const kernel_run *run, const beams_stepper *self) {
  mask_t passed = mask_set(0);
  for (int z = 0; z < DIM(DIM_CONTACT_ZONES); z++)
    passed = passed | lane_less(vector_dot(zone_numbers_now(run, self, z) + ZONE_NORMAL,
                                           zone_numbers_before(run, self, z) + ZONE_NORMAL),
                                lane_set(0));
  return passed;
}

// Sets the multipliers of pairs to their normal forces in the lanes of `mask`. Returns the lanes
// where every closed pair has a gap of 0 within the tolerance.
KERNEL_FN mask_t increment_update_multipliers(const kernel_run *run, beams_stepper *self, mask_t mask) {
  mask_t settled = mask_set(1);
  for (int z = 0; z < DIM(DIM_CONTACT_ZONES); z++) {
    const lane_t radii = beam_parameter(run, zone_beam(run, z, 0), BEAM_SECTION_RADIUS) +
                         beam_parameter(run, zone_beam(run, z, 1), BEAM_SECTION_RADIUS);
    for (int q = 0; q < DIM(DIM_PAIRS_PER_ZONE); q++) {
      const lane_t *pair = zone_numbers_now(run, self, z) + ZONE_FIRST_PAIR + q * N_PAIR_NUMBERS;
      settled = settled & (lane_less_equal(lane_abs(pair[PAIR_GAP]), self->deepest * radii) |
                           mask_not(lane_less(lane_set(0), pair[PAIR_NORMAL_FORCE])));
    }
  }
  team_for(i, DIM(DIM_CONTACT_ZONES) * DIM(DIM_PAIRS_PER_ZONE)) {
    lane_t *pair = zone_numbers_now(run, self, i / DIM(DIM_PAIRS_PER_ZONE)) + ZONE_FIRST_PAIR +
                   i % DIM(DIM_PAIRS_PER_ZONE) * N_PAIR_NUMBERS;
    pair[PAIR_MULTIPLIER] = lane_select(mask, pair[PAIR_NORMAL_FORCE], pair[PAIR_MULTIPLIER]);
  }
  team_sync();
  return settled;
}

// Finds the equilibrium by penalty alone or by the augmented Lagrangian method (Uzawa updates).
// Returns the converged lanes; `parallel`: see increment_newton.
KERNEL_FN mask_t increment_find_equilibrium(const kernel_run *run, beams_stepper *self, mask_t mask,
                                            mask_t *parallel) {
  const mask_t augmented = lane_less(lane_set(0), self->most_augmentations);
  mask_t running = mask, settled = mask_set(0);
  *parallel = settled;
  for (long update = 0; lane_any(running); update++) {
    mask_t lost;
    const mask_t good =
        increment_newton(run, self, running, &lost) & running & mask_not(increment_beams_passed(run, self));
    const mask_t done = increment_update_multipliers(run, self, good & augmented) | mask_not(augmented);
    *parallel = *parallel | lost;
    settled = settled | (good & done);
    running = good & mask_not(done) & lane_less(lane_set((real)update), self->most_augmentations);
  }
  return settled;
}

// Keeps the state reached, or restores the kept one.
KERNEL_FN void increment_keep_or_restore(const kernel_run *run, beams_stepper *self, mask_t good,
                                         mask_t bad) {
  const int places = N_NODE_NUMBERS * DIM(DIM_BEAM_NODES), turns = N_TURN_NUMBERS * DIM(DIM_BEAM_NODES),
            zones = zone_n_numbers(DIM(DIM_PAIRS_PER_ZONE)) * DIM(DIM_CONTACT_ZONES);
#define INCREMENT_KEEP(name, n)                                                                              \
  team_for(i, n) {                                                                                           \
    self->name##_kept[i] = lane_select(good, self->name[i], self->name##_kept[i]);                           \
    self->name[i] = lane_select(bad, self->name##_kept[i], self->name[i]);                                   \
  }
  INCREMENT_KEEP(moved, places)
  INCREMENT_KEEP(turned, turns)
  INCREMENT_KEEP(zone, zones)
#undef INCREMENT_KEEP
  team_sync();
}

// Adds the energy dissipated in this part of the increment, and the slip path of the central pair.
KERNEL_FN void increment_add_dissipation(const kernel_run *run, beams_stepper *self, mask_t good) {
  team_for(z, DIM(DIM_CONTACT_ZONES)) {
    lane_t *now = zone_numbers_now(run, self, z);
    const lane_t *kept = zone_numbers_before(run, self, z);
    for (int q = 0; q < DIM(DIM_PAIRS_PER_ZONE); q++) {
      const int at = ZONE_FIRST_PAIR + q * N_PAIR_NUMBERS;
      for (int i = 0; i < 2; i++) {
        const lane_t slid = now[at + PAIR_PLASTIC_GAP + i] - kept[at + PAIR_PLASTIC_GAP + i];
        now[ZONE_DISSIPATION] =
            lane_select(good, lane_fma(now[at + PAIR_FRICTION_FORCE + i], slid, now[ZONE_DISSIPATION]),
                        now[ZONE_DISSIPATION]);
        if (q == 0 && i == 0)
          now[ZONE_SLIP_PATH] = lane_select(good, now[ZONE_SLIP_PATH] + lane_abs(slid), now[ZONE_SLIP_PATH]);
      }
    }
  }
  team_sync();
}

// Advances from load factor `from` to `to` in the lanes of `active`. Returns the lanes that did not
// converge with the most halvings allowed.
KERNEL_FN mask_t increment_advance(const kernel_run *run, beams_stepper *self, lane_t from, lane_t to,
                                   mask_t active, mask_t *parallel) {
  const lane_t one = lane_set(1);
  lane_t done = lane_set(0), size = one, cuts = lane_set(0);
  mask_t running = active, failed = mask_set(0);
  *parallel = mask_set(0);
  while (lane_any(running)) {
    const lane_t target = lane_min(done + size, one);
    mask_t touches;
    self->factor = lane_select(running, lane_fma(target, to - from, from), self->factor);
    team_for(d, DIM(DIM_BEAM_DRIVEN_FREEDOMS)) self->pace[d] =
        (target - done) * (to - from) * parameter_load(run, beams_driven_parameter(DIMS(run)) + d);
    team_sync();
    const mask_t good = increment_find_equilibrium(run, self, running, &touches) & running,
                 bad = running & mask_not(good);
    increment_add_dissipation(run, self, good);
    increment_keep_or_restore(run, self, good, bad);
    done = lane_select(good, target, done);
    size = lane_select(bad, lane_set(0.5) * size, size);
    cuts = lane_select(bad, cuts + one, cuts);
    self->halved = self->halved + lane_select(bad, one, lane_set(0));
    const mask_t ends = bad & lane_less(self->most_halvings, cuts);
    *parallel = *parallel | (ends & touches);
    failed = failed | ends;
    running = running & mask_not(ends) & mask_not(good & lane_less_equal(one, done));
  }
  return failed;
}

#endif
