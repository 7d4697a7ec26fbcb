// Sparse matrices, the chain and the bar, compared with textbook matrices and exact frequencies.
#include "base/log.h"
#include "model/load.h"
#include "model/model_lookup.h"
#include "model/sparse_matrix.h"
#include "tests/check.h"
#include "model/model.h"

static double entry(const sparse *a, int i, int j) {
  for (long k = a->row[i]; k < a->row[i + 1]; k++)
    if (a->column[k] == j) return a->value[k];
  return 0;
}

static void test_sparse(void) {
  arena *memory = arena_create();
  const int i[] = {2, 0, 1, 0, 2, 0, 3}, j[] = {0, 0, 1, 0, 2, 3, 1};
  const double value[] = {5, 1, 2, 0.5, 3, -4, 7};
  sparse a;
  CHECK_OK(sparse_from_triplets(memory, 5, 7, i, j, value, &a));
  TEST_CHECK(a.n_entries == 6 && a.row[5] == 6 && a.row[4] == 6);
  TEST_CHECK(entry(&a, 0, 0) == 1.5 && entry(&a, 0, 2) == 5 && entry(&a, 0, 3) == -4 && entry(&a, 1, 3) == 7);
  for (int r = 0; r < 5; r++)
    for (long k = a.row[r]; k < a.row[r + 1]; k++)
      TEST_CHECK(a.column[k] >= r && (k == a.row[r] || a.column[k] > a.column[k - 1]));
  const double x[] = {1, -2, 3, 0.25, 9};
  double y[5], expected[] = {1.5 + 15 - 1, -4 + 1.75, 5 + 9, -4 - 14, 0};
  sparse_multiply(&a, x, y);
  for (int r = 0; r < 5; r++) TEST_CHECK(y[r] == expected[r]); // small whole numbers: exact
  TEST_CHECK(sparse_diagonal(&a, 2) == 3 && sparse_diagonal(&a, 3) == 0 && sparse_diagonal(&a, 4) == 0);
  TEST_CHECK(sparse_from_triplets(memory, 2, 7, i, j, value, &a) == CHATTER_INTERNAL);
  error_clear();
  arena_destroy(memory);
}

static void test_chain(void) {
  study s = {.model = {.type = MODEL_CHAIN,
                       .masses = {3, (double[]){2, 3, 4}},
                       .springs = {4, (double[]){10, 20, 40, 80}}}};
  const double k[3][3] = {{30, -20, 0}, {-20, 60, -40}, {0, -40, 120}};
  model m;
  CHECK_OK(model_load(&s, &m));
  for (int i = 0; i < 3; i++) {
    for (int j = i; j < 3; j++) {
      TEST_CHECK(entry(&m.stiffness, i, j) == k[i][j]);
      TEST_CHECK(entry(&m.mass, i, j) == (i == j ? 2 + i : 0));
    }
    TEST_CHECK(m.nodes[i].id == i + 1 && m.nodes[i].equation[0] == i && m.nodes[i].equation[1] == -1);
  }
  char hash[65];
  CHECK_OK(model_source_hash(&s, hash));
  CHECK_EQUAL_TEXT(m.source_hash, hash);
  model_destroy(&m);
  s.model.springs.n = 3; // the last mass free
  CHECK_OK(model_load(&s, &m));
  TEST_CHECK(entry(&m.stiffness, 2, 2) == 40);
  TEST_CHECK(strcmp(hash, m.source_hash) != 0 && m.damping.n == 0);
  snprintf(hash, sizeof hash, "%s", m.source_hash);
  model_destroy(&m);
  s.model.dashpots = (number_list){4, (double[]){1, 0, 2, 0.5}};
  const double c[3][3] = {{1, 0, 0}, {0, 2, -2}, {0, -2, 2.5}};
  CHECK_OK(model_load(&s, &m));
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 3; j++) TEST_CHECK(entry(&m.damping, i, j) == c[i][j]);
  TEST_CHECK(strcmp(hash, m.source_hash) != 0);
  model_destroy(&m);
}

// Lowest frequency of a bar of n linear elements with consistent mass, clamped at x = 0: its
// discrete modes are sin(κ i), κ = π/2n, with ω² = 6 E/(ρh²) (1 - cos κ)/(2 + cos κ). K x = ω² M x
// checks both matrices at once.
static void test_bar(void) {
  enum { N = 50 };
  study s = {.model = {.type = MODEL_BAR,
                       .youngs_modulus = 900,
                       .density = 1,
                       .length = 10,
                       .area = 2,
                       .elements = N,
                       .clamped = 1}};
  model m;
  CHECK_OK(model_load(&s, &m));
  TEST_CHECK(m.stiffness.n == N && m.n_nodes == N + 1 && m.nodes[0].equation[0] == -1);
  double x[N], kx[N], mx[N], h = 10.0 / N, kappa = acos(-1) / (2 * N);
  double omega2 = 6 * 900 / (h * h) * (1 - cos(kappa)) / (2 + cos(kappa));
  for (int i = 0; i < N; i++) x[i] = sin(kappa * (i + 1));
  sparse_multiply(&m.stiffness, x, kx);
  sparse_multiply(&m.mass, x, mx);
  for (int i = 0; i < N; i++) // cancellation in K x: a few roundings of 2 EA/h
    CHECK_NEAR(kx[i], omega2 * mx[i], 8 * 2.3e-16 * 2 * 900 * 2 / h, 0);
  int node, n;
  const int *nodes;
  CHECK_OK(model_find_node(&m, "upper", "here", &node));
  TEST_CHECK(node == N && m.nodes[node].position[0] == 10);
  CHECK_OK(model_find_nodes(&m, "7", "here", &n, &nodes));
  TEST_CHECK(n == 1 && nodes[0] == 6);
  TEST_CHECK(model_find_node(&m, "UPER", "a.yaml:3:4", &node) == CHATTER_BAD_MODEL);
  CHECK_EQUAL_TEXT(error_message(0),
                   "a.yaml:3:4: the model has no node or node set 'UPER' (did you mean 'UPPER'?)");
  error_clear();
  TEST_CHECK(model_find_node(&m, "52", "a.yaml:3:4", &node) == CHATTER_BAD_MODEL);
  CHECK_EQUAL_TEXT(error_message(0),
                   "a.yaml:3:4: the model has no node or node set '52' (sets: LOWER UPPER; ids: 1 to 51)");
  error_clear();
  model_destroy(&m);

  s.model.clamped = 0;
  CHECK_OK(model_load(&s, &m));
  double ones[N + 1], product[N + 1], total = 0;
  for (int i = 0; i <= N; i++) ones[i] = 1;
  sparse_multiply(&m.mass, ones, product);
  for (int i = 0; i <= N; i++) total += product[i];
  CHECK_NEAR(total, 20, 0, 1e-14); // ρ A L, N rounded sums
  sparse_multiply(&m.stiffness, ones, product);
  for (int i = 0; i <= N; i++) TEST_CHECK(product[i] == 0); // rigid body: equal numbers cancel exactly
  model_destroy(&m);
}

static void refused(model_config config, const char *message) {
  study s = {.path = "a.yaml", .model = config};
  model m;
  TEST_CHECK(model_load(&s, &m) == CHATTER_BAD_MODEL && error_count() == 1);
  if (error_count() == 1) CHECK_EQUAL_TEXT(error_message(0), message);
  error_clear();
}

static void test_refusals(void) {
  refused((model_config){.type = MODEL_CHAIN}, "a.yaml: a chain needs at least one mass in model.masses");
  refused((model_config){.type = MODEL_CHAIN, .masses = {2, (double[]){1, 1}}, .springs = {1, (double[]){1}}},
          "a.yaml: 1 springs for 2 masses; allowed: 2 (from ground upwards) or 3 (the last to ground)");
  refused(
      (model_config){.type = MODEL_CHAIN, .masses = {2, (double[]){1, -1}}, .springs = {2, (double[]){1, 1}}},
      "a.yaml: mass 2 is -1 kg; allowed: zero or positive");
  refused(
      (model_config){.type = MODEL_CHAIN, .masses = {2, (double[]){0, 0}}, .springs = {2, (double[]){1, 1}}},
      "a.yaml: all masses are 0 kg; allowed: at least one positive");
  refused((model_config){.type = MODEL_CHAIN, .masses = {1, (double[]){1}}, .springs = {1, (double[]){NAN}}},
          "a.yaml: spring 1 is nan N/m; allowed: zero or positive");
  refused((model_config){.type = MODEL_CHAIN,
                         .masses = {1, (double[]){1}},
                         .springs = {1, (double[]){1}},
                         .dashpots = {2, (double[]){1, -3}}},
          "a.yaml: dashpot 2 is -3 N s/m; allowed: zero or positive");
  for (int at = 1; at < 3; at++) // the dashpots before and after a massless node
    refused((model_config){.type = MODEL_CHAIN,
                           .masses = {2, (double[]){1, 0}},
                           .springs = {3, (double[]){1, 1, 1}},
                           .dashpots = {3, at == 1 ? (double[]){1, 2, 0} : (double[]){1, 0, 2}}},
            at == 1 ? "a.yaml: dashpot 2 is 2 N s/m, at node 2, which has no mass; allowed: 0, dashpots need "
                      "masses or the ground at both ends"
                    : "a.yaml: dashpot 3 is 2 N s/m, at node 2, which has no mass; allowed: 0, dashpots need "
                      "masses or the ground at both ends");
  model_config bar = {
      .type = MODEL_BAR, .youngs_modulus = 1, .density = 1, .length = 1, .area = 1, .elements = 2.5};
  refused(bar, "a.yaml: model.elements is 2.5; allowed: a whole number from 1 to 10000000");
  bar.elements = 1, bar.clamped = 3;
  refused(bar, "a.yaml: a bar of one element clamped at both ends cannot move");
  bar.density = 0;
  refused(bar, "a.yaml: model.density is 0 kg/m³; allowed: positive");
  refused((model_config){.type = MODEL_REDUCED}, "a.yaml: this kind of model has no matrices to load");
}

int main(void) {
  test_refusals();
  test_sparse();
  test_chain();
  test_bar();
  return TEST_END();
}
