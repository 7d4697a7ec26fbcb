// Initial position of the boundary. Friction holds a contact at the initial displacement, not at
// the position that the load at t = 0 would give: a pressed node that sticks stays there, for any
// phase, and its forces approach those of the full model with that node held.
#include "model/load.h"
#include "model/sparse_matrix.h"
#include "tests/engines/eval_value.h"
#include "model/model.h"

// Evaluates a study whose files are those of models/matrices.
static void evaluate(eval_table *out, const char *text) {
  char path[512];
  snprintf(path, sizeof path, "%s/models/matrices/start.yaml", source_folder());
  CHECK_OK(eval_text(text, path, out));
}

// The steel cantilever of models/matrices, with node 25 at its free end pressed onto a wall by
// 1,000 N with μ = 1.
static void pressed(eval_table *out, const char *load, const char *damping, const char *time) {
  char text[2048];
  snprintf(text, sizeof text,
           "study: transient\n"
           "model: {type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv, nodes: nodes.csv}\n"
           "reduction: {method: macneal, modes: 10, damping: %s}\n"
           "contact: {nodes: 25, law: friction, normal: y, preload: 1000, friction: 1, tangent: x}\n"
           "excitation: {%s}\n"
           "integrator: {scheme: leapfrog, steps_per_period: 3000, period_frequency: 100, %s}\n"
           "outputs:\n"
           "  most: {node: 25, direction: x, reduce: max}\n"
           "  least: {node: 25, direction: x, reduce: min}\n"
           "  across: {node: 25, direction: z, reduce: max}\n"
           "  pull: {quantity: tangential_force, reduce: final}\n"
           "  press: {quantity: normal_force, reduce: final}\n",
           damping, load, time);
  evaluate(out, text);
}

static void check_sticks(void) {
  static const char *const LOADS[] = {
      "node: 25, direction: x, amplitude: 1, frequency: 100, phase: sin",
      "node: 25, direction: x, amplitude: 1, frequency: 100, phase: cos",
      "node: 25, direction: [1, 0, 1], amplitude: 1, frequency: 100, phase: 2",
      "type: constant, node: 25, direction: x, amplitude: 1",
      "type: constant, node: 26, direction: x, amplitude: -1",
      "type: gravity, direction: x, amplitude: 9.81",
      "type: harmonic, node: 26, direction: x, amplitude: 1, frequency: 100, phase: cos, sweep_from: 90, "
      "sweep_rate: 1000",
  };
  for (size_t i = 0; i < sizeof LOADS / sizeof *LOADS; i++) {
    eval_table t;
    pressed(&t, LOADS[i], "0.01", "periods: 3");
    // Φ_y p + F_y λ + F_yf f with λ = -F⁻¹ …: rounding of terms of 1e-9 m, times the condition
    // number of F.
    CHECK_NEAR(eval_value(&t, 0, "most"), 0, 1e-18, 0);
    CHECK_NEAR(eval_value(&t, 0, "least"), 0, 1e-18, 0);
    CHECK_NEAR(eval_value(&t, 0, "across"), 0, 1e-18, 0);
    eval_destroy(&t);
  }
}

// Solves K u = f + Σ λ_i e_i with u = 0 at the three equations of a node, by elimination with these
// last; gives λ.
static void reactions(int n, double *k, double *f, const int held[3], double lambda[3]) {
  int order[128], at = 0;
  for (int i = 0; i < n; i++)
    if (i != held[0] && i != held[1] && i != held[2]) order[at++] = i;
  for (int a = 0; a < at; a++) {
    const int p = order[a];
    for (int b = 0; b < at + 3; b++) {
      const int i = b < at ? order[b] : held[b - at];
      if (b <= a) continue;
      const double l = k[i * n + p] / k[p * n + p];
      for (int j = 0; j < n; j++) k[i * n + j] -= l * k[p * n + j];
      f[i] -= l * f[p];
    }
  }
  for (int d = 0; d < 3; d++) lambda[d] = -f[held[d]]; // 0 = rest of f, and λ
}

static const model_node *node_of(const model *m, long id) {
  for (int i = 0; i < m->n_nodes; i++)
    if (m->nodes[i].id == id) return &m->nodes[i];
  exit(1);
}

static void check_statics(int gravity) {
  static study s;
  model m;
  eval_table t;
  double lambda[3], scale;
  memset(&s, 0, sizeof s);
  s.model.type = MODEL_MATRICES;
  snprintf(s.path, sizeof s.path, "%s/models/matrices/start.yaml", source_folder());
  snprintf(s.model.stiffness, sizeof s.model.stiffness, "K.mtx");
  snprintf(s.model.mass, sizeof s.model.mass, "M.mtx");
  snprintf(s.model.dof, sizeof s.model.dof, "dof.csv");
  snprintf(s.model.nodes, sizeof s.model.nodes, "nodes.csv");
  CHECK_OK(model_load(&s, &m));
  const int n = m.stiffness.n;
  TEST_CHECK(n <= 128);
  double *k = calloc((size_t)n * (size_t)n, sizeof *k), *f = calloc((size_t)n, sizeof *f),
         *unit = calloc((size_t)n, sizeof *unit);
  for (int j = 0; j < n; j++) {
    memset(unit, 0, (size_t)n * sizeof *unit);
    unit[j] = 1;
    sparse_multiply(&m.stiffness, unit, f);
    for (int i = 0; i < n; i++) k[i * n + j] = f[i];
  }
  memset(f, 0, (size_t)n * sizeof *f);
  memset(unit, 0, (size_t)n * sizeof *unit);
  for (int i = 0; i < m.n_nodes; i++)
    if (m.nodes[i].equation[0] >= 0) unit[m.nodes[i].equation[0]] = 9.81;
  if (gravity)
    sparse_multiply(&m.mass, unit, f);
  else
    f[node_of(&m, 26)->equation[0]] = 100;
  reactions(n, k, f, node_of(&m, 25)->equation, lambda);
  pressed(&t,
          gravity ? "type: gravity, direction: x, amplitude: 9.81"
                  : "type: constant, node: 26, direction: x, amplitude: 100",
          "0.3", "duration: 0.2");
  // Decayed by e^(-0.3 · 2π · 280 Hz · 0.2 s) = 1e-46; the reduction keeps the statics of the
  // boundary to 1e-10.
  scale = hypot(lambda[0], lambda[2]);
  CHECK_NEAR(eval_value(&t, 0, "pull"), scale, 0, 1e-8);
  CHECK_NEAR(eval_value(&t, 0, "press"), 1000 + lambda[1], 1e-8 * scale, 0);
  eval_destroy(&t);
  model_destroy(&m);
  free(k), free(f), free(unit);
}

// A chain is released from a bent shape while friction holds its second mass: this stays where the
// shape has it, even if the retained modes cannot represent the shape.
static void check_shape(const char *method) {
  char text[1024];
  eval_table t;
  snprintf(text, sizeof text,
           "study: transient\n"
           "model: {type: chain, masses: [1, 1, 1, 1], springs: [100, 100, 100, 100]}\n"
           "reduction: {method: %s, modes: 2}\n"
           "contact: {nodes: 2, law: coulomb, preload: 1000, friction: 1}\n"
           "excitation: {node: 4, amplitude: 1, frequency: 1, phase: cos}\n"
           "initial: {shape: [0.3, 0.2, 0.1, 0.7], displacement: 2}\n"
           "integrator: {scheme: leapfrog, step: 1e-3, duration: 2}\n"
           "outputs:\n"
           "  most: {quantity: boundary, reduce: max}\n"
           "  least: {quantity: boundary, reduce: min}\n",
           method);
  evaluate(&t, text);
  CHECK_NEAR(eval_value(&t, 0, "most"), 0.4, 0, 1e-15); // exact up to rounding of 2 · 0.2
  CHECK_NEAR(eval_value(&t, 0, "least"), 0.4, 0, 1e-15);
  eval_destroy(&t);
}

int main(void) {
  log_quiet(1);
  check_sticks();
  check_statics(0);
  check_statics(1);
  check_shape("macneal");
  check_shape("massless_craig_bampton");
  return TEST_END();
}
