// The elastic friction element of kernels/laws/elastic_friction.h against cases of an independent program and
// against a second method (elastic_oracle.h) on random motions with every kind of event; its slip onset
// against the closed form of one harmonic; the Jacobian beyond the onset; equal bits in any number of lanes.
#include "tests/check.h"
#include "tests/kernels/elastic_oracle.h"
#include "tests/kernels/elastic_random.h"

enum { LANES_TOGETHER = 8, RANDOM_CASES = 1000, LINE = 1 << 16 };

static const struct {
  int lanes;
  elastic_stamp *run;
} STAMPS[] = {
#define X(lanes) {lanes, elastic_stamp_##lanes},
    ELASTIC_STAMPS(X)
#undef X
};
enum { N_STAMPS = sizeof STAMPS / sizeof *STAMPS };

// One case of tests/kernels/elastic_cases.csv.
typedef struct reference_case {
  char name[64];
  elastic_case c;
  double force[16 * 4], stiffness[32][32], hessian[8][64], events[16];
  int n, has_hessian, n_events;
} reference_case;

// 1e-11 of the largest entry: the cases are given to 15 digits, and where the slopes of limits nearly vanish
// second derivatives magnify these errors and rounding a thousandfold.
static void check_reference(reference_case *r) {
  const int n = r->n;
  elastic_case *c = &r->c;
  c->is_normal = 1, c->harmonics = n / 4;
  elastic_stamp_1(c, 1);
  TEST_CHECK(!c->failed && c->events == r->n_events);
  CHECK_NEAR(elastic_distance(c->force, r->force, n), 0, 1e-11 * elastic_largest(r->force, n), 0);
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, elastic_largest(r->stiffness[i], n));
  for (int i = 0; i < n; i++)
    CHECK_NEAR(elastic_distance(c->stiffness + i * n, r->stiffness[i], n), 0, 1e-11 * most, 0);
  for (int k = 0; k < r->n_events; k++) {
    double nearest = 1;
    for (int i = 0; i < c->events; i++) {
      const double turns = c->time[i] - r->events[k] / ORACLE_PERIOD;
      nearest = fmin(nearest, fabs(turns - round(turns)));
    }
    CHECK_NEAR(nearest, 0, 1e-12, 0); // given to 15 digits
  }
  most = 0;
  for (int i = 0; i < n && r->has_hessian; i++) most = fmax(most, elastic_largest(r->hessian[i], n * n));
  for (int i = 0; i < n && r->has_hessian; i++)
    for (int a = 0; a < n; a++) {
      memset(c->lambda, 0, sizeof c->lambda), memset(c->v, 0, sizeof c->v);
      c->lambda[i] = 1, c->v[a] = 1;
      elastic_stamp_1(c, 1);
      CHECK_NEAR(elastic_distance(c->curvature, r->hessian[i] + a * n, n), 0, 1e-11 * most, 0);
    }
}

// A line: case, quantity, row, values.
static void read_line(reference_case *r, const char *quantity, int row, const double *value, int count) {
  if (!strcmp(quantity, "law")) memcpy(r->c.law, value, sizeof r->c.law);
  if (!strcmp(quantity, "X")) r->n = 2 * count, memcpy(r->c.q, value, (size_t)count * sizeof *value);
  if (!strcmp(quantity, "Y")) memcpy(r->c.q + count, value, (size_t)count * sizeof *value);
  if (!strcmp(quantity, "F")) memcpy(r->force, value, (size_t)count * sizeof *value);
  if (!strcmp(quantity, "K")) memcpy(r->stiffness[row], value, (size_t)count * sizeof *value);
  if (!strcmp(quantity, "Hessian")) {
    r->has_hessian = 1;
    memcpy(r->hessian[row], value, (size_t)count * sizeof *value);
  }
  if (!strcmp(quantity, "events"))
    r->n_events = count, memcpy(r->events, value, (size_t)count * sizeof *value);
}

static void check_references(void) {
  static char line[LINE], path[4096];
  static reference_case r;
  int cases = 0;
  snprintf(path, sizeof path, "%s/tests/kernels/elastic_cases.csv", source_folder());
  FILE *file = fopen(path, "r");
  TEST_CHECK(file && fgets(line, LINE, file)); // the header
  while (file && fgets(line, LINE, file)) {
    const char *name = strtok(line, ","), *quantity = strtok(0, ","), *row = strtok(0, ",");
    double value[64];
    int count = 0;
    for (const char *text; count < 64 && (text = strtok(0, ",")) != 0;) value[count++] = strtod(text, 0);
    if (strcmp(name, r.name) != 0) {
      if (*r.name) check_reference(&r);
      memset(&r, 0, sizeof r);
      snprintf(r.name, sizeof r.name, "%s", name);
      cases++;
    }
    read_line(&r, quantity, atoi(row), value, count);
  }
  check_reference(&r);
  TEST_CHECK(cases == 20);
  if (file) fclose(file);
}

// March until the steps are short enough to see every phase that the element has found; no event may pass
// over a phase.
static int resolve(oracle *o, const elastic_case *c) {
  for (int steps = ORACLE_STEPS; steps <= ORACLE_MOST_STEPS; steps *= 16) {
    o->c = c;
    oracle_march(o, steps);
    int resolved = o->stuck == c->is_stuck && (o->stuck || o->events == c->events);
    for (int k = 0; k < o->events; k++) {
      const int reverses = o->before[k] != ORACLE_STICK && o->after[k] != ORACLE_STICK &&
                           o->before[k] != ORACLE_OPEN && o->after[k] != ORACLE_OPEN;
      if (reverses || (o->before[k] == ORACLE_STICK && o->after[k] == ORACLE_OPEN)) resolved = 0;
    }
    if (resolved) return 1;
  }
  return 0;
}

static void check_random(const elastic_case *c, int seen[6]) {
  static oracle o;
  static dual force[ELASTIC_WIDTH], time[ORACLE_EVENTS];
  static double f[ELASTIC_WIDTH], k[ELASTIC_WIDTH * ELASTIC_WIDTH], curvature[ELASTIC_WIDTH];
  const int n = elastic_count(c);
  const double tiny = 1e-100; // complex step: its square vanishes
  TEST_CHECK(!c->failed);
  if (!resolve(&o, c)) {
    fprintf(stderr, "case with %d harmonics, %d events: marching finds %d\n", c->harmonics, c->events,
            o.events);
    check_failures++;
    return;
  }
  for (int e = 0; e < c->events; e++) seen[c->change[e]]++;
  for (int b = 0; b < n; b++) {
    for (int i = 0; i < n; i++) o.q[i] = (dual){c->q[i] + (i == b ? tiny * I : 0), c->v[i]};
    oracle_force(&o, force, time);
    curvature[b] = 0;
    for (int i = 0; i < n; i++) {
      f[i] = creal(force[i].a), k[i * n + b] = cimag(force[i].a) / tiny;
      curvature[b] += c->lambda[i] * cimag(force[i].b) / tiny;
    }
  }
  // Rounding, of the largest entry and of what it is the rest of. The second derivatives divide by the slope
  // of a limit where it meets c; where slip lasts for a hundredth of the period, that is small, and so are
  // the digits left.
  const double size = elastic_largest(f, n) + fabs(c->law[3]),
               stiffness = elastic_largest(k, n * n) + c->law[0];
  CHECK_NEAR(elastic_distance(c->force, f, n), 0, 1e-13 * size, 0);
  CHECK_NEAR(elastic_distance(c->stiffness, k, n * n), 0, 1e-12 * stiffness, 0);
  CHECK_NEAR(elastic_distance(c->curvature, curvature, n), 0,
             1e-10 * elastic_largest(curvature, n) + 1e-13 * stiffness, 0);
  // marching: contact that begins within a step of 1/4096 period is late by a part of that
  CHECK_NEAR(elastic_distance(c->force, o.force, n), 0, 1e-3 * size, 0);
}

// The motion of two harmonics whose velocity has the zeros a, b, c, and one more where its mean vanishes.
static void velocity_zeros(const double zero[3], double size, double q[4]) {
  enum { SAMPLES = 16 };
  double part[SAMPLES], even = 0, odd = 0;
  for (int k = 0; k < SAMPLES; k++) {
    const double tau = k * ORACLE_PERIOD / SAMPLES;
    part[k] = size;
    for (int z = 0; z < 3; z++) part[k] *= sin((tau - zero[z]) / 2);
    even += part[k] * sin(tau / 2), odd += part[k] * cos(tau / 2);
  }
  const double last = 2 * atan2(even, odd);
  memset(q, 0, 4 * sizeof *q);
  for (int k = 0; k < SAMPLES; k++) {
    const double tau = k * ORACLE_PERIOD / SAMPLES, velocity = part[k] * sin((tau - last) / 2);
    for (int h = 1; h <= 2; h++) {
      q[2 * h - 1] += 2 * velocity * cos(h * tau) / h / SAMPLES;
      q[2 * h - 2] -= 2 * velocity * sin(h * tau) / h / SAMPLES;
    }
  }
}

// Slip that pauses: three zeros of the velocity between two samples of the element, of which it has 24.
static void check_pauses(void) {
  static elastic_case c;
  int seen[6] = {0};
  for (int i = 0; i < 48; i++) {
    const double middle = (i % 24 + 0.5) * ORACLE_PERIOD / 24, side = i < 24 ? 1 : -1;
    memset(&c, 0, sizeof c);
    c.harmonics = 2;
    c.law[0] = 2, c.law[1] = 1, c.law[2] = 0.5, c.law[3] = 0.1;
    velocity_zeros((double[]){middle - 0.1, middle - 0.03, middle + 0.1}, 20 * side, c.q);
    for (int k = 0; k < 4; k++) c.lambda[k] = c.v[k] = 1 + k;
    elastic_stamp_1(&c, 1);
    TEST_CHECK(c.events == 6); // slip back and forth, and the pause
    check_random(&c, seen);
  }
}

// Motions of a few simple numbers: limits that touch, meet and turn at the same time, at samples and at the
// beginning of the period; equal tangential and normal motions; without stiffness, friction or preload; of
// all sizes. Then derivatives may not exist, but the force does.
static void check_special(int i) {
  static const double NUMBER[] = {0, 0, 0, 1, -1, 0.5, -0.5, 2}, LAW[] = {0, 0.5, 1, 1, 2};
  static elastic_case c;
  static oracle o;
  unsigned long long seed = 77ull * (unsigned)i + 5;
  memset(&c, 0, sizeof c);
  c.harmonics = 1 + i % 4, c.is_static = i / 4 % 2, c.is_normal = i / 8 % 3 != 0;
  for (int k = 0; k < 4; k++) c.law[k] = LAW[(int)(5 * elastic_uniform(&seed))];
  if (i % 50 == 7) c.law[3] = -0.5;
  const int n = elastic_count(&c), width = elastic_coefficients(&c);
  const double size = i % 7 == 3 ? 1e6 : i % 7 == 4 ? 1e-9 : 1;
  for (int k = 0; k < n; k++) c.q[k] = size * NUMBER[(int)(8 * elastic_uniform(&seed))];
  if (i % 5 == 3 && c.is_normal) memcpy(c.q + width, c.q, (size_t)width * sizeof *c.q);
  for (int k = 0; k < n; k++) c.lambda[k] = c.v[k] = 1;
  elastic_stamp_1(&c, 1);
  o.c = &c;
  oracle_march(&o, ORACLE_STEPS);
  TEST_CHECK(!c.failed && c.open >= 0 && c.open <= 1 && c.slipping >= 0 && c.slipping <= 1);
  const double most =
      elastic_largest(o.force, n) + fabs(c.law[3]) + (c.law[0] + c.law[1]) * elastic_largest(c.q, n);
  CHECK_NEAR(elastic_distance(c.force, o.force, n), 0, 2e-3 * most, 0); // the march's, as above
  TEST_CHECK(isfinite(elastic_largest(c.stiffness, n * n)) && isfinite(elastic_largest(c.curvature, n)) &&
             isfinite(elastic_largest(c.gradient, n)) && isfinite(c.onset_value));
}

// What is not finite fails, and only its lane.
static void check_failed(void) {
  static elastic_case list[LANES_TOGETHER];
  static const double WRONG[] = {NAN, INFINITY, -INFINITY};
  for (int l = 0; l < LANES_TOGETHER; l++) {
    elastic_random(20, &list[l]);
    if (l % 2) list[l].q[l] = WRONG[l % 3];
  }
  elastic_stamp_8(list, 1);
  for (int l = 0; l < LANES_TOGETHER; l++) TEST_CHECK(list[l].failed == l % 2);
}

// All random cases of one kind of sizes, one by one and in lanes, some of them held.
static void check_lanes(int sizes) {
  static elastic_case alone[LANES_TOGETHER], list[LANES_TOGETHER];
  for (int l = 0; l < LANES_TOGETHER; l++) {
    elastic_random(sizes + 56 * l, &alone[l]);
    alone[l].stuck = l == 3, alone[l].onset = l == 6;
    list[l] = alone[l];
    elastic_stamp_1(&alone[l], 1);
  }
  for (int s = 0; s < N_STAMPS; s++) {
    static elastic_case group[LANES_TOGETHER];
    for (int l = 0; l < LANES_TOGETHER; l += STAMPS[s].lanes) {
      memcpy(group, list + l, sizeof *group * (size_t)STAMPS[s].lanes);
      STAMPS[s].run(group, 2); // twice: nothing is left over from the first
      TEST_CHECK(memcmp(group, alone + l, sizeof *group * (size_t)STAMPS[s].lanes) == 0);
    }
  }
}

int main(void) {
  static elastic_case c;
  int seen[6] = {0};
  check_references();
  for (int i = 0; i < RANDOM_CASES; i++) {
    elastic_random(i, &c);
    elastic_stamp_1(&c, 1);
    check_random(&c, seen);
  }
  for (int kind = 0; kind < 6; kind++) TEST_CHECK(seen[kind] >= 20);
  for (int i = 0; i < 3000; i++) check_special(i);
  check_pauses();
  check_failed();
  for (int sizes = 0; sizes < 56; sizes++) check_lanes(sizes);
  return TEST_END();
}
