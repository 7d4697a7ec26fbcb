// Ends of trajectories in the lanes of one batch: each with its own status, step and time, also if
// several end in the same step; the continuing ones are not affected.
#include "sliding_study.h"

enum { CASES = 10, STEPS = 2000, LATER = 700 };
static const double STEP = 5e-8;

typedef struct outcome {
  int status;
  double steps;
} outcome;

// Lifts the slider off by a velocity of its rigid translation: after that step the gap would be
// open by v h - lambda h^2 b Phi Phi^T b, and the contact force negative.
static void lift(sliding_run *run, int i, double velocity) {
  const int *dim = run->batch.sizes.dim;
  sliding_state(run, sliding_row_d(dim))[i] += velocity * STEP / pair_row(sliding_pair(run), 1)[0];
}
// Moves the contact node back along x against the motion of the guide, with the mode that moves it
// most.
static void draw_back(sliding_run *run, int i, double velocity) {
  const int *dim = run->batch.sizes.dim;
  const double *row = pair_row(sliding_pair(run), 0);
  int most = 0;
  for (int k = 0; k < dim[DIM_SLIDER_MODES]; k++)
    if (fabs(row[k]) > fabs(row[most])) most = k;
  sliding_state(run, sliding_row_d(dim) + most)[i] -= velocity * STEP / row[most];
}

// The sliding equilibrium shortly before the end of the path: after LATER steps C is still on it.
static void place_at_end(sliding_run *run, int i) {
  const contact_pair *pair = sliding_pair(run);
  const long stride = run->batch.stride;
  const int *dim = run->batch.sizes.dim, last = pair->n_nodes - 2, n = pair->n_modes;
  const double way = run->parameter[SLIDE_GUIDE_ADVANCE * stride] * (LATER + 0.5);
  const double pitch = pair->arc[last + 1] - pair->arc[last];
  const pair_load load = {.friction = 0.3, .sense = 1, .preload = 0.1, .speed = 0.03};
  pair_equilibrium at = {.p = sliding_array(run, n), .w = sliding_array(run, n)};
  at.contact.element = last, at.contact.alpha = 1 - way / pitch;
  at.offset = pair->position[1 + last][0] + pitch - way - pair->position[0][0];
  TEST_CHECK(pair_settle(pair, &load, 1, &at, sliding_array(run, (long)pair_scratch(pair))));
  for (int k = 0; k < n; k++) {
    sliding_state(run, sliding_row_p(dim) + k)[i] = at.p[k];
    sliding_state(run, sliding_row_d(dim) + k)[i] = STEP * at.w[k];
  }
  sliding_state(run, SLIDE_ELEMENT)[i] = last;
  run->parameter[SLIDE_GUIDE_OFFSET * stride + i] = at.offset;
}

// Prepares the trajectories. In the first step 1 is lifted, 2 is drawn back, 3 is behind the last
// element and 4 before the first. 5 leaves the path later; 6 exceeds the bounds for divergence; 7
// and 8 are not finite, of which 8 ends before the first regular check; 9 has too long a step; 0
// slides on.
static void prepare(sliding_run *run) {
  const long stride = run->batch.stride;
  const contact_pair *pair = sliding_pair(run);
  const int p = sliding_row_p(run->batch.sizes.dim), last = pair->n_nodes - 2;
  for (int i = 0; i < CASES; i++) run->parameter[PARAMETER_STEPS * stride + i] = STEPS;
  lift(run, 1, 1);
  draw_back(run, 2, 1);
  run->parameter[SLIDE_GUIDE_OFFSET * stride + 3] = pair->arc[last + 1] + 1e-3 - pair->position[0][0];
  sliding_state(run, SLIDE_ELEMENT)[3] = last;
  run->parameter[SLIDE_GUIDE_OFFSET * stride + 4] = -1e-3 - pair->position[0][0];
  sliding_state(run, SLIDE_ELEMENT)[4] = 0;
  place_at_end(run, 5);
  run->parameter[SLIDE_DIVERGENCE_LIMIT * stride + 6] = 1e-12;
  sliding_state(run, p + 3)[7] = sliding_state(run, p + 3)[8] = NAN;
  run->parameter[PARAMETER_STEPS * stride + 8] = 10;
  run->parameter[SLIDE_DT * stride + 9] = 8e-8;
}

// Launches the first n trajectories; last_*: the final modes of trajectory 0.
static void launch(const char *machine, int lanes, int n, outcome *out, double *last_p) {
  static const char *const overrides[] = {"sliding.duration=0.01", "sliding.step=5.0e-8"};
  sliding_run run;
  sliding_open(&run, "  tip: {node: target.303, direction: y}\n", 2, overrides);
  sliding_spread(&run, CASES);
  prepare(&run);
  run.batch.n_trajectories = n;
  run.batch.step_end = STEPS;
  sliding_launch_on(&run, machine, lanes);
  for (int i = 0; i < n; i++) {
    const double h = run.parameter[SLIDE_DT * run.batch.stride + i];
    out[i] = (outcome){(int)sliding_state(&run, STATE_STATUS)[i], sliding_state(&run, STATE_STEPS)[i]};
    CHECK_NEAR(sliding_state(&run, STATE_TIME)[i], out[i].steps * h, 0, 1e-15);
  }
  for (int k = 0; k < run.r.n_modes; k++)
    last_p[k] = sliding_state(&run, sliding_row_p(run.batch.sizes.dim) + k)[0];
  sliding_close(&run);
}

// Divergence is checked every 64 steps and at the end.
static void check(const outcome *seen) {
  static const outcome wanted[CASES - 1] = {
      {TRAJECTORY_OK, STEPS},     {TRAJECTORY_DETACHED, 1},    {TRAJECTORY_STUCK, 1},
      {TRAJECTORY_OFF_TARGET, 1}, {TRAJECTORY_OFF_TARGET, 1},  {TRAJECTORY_OFF_TARGET, LATER + 1},
      {TRAJECTORY_DIVERGED, 64},  {TRAJECTORY_NOT_FINITE, 64}, {TRAJECTORY_NOT_FINITE, 10}};
  for (int i = 0; i < CASES - 1; i++)
    if (seen[i].status != wanted[i].status || seen[i].steps != wanted[i].steps) {
      fprintf(stderr, "trajectory %d: status %d after %g steps, expected %d after %g\n", i, seen[i].status,
              seen[i].steps, wanted[i].status, wanted[i].steps);
      check_failures++;
    }
  TEST_CHECK(seen[CASES - 1].status != TRAJECTORY_OK && seen[CASES - 1].steps < STEPS);
}

int main(void) {
  static const struct {
    const char *machine;
    int lanes;
  } machines[] = {{"cpu_scalar", 1}, {"cpu", 4}, {"cpu", 0}};
  outcome first[CASES], seen[CASES];
  static double alone[1000], beside[1000];
  launch("cpu_scalar", 1, 1, seen, alone);
  for (size_t m = 0; m < sizeof machines / sizeof *machines; m++) {
    launch(machines[m].machine, machines[m].lanes, CASES, seen, beside);
    check(seen);
    if (m == 0) memcpy(first, seen, sizeof first);
    TEST_CHECK(seen[CASES - 1].status == first[CASES - 1].status &&
               seen[CASES - 1].steps == first[CASES - 1].steps);
    TEST_CHECK(memcmp(alone, beside, sizeof alone) == 0);
  }
  return TEST_END();
}
