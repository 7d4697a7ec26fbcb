// The example matrices, compared with CalculiX's model of the same cantilever, and with the other
// Matrix Market formats.
#include "model/load.h"
#include "model/model_lookup.h"
#include "model/sparse_matrix.h"
#include "model_files.h"

static study example(void) {
  study s = {.model = {.type = MODEL_MATRICES,
                       .stiffness = "K.mtx",
                       .mass = "M.mtx",
                       .dof = "dof.csv",
                       .nodes = "nodes.csv",
                       .contact = "contact.csv"}};
  snprintf(s.path, sizeof s.path, "%s/models/matrices/x.yaml", source_folder());
  return s;
}

static void same_matrix(const sparse *a, const sparse *b) {
  TEST_CHECK(a->n == b->n && a->n_entries == b->n_entries);
  if (check_failures) return;
  TEST_CHECK(memcmp(a->row, b->row, sizeof *a->row * (size_t)(a->n + 1)) == 0);
  TEST_CHECK(memcmp(a->column, b->column, sizeof *a->column * (size_t)a->n_entries) == 0);
  TEST_CHECK(memcmp(a->value, b->value, sizeof *a->value * (size_t)a->n_entries) == 0);
}

static void same_set(const model *a, const model *b, const char *name) {
  int n_a, n_b;
  const int *set_a, *set_b;
  CHECK_OK(model_find_nodes(a, name, "test", &n_a, &set_a));
  CHECK_OK(model_find_nodes(b, name, "test", &n_b, &set_b));
  TEST_CHECK(n_a == 2 && n_b == 2 && set_a[0] == set_b[0] && set_a[1] == set_b[1]);
}

static void test_against_deck(const model *m) {
  study s = example();
  s.model = (model_config){.type = MODEL_CALCULIX, .deck = "cantilever.inp"};
  model deck;
  CHECK_OK(model_load(&s, &deck));
  TEST_CHECK(deck.n_nodes == m->n_nodes);
  for (int i = 0; i < m->n_nodes; i++)
    TEST_CHECK(memcmp(&deck.nodes[i], &m->nodes[i], sizeof *m->nodes) == 0);
  same_matrix(&deck.stiffness, &m->stiffness);
  same_matrix(&deck.mass, &m->mass);
  same_set(&deck, m, "LOWER");
  same_set(&deck, m, "UPPER");
  TEST_CHECK(strcmp(deck.source_hash, m->source_hash) != 0);
  model_destroy(&deck);
}

static double entry(const sparse *a, int i, int j) {
  for (long k = a->row[i]; k < a->row[i + 1]; k++)
    if (a->column[k] == j) return a->value[k];
  return 0;
}

// Writes the other formats from the example's K.
static void test_forms(const model *m) {
  enum { GENERAL, ARRAY, SYMMETRIC_ARRAY, UPPER, N_FORMS };
  static const char *const headers[] = {"%%MatrixMarket matrix coordinate real general\n% a comment\n\n",
                                        "%%matrixmarket Matrix ARRAY real general\n",
                                        "%%MatrixMarket matrix array real symmetric\r\n",
                                        "%%MatrixMarket matrix coordinate real symmetric\n"};
  int n = m->stiffness.n;
  for (int form = 0; form < N_FORMS; form++) {
    FILE *file = fopen("K.mtx", "w");
    int n_lines = form == GENERAL ? n * n : n * (n + 1) / 2;
    fputs(headers[form], file);
    if (form == ARRAY || form == SYMMETRIC_ARRAY)
      fprintf(file, "%d %d\n", n, n);
    else
      fprintf(file, "%d %d %d\n", n, n, n_lines);
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) {
        double x = entry(&m->stiffness, i < j ? i : j, i < j ? j : i);
        // general: entries differ by the rounding to nine digits
        if (form == GENERAL) fprintf(file, "%d %d %.17e\n", i + 1, j + 1, i > j ? x : x * (1 + 2e-9));
        if (form == ARRAY || (form == SYMMETRIC_ARRAY && i >= j)) fprintf(file, "%.17e\n", x);
        if (form == UPPER && i <= j) fprintf(file, "%d %d %.17e\r\n", i + 1, j + 1, x);
      }
    fclose(file);
    study s = example();
    snprintf(s.model.stiffness, sizeof s.model.stiffness, "%s/K.mtx", model_folder);
    s.model.contact[0] = 0;
    model other;
    CHECK_OK(model_load(&s, &other));
    TEST_CHECK(other.n_contacts == 0);
    double worst = 0;
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++)
        worst = fmax(worst, fabs(entry(&other.stiffness, i, j) / (entry(&m->stiffness, i, j) + 1e-300) - 1) *
                                (entry(&m->stiffness, i, j) != 0));
    if (form == GENERAL) {
      CHECK_NEAR(other.stiffness_asymmetry, 2e-9, 2e-9, 0); // 2e-9 of some large off-diagonal entry
      TEST_CHECK(other.stiffness_asymmetry > 1e-10);
      CHECK_NEAR(worst, 2e-9, 1e-15, 0); // the diagonal keeps the whole perturbation
    } else {
      TEST_CHECK(worst == 0 && other.stiffness_asymmetry == 0);
    }
    model_destroy(&other);
  }
}

int main(void) {
  enter_folder();
  study s = example();
  model m;
  char hash[65];
  CHECK_OK(model_load(&s, &m));
  CHECK_OK(model_source_hash(&s, hash));
  CHECK_EQUAL_TEXT(m.source_hash, hash);
  TEST_CHECK(m.stiffness.n == 72 && m.n_nodes == 28 && m.n_contacts == 2 && m.stiffness_asymmetry == 0);
  TEST_CHECK(m.nodes[m.contacts[1].node].id == 27 && m.contacts[1].partner == -1 &&
             m.contacts[1].normal[1] == 1);
  TEST_CHECK(m.contacts[0].gap == 1e-4 && m.contacts[0].area == 2e-4);
  // ρ A (L - h + h/3): the shape functions of the free nodes decrease to 0 in the clamped element,
  // ∫N² = h/3.
  double ones[72], product[72], total = 0;
  for (int i = 0; i < 72; i++) ones[i] = i % 3 == 1;
  sparse_multiply(&m.mass, ones, product);
  for (int i = 0; i < 72; i++) total += ones[i] * product[i];
  CHECK_NEAR(total, 7850 * 4e-4 * (0.24 - 0.04 * 2 / 3), 0, 1e-12); // 14 digits per entry
  test_forms(&m);
  if (system("command -v ccx >/dev/null") == 0) test_against_deck(&m);
  model_destroy(&m);
  leave_folder();
  return TEST_END();
}
