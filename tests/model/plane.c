// The plane element, compared with frequencies of another program, exact strain states, rigid
// motions, and beam theory.
#include "base/log.h"
#include "model/load.h"
#include "model/model_lookup.h"
#include "model/sparse_matrix.h"
#include "reduction/reduce.h"
#include "reduction/reduced.h"
#include "tests/check.h"
#include "tests/model/model_refused.h"
#include "tests/hand_study.h"

static model_config body(double length, double height, int elements, int across) {
  return (model_config){.type = MODEL_PLANE,
                        .youngs_modulus = 70e9,
                        .poisson_ratio = 0.3,
                        .density = 2700,
                        .length = length,
                        .height = height,
                        .width = 0.01,
                        .elements = elements,
                        .elements_across = across};
}

static void load(const model_config *config, model *m) {
  study s = {.path = "a.yaml", .model = *config};
  CHECK_OK(model_load(&s, m));
}

// A displacement field, from which vectors of the equations are made.
typedef void field(double x, double y, double u[2]);
static double *sample(const model *m, field *f) {
  double *v = calloc((size_t)m->stiffness.n, sizeof *v);
  for (int i = 0; i < m->n_nodes; i++) {
    double u[2];
    f(m->nodes[i].position[0], m->nodes[i].position[1], u);
    for (int d = 0; d < 2; d++)
      if (m->nodes[i].equation[d] >= 0) v[m->nodes[i].equation[d]] = u[d];
  }
  return v;
}

static double dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// The two beams of Brunetti et al. 2021 in sliding contact: an independent implementation of the
// same element (columns beam1_freefree_fullFE_Hz, beam2_freefree_fullFE_Hz and
// beam2_clamped_fullFE_Hz of its table beam-on-beam-frequencies.csv, complete, in Hz).
enum { N_FREQUENCIES = 25 };
static const double free_1[] = {0,
                                0,
                                0,
                                1384.19915374,
                                3809.104357,
                                7449.50477184,
                                12276.2787799,
                                18269.5854623,
                                25404.7718042,
                                33654.0790326,
                                33703.7931767,
                                42987.2861948,
                                53372.4229459,
                                64776.4510464,
                                67420.3307792,
                                77165.8952601,
                                90507.4066389,
                                101162.34316,
                                104768.247918,
                                119916.69652,
                                134942.532039,
                                135922.365394,
                                152756.445494,
                                168773.554963,
                                170391.876108};
static const double free_2[] = {0,
                                0,
                                0,
                                289.061895656,
                                795.154612313,
                                1554.18234812,
                                2559.1485682,
                                3804.72746546,
                                5284.35276066,
                                6990.6165884,
                                7039.05001936,
                                8915.44578375,
                                11050.2913253,
                                13386.3078416,
                                14079.1198946,
                                15914.5179512,
                                18625.9572599,
                                21121.22441,
                                21511.7977718,
                                24563.4490891,
                                27772.6380401,
                                28166.3681316,
                                31131.468285,
                                34632.4620164,
                                35215.5401094};
static const double clamped_2[] = {45.4971461295, 284.699886219, 795.326216224, 1553.38264976, 2557.07873478,
                                   3521.35763335, 3800.50223462, 5276.93401431, 6978.81407423, 8897.9462487,
                                   10564.5887049, 11025.6862874, 13353.1206898, 15871.2295056, 17609.364697,
                                   18571.0292708, 21443.6940569, 24480.6541969, 24656.707206,  27673.6734767,
                                   31014.906448,  31707.625172,  34496.9380481, 38112.8079656, 38763.1095535};

static void check_frequencies(const model_config *config, const double *expected) {
  static study s;
  hand_study(&s);
  s.model = *config;
  s.reduction = (reduction_config){.method = REDUCTION_MODAL, .modes = N_FREQUENCIES};
  reduced_model reduced;
  CHECK_OK(reduce_study(&s, &reduced));
  TEST_CHECK(reduced.n_modes == N_FREQUENCIES);
  // The table has 12 digits. Rounding adds more for the smallest λ, 8e4 s⁻² beside a largest of
  // 4e14 s⁻² in both programs: 1e-16 · 4e14 / 8e4 = 5e-7 at most, 2e-9 in fact.
  for (int k = 0; k < N_FREQUENCIES; k++)
    CHECK_NEAR(sqrt(reduced.omega2[k]) / (2 * acos(-1)), expected[k], 0, 1e-8);
  reduced_destroy(&reduced);
}

static void test_frequencies(void) {
  model_config beam_1 = body(0.075, 0.0015, 75, 2), beam_2 = body(0.1, 0.002, 100, 2);
  beam_1.youngs_modulus = 69e9, beam_1.poisson_ratio = 0.33, beam_1.density = 2700;
  beam_2.youngs_modulus = 2.4e9, beam_2.poisson_ratio = 0.37, beam_2.density = 1211;
  check_frequencies(&beam_1, free_1);
  check_frequencies(&beam_2, free_2);
  beam_2.clamped = CLAMPED_LEFT;
  check_frequencies(&beam_2, clamped_2);
}

static void uniform(double x, double y, double u[2]) {
  u[0] = 1e-3 * x - 4e-4 * y, u[1] = 9e-4 * x + 7e-4 * y;
}
static void bending(double x, double y, double u[2]) { // curvature 0.5 1/m, stress along x only, ν = 0.3
  u[0] = 0.5 * x * y, u[1] = -0.25 * x * x - 0.075 * y * y;
}
static void shift_x(double x, double y, double u[2]) {
  (void)x, (void)y, u[0] = 1, u[1] = 0;
}
static void shift_y(double x, double y, double u[2]) {
  (void)x, (void)y, u[0] = 0, u[1] = 1;
}
static void turn(double x, double y, double u[2]) {
  u[0] = -y, u[1] = x;
}

// Returns the largest force on an interior node, relative to the summed terms.
static double residual(const model *m, const double *v, double length, double height) {
  const int n = m->stiffness.n;
  double *force = calloc((size_t)n, sizeof *force), *sizes = calloc((size_t)n, sizeof *sizes), worst = 0;
  sparse_multiply(&m->stiffness, v, force);
  sparse_multiply_absolute(&m->stiffness, v, sizes);
  for (int i = 0; i < m->n_nodes; i++) {
    const double *x = m->nodes[i].position;
    if (length > 0 && (x[0] <= 0 || x[0] >= length || x[1] <= 0 || x[1] >= height)) continue;
    for (int d = 0; d < 2; d++) {
      const int e = m->nodes[i].equation[d];
      worst = fmax(worst, fabs(force[e]) / sizes[e]);
    }
  }
  free(force), free(sizes);
  return worst;
}

static double energy(const model *m, const double *v) {
  const int n = m->stiffness.n;
  double *force = calloc((size_t)n, sizeof *force);
  sparse_multiply(&m->stiffness, v, force);
  const double twice = dot(n, v, force);
  free(force);
  return twice / 2;
}

// Uniform strain and pure bending are solutions of elasticity that the element represents exactly,
// pure bending by its incompatible modes only: without them an element of length a and height b is
// stiffer in bending by (1 + (1 - ν)/2 (a/b)²)/(1 - ν²), which is 1.37 for one element across.
static void test_patch(void) {
  const double L = 0.35, H = 0.06, e = 70e9, nu = 0.3;
  model_config config = body(L, H, 7, 3);
  model m;
  load(&config, &m);
  double *v = sample(&m, uniform);
  const double ex = 1e-3, ey = 7e-4, gamma = 5e-4; // strains of `uniform`
  const double density =
      e / (1 - nu * nu) * (ex * ex + ey * ey + 2 * nu * ex * ey + (1 - nu) / 2 * gamma * gamma) / 2;
  CHECK_NEAR(energy(&m, v), density * L * H * config.width, 0, 1e-12); // rounding of 200 sums
  CHECK_NEAR(residual(&m, v, L, H), 0, 1e-14, 0);                      // rounding of 18 terms
  free(v);
  v = sample(&m, bending);
  CHECK_NEAR(residual(&m, v, L, H), 0, 1e-14, 0);
  free(v);
  model_destroy(&m);
  for (int across = 1; across <= 3; across += 2) { // one element: about its own centre
    config = body(L, H, 7, across);
    load(&config, &m);
    v = sample(&m, bending);
    for (int i = 0; i < m.n_nodes; i++) v[m.nodes[i].equation[0]] -= 0.25 * H * m.nodes[i].position[0];
    for (int i = 0; i < m.n_nodes; i++) v[m.nodes[i].equation[1]] += 0.075 * H * m.nodes[i].position[1];
    const double inertia = config.width * H * H * H / 12; // E I κ² L / 2
    // Rounding of 200 sums, amplified by the rotations of the elements, 6 times their strains.
    CHECK_NEAR(energy(&m, v), e * inertia * 0.25 * L / 2, 0, 1e-11);
    free(v);
    model_destroy(&m);
  }
}

static void test_rigid(void) {
  const double L = 0.075, H = 0.0015;
  model_config config = body(L, H, 30, 3);
  model m;
  load(&config, &m);
  field *const motions[] = {shift_x, shift_y, turn};
  // Rotation of the body about its centre, and about the origin by the parallel axis theorem.
  const double mass = 2700 * L * H * 0.01;
  const double inertia[] = {mass, mass, mass * (L * L + H * H) / 3};
  const int n = m.stiffness.n;
  double *product = calloc((size_t)n, sizeof *product);
  for (int k = 0; k < 3; k++) {
    double *v = sample(&m, motions[k]);
    CHECK_NEAR(residual(&m, v, 0, 0), 0, 1e-14, 0); // all nodes; rounding of 18 terms
    sparse_multiply(&m.mass, v, product);
    CHECK_NEAR(dot(n, v, product), inertia[k], 0, 1e-13); // rounding of 124 sums
    free(v);
  }
  free(product);
  TEST_CHECK(n == 2 * 31 * 4 && m.nodes[4 * 7 + 2].id == 31 && m.nodes[30].equation[2] == -1);
  CHECK_NEAR(m.nodes[4 * 7 + 2].position[0], 7 * L / 30, 0, 1e-15); // two roundings
  CHECK_NEAR(m.nodes[4 * 7 + 2].position[1], 2 * H / 3, 0, 1e-15);
  model_destroy(&m);
}

static void test_sets(void) {
  model_config config = body(3, 2, 3, 2);
  const struct {
    const char *name;
    int n, node[4];
  } sets[] = {{"LEFT", 3, {0, 1, 2}},
              {"RIGHT", 3, {9, 10, 11}},
              {"BOTTOM", 4, {0, 3, 6, 9}},
              {"TOP", 4, {2, 5, 8, 11}}};
  for (int clamped = CLAMPED_NONE; clamped <= CLAMPED_RIGHT; clamped++) {
    model m;
    config.clamped = clamped;
    load(&config, &m);
    const int left = clamped == CLAMPED_LEFT || clamped == CLAMPED_BOTH;
    const int right = clamped == CLAMPED_RIGHT || clamped == CLAMPED_BOTH;
    TEST_CHECK(m.stiffness.n == 24 - 6 * (left + right));
    for (int i = 0; i < 12; i++)
      TEST_CHECK((m.nodes[i].equation[1] < 0) == ((i < 3 && left) || (i >= 9 && right)));
    for (int k = 0; k < 4; k++) {
      int n;
      const int *nodes;
      CHECK_OK(model_find_nodes(&m, sets[k].name, "here", &n, &nodes));
      TEST_CHECK(n == sets[k].n);
      for (int i = 0; i < n && i < sets[k].n; i++) TEST_CHECK(nodes[i] == sets[k].node[i]);
    }
    model_destroy(&m);
  }
}

// Solves K x = f by dense elimination; f becomes x.
static void solve(const sparse *a, double *f) {
  const int n = a->n;
  double *k = calloc((size_t)n * (size_t)n, sizeof *k);
  for (int i = 0; i < n; i++)
    for (long e = a->row[i]; e < a->row[i + 1]; e++)
      k[i * n + a->column[e]] = k[a->column[e] * n + i] = a->value[e];
  for (int p = 0; p < n; p++)
    for (int i = p + 1; i < n; i++) {
      const double factor = k[i * n + p] / k[p * n + p];
      for (int j = p; j < n && factor != 0; j++) k[i * n + j] -= factor * k[p * n + j];
      f[i] -= factor * f[p];
    }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) f[i] -= k[i * n + j] * f[j];
    f[i] /= k[i * n + i];
  }
  free(k);
}

// Timoshenko: P L³/3EI + P L/κGA with κ = 5/6; one element across, elements up to 5 times as long
// as high. A quadrilateral without incompatible modes gives a tenth of it there.
static void test_slender(void) {
  const double L = 1, H = 0.02, P = 100, e = 70e9, g = e / 2.6;
  for (int elements = 10; elements <= 40; elements *= 2) {
    model_config config = body(L, H, elements, 1);
    config.clamped = CLAMPED_LEFT;
    model m;
    load(&config, &m);
    const int tip[] = {m.nodes[2 * elements].equation[1], m.nodes[2 * elements + 1].equation[1]};
    double *f = calloc((size_t)m.stiffness.n, sizeof *f);
    f[tip[0]] = f[tip[1]] = P / 2;
    solve(&m.stiffness, f);
    const double area = config.width * H, inertia = area * H * H / 12;
    // The deflection of n straight pieces of constant curvature is too small by 1/4n².
    CHECK_NEAR((f[tip[0]] + f[tip[1]]) / 2, P * L * L * L / (3 * e * inertia) + P * L / (5.0 / 6 * g * area),
               0, 0.01);
    free(f);
    model_destroy(&m);
  }
}

static void test_refusals(void) {
  const model_config good = body(1, 0.1, 4, 2);
  model_config c = good;
  c.youngs_modulus = 0;
  check_model_refused(&c, "a.yaml: model.youngs_modulus is 0 Pa; allowed: positive");
  c = good, c.poisson_ratio = 0.5;
  check_model_refused(&c, "a.yaml: model.poisson_ratio is 0.5; allowed: more than -1 and less than 0.5");
  c.poisson_ratio = -1;
  check_model_refused(&c, "a.yaml: model.poisson_ratio is -1; allowed: more than -1 and less than 0.5");
  c.poisson_ratio = NAN;
  check_model_refused(&c, "a.yaml: model.poisson_ratio is nan; allowed: more than -1 and less than 0.5");
  c = good, c.density = -3;
  check_model_refused(&c, "a.yaml: model.density is -3 kg/m³; allowed: positive");
  c = good, c.length = INFINITY;
  check_model_refused(&c, "a.yaml: model.length is inf m; allowed: positive");
  c = good, c.height = 0;
  check_model_refused(&c, "a.yaml: model.height is 0 m; allowed: positive");
  c = good, c.width = 0;
  check_model_refused(&c, "a.yaml: model.width is 0 m; allowed: positive");
  c = good, c.elements = 2.5;
  check_model_refused(&c, "a.yaml: model.elements is 2.5; allowed: a whole number from 1 to 1250000");
  c = good, c.elements_across = 0;
  check_model_refused(&c, "a.yaml: model.elements_across is 0; allowed: a whole number from 1 to 1250000");
  c.elements = c.elements_across = 1e6;
  check_model_refused(&c, "a.yaml: a mesh of 1000000 × 1000000 elements has 1000002000001 nodes; "
                          "allowed: at most 5000000");
  c = good, c.elements = 1, c.clamped = CLAMPED_BOTH;
  check_model_refused(&c, "a.yaml: a plane of one element clamped at both ends cannot move");
}

// All numbers of the model are part of the cache key.
static void test_hash(void) {
  study s = {.model = body(1, 0.1, 4, 2)};
  char before[65], after[65];
  CHECK_OK(model_source_hash(&s, before));
  double *const numbers[] = {&s.model.youngs_modulus, &s.model.poisson_ratio,  &s.model.density,
                             &s.model.length,         &s.model.height,         &s.model.width,
                             &s.model.elements,       &s.model.elements_across};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    const double old = *numbers[i];
    *numbers[i] = 2 * old;
    CHECK_OK(model_source_hash(&s, after));
    TEST_CHECK(strcmp(before, after) != 0);
    *numbers[i] = old;
  }
  s.model.clamped = CLAMPED_LEFT;
  CHECK_OK(model_source_hash(&s, after));
  TEST_CHECK(strcmp(before, after) != 0);
}

int main(void) {
  test_frequencies();
  test_patch();
  test_rigid();
  test_sets();
  test_slender();
  test_refusals();
  test_hash();
  return TEST_END();
}
