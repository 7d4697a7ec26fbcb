// Contact rows that act along nearly one direction, like those of nodes on an edge, or more points
// than modes: G has eigenvalues over many decades, and the rows cannot be satisfied independently.
// The forces of one step are checked by the inclusion itself, (x, w) against each law, from the
// velocities after the step.
#include "transient_case.h"

enum { TRAJECTORIES = 8, INSTANCES = 240, MOST_MODES = 12, MOST_POINTS = 24 };
#define DT 1e-4
#define RESTITUTION 0.4

static unsigned long seed;
static double uniform(void) {
  seed = seed * 6364136223846793005ul + 1442695040888963407ul;
  return ((double)(seed >> 11) + 0.5) / 9007199254740992.0;
}
static double between(double low, double high) {
  return low + (high - low) * uniform();
}

// Makes rows in groups; those of a group differ by 1e-9 to 1e-2, some of them have the opposite
// sign.
static void weak_rows(transient_case *c, int rows, int modes) {
  double base[MOST_POINTS][MOST_MODES];
  const int groups = 1 + (int)(uniform() * rows / 3);
  for (int g = 0; g < groups; g++)
    for (int k = 0; k < modes; k++) base[g][k] = between(-1, 1);
  for (int b = 0; b < rows; b++) {
    const int g = (int)(uniform() * groups);
    const double sign = uniform() < 0.3 ? -1 : 1, apart = pow(10, between(-9, -2));
    for (int k = 0; k < modes; k++) c->r.phi_b[b * modes + k] = sign * base[g][k] + apart * between(-1, 1);
  }
}

// Friction under constant normal loads at some points, stops at the others (tangents 0), or
// friction with its own normal at all of them.
static void weak_open(transient_case *c, int tangents) {
  const int modes = 1 + (int)(uniform() * MOST_MODES), points = 3 + (int)(uniform() * (MOST_POINTS - 3)),
            stride = 1 + tangents, used = tangents ? points / stride + 1 : points;
  case_open(c, modes, used * stride, 0, 0);
  case_contacts(c, used, tangents ? LAW_FRICTION : LAW_UNILATERAL, tangents);
  contact_config *stop = &c->s.contacts[0], *rub = &c->s.contacts[1];
  stop->gap = -1, stop->restitution = RESTITUTION, stop->friction = between(0.1, 0.6);
  if (!tangents) {
    c->s.n_contacts = 2;
    rub->law = LAW_COULOMB, rub->preload = between(0.5, 5), rub->friction = between(0.1, 1);
    for (int j = 0; j < used; j++)
      if (uniform() < 0.6)
        c->r.contacts[j] =
            (reduced_contact){.entry = 1, .partner = -1, .row_normal = -1, .row_tangent = {j, -1}, .area = 1};
  }
  weak_rows(c, used * stride, modes);
  integrator_writable(&c->s)->step = DT, integrator_writable(&c->s)->duration = DT;
  integrator_writable(&c->s)->tolerance = 1e-10;
  case_output(c, "closed", "contact_fraction", REDUCE_FINAL);
}

static double row_velocity(const transient_case *c, int row, const double *u) {
  double sum = 0;
  for (int k = 0; k < c->r.n_modes; k++) sum += c->r.phi_b[row * c->r.n_modes + k] * u[k];
  return sum;
}

// Returns 1 / Σ |G| of a row.
static double row_scale(const transient_case *c, int row) {
  double sum = 0;
  for (int b = 0; b < c->r.n_boundary; b++) sum += fabs(row_velocity(c, b, c->r.phi_b + row * c->r.n_modes));
  return 1 / (DT * sum);
}

// Returns the distance from x to the projection of x - ε w onto the set that the law of the point
// allows.
static double point_left(const transient_case *c, const reduced_contact *point, const double *x,
                         const double *before, const double *after) {
  const contact_config *law = &c->s.contacts[point->entry];
  double load = law->law == LAW_COULOMB ? law->preload : 0, left = 0, y[2] = {0, 0};
  if (point->row_normal >= 0) {
    const int n = point->row_normal;
    const double w = row_velocity(c, n, after) + RESTITUTION * row_velocity(c, n, before);
    left = fabs(fmax(x[n] - row_scale(c, n) * w, 0) - x[n]), load += x[n];
  }
  const int first = point->row_tangent[0], last = point->row_tangent[point->row_tangent[1] >= 0];
  const double scale = first < 0 ? 0 : fmin(row_scale(c, first), row_scale(c, last));
  for (int i = 0; i < 2 && point->row_tangent[i] >= 0; i++)
    y[i] = x[point->row_tangent[i]] - scale * row_velocity(c, point->row_tangent[i], after);
  const double size = hypot(y[0], y[1]), radius = law->friction * load;
  for (int i = 0; i < 2 && point->row_tangent[i] >= 0; i++)
    left = fmax(left, fabs(y[i] * (size > radius ? radius / size : 1) - x[point->row_tangent[i]]));
  return left;
}

// Returns 1 if the step was solved; then it is checked.
static int weak_check(const transient_case *c, const double *start, int i) {
  double x[3 * MOST_POINTS], after[MOST_MODES], left = 0, size = 0;
  const int *dim = c->batch.sizes.dim, modes = c->r.n_modes, rows = c->r.n_boundary;
  if (case_state(c, STATE_STATUS, i) != TRAJECTORY_OK) return 0;
  for (int b = 0; b < rows; b++) x[b] = case_state(c, transient_row_force(dim) + b, i);
  for (int k = 0; k < modes; k++) after[k] = case_state(c, transient_row_u(dim) + k, i);
  for (int j = 0; j < c->r.n_contacts; j++)
    left = fmax(left, point_left(c, &c->r.contacts[j], x, start + i * MOST_MODES, after));
  for (int b = 0; b < rows; b++) size = fmax(size, fabs(x[b]) + c->s.contacts[1].preload);
  // Solver tolerance 1e-10 before its last relaxation step, which may leave as much again, plus
  // rounding.
  TEST_CHECK(left <= 2e-10 * size + 1e-12);
  return 1;
}

int main(void) {
  int n_checked = 0;
  for (int n = 0; n < INSTANCES; n++) {
    transient_case c;
    double start[TRAJECTORIES * MOST_MODES];
    seed = (unsigned long)n + 1;
    for (int k = 0; k < 8; k++) uniform();
    weak_open(&c, n % 3);
    case_bind(&c, TRAJECTORIES, NULL);
    for (int i = 0; i < TRAJECTORIES; i++)
      for (int k = 0; k < c.r.n_modes; k++)
        c.batch.state[(transient_row_u(c.batch.sizes.dim) + k) * c.batch.stride + i] =
            start[i * MOST_MODES + k] = between(-1, 1) * pow(10, -(double)(i % 4));
    case_launch(&c, "cpu");
    for (int i = 0; i < TRAJECTORIES; i++) n_checked += weak_check(&c, start, i);
    case_close(&c);
  }
  // 0.2 % of 24,000 such problems stall (14 % without the proximal method); which ones depends on
  // rounding.
  TEST_CHECK(n_checked >= INSTANCES * TRAJECTORIES * 99 / 100);
  return TEST_END();
}
