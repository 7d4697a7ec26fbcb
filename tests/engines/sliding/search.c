// The contact search, compared with a check of all elements, for 10,000 random deformed polylines.
// If one element holds C, it is found from its neighbours. At a corner bent towards C, where two
// hold it, the present one is kept. At a corner bent away, where none holds it, the second one is
// taken, with α < 0. Beyond the ends C is off the path.
#include "tests/engines/sliding/sliding_case.h"

#include "sliding/sliding_search.h"

enum { NODES = 12, SLIDER = 2, TARGET = 2 * NODES, MODES = SLIDER + TARGET, POLYLINES = 10000 };

typedef struct found {
  int element, off;
  double along, length;
} found;

// Makes modes that move one coordinate each.
static double *model_make(const int *dim) {
  double *model = case_array(sliding_n_model(dim), sizeof *model);
  for (int i = 0; i < 2; i++) model[sliding_model_at(dim, SLIDE_MODEL_CONTACT) + i * SLIDER + i] = 1;
  for (int i = 0; i < TARGET; i++) model[sliding_model_at(dim, SLIDE_MODEL_NODES) + i * TARGET + i] = 1;
  return model;
}

static void polyline_make(const int *dim, double *model, double *state, uint64_t *seed) {
  double *x = model + sliding_model_at(dim, SLIDE_MODEL_POSITION), angle = 0.5 * case_random(seed);
  x[2] = case_random(seed), x[3] = case_random(seed);
  for (int i = 1; i < NODES; i++) {
    const double length = 1 + 0.5 * case_random(seed);
    x[2 + 2 * i] = x[2 * i] + length * cos(angle), x[3 + 2 * i] = x[2 * i + 1] + length * sin(angle);
    angle += 0.4 * case_random(seed);
  }
  for (int k = 0; k < MODES; k++) state[k] = 0.02 * case_random(seed); // p, then d
  for (int k = 0; k < MODES; k++) state[MODES + k] = 0.02 * case_random(seed);
}

static found place_plainly(const int *dim, const double *model, const double *state, double guide, int e) {
  const double *x = model + sliding_model_at(dim, SLIDE_MODEL_POSITION);
  double at[3][2];
  for (int i = 0; i < 2; i++) {
    at[0][i] = x[i] + (i == 0 ? guide : 0) + state[i] + state[MODES + i];
    for (int j = 0; j < 2; j++) {
      const int k = SLIDER + 2 * (e + j) + i;
      at[1 + j][i] = x[2 + 2 * (e + j) + i] + state[k] + state[MODES + k];
    }
  }
  const double angle = atan2(at[2][1] - at[1][1], at[2][0] - at[1][0]);
  return (found){e, 0, (at[0][0] - at[1][0]) * cos(angle) + (at[0][1] - at[1][1]) * sin(angle),
                 hypot(at[2][0] - at[1][0], at[2][1] - at[1][1])};
}

static found search_from(const kernel_run *run, double *state, double guide, int start) {
  sliding_stepper self = {.p = state, .d = state + MODES};
  self.element.number = start;
  element_load(run, &self, 1);
  for (int i = 0; i < 2; i++) self.found[SUMS_OF_C + i] = state[i] + state[MODES + i];
  element_sums(run, &self, 0, self.sums + SUMS_OF_T1);
  element_sums(run, &self, 1, self.found + SUMS_OF_T1);
  const int off = element_search(run, &self, guide, 1);
  return (found){(int)self.element.number, off, self.place.along, self.place.length2};
}

// Polyline i with C beside a random place, every second time near a corner, by less than a third of
// an element; the number of elements that hold C and the first of them.
typedef struct search_case {
  double *model, state[2 * MODES], guide;
  int holds[NODES], n, first;
} search_case;

static void case_make(const int *dim, search_case *c, int i, uint64_t *seed) {
  polyline_make(dim, c->model, c->state, seed);
  double *x = c->model + sliding_model_at(dim, SLIDE_MODEL_POSITION);
  const double whole = 0.5 * (NODES - 1) * (1 + 1.1 * case_random(seed));
  const double part = i % 2 ? floor(whole) + 0.02 * case_random(seed) : whole;
  const int near = part < 0 ? 0 : part > NODES - 2 ? NODES - 2 : (int)part;
  const double *a = x + 2 + 2 * near, r = part - near;
  c->guide = 0.3 * case_random(seed);
  x[0] = a[0] + r * (a[2] - a[0]) - c->guide + 0.3 * case_random(seed) * (a[1] - a[3]);
  x[1] = a[1] + r * (a[3] - a[1]) + 0.3 * case_random(seed) * (a[2] - a[0]);
  c->n = 0, c->first = -1;
  for (int e = 0; e + 1 < NODES; e++) {
    const found at = place_plainly(dim, c->model, c->state, c->guide, e);
    c->holds[e] = at.along >= 0 && at.along < at.length;
    if (c->holds[e] && c->first < 0) c->first = e;
    c->n += c->holds[e];
  }
}

static found search_near(const kernel_run *run, search_case *c, int start) {
  return search_from(run, c->state, c->guide, start < 0 ? 0 : start > NODES - 2 ? NODES - 2 : start);
}

static void check_one(const kernel_run *run, search_case *c) {
  for (int start = c->first - 2; start <= c->first + 2; start++) {
    const found f = search_near(run, c, start);
    TEST_CHECK(f.element == c->first && !f.off && f.along >= 0 && f.along < f.length);
  }
}

static void check_two(const kernel_run *run, search_case *c) {
  const int first = c->first;
  TEST_CHECK(search_near(run, c, first).element == first);
  TEST_CHECK(search_near(run, c, first + 1).element == first + 1);
  if (first > 0) TEST_CHECK(search_near(run, c, first - 1).element == first);
  if (first + 2 < NODES - 1) TEST_CHECK(search_near(run, c, first + 2).element == first + 1);
}

// Returns 1 if C is after one element and before the next, 0 beyond an end.
static int check_none(const kernel_run *run, search_case *c) {
  for (int e = 0; e + 2 < NODES; e++) {
    const found one = place_plainly(run->sizes.dim, c->model, c->state, c->guide, e),
                next = place_plainly(run->sizes.dim, c->model, c->state, c->guide, e + 1);
    if (one.along < one.length || next.along >= 0) continue;
    for (int start = e; start <= e + 1; start++) {
      const found f = search_near(run, c, start);
      TEST_CHECK(f.element == e + 1 && f.along < 0 && !f.off);
    }
    return 1;
  }
  const int low = place_plainly(run->sizes.dim, c->model, c->state, c->guide, 0).along < 0;
  const found f = search_near(run, c, low ? 1 : NODES - 3);
  TEST_CHECK(f.element == (low ? 0 : NODES - 2) && f.off);
  return 0;
}

int main(void) {
  kernel_sizes sizes = {
      .kind = &kernel_sliding,
      .dim = {[DIM_SLIDER_MODES] = SLIDER, [DIM_TARGET_MODES] = TARGET, [DIM_POLYLINE_NODES] = NODES}};
  search_case c = {.model = model_make(sizes.dim)};
  kernel_batch batch = {.sizes = sizes, .n_trajectories = 1, .stride = BATCH_ALIGN, .model = c.model};
  const kernel_run run = {.batch = &batch, .sizes = sizes, .model = c.model};
  uint64_t seed = 7;
  int one = 0, two = 0, corners = 0, ends = 0;
  for (int i = 0; i < POLYLINES; i++) {
    const int before = check_failures;
    case_make(sizes.dim, &c, i, &seed);
    if (c.n == 1) {
      check_one(&run, &c), one++;
    } else if (c.n == 2 && c.holds[c.first + 1]) {
      check_two(&run, &c), two++;
    } else if (c.n == 0) {
      const int corner = check_none(&run, &c);
      corners += corner, ends += !corner;
    }
    if (check_failures > before) fprintf(stderr, "polyline %d\n", i);
  }
  TEST_CHECK(one > 5000 && two > 300 && corners > 300 && ends > 300 &&
             one + two + corners + ends == POLYLINES);
  free(c.model);
  return TEST_END();
}
