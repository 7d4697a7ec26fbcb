// The Lagrange system of a backbone of maxima converges quadratically away from slip onsets: after
// a long step, Newton's corrections satisfy e_k+1 <= C e_k², for one elastic contact and for two
// with varying normal force. Without the second derivatives of the contact forces convergence is
// linear at best.
#include "response_case.h"

#include "kernels/response/response.h"

enum { TRAJECTORIES = 21, STEPS = 400, EACH = 5, ROOM = 1 << 20, MOST = 40 };
// Lengths are scaled: 1 is the largest step, a change of the state by 40 %. FIRST is within the
// range of Newton's method; C is up to 18 there, and rounding leaves 1e-14.
static const double FIRST = 0.05, FACTOR = 30, ROUNDING = 1e-12;

// A column of a batch in the form that the kernel's functions take.
typedef struct column {
  kernel_run run;
  response_stepper self;
} column;

typedef struct tally {
  int points, threefold, not_quadratic; // not_quadratic: without second derivatives
} tally;

static double state_of(const batch_case *c, int row, long i) {
  return c->host.state[row * c->host.stride + i];
}

// Returns 1 on a backbone of maxima, with slip, if no onset shortened the step.
static int is_smooth(const batch_case *c, long i) {
  const int *dim = c->host.sizes.dim, events = hb_state_row(dim, HB_ROW_EVENT);
  int slips = 0;
  for (int p = 0; p < dim[DIM_HB_POINTS]; p++) slips |= state_of(c, events + N_HB_EVENTS + p, i) > 0.1;
  return slips && state_of(c, HB_CURRENT_STAGE, i) == STAGE_EXTREMUM && state_of(c, HB_STAGE_BEGUN, i) == 1 &&
         state_of(c, HB_FOLLOWS_ONSET, i) == 0 && state_of(c, HB_SOUGHT_EVENT, i) == 0 &&
         state_of(c, HB_NEXT_STEP, i) > 0.3;
}

// Subtracts Σ ν ∂²r/∂u² t, ν = Tᵀ η - Gᵀ λ, from the gradient of dAm/ds that extremum_row has
// formed.
static void drop_curvature(const kernel_run *run, response_stepper *self) {
  double lost[RESPONSE_CASE_PARAMETERS];
  amplitude_weights(run, self, SCRATCH_WEIGHTS(0));
  port_transposed(run, self, 0, DIM(DIM_HB_BOUNDARY), SCRATCH_WEIGHTS(0), SCRATCH_VECTOR(0), 0);
  residual_transposed(run, self, 0, self->adjoint, SCRATCH_VECTOR(0));
  contact_curvature(run, self, SCRATCH_VECTOR(0), self->tangent, lost);
  for (int i = 0; i < HB_SIZE; i++) self->row[i] -= lost[i];
}

// Makes one iteration of newton_solve_point. Returns the scaled length of its correction.
static double iterate(const kernel_run *run, response_stepper *self, double length, int is_whole) {
  const int n = HB_SIZE;
  residual_evaluate(run, self);
  newton_step(run, self, length);
  if (!is_whole) { // repeats the end of newton_step with another row
    for (int i = 0; i < n + 2; i++) self->correction[i] = i < n ? -self->residual[i] : 0;
    newton_solve(run, self, self->correction);
    drop_curvature(run, self);
    extremum_step(run, self, 1, self->adjoint[n], tangent_distance(run, self, length), 0);
  }
  for (int i = 0; i <= n; i++) self->z[i] += self->correction[i];
  self->iterate_parameter += self->correction[n + 1];
  return sqrt(scaled_number(run, self, self->correction, self->correction));
}

// Makes corrections from `length` ahead along the tangent down to rounding. Returns their number.
static int corrections(column *c, double length, int is_whole, double size[MOST]) {
  const kernel_run *run = &c->run;
  response_stepper *self = &c->self;
  int n = 0;
  for (int i = 0; i <= HB_SIZE; i++) self->z[i] = self->at[i] + length * self->last_tangent[i];
  self->iterate_parameter = self->path_parameter + length * self->last_tangent[HB_SIZE + 1];
  do size[n] = iterate(run, self, length, is_whole);
  while (size[n++] > ROUNDING && n < MOST);
  return n;
}

static int is_quadratic(int n, const double size[MOST]) {
  for (int k = 0; k + 1 < n; k++)
    if (size[k + 1] > fmin(1, FACTOR * size[k]) * size[k] + ROUNDING) return 0;
  return size[n - 1] <= ROUNDING;
}

static void check_point(const batch_case *of, long i, tally *seen) {
  static char work[ROOM] __attribute__((aligned(WORK_ALIGN)));
  static column c;
  double size[MOST], length = 1;
  TEST_CHECK(response_work(of->host.sizes.dim, sizeof(double), sizeof(double)) <= ROOM);
  c.run = (kernel_run){.batch = &of->host, .sizes = of->host.sizes, .model = of->host.model, .column = i};
  response_begin(&c.run, &c.self, work);
  step_prepare(&c.run, &c.self);
  int n = corrections(&c, length, 1, size);
  while (size[0] > FIRST && length > 0.1) n = corrections(&c, length *= 0.7, 1, size);
  TEST_CHECK(size[0] <= FIRST && is_quadratic(n, size));
  seen->points++;
  seen->threefold += n >= 4;
  n = corrections(&c, length, 0, size);
  seen->not_quadratic += !is_quadratic(n, size);
}

static void check_variant(int variant) {
  batch_case c = response_case_create(variant, TRAJECTORIES, STEPS);
  backend b;
  tally seen = {0};
  int smooth[TRAJECTORIES] = {0};
  TEST_CHECK(backend_open("cpu", backend_default(), &b) == BACKEND_OK);
  for (int step = 1; step < STEPS; step++) {
    c.host.step_end = step;
    TEST_CHECK(b.launch(&b, &c.host) == BACKEND_OK);
    for (long i = 0; i < TRAJECTORIES; i++)
      if (is_smooth(&c, i) && smooth[i]++ % EACH == 0) check_point(&c, i, &seen);
  }
  TEST_CHECK(seen.points >= 8 && seen.threefold >= 6 && seen.not_quadratic == seen.points);
  b.close(&b);
  case_free(&c);
}

int main(void) {
  check_variant(RESPONSE_TANGENT);
  check_variant(RESPONSE_NORMAL);
  return TEST_END();
}
