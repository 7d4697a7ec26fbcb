// Solves the inclusion of a step by exact elimination, Newton's method, or relaxation.
#ifndef CHATTER_KERNELS_INCLUSION_H
#define CHATTER_KERNELS_INCLUSION_H

#include "direct.h"
#include "newton_batched.h"

// Newton's method and the relaxation alternate until a lane settles: 5 plain Newton steps (not
// counting those with reused factors) and up to 200 proximal ones, then 32 relaxation steps, then
// Newton again with 64, …
enum { NEWTON_TURN_STEPS = 205, PROXIMAL_TURN_STEPS = 200, RELAXATION_TURN_STEPS = 32 };
typedef struct solver_turn {
  lane_t newton, relax; // steps left in this turn
  lane_t length;        // number of steps of the next relaxation turn
  lane_t passes;        // passes with the present proximal term
  int is_proximal;      // 1: some lane may have a proximal term
} solver_turn;

// The proximal point method (Rockafellar 1976). If rows act along nearly one direction (a stop and
// friction of one node, nodes of an edge, more rows than modes), G is singular or nearly so. Rows
// that stick or are closed then require motions that only huge forces or none produce, and the
// plain method cycles between patterns. The proximal method solves G x + c + α (x - x₀), which is
// well conditioned for a large α, takes the solution as the next x₀, and continues with a smaller
// α. Forces then move along the weak directions until one reaches its bound. The distance of x₀ to
// every solution does not increase. If a term does not settle within its passes, α is increased.
// Numbers: bench/contact.md.
#define PROXIMAL_FIRST_TERM ((real)0.1) // ε α
#define PROXIMAL_TERM_DECREASE ((real)0.01)
#define PROXIMAL_TERM_INCREASE ((real)300)
#define PROXIMAL_MAX_PASSES ((real)12)
// of ε α, at most of PROXIMAL_TERM_DECREASE: a term has settled below this
#define PROXIMAL_SETTLED ((real)1e-3)

// The proximal method's part of a step in the lanes of `mask`. Returns the lanes that make the
// step; lanes whose x₀ or α has changed need a new relaxation step first.
KERNEL_FN mask_t inclusion_proximal(const kernel_run *run, transient *self, solver_turn *turn, lane_t moved,
                                    lane_t size, mask_t mask) {
  const lane_t none = lane_set(0), one = lane_set(1), level = self->proximal,
               less = lane_max(lane_set(PROXIMAL_TERM_DECREASE) * level, lane_set(256 * REAL_EPSILON)),
               more = lane_min(lane_set(PROXIMAL_TERM_INCREASE) * level, one);
  const lane_t part = lane_set(PROXIMAL_SETTLED) * lane_min(level, lane_set(PROXIMAL_TERM_DECREASE));
  const mask_t begins = mask & lane_equal(turn->newton, lane_set(PROXIMAL_TURN_STEPS)),
               within = mask & mask_not(begins),
               settles = within & lane_less_equal(moved, lane_max(part, self->tolerance) * size),
               loses =
                   within & mask_not(settles) & lane_less_equal(lane_set(PROXIMAL_MAX_PASSES), turn->passes);
  const mask_t returns = begins | loses, changes = returns | settles;
  team_for(b, DIM(DIM_BOUNDARY)) {
    self->before[b] = lane_select(settles, self->force[b], self->before[b]);
    self->force[b] = lane_select(returns, self->before[b], self->force[b]);
  }
  self->proximal = lane_select(begins, lane_set(PROXIMAL_FIRST_TERM),
                               lane_select(settles, less, lane_select(loses, more, level)));
  turn->passes = lane_select(changes, none, turn->passes + lane_select(within, one, none));
  return within & mask_not(changes);
}

// One solver step in the lanes of `mask`, whose relaxation step is in `trial`. If a Newton turn
// ends without a solution, the forces return to x₀.
KERNEL_FN void inclusion_step(const kernel_run *run, transient *self, solver_turn *turn,
                              newton_factors *factors, lane_t moved, lane_t size, mask_t mask) {
  const lane_t none = lane_set(0), one = lane_set(1);
  const mask_t newton = mask & lane_less(one, turn->newton), fails = mask & lane_equal(turn->newton, one),
               relaxes = mask & lane_less_equal(turn->newton, none),
               turns = relaxes & lane_less_equal(turn->relax, one),
               plain = newton & lane_less(lane_set(PROXIMAL_TURN_STEPS), turn->newton),
               proximal = newton & mask_not(plain);
  mask_t keeps = mask_set(0), steps = plain;
  if (turn->is_proximal) self->proximal = lane_select(fails, none, self->proximal);
  turn->is_proximal = lockstep_any(proximal);
  if (turn->is_proximal) steps = plain | inclusion_proximal(run, self, turn, moved, size, proximal);
  if (lockstep_any(steps)) {
    if (DIM(DIM_NEWTON_KIND) == NEWTON_BATCHED)
      newton_batched_step(run, self, steps);
    else
      keeps = newton_per_lane_step(run, self, factors, moved, size, steps, proximal);
  }
  team_for(b, DIM(DIM_BOUNDARY)) {
    self->force[b] =
        lane_select(relaxes, self->trial[b], lane_select(fails, self->before[b], self->force[b]));
    self->before[b] = lane_select(turns, self->trial[b], self->before[b]);
  }
  turn->newton = lane_select(turns, lane_set(NEWTON_TURN_STEPS),
                             turn->newton - lane_select((newton & mask_not(keeps)) | fails, one, none));
  turn->relax = lane_select(fails, turn->length, turn->relax - lane_select(relaxes, one, none));
  turn->length = lane_select(fails, turn->length + turn->length, turn->length);
}

// Restarts lanes that have not settled within all iterations, once, from zero forces and with as
// many iterations again. Newton's method may cycle between patterns of open, sticking and slipping
// points from its first guess.
KERNEL_FN void inclusion_restart(const kernel_run *run, transient *self, solver_turn *turn, mask_t again) {
  const lane_t none = lane_set(0);
  if (!lockstep_any(again)) return;
  team_for(b, DIM(DIM_BOUNDARY)) {
    self->force[b] = lane_select(again, none, self->force[b]);
    self->before[b] = lane_select(again, none, self->before[b]);
  }
  self->proximal = lane_select(again, none, self->proximal);
  turn->newton = lane_select(again, lane_set(NEWTON_TURN_STEPS), turn->newton);
  turn->relax = lane_select(again, none, turn->relax);
  turn->length = lane_select(again, lane_set(RELAXATION_TURN_STEPS), turn->length);
}

// Solves for self->force in the lanes of `mask`, from its present value. Returns the lanes that did
// not converge. Each lane stops by itself, so its result does not depend on its neighbours.
KERNEL_FN mask_t inclusion_iterate(const kernel_run *run, transient *self, mask_t mask) {
  solver_turn turn = {lane_set(NEWTON_TURN_STEPS), lane_set(0), lane_set(RELAXATION_TURN_STEPS), lane_set(0),
                      0};
  newton_factors factors;
  newton_factors_clear(&factors);
  mask_t running = mask, stalled = mask_set(0);
  lane_t most = self->most_iterations;
  self->proximal = lane_set(0);
  if (DIM(DIM_NEWTON_KIND)) { team_for(b, DIM(DIM_BOUNDARY)) self->before[b] = self->force[b]; }
  while (lockstep_any(running)) {
    lane_t moved, left, size;
    if (DIM(DIM_NEWTON_KIND) > NEWTON_BATCHED) contact_products(run, self, running);
    // separate calls: the usual one compiles without the proximal term
    if (DIM(DIM_NEWTON_KIND) && turn.is_proximal)
      contact_relax(run, self, 1, &moved, &left, &size);
    else
      contact_relax(run, self, 0, &moved, &left, &size);
    self->iterations = self->iterations + lane_select(running, lane_set(1), lane_set(0));
    const mask_t goes_on = running & lane_less(self->tolerance * size, left);
    const mask_t ends = goes_on & lane_less_equal(most, self->iterations);
    const mask_t again = DIM(DIM_NEWTON_KIND) ? ends & lane_equal(most, self->most_iterations) : mask_set(0);
    const mask_t exhausted = ends & mask_not(again);
    most = lane_select(again, most + most, most);
    const mask_t takes = DIM(DIM_NEWTON_KIND) ? running & mask_not(goes_on & mask_not(exhausted)) : running;
    stalled = stalled | exhausted;
    running = goes_on & mask_not(exhausted);
    if (DIM(DIM_NEWTON_KIND) && lockstep_any(running))
      inclusion_step(run, self, &turn, &factors, moved, size, running);
    if (DIM(DIM_NEWTON_KIND)) inclusion_restart(run, self, &turn, again);
    team_for(b, DIM(DIM_BOUNDARY)) self->force[b] = lane_select(takes, self->trial[b], self->force[b]);
    team_sync();
  }
  if (!DIM(DIM_SPRING_KIND) && !DIM(DIM_LAW_PARAMETERS)) // springs and laws still change the forces
    self->has_product = mask & mask_not(stalled);
  return stalled;
}

// Solves the inclusion in the lanes of `mask`. Returns the lanes that stalled.
KERNEL_FN mask_t contact_solve_inclusion(const kernel_run *run, transient *self, mask_t mask) {
  if (direct_serves(run)) mask = direct_solve(run, self, mask);
  return lockstep_any(mask) ? inclusion_iterate(run, self, mask) : mask;
}

#endif
