// CPU backend: the same bits for any number of lanes, threads and chunks, for any instruction set,
// and for sizes known to the compiler or not. Compares full state, windows and series of batches
// with impacts, slip and stick.
#include "batch_case.h"
#include "kernels/laws/compliant.h"

static backend open_backend(const char *name, int lanes, int threads) {
  backend_options options = backend_default();
  backend b;
  options.lanes = lanes, options.threads = threads;
  if (backend_open(name, options, &b) != BACKEND_OK) b.launch = NULL; // a CPU without this instruction set
  return b;
}

static int stalled(const batch_case *c, const case_result *r) {
  int n = 0;
  for (long i = 0; i < c->host.n_trajectories; i++)
    n += r->state[STATE_STATUS * c->host.stride + i] == TRAJECTORY_SOLVER_STALLED;
  return n;
}

static void check_batch(batch_case *c, const char *what, int events) {
  static const struct {
    const char *name;
    int lanes, threads, parts;
  } RUNS[] = {{"cpu", 0, 1, 1},    {"cpu", 0, 2, 1},        {"cpu", 0, 3, 7},
              {"cpu:v4", 8, 1, 3}, {"cpu:v3", 4, 1, 1},     {"cpu:v3", 4, 3, 5},
              {"cpu:v3", 1, 2, 1}, {"cpu_scalar", 0, 1, 2}, {"cpu:baseline", 1, 1, 1}};
  backend reference = open_backend("cpu:baseline", 1, 1);
  case_result expected = case_run(&reference, c, 1);
  if (events) case_check_events(c, &expected);
  TEST_CHECK(stalled(c, &expected) == 0);
  int compared = 0;
  for (size_t i = 0; i < sizeof RUNS / sizeof *RUNS; i++) {
    backend b = open_backend(RUNS[i].name, RUNS[i].lanes, RUNS[i].threads);
    if (!b.launch) continue;
    char text[320];
    snprintf(text, sizeof text, "%s: %s, %s in %d parts", what, RUNS[i].name, b.description, RUNS[i].parts);
    case_result got = case_run(&b, c, RUNS[i].parts);
    TEST_CHECK(case_compare(c, &expected, &got, text) == 0);
    case_result_free(&got);
    b.close(&b);
    compared++;
  }
  TEST_CHECK(compared >= 6); // at least the scalar ones
  case_result_free(&expected);
  reference.close(&reference);
}

// solver: bit 0 Newton's method before the relaxation, bit 1 prediction of sticking; newton: kind
// of Newton's method, NEWTON_NONE: as the rows have it
static void check_layout(const kernel_kind *kernel, int layout, int solver, int newton, int springs) {
  kernel_sizes sizes;
  char what[80];
  // more modes than rows, because otherwise the matrix G of Moreau's scheme is singular
  case_sizes(kernel, kernel == &kernel_moreau ? 16 : 5, 3, layout, &sizes);
  sizes.dim[DIM_SPRING_KIND] = springs;
  sizes.dim[DIM_PREDICTS_STICK] = solver >> 1;
  sizes.dim[DIM_NEWTON_KIND] = solver & 1 ? transient_newton_kind(sizes.dim) : NEWTON_NONE;
  if (newton) sizes.dim[DIM_NEWTON_KIND] = newton;
  batch_case c = case_create(sizes, 21, 600, 2 + (uint64_t)layout);
  snprintf(what, sizeof what, "%s layout %d solver %d newton %d springs %d", kernel->name, layout, solver,
           newton, springs);
  check_batch(&c, what, 1);
  case_free(&c);
}

// Loads, gaps and walls that follow tables; windows and series of the last steps.
static void check_drives(const kernel_kind *kernel, int layout) {
  kernel_sizes sizes;
  char what[64];
  case_sizes(kernel, 16, 3, layout, &sizes);
  sizes.dim[DIM_DRIVE_NUMBERS] = CASE_DRIVES;
  case_late(&sizes);
  batch_case c = case_create(sizes, 21, 600, 3);
  snprintf(what, sizeof what, "%s layout %d with tables", kernel->name, layout);
  check_batch(&c, what, 1);
  case_free(&c);
}

// A model that is not reduced, with common coefficients or with separate ones for each trajectory.
static void check_sparse(int layout, int varies) {
  kernel_sizes sizes;
  char what[64];
  case_sizes(&kernel_leapfrog, 30, 3, layout, &sizes);
  sizes.dim[DIM_MODE_COUPLING] = case_sparse_entries(30);
  sizes.dim[DIM_COEFFICIENTS_VARY] = varies;
  batch_case c = case_create(sizes, 21, 600, 13);
  snprintf(what, sizeof what, "sparse layout %d, varies %d", layout, varies);
  check_batch(&c, what, 1);
  case_free(&c);
}

// Compliant laws in every position in a step.
static void check_law(int law) {
  kernel_sizes sizes;
  double number[LAW_MAX_PARAMETERS];
  case_compliant = law;
  const law_size size = case_law_numbers(1, number);
  const int is_viscous = (law_force_arguments(law) & LAW_HAS_VELOCITY) != 0;
  const int layout = law_row_acted_on(law) == LAW_NORMAL ? POINT_LAYOUT_NORMAL : POINT_LAYOUT_TANGENT;
  for (int massless = 0; massless < 2; massless++)
    for (int newton = 0; newton < 2; newton++) {
      char what[64];
      case_sizes(&kernel_leapfrog, is_viscous && !massless ? 16 : 5, 3, layout, &sizes);
      int *dim = sizes.dim;
      dim[DIM_SPRING_KIND] = massless ? SPRINGS_IMPLICIT : is_viscous ? SPRINGS_VISCOUS : SPRINGS_EXPLICIT;
      dim[DIM_DELASSUS] = dim[DIM_SPRING_KIND] == SPRINGS_VISCOUS;
      dim[DIM_LAW_PARAMETERS] = size.numbers, dim[DIM_LAW_STATES] = size.states;
      dim[DIM_PREDICTS_STICK] = 0, dim[DIM_NEWTON_KIND] = newton ? transient_newton_kind(dim) : NEWTON_NONE;
      batch_case c = case_create(sizes, 21, 300, 7 + (uint64_t)law);
      snprintf(what, sizeof what, "law %d %s newton %d", law, massless ? "massless" : "mass", newton);
      check_batch(&c, what, 0);
      case_free(&c);
    }
}

// The prediction of sticking must predict something: its rounding differs from the solver's.
static void check_prediction(int layout) {
  kernel_sizes sizes;
  case_result r[2];
  backend b = open_backend("cpu", 0, 1);
  case_sizes(&kernel_leapfrog, 5, 3, layout, &sizes);
  sizes.dim[DIM_PREDICTS_STICK] = 1;
  batch_case c = case_create(sizes, 21, 600, 2 + (uint64_t)layout);
  for (int sticking = 0; sticking < 2; sticking++) {
    c.host.sizes.dim[DIM_PREDICTS_STICK] = sticking;
    r[sticking] = case_run(&b, &c, 1);
  }
  TEST_CHECK(memcmp(r[0].state, r[1].state, (size_t)c.n_state * sizeof(double)) != 0);
  case_result_free(&r[0]), case_result_free(&r[1]);
  case_free(&c);
  b.close(&b);
}

// Many rows of bodies whose points move together (six softer combinations of all rows): the same
// bits for any number of lanes. Every trajectory is solved, while relaxation alone fails for some.
enum { JOINT_ROWS = 132 };
static void check_many_rows(void) {
  kernel_sizes sizes;
  uint64_t seed = 3;
  case_sizes(&kernel_leapfrog, 20, JOINT_ROWS / 3, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS, &sizes);
  TEST_CHECK(sizes.dim[DIM_BOUNDARY] == JOINT_ROWS && sizes.dim[DIM_NEWTON_KIND]);
  sizes.dim[DIM_PREDICTS_STICK] = 1; // pressed together from the start; not predicted below
  batch_case c = case_create(sizes, 9, 24, 5);
  const int *dim = c.host.sizes.dim;
  double *model = c.own.model, v[JOINT_ROWS * 6];
  double *f = model + transient_model_at(dim, MODEL_FLEXIBILITY);
  c.host.sizes.dim[DIM_PREDICTS_STICK] = 0;
  for (int i = 0; i < JOINT_ROWS * 6; i++) v[i] = case_random(&seed);
  for (int i = 0; i < JOINT_ROWS; i++) {
    double sum = 0;
    for (int j = 0; j < JOINT_ROWS; j++) {
      double *g = f + i * JOINT_ROWS + j;
      *g = i == j ? 2e-7 : 0;
      for (int k = 0; k < 6; k++) *g += 1e-6 * v[i * 6 + k] * v[j * 6 + k];
      sum += fabs(*g);
    }
    model[transient_model_at(dim, MODEL_ROW_SCALE) + i] = 1.5 / sum;
  }
  case_invert(JOINT_ROWS, f, model + transient_model_at(dim, MODEL_STIFFNESS));
  for (int solver = NEWTON_PRIMAL; solver <= NEWTON_DUAL; solver++) {
    c.host.sizes.dim[DIM_NEWTON_KIND] = solver;
    check_batch(&c, "many rows", 0);
  }
  backend b = open_backend("cpu", 0, 1);
  c.host.sizes.dim[DIM_NEWTON_KIND] = 0;
  case_result r = case_run(&b, &c, 1);
  TEST_CHECK(stalled(&c, &r) > 0);
  case_result_free(&r);
  case_free(&c);
  b.close(&b);
}

int main(void) {
  for (int layout = POINT_LAYOUT_NORMAL; layout <= POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS; layout++)
    for (int solver = 0; solver < 4; solver++) {
      check_layout(&kernel_leapfrog, layout, solver, NEWTON_NONE, SPRINGS_NONE);
      if (solver < 2) check_layout(&kernel_moreau, layout, solver, NEWTON_NONE, SPRINGS_NONE);
      if (solver < 2) check_layout(&kernel_leapfrog, layout, solver, NEWTON_NONE, SPRINGS_IMPLICIT);
      if (solver < 1) check_layout(&kernel_leapfrog, layout, solver, NEWTON_NONE, SPRINGS_EXPLICIT);
    }
  for (int layout = POINT_LAYOUT_NORMAL; layout <= POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS;
       layout++) { // as many layouts as have 132 rows
    check_layout(&kernel_leapfrog, layout, 1, NEWTON_PRIMAL, SPRINGS_NONE);
    check_layout(&kernel_leapfrog, layout, 3, NEWTON_DUAL, SPRINGS_NONE);
    check_layout(&kernel_moreau, layout, 1, NEWTON_PRIMAL, SPRINGS_NONE);
    check_layout(&kernel_leapfrog, layout, 1, NEWTON_PRIMAL, SPRINGS_IMPLICIT);
  }
  for (int layout = POINT_LAYOUT_NORMAL; layout <= POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS; layout++)
    check_prediction(layout);
  for (int law = LAW_ELASTIC + 1; law < LAW_SPRING; law++) check_law(law);
  check_drives(&kernel_leapfrog, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS);
  check_drives(&kernel_moreau, POINT_LAYOUT_NORMAL_AND_TANGENT);
  check_sparse(POINT_LAYOUT_NORMAL, 0);
  check_sparse(POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS, 1);
  check_many_rows();
  return TEST_END();
}
