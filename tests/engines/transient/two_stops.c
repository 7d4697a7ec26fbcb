// A node between two stops: two contacts on one coordinate, so that F and G are singular. The
// motion is unique nevertheless, and so is the difference of the forces.
#include "reduction/reduce.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "tests/engines/eval_value.h"
#include "reduction/reduced.h"

// m x'' + k x = A sin Ωt between stops at ±g with restitution e, m = k = 1: the closed solution
// from impact to impact, each found by bisection.
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
    // Every impact is up to one step late, with speeds below 2 m/s: 2e-5 m, some tens of impacts,
    // amplified.
    CHECK_NEAR(eval_value(&t, i, "x"), x, 2e-3, 0);
    CHECK_NEAR(eval_value(&t, i, "low"), -0.4, 4e-5, 0);
    CHECK_NEAR(eval_value(&t, i, "high"), 0.4, 4e-5, 0);
  }
  eval_destroy(&t);
}

// Three bodies that rub against each other in a ring: the third relative motion is the sum of the
// other two.
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
  static const char STOPS[] = "study: transient\n"
                              "model: {type: chain, masses: [1], springs: [1]}\n"
                              "contact:\n"
                              "  - {nodes: 1, law: unilateral, normal: x, gap: %g}\n"
                              "  - {nodes: 1, law: unilateral, normal: %s, gap: %g}\n"
                              "integrator: {scheme: moreau, step: 1e-2, duration: 1}\n"
                              "outputs: {x: {node: 1}}\n";
  char text[1024];
  snprintf(text, sizeof text, STOPS, -1e-3, "-x", 5e-4);
  expect(text, "overlap");
  snprintf(text, sizeof text, STOPS, 0.1, "x", 0.2);
  expect(text, "two rigid walls on the same side");
}

int main(void) {
  log_quiet(1);
  check_oscillator();
  check_ring("macneal");
  check_ring("massless_craig_bampton");
  check_ring("craig_bampton");
  check_refused();
  return TEST_END();
}
