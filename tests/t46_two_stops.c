// A node between two stops: two contacts on one coordinate, so that F and G are singular. The motion is
// unique all the same, and of the forces their difference.
#include "eval_value.h"
#include "reduction/reduced.h"

// m x'' + k x = A sin Ωt between stops at ±g with restitution e, m = k = 1: the closed solution from impact
// to impact, each found by bisection.
typedef struct oscillator {
  double gap, restitution, load, rate;
  double t, x, v; // of the last impact
  int impacts[2]; // at -g and +g
} oscillator;

static double forced(const oscillator *o, double t, double *v) {
  const double p = o->load / (1 - o->rate * o->rate), s = t - o->t;
  const double a = o->x - p * sin(o->rate * o->t), b = o->v - p * o->rate * cos(o->rate * o->t);
  *v = p * o->rate * cos(o->rate * t) - a * sin(s) + b * cos(s);
  return p * sin(o->rate * t) + a * cos(s) + b * sin(s);
}

static double exact(oscillator *o, double end) {
  const double step = 1e-3;
  double v;
  for (double t = step; t < end; t += step) {
    if (fabs(forced(o, t, &v)) <= o->gap) continue;
    double low = t - step, high = t;
    for (int i = 0; i < 60; i++) {
      const double middle = 0.5 * (low + high);
      if (fabs(forced(o, middle, &v)) <= o->gap)
        low = middle;
      else
        high = middle;
    }
    const double x = forced(o, low, &v);
    o->impacts[x > 0]++;
    o->t = low, o->x = x, o->v = -o->restitution * v;
  }
  return forced(o, end, &v);
}

static void check_oscillator(void) {
  char text[2048];
  const double dt = 1e-5, end = 25;
  eval_table t;
  snprintf(text, sizeof text,
           "study: transient\n"
           "model: {type: chain, masses: [1], springs: [1]}\n"
           "contact:\n"
           "  - {nodes: 1, law: unilateral, normal: x, gap: 0.4, restitution: 0.8}\n"
           "  - {nodes: 1, law: unilateral, normal: -x, gap: 0.4, restitution: 0.8}\n"
           "excitation: {node: 1, amplitude: 0.5, frequency: %.17g}\n"
           "integrator: {scheme: moreau, step: %g, duration: %.17g}\n"
           "initial: {shape: [1], displacement: 0.1, velocity: 0}\n"
           "ensemble: {design: {type: grid, parameters: {initial.velocity: {values: [1.5, 0.3]}}}}\n"
           "outputs:\n"
           "  x: {node: 1}\n"
           "  low: {node: 1, reduce: min}\n"
           "  high: {node: 1, reduce: max}\n"
           "  left: {quantity: impacts, contact: 0}\n"
           "  right: {quantity: impacts, contact: 1}\n",
           0.7 / (2 * acos(-1)), dt, end + dt);
  CHECK_OK(eval_text(text, "stops.yaml", &t));
  for (int i = 0; i < 2; i++) {
    oscillator o = {.gap = 0.4, .restitution = 0.8, .load = 0.5, .rate = 0.7, .x = 0.1, .v = i ? 0.3 : 1.5};
    const double x = exact(&o, end);
    TEST_CHECK(o.impacts[0] >= 3 && o.impacts[1] >= 3);
    CHECK_NEAR(eval_value(&t, i, "left"), o.impacts[0], 0, 0);
    CHECK_NEAR(eval_value(&t, i, "right"), o.impacts[1], 0, 0);
    // every impact is up to a step late, with speeds below 2 m/s: 2e-5 m, some tens of impacts, and their
    // growth
    CHECK_NEAR(eval_value(&t, i, "x"), x, 2e-3, 0);
    CHECK_NEAR(eval_value(&t, i, "low"), -0.4, 4e-5, 0);
    CHECK_NEAR(eval_value(&t, i, "high"), 0.4, 4e-5, 0);
  }
  eval_destroy(&t);
}

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

// The same reduced model with one boundary coordinate: between the stops it is free, beyond them it stands
// there.
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
    // sums in another order, over thirty impacts
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
  if (left == right && left > 0) { // mirrored loads: the stops change places, to the bit
    CHECK_NEAR(eval_value(&t, 1, "y"), -eval_value(&t, 0, "y"), 0, 0);
    CHECK_NEAR(eval_value(&t, 1, "left_most"), eval_value(&t, 0, "right_most"), 0, 0);
    CHECK_NEAR(eval_value(&t, 1, "right_most"), eval_value(&t, 0, "left_most"), 0, 0);
  }
  reduced_destroy(&r);
  study_destroy(&config);
  eval_destroy(&t);
}

// Three bodies that rub against each other in a ring: the third relative motion is the sum of the other two.
static void check_ring(const char *method) {
  char text[1024];
  study config;
  reduced_model r;
  snprintf(text, sizeof text,
           "study: transient\n"
           "model: {type: chain, masses: [1, 2, 3, 2, 1], springs: [90, 80, 70, 60, 50]}\n"
           "reduction: {method: %s, modes: 1}\n"
           "contact:\n"
           "  - {nodes: 1, partner: 2, law: coulomb, preload: 1, friction: 0.3}\n"
           "  - {nodes: 2, partner: 3, law: coulomb, preload: 1, friction: 0.3}\n"
           "  - {nodes: 1, partner: 3, law: coulomb, preload: 1, friction: 0.3}\n"
           "excitation: {node: 4, amplitude: 1, frequency: 1}\n"
           "integrator: {step: 1e-3, duration: 1}\n",
           method);
  CHECK_OK(study_parse(text, strlen(text), "ring.yaml", 0, NULL, &config));
  CHECK_OK(reduce_study(&config, &r));
  TEST_CHECK(r.n_boundary == 3 && r.n_independent == 2);
  for (int k = 0; k < r.n_modes; k++)
    CHECK_NEAR(r.phi_b[2 * r.n_modes + k], r.phi_b[k] + r.phi_b[r.n_modes + k], 1e-14, 0); // rounding
  CHECK_NEAR(r.f_f[2], r.f_f[0] + r.f_f[1], 1e-16, 0);                                     // of 1e-2 m/N
  for (int i = 0; r.massless && i < 3; i++)
    for (int j = 0; j < 3; j++) { // F F⁺ F = F
      double sum = 0;
      for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
          sum += r.flexibility[3 * i + a] * r.stiffness[3 * a + b] * r.flexibility[3 * b + j];
      CHECK_NEAR(sum, r.flexibility[3 * i + j], 1e-15, 0); // of 1e-2 m/N
      CHECK_NEAR(r.flexibility[3 * i + 2], r.flexibility[3 * i] + r.flexibility[3 * i + 1], 1e-16, 0);
    }
  reduced_destroy(&r);
  study_destroy(&config);
}

static void expect(const char *text, const char *words) {
  eval_table t;
  error_clear();
  TEST_CHECK(eval_text(text, "stops.yaml", &t) == CHATTER_BAD_STUDY);
  TEST_CHECK(error_count() > 0 && strstr(error_message(0), words) != NULL);
  if (error_count() > 0 && !strstr(error_message(0), words)) fprintf(stderr, "'%s'\n", error_message(0));
  error_clear();
}

static void check_refused(void) {
  char text[2048];
  snprintf(text, sizeof text, BAR, "macneal", -1e-3, 0.0, 5e-4, 0.0, "newton");
  expect(text, "overlap");
  snprintf(text, sizeof text, BAR, "macneal", 0.1, 0.0, 0.1, 0.0, "newton");
  memcpy(strstr(text, "normal: -x"), "normal: +x", 10);
  expect(text, "in contact twice along the same direction");
}

int main(void) {
  log_quiet(1);
  check_oscillator();
  static const char *const METHODS[] = {"macneal", "massless_craig_bampton"};
  static const char *const SOLVERS[] = {"newton", "relaxation"};
  for (int m = 0; m < 2; m++)
    for (int s = 0; s < 2; s++) {
      check_bar(METHODS[m], SOLVERS[s], 0.02, 0.02, 0);
      check_bar(METHODS[m], SOLVERS[s], 0.05, 0.01, 0);
      check_bar(METHODS[m], SOLVERS[s], 0, 0, 0);
      check_bar(METHODS[m], SOLVERS[s], 0, 0, 20);
    }
  check_ring("macneal");
  check_ring("massless_craig_bampton");
  check_ring("craig_bampton");
  check_refused();
  return TEST_END();
}
