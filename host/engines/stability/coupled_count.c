// The argument principle on the strip low < Im s < high: zeros = poles + turns of det S around it. Each step
// along the border stays in a disc in which det S is shown to change by less than its size, so that its angle
// is known (up to rounding), however the border is sampled.
#include <math.h>

#include "base/memory.h"
#include "engines/stability/coupled.h"

enum { MOST = COUPLED_MOST, MOST_STEPS = 20000 };

// The two poles of each mode.
typedef struct pole_pair {
  double p[2], q[2], p_size, q_size;
} pole_pair;

typedef struct border {
  const coupled_system *system;
  const pole_pair *poles; // [n]
} border;

// At one point: entries of S, the first column times s² (which keeps it level far out; the factor s² does not
// turn in all around a strip that leaves out 0), and how fast they can change.
typedef struct border_point {
  double complex value;
  double room;                               // distance to the nearest pole, or to 0
  double share;                              // the largest |T'/T| of a mode, times `room`
  double size[MOST][MOST], rate[MOST][MOST]; // |entry|, bound of |d entry / ds|
} border_point;

// Sums over the modes: S, and the bounds. |T'/T| of T = s² H is at most |p| / (|s| |s − p|) + |q| / (|s| |s −
// q|), that of H 1/|s − p| + 1/|s − q|.
static inline void sum_modes(const border *self, double complex s, const int m, border_point *out,
                             double complex entry[MOST][MOST]) {
  const double x = creal(s), y = cimag(s), far = cabs(s), by_far = 1 / far;
  double share = 0, room = far * far, rate[MOST][MOST] = {0}, real[MOST][MOST] = {0},
         imaginary[MOST][MOST] = {0};
  for (int k = 0; k < self->system->n; k++) {
    const pole_pair *pair = &self->poles[k];
    const double px = x - pair->p[0], py = y - pair->p[1], qx = x - pair->q[0], qy = y - pair->q[1];
    const double p2 = px * px + py * py, q2 = qx * qx + qy * qy, to_p = sqrt(p2), to_q = sqrt(q2);
    const double h = 1 / (to_p * to_q), by_p = h * to_q, by_q = h * to_p, plain = by_p + by_q;
    const double level = (pair->p_size * by_p + pair->q_size * by_q) * by_far;
    const double hr = (px * qx - py * qy) * h * h, hi = -(px * qy + py * qx) * h * h;
    const double h_level = h * far * far * level, h_plain = h * plain;
    const double least = p2 < q2 ? p2 : q2, most = plain > level ? plain : level;
    room = least < room ? least : room;
    share = most > share ? most : share;
    for (int i = 0; i < m; i++)
      for (int j = 0; j < m; j++) {
        const double weight = self->system->take[i][k] * self->system->give[j][k];
        rate[i][j] += fabs(weight) * (j == 0 ? h_level : h_plain);
        real[i][j] += weight * hr, imaginary[i][j] += weight * hi;
      }
  }
  out->room = sqrt(room), out->share = share * out->room;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      out->rate[i][j] = rate[i][j];
      entry[i][j] = CMPLX(real[i][j] + (i > 0 && i == j), imaginary[i][j]);
    }
}

static border_point look(const border *self, double complex s) {
  border_point out = {0};
  double complex entry[MOST][MOST];
  const int m = self->system->m;
  if (m == 1)
    sum_modes(self, s, 1, &out, entry);
  else
    sum_modes(self, s, MOST, &out, entry);
  for (int i = 0; i < m; i++) entry[i][0] *= s * s;
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

// Σ over permutations of |entries|, which bounds what determinants can be made of.
static double permanent(int m, double a[MOST][MOST]) {
  double out = 0;
  if (m == 1) return a[0][0];
  for (int j = 0; j < MOST; j++) {
    const int p = (j + 1) % MOST, q = (j + 2) % MOST;
    out += a[0][j] * (a[1][p] * a[2][q] + a[1][q] * a[2][p]);
  }
  return out;
}

// A bound of |det S(s) − det S(point)| in the disc of radius u · room around the point. There |T'/T| is at
// most rate / (1 − u)², so |T/T(point) − 1| <= e^x − 1 <= x / (1 − x/2) with x = u room rate / (1 − u)²,
// which is at most u share / (1 − u)².
static double change(int m, const border_point *at, double u) {
  const double slack = (1 - u) * (1 - u) - u * at->share / 2, wide = u * at->room / slack;
  if (slack <= 0) return INFINITY;
  double grown[MOST][MOST], size[MOST][MOST];
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) size[i][j] = at->size[i][j], grown[i][j] = size[i][j] + wide * at->rate[i][j];
  return permanent(m, grown) - permanent(m, size);
}

// The angle by which det S (times s²) turns from a to b; NaN where the way leads by a zero too closely.
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

static pole_pair poles_of(const coupled_system *self, int k) {
  const double complex p = coupled_pole(self, k), q = -self->damping[k] - p;
  return (pole_pair){{creal(p), cimag(p)}, {creal(q), -cimag(p)}, cabs(p), cabs(q)};
}

// Around the strip cut at |Re s| = ten times the largest pole.
static double turns(const border *self, double low, double high) {
  double most = high, turned = 0;
  for (int k = 0; k < self->system->n; k++)
    most = fmax(most, fmax(self->poles[k].p_size, self->poles[k].q_size));
  most *= 10;
  const double complex corner[] = {CMPLX(-most, low), CMPLX(most, low), CMPLX(most, high),
                                   CMPLX(-most, high)};
  for (int i = 0; i < 4 && isfinite(turned); i++) turned += turn_along(self, corner[i], corner[(i + 1) % 4]);
  return turned / (2 * M_PI);
}

chatter_status coupled_count(const coupled_system *system, double low, double high, int *count) {
  pole_pair *poles;
  int inside = 0;
  ALLOCATE(poles, system->n + 1);
  for (int k = 0; k < system->n; k++) {
    poles[k] = poles_of(system, k);
    inside += poles[k].p[1] > low && poles[k].p[1] < high;
  }
  const double zeros = turns(&(border){system, poles}, low, high);
  memory_free(poles);
  *count = isfinite(zeros) && fabs(zeros - round(zeros)) < 0.01 ? inside + (int)round(zeros) : -1;
  return CHATTER_OK;
}
