// Laws between any two nodes: along one direction, along two independent tangents, and the pairing
// of nodes.
#include <unistd.h>

#include "model/load.h"
#include "reduction/algebra/direction.h"
#include "reduction/interface/interface.h"
#include "reduction/reduce.h"
#include "reduction/reduced_entries.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "tests/reduction/refused.h"

#define STUDY                                                                                                \
  "study: transient\nreduction: {method: modal, cache: false}\nintegrator: {step: 1.0e-5, duration: 1}\n"    \
  "outputs: {x: {node: 2, direction: x}}\n"
#define CHAIN "model: {type: chain, masses: [1, 1, 1, 1], springs: [1, 1, 1, 1]}\n"
#define PLANE                                                                                                \
  "model: {type: plane, youngs_modulus: 1, poisson_ratio: 0, density: 1, length: 1, height: 1, width: 1, "   \
  "elements: 1, elements_across: 1}\n"
#define SPACE "model: {type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv}\n"
enum { MOST = 16 };

static chatter_status parse(const char *body, const char *contact, study *s) {
  char text[2000];
  const int n = snprintf(text, sizeof text, STUDY "%scontact: %s\n", body, contact);
  return study_parse(text, (size_t)n, "study.yaml", 0, NULL, s);
}

static void write_text(const char *name, const char *text) {
  FILE *file = fopen(name, "w");
  if (!file || fputs(text, file) < 0 || fclose(file) != 0) perror(name), exit(1);
}

// Writes two nodes that move in space.
static void write_space(void) {
  write_text("K.mtx",
             "%%MatrixMarket matrix coordinate real symmetric\n6 6 6\n1 1 1\n2 2 1\n3 3 1\n4 4 1\n5 5 "
             "1\n6 6 1\n");
  write_text("M.mtx",
             "%%MatrixMarket matrix coordinate real symmetric\n6 6 6\n1 1 1\n2 2 1\n3 3 1\n4 4 1\n5 5 "
             "1\n6 6 1\n");
  write_text("dof.csv", "eq,node,dof\n1,1,x\n2,1,y\n3,1,z\n4,2,x\n5,2,y\n6,2,z\n");
}

typedef struct expected_row {
  int point, tangent; // 0: its normal, 1, 2
  double is[MOST];
} expected_row;

static void expect(const char *body, const char *contact, int n_points, int n, const expected_row *rows) {
  static study s;
  model m;
  interface f;
  CHECK_OK(parse(body, contact, &s));
  CHECK_OK(model_load(&s, &m));
  CHECK_OK(interface_create(&s, &m, &f));
  TEST_CHECK(f.n_contacts == n_points && f.n_rows == n);
  for (int i = 0; i < n && f.n_rows == n; i++) {
    const reduced_contact *p = &f.contacts[rows[i].point];
    double have[MOST] = {0};
    const int row = rows[i].tangent ? p->row_tangent[rows[i].tangent - 1] : p->row_normal;
    TEST_CHECK(row == i); // all rows are independent here
    direction_add(&f.boundary[i], 1, have);
    // two roundings of 1
    for (int k = 0; k < f.n; k++) CHECK_NEAR(have[k], rows[i].is[k], 4e-16, 0);
  }
  interface_destroy(&f);
  model_destroy(&m);
  study_destroy(&s);
}

static void test_rows(void) {
  const double h = sqrt(0.5);
  // A normal and a tangential law, between nodes of one body and to the ground.
  expect(PLANE,
         "{nodes: 4, partner: 1, law: polynomial, powers: [1], coefficients: [2], direction: [1, 1, 0]}", 1,
         1, (expected_row[]){{0, 0, {-h, -h, 0, 0, 0, 0, h, h}}});
  expect(
      PLANE,
      "{nodes: 4, partner: 1, law: tanh_friction, friction: 1, preload: 1, velocity_scale: 1, direction: x}",
      1, 1, (expected_row[]){{0, 1, {-1, 0, 0, 0, 0, 0, 1, 0}}});
  expect(PLANE, "{nodes: 4, law: dashpot, normal_damping: 1, direction: -y}", 1, 1,
         (expected_row[]){{0, 0, {0, 0, 0, 0, 0, 0, 0, -1}}});
  // Laws of both kinds that share one coordinate.
  expect(SPACE, "{nodes: 2, partner: 1, law: coulomb, friction: 1, preload: 1, direction: z}", 1, 1,
         (expected_row[]){{0, 1, {0, 0, -1, 0, 0, 1}}});
  expect(
      SPACE,
      "{nodes: 2, partner: 1, law: elastic, tangential_stiffness: 1, friction: 1, preload: 1, direction: z}",
      1, 1, (expected_row[]){{0, 1, {0, 0, -1, 0, 0, 1}}});
  expect(SPACE, "{nodes: 2, partner: 1, law: elastic, normal_stiffness: 1, direction: z}", 1, 1,
         (expected_row[]){{0, 0, {0, 0, -1, 0, 0, 1}}});
  // In the frame of a contact in space: tangent and normal × tangent, a point each; two entries are
  // added.
  expect(
      SPACE,
      "\n  - {nodes: 2, partner: 1, law: bouc_wen, stiffness: 1, alpha: 0.5, beta: 1, gamma: 1, normal: z, "
      "tangent: [1, 1, 0], tangents: 2}\n  - {nodes: 2, law: iwan, limit_force: 1, tangential_stiffness: 1, "
      "chi: -0.5, beta: 1, sliders: 2, direction: x}",
      3, 3,
      (expected_row[]){{0, 1, {-h, -h, 0, h, h, 0}}, {1, 1, {h, -h, 0, -h, h, 0}}, {2, 1, {0, 0, 0, 1}}});
}

// nodes [1, 2] with partners [3, 4] of a chain, in this order.
static void test_pairs(void) {
  expect(CHAIN, "{nodes: [1, 2], partner: [3, 4], pairing: in_order, law: unilateral}", 2, 2,
         (expected_row[]){{0, 0, {1, 0, -1, 0}}, {1, 0, {0, 1, 0, -1}}});
  expect(CHAIN, "{nodes: [2, 1], partner: [3, 4], pairing: in_order, law: dashpot, normal_damping: 1}", 2, 2,
         (expected_row[]){{0, 0, {0, 1, -1, 0}}, {1, 0, {1, 0, 0, -1}}});
  // By position: the first node of a plane is nearest to the second partner.
  expect(PLANE, "{nodes: [1, 2], partner: [4, 3], law: unilateral, direction: x}", 2, 2,
         (expected_row[]){{0, 0, {1, 0, 0, 0, -1, 0, 0, 0}}, {1, 0, {0, 0, 1, 0, 0, 0, -1, 0}}});
  expect(PLANE, "{nodes: [1, 2], partner: [4, 3], pairing: in_order, law: unilateral, direction: x}", 2, 2,
         (expected_row[]){{0, 0, {1, 0, 0, 0, 0, 0, -1, 0}}, {1, 0, {0, 0, 1, 0, -1, 0, 0, 0}}});
}

// Weights are per node, also if each node has two points.
static void test_weights(void) {
  static study s;
  reduced_model r;
  CHECK_OK(
      parse(SPACE,
            "{nodes: [1, 2], law: tanh_friction, friction: 0.5, preload: 10, velocity_scale: 1, normal: z, "
            "tangent: x, tangents: 2, weights: [1, 3]}",
            &s));
  CHECK_OK(reduce_study(&s, &r));
  CHECK_OK(reduced_check_contacts(&s, &r));
  TEST_CHECK(r.n_contacts == 4);
  for (int i = 0; i < r.n_contacts; i++)
    TEST_CHECK(reduced_contact_preload(&s.contacts[0], &r.contacts[i], i) == (i < 2 ? 10 : 30));
  reduced_destroy(&r);
  study_destroy(&s);
}

static void test_refused(void) {
  static const refused_study cases[] = {
      {CHAIN, "{nodes: 1, partner: [3, 4], law: unilateral}", "the nodes of a chain have no places"},
      {CHAIN, "{nodes: [1, 2], partner: 3, pairing: in_order, law: unilateral}",
       "2 nodes and 1 partners cannot be paired in order"},
      {CHAIN, "{nodes: [1, 2], pairing: in_order, law: unilateral}", "missing key 'partner'"},
      {PLANE, "{nodes: 1, law: friction, friction: 1, direction: x}",
       "'direction' does not belong to law friction"},
      {PLANE,
       "{nodes: 1, law: elastic, friction: 1, preload: 1, tangential_stiffness: 1, normal_stiffness: 1, "
       "direction: x}",
       "the law acts along a normal and across it"},
      {PLANE, "{nodes: 1, law: dashpot, normal_damping: 1, normal: x, direction: x}",
       "give 'normal' or 'direction', not both"},
      {SPACE, "{nodes: 1, law: tanh_friction, friction: 1, preload: 1, velocity_scale: 1, tangents: 2}",
       "missing key 'normal': across which the two tangents lie"},
      {PLANE,
       "{nodes: 1, law: tanh_friction, friction: 1, preload: 1, velocity_scale: 1, tangents: 2, normal: x}",
       "contact.tangents is 2; allowed in this model: at most 1"}};
  refused_each(cases, sizeof cases / sizeof *cases, parse);
}

int main(void) {
  char folder[] = "/tmp/chatter-directions-XXXXXX", command[64];
  log_quiet(1);
  if (!mkdtemp(folder) || chdir(folder) != 0) perror(folder), exit(1);
  write_space();
  test_rows();
  test_pairs();
  test_weights();
  test_refused();
  snprintf(command, sizeof command, "rm -r %s", folder);
  TEST_CHECK(chdir("/") == 0 && system(command) == 0);
  return TEST_END();
}
