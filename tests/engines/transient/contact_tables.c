// Joints whose points have different numbers, from contact.csv or by contact.weights: the same bits
// as one contact entry per point; oscillating gaps with different phases; refused tables.
#include "tests/engines/eval_value.h"
#include "tests/scratch.h"

enum { POINTS = 4 };
static const int node[POINTS] = {25, 26, 27, 28};
static const double preload[POINTS] = {1.5, -0.75, 0, 2.25}, phase[POINTS] = {0.25, 1.5, -0.5, 0},
                    area[POINTS] = {0.5, 0.25, 2, 1}, weight[POINTS] = {0.5, 1, 0, 2};

static char text[8000], model_path[600];

static const char *const tail =
    "reduction: {method: macneal, modes: 6, damping: 0.01}\n"
    "excitation: {node: 26, direction: y, amplitude: 40.0, frequency: 480.0}\n"
    "integrator: {scheme: leapfrog, steps_per_period: 250, periods: 12}\n"
    "outputs:\n"
    "  y: {node: 26, direction: y, reduce: rms}\n  v: {node: 28, direction: x, quantity: velocity}\n"
    "  force: {quantity: normal_force, contact: 1, reduce: mean}\n"
    "  friction: {quantity: tangential_force, contact: 0, reduce: rms}\n"
    "  gap: {quantity: gap, contact: 3, reduce: max}\n  impacts: {quantity: impacts, contact: 2}\n";

static void write_table(const char *name, int areas, int phases, int loads) {
  FILE *file = fopen(in_folder(name), "w");
  fprintf(file, "id,node,partner,nx,ny,nz%s%s%s\n", areas ? ",area" : "", phases ? ",gap_phase" : "",
          loads ? ",preload" : "");
  for (int k = 0; k < POINTS; k++) {
    fprintf(file, "%d,%d,ground,0,1,0", k + 1, node[k]);
    if (areas) fprintf(file, ",%.17g", area[k]);
    if (phases) fprintf(file, ",%.17g", phase[k]);
    if (loads) fprintf(file, ",%.17g", preload[k]);
    fprintf(file, "\n");
  }
  fclose(file);
}

// Makes the study with these contact entries; `table`: file of its folder, or NULL.
static void make(const char *table, const char *contact, const char *design) {
  snprintf(text, sizeof text,
           "study: transient\nmodel: {type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv, nodes: "
           "nodes.csv%s%s}\ncontact: %s\n%s%s",
           table ? ", contact: " : "", table ? in_folder(table) : "", contact, tail, design);
}

static eval_table run(const char *table, const char *contact, const char *design) {
  eval_table out;
  make(table, contact, design);
  CHECK_OK(eval_text(text, model_path, &out));
  return out;
}

#define COMMON "law: friction, mu: 0.3, gap: 1.0e-6, gap_amplitude: 2.0e-6, gap_frequency: 480"

// Runs one entry per point with these normal loads and phases.
static eval_table run_single(const double load[POINTS], const double turned[POINTS]) {
  char contact[2000];
  size_t n = (size_t)snprintf(contact, sizeof contact, "[");
  for (int k = 0; k < POINTS; k++)
    n += (size_t)snprintf(contact + n, sizeof contact - n,
                          "%s{nodes: %d, normal: y, " COMMON ", preload: %.17g, gap_phase: %.17g}",
                          k ? ", " : "", node[k], load[k], turned[k]);
  snprintf(contact + n, sizeof contact - n, "]");
  return run(NULL, contact, "");
}

// Row `row` of `joint` must equal the run with `load` and `turned` point by point.
static void expect_row(const eval_table *joint, int row, const double load[POINTS],
                       const double turned[POINTS]) {
  eval_table single = run_single(load, turned);
  const size_t bytes = sizeof(double) * (size_t)joint->n_outputs;
  TEST_CHECK(memcmp(joint->value + row * joint->n_outputs, single.value, bytes) == 0);
  TEST_CHECK(eval_value(&single, 0, "force") > 0 && eval_value(&single, 0, "impacts") > 3);
  eval_destroy(&single);
}

static int differ(const eval_table *joint) {
  return memcmp(joint->value, joint->value + joint->n_outputs, sizeof(double) * (size_t)joint->n_outputs) !=
         0;
}

// Columns of the table are added to the numbers of the entry, also if these vary.
static void check_table(void) {
  double load[POINTS], turned[POINTS];
  eval_table joint =
      run("loads.csv", "{from_file: true, " COMMON ", gap_phase: 0.125}",
          "ensemble: {design: {type: grid, parameters: {contact.preload: {values: [4, 0.5]}}}}\n");
  TEST_CHECK(differ(&joint));
  for (int row = 0; row < 2; row++) {
    for (int k = 0; k < POINTS; k++) {
      load[k] = (row ? 0.5 : 4) + preload[k];
      turned[k] = 0.125 + phase[k];
    }
    expect_row(&joint, row, load, turned);
  }
  eval_destroy(&joint);
}

// Weights of a list of nodes, one of which varies; half the weight is half the preload.
static void check_weights(void) {
  const double none[POINTS] = {0};
  double load[POINTS];
  eval_table joint =
      run(NULL, "{nodes: [25, 26, 27, 28], normal: y, " COMMON ", preload: 4, weights: [0.5, 1, 0, 2]}",
          "ensemble: {design: {type: grid, parameters: {contact.weights.1: {values: [1, 0.25]}}}}\n");
  TEST_CHECK(differ(&joint));
  for (int row = 0; row < 2; row++) {
    for (int k = 0; k < POINTS; k++) load[k] = 4 * (k == 1 && row ? 0.25 : weight[k]);
    expect_row(&joint, row, load, none);
  }
  eval_destroy(&joint);
  joint =
      run(NULL, "{nodes: [25, 26, 27, 28], normal: y, " COMMON ", preload: 4, weights: [0.5, 0.5, 0.5, 0.5]}",
          "");
  const double half[POINTS] = {2, 2, 2, 2};
  expect_row(&joint, 0, half, none);
  eval_destroy(&joint);
}

// A pressure acts on the areas of the table, times the weights, or on the weights as areas.
static void check_pressure(void) {
  const double none[POINTS] = {0};
  double load[POINTS];
  eval_table joint =
      run("areas.csv", "{from_file: true, " COMMON ", weights: [0.5, 1, 0, 2]}",
          "ensemble: {design: {type: grid, parameters: {contact.pressure: {values: [4, 3]}}}}\n");
  TEST_CHECK(differ(&joint));
  for (int row = 0; row < 2; row++) {
    for (int k = 0; k < POINTS; k++) load[k] = (row ? 3 : 4) * area[k] * weight[k];
    expect_row(&joint, row, load, none);
  }
  eval_destroy(&joint);
  joint = run(
      NULL, "{nodes: [25, 26, 27, 28], normal: y, " COMMON ", pressure: 4, weights: [0.5, 0.25, 2, 1]}", "");
  for (int k = 0; k < POINTS; k++) load[k] = 4 * area[k];
  expect_row(&joint, 0, load, none);
  eval_destroy(&joint);
}

// Far from the wall, with hardly any load: the gap is a cos(2π f t + φ_k), and the motion of the
// body is below rounding.
static void check_phases(void) {
  static const char *const body =
      "contact: {from_file: true, law: unilateral, gap: 1, gap_amplitude: 0.5, gap_frequency: 3, gap_phase: "
      "0.125}\n"
      "reduction: {method: macneal, modes: 2}\n"
      "excitation: {node: 26, direction: y, amplitude: 1.0e-12, frequency: 480.0}\n"
      "integrator: {scheme: leapfrog, step: 0.00001, duration: 0.05}\n"
      "outputs: {g0: {quantity: gap, contact: 0}, g1: {quantity: gap, contact: 1}, g2: {quantity: gap, "
      "contact: 2}, g3: {quantity: gap, contact: 3}}\n";
  eval_table out;
  snprintf(text, sizeof text,
           "study: transient\nmodel: {type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv, nodes: "
           "nodes.csv, contact: %s}\n%s",
           in_folder("phases.csv"), body);
  CHECK_OK(eval_text(text, model_path, &out));
  const double t = 0.05 - 0.00001;
  for (int k = 0; k < POINTS; k++)
    CHECK_NEAR(out.value[k], 1 + 0.5 * cos(2 * acos(-1) * 3 * t + 0.125 + phase[k]), 1e-12, 0);
  eval_destroy(&out);
}

static void refused(const char *table, const char *contact, const char *design, const char *part) {
  eval_table out;
  int found = 0;
  make(table, contact, design);
  TEST_CHECK(eval_text(text, model_path, &out) == CHATTER_BAD_STUDY);
  for (int i = 0; i < error_count(); i++) found |= strstr(error_message(i), part) != NULL;
  if (!found) {
    fprintf(stderr, "expected a refusal with '%s'\n", part);
    log_errors();
    check_failures++;
  }
  error_clear();
}

static void check_refused(void) {
  static const char *const varies =
      "ensemble: {design: {type: grid, parameters: {contact.pressure: {values: [4, 3]}}}}\n";
  refused(NULL, "{nodes: TIP, normal: y, " COMMON ", preload: 1, weights: [1, 2, 3]}", "",
          "study.yaml:3:135: contact.weights: 3 weights for 4 contact points");
  refused("loads.csv", "{from_file: true, " COMMON ", preload: 1, weights: [1, 2, 3, 4, 5]}", "",
          "5 weights for 4 contact points");
  refused("loads.csv", "{from_file: true, " COMMON ", pressure: 1}", "", "needs the areas of the contact");
  refused(NULL, "{nodes: TIP, normal: y, " COMMON "}", varies, "4 areas in m²");
  refused(NULL, "{nodes: TIP, normal: y, " COMMON ", preload: 1, pressure: 2, weights: [1, 1, 1, 1]}", "",
          "give 'preload' or 'pressure', not both");
  refused("loads.csv", "{from_file: true, law: coulomb, mu: 0.3, preload: 3}", "",
          "the preload -0.75 N of node 26 in model.contact cannot press");
  refused("areas.csv", "{from_file: true, law: coulomb, mu: 0.3, pressure: -3}", "",
          "-3 Pa cannot press the contact together");
}

int main(void) {
  log_quiet(1);
  scratch_create();
  snprintf(model_path, sizeof model_path, "%s/models/matrices/study.yaml", source_folder());
  write_table("loads.csv", 0, 1, 1);
  write_table("areas.csv", 1, 0, 0);
  write_table("phases.csv", 0, 1, 0);
  check_table();
  check_weights();
  check_pressure();
  check_phases();
  check_refused();
  scratch_remove();
  return TEST_END();
}
