// The rows of the deformed contact against differences of the forces themselves: six coordinates T1, T2, C
// that move freely, forces by angle and place of the moved points.
#include "engines/stability/coupled.h"
#include "tests/check.h"

enum { N = 6 };

static const double mu = 0.3, force = 0.7;

// From the six positions: angle of the element, its length, place of C along it, distance of C from it.
static void geometry(const double *q, double *angle, double *length, double *alpha, double *gap) {
  const double dx = q[2] - q[0], dy = q[3] - q[1], cx = q[4] - q[0], cy = q[5] - q[1];
  *angle = atan2(dy, dx), *length = hypot(dx, dy);
  *alpha = (cx * dx + cy * dy) / (*length * *length);
  *gap = (cy * dx - cx * dy) / *length;
}

// What the contact does to the six coordinates: a force on C of size `force` along the normal and μ times
// that against its way, and its opposite on T1 and T2 by the lever.
static void forces(const double *q, int sense, double *out) {
  double angle, length, alpha, gap;
  geometry(q, &angle, &length, &alpha, &gap);
  const double nx = -sin(angle), ny = cos(angle), tx = cos(angle), ty = sin(angle);
  out[4] = force * (nx - sense * mu * tx), out[5] = force * (ny - sense * mu * ty);
  for (int d = 0; d < 2; d++) out[d] = -(1 - alpha) * out[4 + d], out[2 + d] = -alpha * out[4 + d];
}

static void compare(int sense) {
  double q[N] = {1e-3, 2e-4, 2.1e-3, 5e-4, 0, 0}, omega2[N] = {0}, damping[N] = {0}, store[COUPLED_ROWS * N];
  double angle, length, alpha = 0.37, gap;
  for (int d = 0; d < 2; d++) q[4 + d] = q[d] + alpha * (q[2 + d] - q[d]); // C on the element
  geometry(q, &angle, &length, &alpha, &gap);
  CHECK_NEAR(alpha, 0.37, 1e-15, 0);
  double row[N * N] = {0}; // C_x, C_y, T1_x, ...
  const int coordinate[] = {4, 5, 0, 1, 2, 3};
  for (int r = 0; r < N; r++) row[r * N + coordinate[r]] = 1;
  const contact_place place = {0, alpha, angle, length, mu, sense, force};
  coupled_system system;
  coupled_at_place(N, omega2, damping, row, &place, store, &system);
  double there[N];
  forces(q, sense, there);
  TEST_CHECK(system.m == 3);
  for (int i = 0; i < N; i++) CHECK_NEAR(-system.give[0][i] * force, there[i], 1e-15, 0);
  for (int j = 0; j < N; j++) {
    const double h = 1e-8; // of an element of 1e-3: errors 1e-10 of the differences, as much by rounding
    double up[N], down[N], moved[N], gap_up, gap_down, other[3];
    memcpy(moved, q, sizeof moved);
    moved[j] = q[j] + h;
    forces(moved, sense, up), geometry(moved, &other[0], &other[1], &other[2], &gap_up);
    moved[j] = q[j] - h;
    forces(moved, sense, down), geometry(moved, &other[0], &other[1], &other[2], &gap_down);
    CHECK_NEAR(-system.take[0][j], (gap_up - gap_down) / (2 * h), 1e-7, 0);
    for (int i = 0; i < N; i++) {
      const double change = -system.give[1][i] * system.take[1][j] - system.give[2][i] * system.take[2][j];
      CHECK_NEAR(change, (up[i] - down[i]) / (2 * h), 1e-6 * force / length, 0);
    }
  }
}

int main(void) {
  compare(1);
  compare(-1);
  return TEST_END();
}
