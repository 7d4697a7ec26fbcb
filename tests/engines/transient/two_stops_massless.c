// The end of a bar between two stops, massless boundary: compared with a second implementation in
// one coordinate. Without clearance only the difference of the forces is determined.
#include "reduction/reduce.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "tests/engines/eval_value.h"
#include "reduction/reduced.h"

static const char BAR[] =
    "study: transient\n"
    "model: {type: bar, youngs_modulus: 900, density: 1, length: 10, area: 1, elements: 50, clamped: lower}\n"
    "reduction: {method: %s, modes: 6, damping: 0.01}\n"
    "contact:\n"
    "  - {nodes: UPPER, law: unilateral, normal: x, gap: %g, preload: %g}\n"
    "  - {nodes: UPPER, law: unilateral, normal: -x, gap: %g, preload: %g}\n"
    "excitation: {node: 40, amplitude: 1, frequency: 0.9, phase: 0.3}\n"
    "integrator: {scheme: leapfrog, step: 1e-3, duration: 12, contact_solver: %s}\n"
    "ensemble: {design: {type: grid, parameters: {excitation.amplitude: {values: [12, -12, 3, 30]}}}}\n"
    "outputs:\n"
    "  y: {node: 30}\n"
    "  most: {node: UPPER, reduce: max}\n"
    "  least: {node: UPPER, reduce: min}\n"
    "  left: {quantity: normal_force, contact: 0}\n"
    "  left_most: {quantity: normal_force, contact: 0, reduce: max}\n"
    "  right: {quantity: normal_force, contact: 1}\n"
    "  right_most: {quantity: normal_force, contact: 1, reduce: max}\n";

typedef struct bar_end {
  double y, most, least, force, left_most, right_most;
} bar_end;

// Steps the same reduced model with one boundary coordinate: it is free between the stops and stays
// at a stop that it reaches.
static bar_end step_bar(const reduced_model *r, double load, const double gap[2]) {
  enum { MOST = 32 };
  const double dt = 1e-3, rate = 2 * acos(-1) * 0.9;
  double p[MOST] = {0}, u[MOST] = {0};
  bar_end out = {.most = -INFINITY, .least = INFINITY};
  for (int k = 0; k < r->n_modes; k++) u[k] = -0.5 * dt * r->phi_f[k] * load * sin(0.3);
  for (int step = 0; step < 12000; step++) {
    const double f = load * sin(rate * step * dt + 0.3);
    double q = r->f_f[0] * f;
    for (int k = 0; k < r->n_modes; k++) q += r->phi_b[k] * p[k];
    const double at = fmin(fmax(q, -gap[0]), gap[1]);
    out.force = (at - q) / r->flexibility[0];
    out.left_most = fmax(out.left_most, out.force), out.right_most = fmax(out.right_most, -out.force);
    out.most = fmax(out.most, at), out.least = fmin(out.least, at);
    out.y = r->f_y[0] * out.force + r->f_yf[0] * f;
    for (int k = 0; k < r->n_modes; k++) {
      const double damp = r->zeta[k] * sqrt(r->omega2[k]) * dt;
      out.y += r->phi_y[k] * p[k];
      u[k] = ((1 - damp) * u[k] + dt * (r->phi_b[k] * out.force + r->phi_f[k] * f - r->omega2[k] * p[k])) /
             (1 + damp);
      p[k] += dt * u[k];
    }
  }
  return out;
}

static void check_bar(const char *method, const char *solver, double left, double right, double preload) {
  static const double LOAD[] = {12, -12, 3, 30};
  char text[2048];
  eval_table t;
  study config;
  reduced_model r;
  snprintf(text, sizeof text, BAR, method, left, preload, right, preload, solver);
  CHECK_OK(eval_text(text, "stops.yaml", &t));
  CHECK_OK(study_parse(text, strlen(text), "stops.yaml", 0, NULL, &config));
  CHECK_OK(reduce_study(&config, &r));
  TEST_CHECK(r.n_boundary == 2 && r.n_independent == 1);
  for (int i = 0; i < 4; i++) {
    const bar_end one = step_bar(&r, LOAD[i], (double[]){left, right});
    // Sums in another order, over thirty impacts.
    CHECK_NEAR(eval_value(&t, i, "y"), one.y, 1e-9, 1e-9);
    CHECK_NEAR(eval_value(&t, i, "most"), one.most, 1e-10, 0);
    CHECK_NEAR(eval_value(&t, i, "least"), one.least, 1e-10, 0);
    CHECK_NEAR(eval_value(&t, i, "left") - eval_value(&t, i, "right"), one.force, 1e-7, 1e-9);
    if (left + right > 0) {
      TEST_CHECK(i == 2 || (one.left_most > 1 && one.right_most > 1));
      CHECK_NEAR(eval_value(&t, i, "left_most"), one.left_most, 1e-7, 1e-9);
      CHECK_NEAR(eval_value(&t, i, "right_most"), one.right_most, 1e-7, 1e-9);
    }
    TEST_CHECK(eval_value(&t, i, "left") >= 0 && eval_value(&t, i, "right") >= 0);
  }
  if (left == right && left > 0) { // mirrored loads: the stops are exchanged, bitwise equal
    CHECK_NEAR(eval_value(&t, 1, "y"), -eval_value(&t, 0, "y"), 0, 0);
    CHECK_NEAR(eval_value(&t, 1, "left_most"), eval_value(&t, 0, "right_most"), 0, 0);
    CHECK_NEAR(eval_value(&t, 1, "right_most"), eval_value(&t, 0, "left_most"), 0, 0);
  }
  reduced_destroy(&r);
  study_destroy(&config);
  eval_destroy(&t);
}

int main(void) {
  static const char *const METHODS[] = {"macneal", "massless_craig_bampton"};
  static const char *const SOLVERS[] = {"newton", "relaxation"};
  log_quiet(1);
  for (int m = 0; m < 2; m++)
    for (int s = 0; s < 2; s++) {
      check_bar(METHODS[m], SOLVERS[s], 0.02, 0.02, 0);
      check_bar(METHODS[m], SOLVERS[s], 0.05, 0.01, 0);
      check_bar(METHODS[m], SOLVERS[s], 0, 0, 0);
      check_bar(METHODS[m], SOLVERS[s], 0, 0, 20);
    }
  return TEST_END();
}
