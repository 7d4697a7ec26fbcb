// The rows of the deformed contact, compared with differences of the forces themselves: six free
// coordinates C, T1, T2, with forces by angle and position of the moved points.
#include "engines/stability/coupled/coupled.h"
#include "tests/check.h"

enum { N = 6, C = 0, T1 = 2, T2 = 4 };

static const double mu = 0.3, force = 0.7;

// Computes the element and C's position along it from the six coordinates. Returns the distance of
// C above it.
static double geometry(const double *q, pair_contact *out) {
  const double dx = q[T2] - q[T1], dy = q[T2 + 1] - q[T1 + 1], cx = q[C] - q[T1], cy = q[C + 1] - q[T1 + 1];
  *out = (pair_contact){.gamma = atan2(dy, dx), .length = hypot(dx, dy)};
  out->alpha = (cx * dx + cy * dy) / (out->length * out->length);
  return (cy * dx - cx * dy) / out->length;
}

// Computes the contact forces on the six coordinates: a force on C of size `force` along the normal
// and μ times that against its motion, and the opposite on T1 and T2 by the lever. Returns the
// distance.
static double forces(const double *q, int sense, double *out) {
  pair_contact at;
  const double gap = geometry(q, &at), nx = -sin(at.gamma), ny = cos(at.gamma);
  out[C] = force * (nx - sense * mu * ny), out[C + 1] = force * (ny + sense * mu * nx);
  for (int d = 0; d < 2; d++)
    out[T1 + d] = -(1 - at.alpha) * out[C + d], out[T2 + d] = -at.alpha * out[C + d];
  return gap;
}

static void compare(int sense) {
  double q[N] = {0, 0, 1e-3, 2e-4, 2.1e-3, 5e-4}, none[N] = {0}, row[N * N] = {0}, store[COUPLED_ROWS * N];
  for (int d = 0; d < 2; d++) q[C + d] = q[T1 + d] + 0.37 * (q[T2 + d] - q[T1 + d]); // on the element
  for (int r = 0; r < N; r++) row[r * N + r] = 1;
  const contact_pair pair = {
      .n_slider = 2, .n_target = 4, .n_modes = N, .n_nodes = 2, .omega2 = none, .damping = none, .row = row};
  pair_contact at;
  coupled_system system;
  geometry(q, &at);
  CHECK_NEAR(at.alpha, 0.37, 1e-14, 0);
  coupled_system_at_contact(&pair, &at, mu, sense, force, store, &system);
  double there[N];
  forces(q, sense, there);
  TEST_CHECK(system.m == 3);
  for (int i = 0; i < N; i++) CHECK_NEAR(-system.give[0][i] * force, there[i], 1e-15, 0);
  for (int j = 0; j < N; j++) {
    const double h = 1e-8; // for an element of 1e-3: truncation and rounding are each 1e-10 of the
                           // differences
    double up[N], down[N], moved[N];
    memcpy(moved, q, sizeof moved);
    moved[j] = q[j] + h;
    const double gap_up = forces(moved, sense, up);
    moved[j] = q[j] - h;
    const double gap_down = forces(moved, sense, down);
    CHECK_NEAR(-system.take[0][j], (gap_up - gap_down) / (2 * h), 1e-7, 0);
    for (int i = 0; i < N; i++) {
      const double change = -system.give[1][i] * system.take[1][j] - system.give[2][i] * system.take[2][j];
      CHECK_NEAR(change, (up[i] - down[i]) / (2 * h), 1e-6 * force / at.length, 0);
    }
  }
}

int main(void) {
  compare(1);
  compare(-1);
  return TEST_END();
}
