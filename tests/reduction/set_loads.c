// Loads on several nodes: equal to one entry for each node; pressures compared with closed forms;
// refused loads.
#include "model/load.h"
#include "reduction/interface/interface.h"
#include "reduction/reduce.h"
#include "reduction/store/reduced_io.h"
#include "study/file/entries.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "tests/reduction/refused.h"
#include "tests/scratch.h"

#define PLANE_BODY                                                                                           \
  "study: transient\nmodel: {type: plane, youngs_modulus: 2.0e11, poisson_ratio: 0.0, density: 7800, "       \
  "length: "                                                                                                 \
  "1, height: 0.04, width: 0.02, elements: 40, elements_across: 2, clamped: left}\n"                         \
  "reduction: {method: modal, cache: false}\nintegrator: {step: 1.0e-7, duration: 1}\n"
#define PLANE PLANE_BODY "outputs: {x: {node: 122, direction: x}, y: {node: 122, direction: y}}\n"
#define BAR                                                                                                  \
  "study: transient\nmodel: {type: bar, youngs_modulus: 2.0e11, density: 7800, length: 0.5, area: 3.0e-4, "  \
  "elements: 5, clamped: lower}\n"                                                                           \
  "reduction: {method: modal, cache: false}\nintegrator: {step: 1.0e-7, duration: 1}\n"                      \
  "outputs: {u: {node: UPPER}, v: {node: 3}}\n"

static chatter_status parse(const char *body, const char *loads, study *s) {
  char text[4000];
  const int n = snprintf(text, sizeof text, "%sexcitation: %s\n", body, loads);
  return study_parse(text, (size_t)n, "study.yaml", 0, NULL, s);
}

// Computes the load vectors of a study and their model.
static void vectors(const char *body, const char *loads, study *s, model *m, interface *f) {
  CHECK_OK(parse(body, loads, s));
  CHECK_OK(model_load(s, m));
  CHECK_OK(interface_create(s, m, f));
}

// Every set, weight and list is compared with entries of one node each, bit by bit: both are the
// same products.
static void test_sets(void) {
  static study s;
  model m;
  interface f;
  vectors(
      PLANE,
      "\n  - {nodes: RIGHT, direction: [0.6, 0.8, 0], amplitude: 1, frequency: 1, weights: [0.5, -3, 0.25]}\n"
      "  - {node: 121, direction: [0.6, 0.8, 0], amplitude: 1}\n"
      "  - {node: 122, direction: [0.6, 0.8, 0], amplitude: 1}\n"
      "  - {node: 123, direction: [0.6, 0.8, 0], amplitude: 1}\n"
      "  - {type: constant, nodes: [123, 121], direction: [0.6, 0.8, 0], amplitude: 1}\n"
      "  - {type: constant, nodes: [BOTTOM], direction: -y, amplitude: 1}\n",
      &s, &m, &f);
  const double weight[] = {0.5, -3, 0.25}, *row = f.loads;
  const long n = f.n;
  for (long i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += weight[k] * row[(1 + k) * n + i];
    TEST_CHECK(row[i] == sum);
    TEST_CHECK(row[4 * n + i] == row[n + i] + row[3 * n + i]);
  }
  // The first of the 41 nodes of BOTTOM is clamped.
  double total = 0;
  for (long i = 0; i < n; i++) total += row[5 * n + i];
  TEST_CHECK(total == -40);
  CHECK_EQUAL_TEXT(f.load_name[4], "123 121:(0.6,0.8,0)");
  CHECK_EQUAL_TEXT(f.load_name[5], "BOTTOM:-y");
  TEST_CHECK(strcmp(f.load_name[0], f.load_name[5]) != 0 && strncmp(f.load_name[0], "RIGHT:", 6) == 0);
  interface_destroy(&f);
  model_destroy(&m);
  study_destroy(&s);
}

static double deflection(const reduced_model *r, int load, int response, double size) {
  double sum = 0;
  for (int k = 0; k < r->n_modes; k++)
    sum += r->phi_y[response * r->n_modes + k] * r->phi_f[load * r->n_modes + k] / r->omega2[k];
  return size * sum;
}

// A cantilever under uniform pressure p on its upper edge: deflection p w L^4 / 8EI by bending and
// p w L^2 / 2 kGA by shear with k = 5/6. 4e-4, a quarter of (h/L)^2, covers plane stress near the
// clamped edge and the error of 40 elements. By surface, by areas, and along a direction the result
// is the same; 1e-12 is the rounding of areas.
static void test_pressure(void) {
  static study s;
  char loads[3000];
  size_t used =
      (size_t)snprintf(loads, sizeof loads,
                       "\n  - {type: constant, nodes: TOP, pressure: 1.0e+4}\n  - {type: constant, "
                       "nodes: TOP, pressure: 1.0e+4, direction: -y}\n  - {type: constant, nodes: TOP, "
                       "pressure: 1.0e+4, direction: -y, weights: [");
  for (int i = 0; i <= 40; i++)
    used += (size_t)snprintf(loads + used, sizeof loads - used, "%s%.17g", i ? ", " : "",
                             0.02 / 40 * (i % 40 ? 1 : 0.5));
  snprintf(loads + used, sizeof loads - used, "]}\n  - {type: constant, nodes: RIGHT, pressure: 2.0e+6}");
  CHECK_OK(parse(PLANE, loads, &s));
  reduced_model r;
  CHECK_OK(reduce_study(&s, &r));
  const double p = study_load_size(&s.excitations[0]), e = 2e11, h = 0.04, w = 0.02;
  TEST_CHECK(p == 1e4);
  const double tip = -(p * w / (8 * e * w * h * h * h / 12) + p * w / (2 * 5. / 6 * e / 2 * w * h));
  CHECK_NEAR(deflection(&r, 0, 1, p), tip, 0, 4e-4);
  CHECK_NEAR(deflection(&r, 1, 1, p), deflection(&r, 0, 1, p), 0, 1e-12);
  CHECK_NEAR(deflection(&r, 2, 1, p), deflection(&r, 0, 1, p), 0, 1e-12);
  // Without Poisson's ratio a plane pressed at its end is a bar. 1e-10: ω² of the modes differ by a
  // factor of 1e6.
  CHECK_NEAR(deflection(&r, 3, 0, 2e6), -2e6 / e, 0, 1e-10);
  reduced_destroy(&r);
  study_destroy(&s);
}

// u = p L / E at the end, p x / E inside; 1e-12: rounding.
static void test_bar(void) {
  static study s;
  reduced_model r;
  CHECK_OK(parse(BAR, "{type: constant, nodes: UPPER, pressure: 3.0e+6}", &s));
  CHECK_OK(reduce_study(&s, &r));
  CHECK_NEAR(deflection(&r, 0, 0, 3e6), -3e6 * 0.5 / 2e11, 0, 1e-12);
  CHECK_NEAR(deflection(&r, 0, 1, 3e6), -3e6 * 0.2 / 2e11, 0, 1e-12);
  CHECK_EQUAL_TEXT(r.load_name[0], "pressure UPPER:inward");
  reduced_destroy(&r);
  study_destroy(&s);
}

// A bar that rotates about an axis across it, at x = -a before its clamped end: E u'' = -ρω²(x + a)
// gives E u = ρω² (a (L x - x²/2) + L² x/2 - x³/6). Linear elements are exact at their nodes; the
// mass of the first element at the clamped node gives no load. 1e-11: rounding. The plane is the
// same bar.
static void test_rotation(void) {
  static const struct {
    const char *body, *load;
    double length, inner;
    int y;
  } cases[] = {
      {BAR, "{type: centrifugal, direction: z, origin: [-0.3, 0, 7], rotation: 20}", 0.5, 0.2, 1},
      {BAR, "{type: centrifugal, direction: [0, 1, 1], origin: [-0.3, 0, 0], rotation: 20}", 0.5, 0.2, 1},
      {PLANE, "{type: centrifugal, direction: z, origin: [-0.3, 0.02, 0], rotation: 20}", 1, 1, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    static study s;
    reduced_model r;
    const double omega = 2 * M_PI * 20, a = 0.3, l = cases[i].length;
    CHECK_OK(parse(cases[i].body, cases[i].load, &s));
    CHECK_OK(reduce_study(&s, &r));
    const double size = study_load_size(&s.excitations[0]), unit = 7800 / 2e11 * omega * omega;
    CHECK_NEAR(deflection(&r, 0, 0, size), unit * (a * l * l / 2 + l * l * l / 3), 0, i < 2 ? 1e-11 : 1e-9);
    const double x = cases[i].inner;
    if (cases[i].y)
      CHECK_NEAR(deflection(&r, 0, 1, size), unit * (a * (l * x - x * x / 2) + l * l * x / 2 - x * x * x / 6),
                 0, 1e-11);
    reduced_destroy(&r);
    study_destroy(&s);
  }
}

// Loads and outputs whose directions differ only in the seventh digit are distinct: in a study, and
// in a saved model, where each is found by its own direction, or not at all.
static void test_seventh_digit(void) {
  static const char *const OF[] = {"0.1234567", "0.1234568"};
  static study both, one;
  reduced_model r, saved;
  char text[4000], load[200], body[2000];
  int which;
  snprintf(
      text, sizeof text,
      "%s  u: {node: 122, direction: [0.1234567, 1, 0]}\n  v: {node: 122, direction: [0.1234568, 1, 0]}\n"
      "excitation:\n  - {node: 122, direction: [0.1234567, 1, 0], amplitude: 1, frequency: 1}\n"
      "  - {node: 122, direction: [0.1234568, 1, 0], amplitude: 1}\n",
      PLANE_BODY "outputs:\n");
  CHECK_OK(study_parse(text, strlen(text), "study.yaml", 0, NULL, &both));
  CHECK_OK(reduce_study(&both, &r));
  TEST_CHECK(r.n_loads == 2 && r.n_responses == 2);
  TEST_CHECK(strcmp(r.load_name[0], r.load_name[1]) != 0);
  double off = 0; // difference of the x-components
  for (int k = 0; k < r.n_modes; k++) {
    TEST_CHECK(r.phi_f[r.n_modes + k] == r.phi_y[r.n_modes + k]); // the same vector
    off = fmax(off, fabs(r.phi_f[k] - r.phi_f[r.n_modes + k]));
  }
  TEST_CHECK(off > 0);
  CHECK_OK(reduced_save(&r, in_folder("both.h5")));
  for (int i = 0; i < 2; i++) {
    snprintf(load, sizeof load, "{node: 122, direction: [%s, 1, 0], amplitude: 1, frequency: 1}", OF[i]);
    CHECK_OK(reduced_find_excitation(&r, &both, i, &which));
    TEST_CHECK(which == i);
    snprintf(body, sizeof body,
             "study: transient\nmodel: {type: reduced, file: %s}\n"
             "integrator: {step: 1.0e-7, duration: 1}\noutputs: {u: {node: 122, direction: [%s, 1, 0]}}\n",
             in_folder("both.h5"), OF[i]);
    CHECK_OK(parse(body, load, &one));
    CHECK_OK(reduce_study(&one, &saved));
    for (int k = 0; k < r.n_modes; k++)
      TEST_CHECK(saved.phi_f[k] == r.phi_f[i * r.n_modes + k] &&
                 saved.phi_y[k] == r.phi_y[i * r.n_modes + k]);
    reduced_destroy(&saved);
    study_destroy(&one);
  }
  CHECK_OK(parse(body, "{node: 122, direction: [0.123457, 1, 0], amplitude: 1, frequency: 1}", &one));
  TEST_CHECK(reduce_study(&one, &saved) == CHATTER_BAD_MODEL && error_count() == 1);
  error_clear();
  study_destroy(&one);
  reduced_destroy(&r);
  study_destroy(&both);
}

static void test_refused(void) {
  static const refused_study cases[] = {
      {PLANE, "{nodes: RIGHT, direction: y, amplitude: 1, frequency: 1, weights: [1, 2]}",
       "excitation.weights: 2 weights for 3 nodes (allowed: one for each)"},
      {PLANE, "{nodes: [RIGHT, 122], direction: y, amplitude: 1, frequency: 1}",
       "node 122 stands twice among its nodes"},
      {PLANE, "{nodes: LEFT, direction: y, amplitude: 1, frequency: 1}",
       "none of the nodes of 'LEFT' can move along the load"},
      {PLANE, "{nodes: [121, 122], pressure: 1, frequency: 1}",
       "the model has no surface '121 122', whose area a pressure could act on (allowed: LEFT, "
       "RIGHT, BOTTOM, TOP; "
       "or excitation.weights"},
      {PLANE, "{node: 122, direction: y, amplitude: 1, pressure: 2, frequency: 1}",
       "give 'amplitude' or 'pressure', not both"},
      {PLANE, "{type: centrifugal, rotation: 3}", "missing key 'direction': the axis of rotation"},
      {PLANE, "{type: centrifugal, direction: z}", "missing key 'rotation': in Hz"},
      {PLANE, "{type: centrifugal, direction: z, rotation: 3, origin: [1, 2]}",
       "[x, y, z] of a point of the axis is expected, not 2 numbers"},
      {BAR, "{type: centrifugal, direction: x, rotation: 3}",
       "no place of the model can move away from this axis"},
      {BAR, "{type: centrifugal, direction: z, rotation: 3, amplitude: 1}",
       "'amplitude' does not belong to type"},
      {"study: transient\nmodel: {type: chain, masses: [1], springs: [1]}\n"
       "integrator: {step: 1.0e-2, duration: 1}\noutputs: {u: {node: 1}}\n",
       "{type: centrifugal, direction: z, rotation: 3}",
       "the masses of a chain have no places about an axis"}};
  refused_each(cases, sizeof cases / sizeof *cases, parse);
}

int main(void) {
  log_quiet(1);
  scratch_create();
  test_sets();
  test_pressure();
  test_bar();
  test_rotation();
  test_seventh_digit();
  test_refused();
  scratch_remove();
  return TEST_END();
}
