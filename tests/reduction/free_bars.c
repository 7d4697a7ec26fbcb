// Free steel bars of linear and quadratic bricks, with contacts at no, three and one points: every
// reduction accepts them, finds their six rigid-body modes, and responds to loads at its contact
// points as the unreduced matrices do by dense elimination.
#include <lapacke.h>

#include "model/load.h"
#include "model/model_lookup.h"
#include "model/sparse_matrix.h"
#include "reduction/reduce.h"
#include "tests/model/bar_deck.h"
#include "tests/model/model_files.h"

static const struct {
  const char *type;
  int middles, cells[3];
} bars[] = {
    {"C3D8", 0, {20, 3, 2}},   {"C3D20", 1, {10, 2, 1}},
    {"C3D8I", 0, {10, 2, 1}},  // equations without a node, and a singular mass
    {"C3D20R", 1, {10, 2, 2}}, // thin: element forces cancel to 1e-7 of themselves
    {"C3D20R", 1, {4, 2, 1}},  // 267 equations with a mass of rank 192: reduced integration
};

// H [b][b] = Bᵀ (K - ω²M)⁻¹ B
static void full_response(const model *m, double omega, int nb, const int *at, double *h) {
  int n = m->stiffness.n;
  double *a = calloc((size_t)n * (size_t)n, sizeof *a), *x = calloc((size_t)nb * (size_t)n, sizeof *x);
  lapack_int *pivot = malloc((size_t)n * sizeof *pivot);
  for (int part = 0; part < 2; part++) {
    const sparse *s = part ? &m->mass : &m->stiffness;
    for (int i = 0; i < n; i++)
      for (long e = s->row[i]; e < s->row[i + 1]; e++)
        a[(long)i * n + s->column[e]] += part ? -omega * omega * s->value[e] : s->value[e];
  }
  for (int b = 0; b < nb; b++) x[(long)b * n + at[b]] = 1;
  TEST_CHECK(LAPACKE_dsysv(LAPACK_COL_MAJOR, 'L', n, nb, a, n, pivot, x, n) ==
             0); // rows above: columns below
  for (int b = 0; b < nb; b++)
    for (int c = 0; c < nb; c++) h[b * nb + c] = x[(long)b * n + at[c]];
  free(a), free(x), free(pivot);
}

// Returns the largest error of the reduced response, relative to the largest response. Six
// rigid-body modes are exact zeros.
static double error_of(const study *s, const model *m, double omega, const double *h) {
  reduced_model r = {.memory = arena_create()};
  CHECK_OK(reduce_model(s, m, &r));
  int nb = r.n_boundary, n_rigid = 0;
  while (n_rigid < r.n_modes && r.omega2[n_rigid] == 0) n_rigid++;
  TEST_CHECK(n_rigid == 6);
  double largest = 0, off = 0;
  for (int b = 0; b < nb; b++)
    for (int c = 0; c < nb; c++) {
      double sum = r.flexibility[b * nb + c];
      for (int k = 0; k < r.n_modes; k++)
        sum += r.phi_b[b * r.n_modes + k] * r.phi_b[c * r.n_modes + k] / (r.omega2[k] - omega * omega);
      largest = fmax(largest, fabs(h[b * nb + c]));
      off = fmax(off, fabs(sum - h[b * nb + c]));
    }
  reduced_destroy(&r);
  return off / largest;
}

static void check_method(const char *bar, study *s, const model *m, int method, double omega,
                         const double *h) {
  int failures = check_failures;
  s->reduction = (reduction_config){.method = method, .modes = 40};
  double off = error_of(s, m, omega, h);
  if (method == REDUCTION_MASSLESS_CRAIG_BAMPTON) {
    // This reduction neglects inertia of the constraint modes: a part of the mass of the body, less
    // with more modes.
    TEST_CHECK(off < 5e-2);
    s->reduction.modes = 10;
    TEST_CHECK(off < 0.5 * error_of(s, m, omega, h));
  } else {
    // Static motion is exact. The truncated modes, beyond 20 ω_1, respond (ω/ω_m)² = 2.5e-5 too
    // little at ω_1/10, of the elastic part of H, a hundredth of the rigid-body part. K is written
    // with 14 digits: its own rigid-body motions have ω² = 1e-8 of this ω² instead of 0.
    CHECK_NEAR(off, 0, 1e-6, 0);
  }
  if (check_failures > failures)
    fprintf(stderr, "  %s, %s, method %d: %g\n", bar, s->contacts[0].nodes, method, off);
}

int main(void) {
  if (system("command -v ccx >/dev/null") != 0)
    TEST_SKIP("ccx (Debian package calculix-ccx) is not installed");
  enter_folder();
  for (size_t k = 0; k < sizeof bars / sizeof *bars; k++) {
    static study s;
    model m;
    bar_shape shape = {.length = {0.1, 0.01, 0.005}};
    memcpy(shape.cells, bars[k].cells, sizeof shape.cells);
    int *c = shape.cells, point[3];
    point[0] = bar_node(&shape, (int[]){0, 0, 0});
    point[1] = bar_node(&shape, (int[]){2 * c[0], 0, 0});
    point[2] = bar_node(&shape, (int[]){2 * c[0], 2 * c[1], 0});
    char more[100];
    snprintf(more, sizeof more, "*NSET, NSET=THREE\n%d,%d,%d\n*NSET, NSET=ONE\n%d\n", point[0], point[1],
             point[2], point[0]);
    write_bar("deck.inp", bars[k].type, BAR_BRICK, bars[k].middles, &shape, 0.3, more);
    contact_config contact;
    s = (study){
        .path = "study.yaml", .model = {.type = MODEL_CALCULIX, .deck = "deck.inp"}, .contacts = &contact};
    CHECK_OK(model_load(&s, &m));
    const double omega = 6.283185307179586 * 260; // the first bending mode is near 2.6 kHz
    for (int n_points = 1; n_points <= 3; n_points += 2) {
      int at[9];
      double h[81];
      s.n_contacts = 1;
      s.contacts[0] = (contact_config){.law = LAW_FRICTION, .normal = {0, 0, 1}};
      snprintf(s.contacts[0].nodes, STUDY_NAME, "%s", n_points == 1 ? "ONE" : "THREE");
      for (int p = 0; p < n_points; p++) { // normal z, tangent x, tangent z × x = y
        int node;
        char id[16];
        snprintf(id, sizeof id, "%d", point[p]);
        CHECK_OK(model_find_node(&m, id, "here", &node));
        for (int d = 0; d < 3; d++) at[3 * p + d] = m.nodes[node].equation[(d + 2) % 3];
      }
      full_response(&m, omega, 3 * n_points, at, h);
      for (int method = REDUCTION_CRAIG_BAMPTON; method <= REDUCTION_RUBIN; method++)
        check_method(bars[k].type, &s, &m, method, omega, h);
    }
    model_destroy(&m);
  }
  leave_folder();
  return TEST_END();
}
