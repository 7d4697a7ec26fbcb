#include "engines/stability/coupled/coupled_count.h"

#include <math.h>

#include "base/memory.h"
#include "engines/stability/coupled/coupled.h"

enum { MOST = COUPLED_MOST, MOST_STEPS = 20000 };

// The two poles of each mode.
typedef struct pole_pair {
  double p[2], q[2], size;
  double p_apart, q_apart; // distances from those of the lowest mode
} pole_pair;

typedef struct border {
  const coupled_system *system;
  const pole_pair *poles; // [n]
  int lowest;             // the mode of lowest frequency
} border;

// Values at one point: entries of S, the first column times N = (s − p₀)(s − q₀) of the lowest
// mode, which keeps it bounded far out and free of those poles; and bounds of the derivatives of
// entries.
typedef struct border_point {
  double complex value;
  double room;             // distance to the nearest pole
  double size[MOST][MOST]; // |entry|
  double rate[MOST][MOST]; // |derivative| of entries at the point
  double more[MOST];       // growth of the first column per distance from the point
} border_point;

static inline double distance(const double a[2], double x, double y) {
  return sqrt((x - a[0]) * (x - a[0]) + (y - a[1]) * (y - a[1]));
}

// Sums over the modes. For T = N H: |T'| <= |H| (|s − q₀| |p − p₀| / |s − p| + |s − p₀| |q − q₀| /
// |s − q|); for H itself |H'| <= |H| (1 / |s − p| + 1 / |s − q|).
static inline void sum_modes(const border *self, double complex s, const int m, border_point *out,
                             double complex entry[MOST][MOST]) {
  const pole_pair *lowest = &self->poles[self->lowest];
  const double x = creal(s), y = cimag(s), from_p = distance(lowest->p, x, y),
               from_q = distance(lowest->q, x, y);
  double room = INFINITY, real[MOST][MOST] = {0}, imaginary[MOST][MOST] = {0}, rate[MOST][MOST] = {0},
         more[MOST] = {0};
  for (int k = 0; k < self->system->n; k++) {
    const pole_pair *pair = &self->poles[k];
    const double px = x - pair->p[0], py = y - pair->p[1], qx = x - pair->q[0], qy = y - pair->q[1];
    const double p2 = px * px + py * py, q2 = qx * qx + qy * qy, to_p = sqrt(p2), to_q = sqrt(q2);
    const double h = 1 / (to_p * to_q), by_p = h * to_q, by_q = h * to_p;
    const double hr = (px * qx - py * qy) * h * h, hi = -(px * qy + py * qx) * h * h;
    const double near_p = pair->p_apart * by_p, near_q = pair->q_apart * by_q;
    const double first = h * (from_q * near_p + from_p * near_q), plain = h * (by_p + by_q);
    const double least = p2 < q2 ? p2 : q2;
    room = least < room && k != self->lowest ? least : room;
    for (int i = 0; i < m; i++) {
      more[i] += fabs(self->system->take[i][k] * self->system->give[0][k]) * h * (near_p + near_q);
      for (int j = 0; j < m; j++) {
        const double weight = self->system->take[i][k] * self->system->give[j][k];
        rate[i][j] += fabs(weight) * (j == 0 ? first : plain);
        real[i][j] += weight * hr, imaginary[i][j] += weight * hi;
      }
    }
  }
  out->room = sqrt(room);
  for (int i = 0; i < m; i++) {
    out->more[i] = more[i];
    for (int j = 0; j < m; j++) {
      out->rate[i][j] = rate[i][j];
      entry[i][j] = CMPLX(real[i][j] + (i > 0 && i == j), imaginary[i][j]);
    }
  }
}

static border_point look(const border *self, double complex s) {
  border_point out = {0};
  double complex entry[MOST][MOST];
  const pole_pair *lowest = &self->poles[self->lowest];
  const double complex level =
      (s - CMPLX(lowest->p[0], lowest->p[1])) * (s - CMPLX(lowest->q[0], lowest->q[1]));
  const int m = self->system->m;
  if (m == 1)
    sum_modes(self, s, 1, &out, entry);
  else
    sum_modes(self, s, MOST, &out, entry);
  for (int i = 0; i < m; i++) entry[i][0] *= level;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) out.size[i][j] = cabs(entry[i][j]);
  out.value = entry[0][0];
  if (m > 1) {
    out.value = 0;
    for (int j = 0; j < MOST; j++) {
      const int a = (j + 1) % MOST, b = (j + 2) % MOST;
      out.value += entry[0][j] * (entry[1][a] * entry[2][b] - entry[1][b] * entry[2][a]);
    }
  }
  return out;
}

// Returns Σ over permutations of products of |entries|, a bound of determinants.
static double permanent(int m, double a[MOST][MOST]) {
  double out = 0;
  if (m == 1) return a[0][0];
  for (int j = 0; j < MOST; j++) {
    const int p = (j + 1) % MOST, q = (j + 2) % MOST;
    out += a[0][j] * (a[1][p] * a[2][q] + a[1][q] * a[2][p]);
  }
  return out;
}

// Returns a bound of |N det S(s) − N det S(point)| in the disc of radius r = u · room around the
// point. There |H| and the distances to poles are at least 1 − u of those at the point, and |s −
// p₀| is larger by at most r.
static double change(int m, const border_point *at, double u) {
  const double r = u * at->room, wide = r / ((1 - u) * (1 - u) * (1 - u));
  double grown[MOST][MOST], size[MOST][MOST];
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      size[i][j] = at->size[i][j];
      grown[i][j] = size[i][j] + wide * (at->rate[i][j] + (j == 0 ? r * at->more[i] : 0));
    }
  return permanent(m, grown) - permanent(m, size);
}

// Returns the angle by which N det S turns from a to b; NaN if the path passes too close to a zero.
static double turn_along(const border *self, double complex a, double complex b) {
  const double length = cabs(b - a);
  double angle = 0, gone = 0;
  border_point at = look(self, a);
  for (int step = 0; step < MOST_STEPS; step++) {
    double u = 0.6;
    while (u > 1e-9 && change(self->system->m, &at, u) >= cabs(at.value)) u *= 0.75;
    if (u <= 1e-9 || !isfinite(creal(at.value) + cimag(at.value))) return NAN;
    gone += u * at.room;
    const double complex next = gone < length ? a + (gone / length) * (b - a) : b;
    const double complex before = at.value;
    at = look(self, next);
    angle += carg(at.value * conj(before));
    if (gone >= length) return angle;
  }
  return NAN;
}

static void find_poles(const coupled_system *self, int lowest, pole_pair *out) {
  for (int k = 0; k < self->n; k++) {
    const double complex p = coupled_pole(self, k), q = -self->damping[k] - p;
    out[k] = (pole_pair){{creal(p), cimag(p)}, {creal(q), -cimag(p)}, fmax(cabs(p), cabs(q)), 0, 0};
  }
  for (int k = 0; k < self->n; k++) {
    out[k].p_apart = distance(out[k].p, out[lowest].p[0], out[lowest].p[1]);
    out[k].q_apart = distance(out[k].q, out[lowest].q[0], out[lowest].q[1]);
  }
}

// Returns the turns around the strip, bounded at |Re s| = ten times the largest pole.
static double turns(const border *self, double low, double high) {
  double most = high, turned = 0;
  for (int k = 0; k < self->system->n; k++) most = fmax(most, self->poles[k].size);
  most *= 10;
  const double complex corner[] = {CMPLX(-most, low), CMPLX(most, low), CMPLX(most, high),
                                   CMPLX(-most, high)};
  for (int i = 0; i < 4 && isfinite(turned); i++) turned += turn_along(self, corner[i], corner[(i + 1) % 4]);
  return turned / (2 * M_PI);
}

// Returns the mode of lowest frequency on which the contact force acts; -1: none.
static int find_lowest(const coupled_system *self) {
  int out = -1;
  for (int k = 0; k < self->n; k++)
    if (self->give[0][k] != 0 && (out < 0 || self->omega2[k] < self->omega2[out])) out = k;
  return out;
}

// Subtracts multiples of the first column of S from the others to remove the lowest mode there; the
// determinant does not change.
static void clear_lowest(int lowest, double *store, coupled_system *io) {
  for (int j = 1; j < io->m; j++, store += io->n) {
    const double part = io->give[j][lowest] / io->give[0][lowest];
    for (int k = 0; k < io->n; k++) store[k] = io->give[j][k] - part * io->give[0][k];
    store[lowest] = 0;
    io->give[j] = store;
  }
}

chatter_status coupled_count(const coupled_system *system, double low, double high, int *count) {
  coupled_system cleared = *system;
  border self = {.system = &cleared, .lowest = find_lowest(system)};
  int inside = 0;
  *count = -1;
  if (self.lowest < 0) return CHATTER_OK;
  arena *memory = arena_create();
  if (!memory) return CHATTER_DEVICE;
  pole_pair *poles = arena_allocate(memory, (size_t)system->n * sizeof *poles);
  double *store = arena_allocate(memory, (size_t)(system->m * system->n) * sizeof *store);
  if (poles && store) {
    find_poles(system, self.lowest, poles);
    clear_lowest(self.lowest, store, &cleared);
    for (int k = 0; k < system->n; k++) // poles of the lowest mode are no poles of N det S
      inside += k != self.lowest && poles[k].p[1] > low && poles[k].p[1] < high;
    self.poles = poles;
    const double zeros = turns(&self, low, high);
    if (isfinite(zeros) && fabs(zeros - round(zeros)) < 0.01) *count = inside + (int)round(zeros);
  }
  arena_destroy(memory);
  return poles && store ? CHATTER_OK : CHATTER_DEVICE;
}
