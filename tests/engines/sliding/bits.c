// The same bits of every trajectory of the sliding contact for any number of lanes and launches and
// any neighbours: while each slides over several elements, with a guide of constant or variable
// velocity, and if neighbours end in the same step for different reasons.
#include "tests/engines/sliding/sliding_case.h"
#include "tests/machines/batch_builds.h"

enum { TRAJECTORIES = 21, SLIDER = 7, TARGET = 45, NODES = 12 };
static const double STEPS = 3000;

static double state_of(const batch_case *c, const case_result *r, int row, long i) {
  return r->state[row * c->host.stride + i];
}

// Checks that all reach their ends, some elements away, in both directions.
static void check_slides(const batch_case *c, const case_result *r, int variant) {
  (void)variant;
  int forwards = 0, backwards = 0;
  for (long i = 0; i < TRAJECTORIES; i++) {
    const double moved = state_of(c, r, SLIDE_ELEMENT, i) - c->host.state[SLIDE_ELEMENT * c->host.stride + i];
    TEST_CHECK(state_of(c, r, STATE_STATUS, i) == TRAJECTORY_OK);
    forwards += moved > 3, backwards += moved < -3;
  }
  TEST_CHECK(forwards > 10 && backwards > 5 && forwards + backwards == TRAJECTORIES);
}

enum { RUNS_ON, STICKS, LIFTS, LEAVES, IS_NAN, GROWS, N_ENDS };
static void spoil(batch_case *c, long i) {
  double *p = c->own.parameters + i;
  const long stride = c->host.stride;
  switch (i % N_ENDS) {
  case STICKS: // C moves in the opposite direction from the first step on
    p[SLIDE_DIRECTION * stride] *= -1, p[SLIDE_FRICTION * stride] = 0.1;
    break;
  case LIFTS: // C is above its element and is pulled up
    p[SLIDE_PRELOAD * stride] = -1, c->host.state[sliding_row_p(c->host.sizes.dim) * stride + i] += 1e-6;
    break;
  case LEAVES:
    p[PARAMETER_STEPS * stride] = c->host.step_end;
    break;
  case IS_NAN:
    c->host.state[(sliding_row_d(c->host.sizes.dim) + 3) * stride + i] = NAN;
    break;
  case GROWS:
    p[SLIDE_DIVERGENCE_LIMIT * stride] = 1e-12;
    break;
  default:
    break;
  }
}

static void check_ends(const batch_case *c, const case_result *r, int variant) {
  (void)variant;
  static const int STATUS[N_ENDS] = {TRAJECTORY_OK,         TRAJECTORY_STUCK,      TRAJECTORY_DETACHED,
                                     TRAJECTORY_OFF_TARGET, TRAJECTORY_NOT_FINITE, TRAJECTORY_DIVERGED};
  for (long i = 0; i < TRAJECTORIES; i++) {
    const double steps = state_of(c, r, STATE_STEPS, i),
                 all = c->host.parameters[PARAMETER_STEPS * c->host.stride + i];
    const int end = (int)(i % N_ENDS);
    TEST_CHECK(state_of(c, r, STATE_STATUS, i) == STATUS[end]);
    TEST_CHECK(end == RUNS_ON                  ? steps == all
               : end == STICKS || end == LIFTS ? steps == 1
               : end == IS_NAN || end == GROWS ? steps == 64
                                               : steps > 64 && steps < all);
    if (end == LEAVES) TEST_CHECK(state_of(c, r, SLIDE_ELEMENT, i) == (i % 3 == 2 ? 0 : NODES - 2));
  }
}

int main(void) {
  static const int DRIVES_OF_GUIDE[] = {DRIVE_NONE, DRIVE_NONE, DRIVE_HARMONIC, DRIVE_TABLE};
  for (int i = 0; i < 4; i++) {
    kernel_sizes sizes = slide_case_sizes(SLIDER, TARGET, NODES, SLIDE_CASE_SIGNALS);
    sizes.dim[DIM_SHARED_STEP] = i % 2;
    if (DRIVES_OF_GUIDE[i]) slide_case_guide(&sizes, DRIVES_OF_GUIDE[i]);
    if (i % 3 == 1) slide_case_late(&sizes);
    batch_case c = slide_case_create(sizes, TRAJECTORIES, STEPS, 3);
    case_check_builds(&c, check_slides, 0);
    c.host.step_end = 2 * STEPS;
    for (long t = 0; t < TRAJECTORIES; t++) spoil(&c, t);
    case_check_builds(&c, check_ends, 0);
    case_free(&c);
  }
  return TEST_END();
}
