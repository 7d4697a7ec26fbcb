// The import report: rigid-body modes of free networks, mechanisms, indefinite matrices, masses.
#include "model/load.h"
#include "reduction_oracle.h"

#include "model/sparse_matrix.h"
#include "reduction/model_report.h"
#include "reduction/reduce.h"
#include "tests/hand_study.h"

static void set_diagonal(sparse *a, int i, double value) {
  a->value[a->row[i]] = value;
}

// The first mass is zero: springs of 10 and 5 N/m in series hold masses of 2 and 3 kg, which a
// spring of 7 N/m joins. The report accepts what the reductions accept, and both find the two
// frequencies.
static void check_massless(void) {
  static study s;
  model m;
  model_report r;
  hand_study(&s);
  s.model.type = MODEL_CHAIN;
  s.model.masses = NUMBERS(1, 2, 3);
  s.model.springs = NUMBERS(10, 5, 7);
  s.n_contacts = 1;
  s.contacts[0] = (contact_config){.nodes = "1", .law = LAW_COULOMB};
  CHECK_OK(model_load(&s, &m));
  set_diagonal(&m.mass, 0, 0);
  CHECK_OK(model_report_compute(&m, &r));
  TEST_CHECK(r.n_massless == 1 && r.mass_negative == 0 && r.n_frequencies == 2 && r.n_rigid_modes == 0);
  // (31/3 - 2λ)(7 - 3λ) = 49; each factor is rounded once or twice.
  double half = (31.0 / 3 * 3 + 7 * 2) / 12, root = sqrt(half * half - (31.0 / 3 * 7 - 49) / 6);
  CHECK_NEAR(r.frequency[0], sqrt(half - root) / 6.283185307179586, 0, 1e-14);
  CHECK_NEAR(r.frequency[1], sqrt(half + root) / 6.283185307179586, 0, 1e-14);
  for (int method = REDUCTION_CRAIG_BAMPTON; method <= REDUCTION_MODAL; method++) {
    if (method == REDUCTION_MODAL)
      s.contacts[0].nodes[0] = '2'; // the modes neglect the compliance of the first mass
    reduced_model reduced = {.memory = arena_create()};
    int modes = method == REDUCTION_RUBIN || method == REDUCTION_MACNEAL ? 1
                : method == REDUCTION_MODAL                              ? 0
                                                                         : 2;
    s.reduction = (reduction_config){.method = method, .modes = modes};
    chatter_status status = reduce_model(&s, &m, &reduced);
    if (method == REDUCTION_CRAIG_BAMPTON) { // its basis is the whole model, whose boundary has no
                                             // mass
      TEST_CHECK(status == CHATTER_BAD_MODEL && strstr(error_message(0), "carries no mass of its own"));
      error_clear();
    } else {
      CHECK_OK(status);
      CHECK_NEAR(sqrt(reduced.omega2[0]), sqrt(half - root), 0, 1e-13);
    }
    reduced_destroy(&reduced);
  }
  s.reduction = (reduction_config){.method = REDUCTION_MODAL, .modes = 3};
  reduced_model reduced = {.memory = arena_create()};
  TEST_CHECK(reduce_model(&s, &m, &reduced) == CHATTER_BAD_STUDY);
  TEST_CHECK(
      strstr(error_message(0), "is 3; allowed: at most 2 (3 equations less the motions without mass)"));
  error_clear();
  reduced_destroy(&reduced);
  model_destroy(&m);
}

// The mass of a clamped body is its total mass ρV, also if its matrix is lumped. For matrices
// without the fixed rows the text says so.
static void check_clamped(void) {
  static const struct {
    model_config is;
    int along;
    double kg;
  } bodies[] = {
      {{.type = MODEL_BAR, .elements = 3, .area = 2, .clamped = CLAMPED_BOTH}, 0, 7800 * 0.5 * 2},
      {{.type = MODEL_BAR, .elements = 3, .area = 2, .clamped = CLAMPED_LOWER, .mass_matrix = MASS_LUMPED},
       0,
       7800 * 0.5 * 2},
      {{.type = MODEL_BEAM, .elements = 3, .width = 0.1, .height = 0.2, .clamped = CLAMPED_LEFT},
       1,
       7800 * 0.5 * 0.02},
      {{.type = MODEL_PLANE,
        .elements = 3,
        .elements_across = 2,
        .width = 0.1,
        .height = 0.2,
        .clamped = CLAMPED_RIGHT,
        .poisson_ratio = 0.3},
       1,
       7800 * 0.5 * 0.02},
  };
  for (size_t b = 0; b < sizeof bodies / sizeof *bodies; b++) {
    study s = {.path = "a.yaml", .model = bodies[b].is};
    model m;
    model_report r;
    s.model.youngs_modulus = 2e11, s.model.density = 7800, s.model.length = 0.5;
    CHECK_OK(model_load(&s, &m));
    CHECK_OK(model_report_compute(&m, &r));
    CHECK_NEAR(r.mass[bodies[b].along], bodies[b].kg, 0, 1e-14); // sums of some ten entries
    TEST_CHECK(r.n_held > 0 && !r.held_are_missing);
    m.fixed_is_unknown = 1;
    CHECK_OK(model_report_compute(&m, &r));
    FILE *file = tmpfile();
    char text[4000] = "";
    model_report_print(&r, file);
    rewind(file);
    TEST_CHECK(fread(text, 1, sizeof text - 1, file) > 0 && strstr(text, "without the share of fixed nodes"));
    fclose(file);
    model_destroy(&m);
  }
}

int main(void) {
  model m;
  check_clamped();
  model_report r;
  log_quiet(1);
  for (int size = 0; size < 2; size++) // dense and sparse
    for (int floating = 0; floating < 2; floating++) {
      network(&m, size ? 6 : 3, size ? 6 : 3, 3, floating ? 0 : 20);
      CHECK_OK(model_report_compute(&m, &r));
      TEST_CHECK(r.n_equations == 3 * m.n_nodes && r.n_nodes == m.n_nodes);
      TEST_CHECK(r.n_rigid_modes == (floating ? 6 : 0)); // a body in space
      TEST_CHECK(r.stiffness_negative == 0 && r.mass_negative == 0);
      TEST_CHECK(r.n_frequencies == 10);
      int n = m.stiffness.n;
      double *k = dense_of(&m.stiffness), *mass = dense_of(&m.mass), *lambda = zeros(n), *rows = zeros(n * n);
      eigenpairs(n, k, mass, lambda, rows);
      for (int i = 0; i < r.n_rigid_modes; i++) CHECK_NEAR(r.frequency[i], 0, 0, 0);
      for (int i = r.n_rigid_modes; i < 10; i++) // two eigensolvers: ε ω_max²/ω_1²
        CHECK_NEAR(r.frequency[i], sqrt(lambda[i]) / 6.283185307179586, 0, 1e-11);
      for (int d = 0; d < 3; d++) {
        double sum = 0;
        for (int i = d; i < n; i += 3)
          for (int j = d; j < n; j += 3) sum += mass[i * n + j];
        CHECK_NEAR(r.mass[d], sum, 0, 1e-13);
      }
      // Two masses, then two springs are made negative: as many negative eigenvalues (both far from
      // coupling).
      set_diagonal(&m.mass, 4, -50);
      set_diagonal(&m.mass, 20, -50);
      CHECK_OK(model_report_compute(&m, &r));
      TEST_CHECK(r.mass_negative == 2 && r.n_frequencies == 0);
      set_diagonal(&m.mass, 4, 1);
      set_diagonal(&m.mass, 20, 1);
      set_diagonal(&m.stiffness, 4, -1e5);
      CHECK_OK(model_report_compute(&m, &r));
      TEST_CHECK(r.stiffness_negative == 1 && r.n_frequencies == 0);
      free(k), free(mass), free(lambda), free(rows);
      model_destroy(&m);
    }
  // A free chain with one node more than springs: one rigid-body mode.
  static study s;
  s.model.type = MODEL_CHAIN;
  s.model.masses = NUMBERS(1, 2, 3);
  s.model.springs = NUMBERS(0, 5, 7);
  CHECK_OK(model_load(&s, &m));
  CHECK_OK(model_report_compute(&m, &r));
  TEST_CHECK(r.n_rigid_modes == 1 && r.n_frequencies == 3);
  CHECK_NEAR(r.mass[0], 6, 0, 1e-15);
  CHECK_NEAR(r.mass[1], 0, 0, 0);
  model_destroy(&m);
  check_massless();
  return TEST_END();
}
