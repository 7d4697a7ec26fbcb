// The elastic friction element of kernels/laws/elastic_friction.h: compared with cases of an
// independent program and with a second method (elastic_oracle.h) for random motions with every
// kind of event; its slip onset compared with the closed form for one harmonic; the Jacobian beyond
// the onset; equal bits for any number of lanes.
#include "tests/kernels/elastic_compare.h"
#include "tests/processor.h"

enum { LANES_TOGETHER = 8, RANDOM_CASES = 1000, LINE = 1 << 16 };

static const struct {
  int lanes;
  elastic_stamp *run;
} SPECIALISED_SIZES[] = {
#define X(lanes) {lanes, elastic_stamp_##lanes},
    ELASTIC_STAMPS(X)
#undef X
};
enum { N_STAMPS = sizeof SPECIALISED_SIZES / sizeof *SPECIALISED_SIZES };

// One case of tests/kernels/elastic_cases.csv.
typedef struct reference_case {
  char name[64];
  elastic_case c;
  double force[16 * 4], stiffness[32][32], hessian[8][64], events[16];
  int n, has_hessian, n_events;
} reference_case;

// 1e-11 of the largest entry: the cases have 15 digits, and where the slopes of limits are nearly
// zero, second derivatives amplify these errors and rounding a thousandfold.
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
    CHECK_NEAR(nearest, 0, 1e-12, 0); // 15 digits are given
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

// Reads a line: case, quantity, row, values.
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

// All random cases with one set of sizes, one by one and in lanes, some of them held.
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
    if (!processor_has(SPECIALISED_SIZES[s].lanes)) continue;
    for (int l = 0; l < LANES_TOGETHER; l += SPECIALISED_SIZES[s].lanes) {
      memcpy(group, list + l, sizeof *group * (size_t)SPECIALISED_SIZES[s].lanes);
      SPECIALISED_SIZES[s].run(group, 2); // twice: nothing remains from the first run
      TEST_CHECK(memcmp(group, alone + l, sizeof *group * (size_t)SPECIALISED_SIZES[s].lanes) == 0);
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
    elastic_compare(&c, seen);
  }
  for (int kind = 0; kind < 6; kind++) TEST_CHECK(seen[kind] >= 20);
  for (int sizes = 0; sizes < 56; sizes++) check_lanes(sizes);
  return TEST_END();
}
