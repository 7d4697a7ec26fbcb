// The inclusion of a step, solved by what serves: exact elimination, Newton's method, relaxation.
#ifndef CHATTER_KERNELS_INCLUSION_H
#define CHATTER_KERNELS_INCLUSION_H

#include "direct.h"
#include "newton_together.h"

// Newton's method and the relaxation take turns until a lane settles: 16 steps of the one from where it
// stands (the last 5 exact; not counting those with kept factors), else 32 of the other, then 16 and 64, …
// Of the last 11 steps of Newton's method every second one has a proximal term (newton.h) and is exact.
enum { NEWTON_STEPS = 16, NEWTON_PLAIN = 5, NEWTON_EXACT = 5, NEWTON_RELAXES = 32 };
typedef struct inclusion_turn {
  lane_t newton, relax; // steps left in this turn
  lane_t length;        // of the next turn of the relaxation
  mask_t proximal;      // whether the last step had the term
} inclusion_turn;

// One step in the lanes of `mask`, whose relaxation step is in `trial`. A turn of Newton's method that has
// not settled leaves nothing behind.
KERNEL_FN void inclusion_step(const kernel_run *run, transient *self, inclusion_turn *turn, newton_kept *kept,
                              lane_t moved, lane_t size, mask_t mask) {
  const lane_t none = lane_set(0), one = lane_set(1);
  const mask_t newton = mask & lane_less(one, turn->newton), fails = mask & lane_equal(turn->newton, one),
               relaxes = mask & lane_less_equal(turn->newton, none),
               turns = relaxes & lane_less_equal(turn->relax, one);
  mask_t keeps = mask_set(0);
  turn->proximal = newton & mask_not(turn->proximal) &
                   lane_less_equal(turn->newton, lane_set(NEWTON_STEPS - NEWTON_PLAIN));
  self->proximal = lane_select(turn->proximal, newton_proximal(moved, size), none);
  if (group_any(newton)) {
    if (DIM(DIM_NEWTON) == NEWTON_TOGETHER)
      together_step(run, self, newton);
    else
      keeps = apart_step(run, self, kept, moved, size, newton,
                         turn->proximal | lane_less_equal(turn->newton, lane_set(NEWTON_EXACT)));
  }
  team_for(b, DIM(DIM_BOUNDARY)) {
    self->force[b] =
        lane_select(relaxes, self->trial[b], lane_select(fails, self->before[b], self->force[b]));
    self->before[b] = lane_select(turns, self->trial[b], self->before[b]);
  }
  turn->newton = lane_select(turns, lane_set(NEWTON_STEPS),
                             turn->newton - lane_select((newton & mask_not(keeps)) | fails, one, none));
  turn->relax = lane_select(fails, turn->length, turn->relax - lane_select(relaxes, one, none));
  turn->length = lane_select(fails, turn->length + turn->length, turn->length);
}

// What has settled nothing within all its iterations begins once more, from no force at all, with as many
// again: Newton's method may go round between patterns of open, sticking and slipping points, where it began.
KERNEL_FN void inclusion_restart(const kernel_run *run, transient *self, inclusion_turn *turn, mask_t again) {
  const lane_t none = lane_set(0);
  if (!group_any(again)) return;
  team_for(b, DIM(DIM_BOUNDARY)) {
    self->force[b] = lane_select(again, none, self->force[b]);
    self->before[b] = lane_select(again, none, self->before[b]);
  }
  turn->newton = lane_select(again, lane_set(NEWTON_STEPS), turn->newton);
  turn->relax = lane_select(again, none, turn->relax);
  turn->length = lane_select(again, lane_set(NEWTON_RELAXES), turn->length);
}

// Solves for self->force in the lanes of `mask`, from its present value. Returns the lanes that did not
// converge; each lane stops by itself, so that its result does not depend on its neighbours.
KERNEL_FN mask_t inclusion_iterate(const kernel_run *run, transient *self, mask_t mask) {
  inclusion_turn turn = {lane_set(NEWTON_STEPS), lane_set(0), lane_set(NEWTON_RELAXES), mask_set(0)};
  newton_kept kept;
  newton_keep_nothing(&kept);
  mask_t running = mask, stalled = mask_set(0);
  lane_t most = self->most_iterations;
  if (DIM(DIM_NEWTON)) { team_for(b, DIM(DIM_BOUNDARY)) self->before[b] = self->force[b]; }
  while (group_any(running)) {
    lane_t moved, size;
    if (DIM(DIM_NEWTON) > NEWTON_TOGETHER) contact_products(run, self, running);
    contact_relax(run, self, &moved, &size);
    self->iterations = self->iterations + lane_select(running, lane_set(1), lane_set(0));
    const mask_t goes_on = running & lane_less(self->tolerance * size, moved);
    const mask_t ends = goes_on & lane_less_equal(most, self->iterations);
    const mask_t again = DIM(DIM_NEWTON) ? ends & lane_equal(most, self->most_iterations) : mask_set(0);
    const mask_t exhausted = ends & mask_not(again);
    most = lane_select(again, most + most, most);
    const mask_t takes = DIM(DIM_NEWTON) ? running & mask_not(goes_on & mask_not(exhausted)) : running;
    stalled = stalled | exhausted;
    running = goes_on & mask_not(exhausted);
    if (DIM(DIM_NEWTON) && group_any(running)) inclusion_step(run, self, &turn, &kept, moved, size, running);
    if (DIM(DIM_NEWTON)) inclusion_restart(run, self, &turn, again);
    team_for(b, DIM(DIM_BOUNDARY)) self->force[b] = lane_select(takes, self->trial[b], self->force[b]);
    team_sync();
  }
  if (!DIM(DIM_SPRINGS) && !DIM(DIM_LAW_NUMBERS)) // they change forces yet
    self->has_product = mask & mask_not(stalled);
  return stalled;
}

// The lanes of `mask`; returns those that stalled.
KERNEL_FN mask_t contact_resolve(const kernel_run *run, transient *self, mask_t mask) {
  if (direct_serves(run)) mask = direct_solve(run, self, mask);
  return group_any(mask) ? inclusion_iterate(run, self, mask) : mask;
}

#endif
