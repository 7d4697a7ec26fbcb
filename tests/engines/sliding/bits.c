// The same bits of every trajectory of the sliding contact, whatever the lanes, launches and neighbours:
// while they slide over several elements each its own way, and where neighbours end in the same step for
// different reasons.
#include "tests/engines/sliding/sliding_case.h"

enum { TRAJECTORIES = 21, SLIDER = 7, TARGET = 45, NODES = 12 };
static const double STEPS = 3000;

typedef void check_function(const batch_case *c, const case_result *r);

static void check_builds(const batch_case *c, check_function *check) {
  static const struct {
    const char *name;
    int lanes, parts;
  } RUNS[] = {{"cpu", 1, 1},    {"cpu", 0, 1},     {"cpu", 0, 7},          {"cpu:v3", 4, 1},
              {"cpu:v3", 4, 9}, {"cpu:v3", 1, 13}, {"cpu:baseline", 1, 3}, {"device_sim", 0, 5}};
  case_result first = {0};
  int done = 0;
  for (size_t i = 0; i < sizeof RUNS / sizeof *RUNS; i++) {
    backend_options options = backend_default();
    backend b;
    char what[100];
    options.lanes = RUNS[i].lanes, options.threads = 1;
    if (backend_open(RUNS[i].name, options, &b) != BACKEND_OK) continue; // a processor without it
    snprintf(what, sizeof what, "%s, %d lanes, %d launches", RUNS[i].name, RUNS[i].lanes, RUNS[i].parts);
    case_result r = case_run(&b, c, RUNS[i].parts);
    if (done++ == 0) {
      check(c, &r);
      first = r;
    } else {
      TEST_CHECK(case_compare(c, &first, &r, what) == 0);
      case_result_free(&r);
    }
    b.close(&b);
  }
  TEST_CHECK(done >= 4);
  case_result_free(&first);
}

static double state_of(const batch_case *c, const case_result *r, int row, long i) {
  return r->state[row * c->host.stride + i];
}

// All come to their ends, some elements away, to both sides.
static void check_slides(const batch_case *c, const case_result *r) {
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
  double *p = (double *)(uintptr_t)c->host.parameters + i;
  const long stride = c->host.stride;
  switch (i % N_ENDS) {
  case STICKS: // C moves the other way from the first step on
    p[SLIDE_SENSE * stride] *= -1, p[SLIDE_FRICTION * stride] = 0.1;
    break;
  case LIFTS: // C is above its element and pulled up
    p[SLIDE_PRELOAD * stride] = -1, c->host.state[sliding_row_p(c->host.sizes.dim) * stride + i] += 1e-6;
    break;
  case LEAVES:
    p[PARAMETER_STEPS * stride] = c->host.step_end;
    break;
  case IS_NAN:
    c->host.state[(sliding_row_d(c->host.sizes.dim) + 3) * stride + i] = NAN;
    break;
  case GROWS:
    p[SLIDE_DIVERGENCE * stride] = 1e-12;
    break;
  default:
    break;
  }
}

static void check_ends(const batch_case *c, const case_result *r) {
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
  for (int shared = 0; shared < 2; shared++) {
    kernel_sizes sizes = slide_case_sizes(SLIDER, TARGET, NODES, SLIDE_CASE_SIGNALS);
    sizes.dim[DIM_SHARED_STEP] = shared;
    batch_case c = slide_case_create(sizes, TRAJECTORIES, STEPS, 3);
    check_builds(&c, check_slides);
    c.host.step_end = 2 * STEPS;
    for (long i = 0; i < TRAJECTORIES; i++) spoil(&c, i);
    check_builds(&c, check_ends);
    case_free(&c);
  }
  return TEST_END();
}
