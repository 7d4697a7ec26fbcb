// Points of a contact entry: the rows of a law; with oblique normals, the rows of the friction
// damper between two blades; and one node given by number instead of name.
#include <unistd.h>

#include "base/log.h"
#include "model/load.h"
#include "reduction/algebra/direction.h"
#include "reduction/reduce.h"
#include "reduction/store/reduced_io.h"
#include "study/file/parse.h"
#include "study/file/scalar.h"
#include "study/file/storage.h"
#include "tests/check.h"
#include "reduction/interface/interface.h"

#define STUDY                                                                                                \
  "study: transient\nmodel: {type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv, nodes: "           \
  "nodes.csv}\n"                                                                                             \
  "reduction: {method: modal, cache: false}\nintegrator: {step: 1.0e-5, duration: 1}\n"                      \
  "excitation: {node: RIGHT_BLADE, direction: x, amplitude: 1, frequency: 200}\n"                            \
  "outputs: {x: {node: RIGHT_BLADE, direction: x}}\n"
#define FLANK ", normal: [-0.5, 0.8660254037844386, 0]"
enum { COORDINATES = 8 }; // of the two blades, their platforms and the damper

static study s;

static void parse(const char *contact) {
  char path[1000], text[2000];
  snprintf(path, sizeof path, "%s/models/blade-damper-blade/study.yaml", source_folder());
  const int n = snprintf(text, sizeof text, "%scontact: %s\n", STUDY, contact);
  CHECK_OK(study_parse(text, (size_t)n, path, 0, NULL, &s));
}

// Compares a row of q_b, as a vector over the coordinates of the model.
static void expect_row(const interface *f, int row, const double expected[COORDINATES]) {
  double have[COORDINATES] = {0};
  TEST_CHECK(row >= 0 && row < f->n_boundary);
  if (row >= 0 && row < f->n_boundary) direction_add(&f->boundary[row], 1, have);
  // two roundings of 1
  for (int i = 0; i < COORDINATES; i++) CHECK_NEAR(have[i], expected[i], 4e-16, 0);
}

// The maps of the published model (angles of 60° on both sides): x = s1 is tangential, y = -q_n
// compressive.
static void test_rows(void) {
  static const double c = 0.8660254037844386, h = 0.5; // cos 30°, sin 30°
  model m;
  interface f;
  parse("\n  - {nodes: LEFT_PLATFORM, partner: DAMPER, law: elastic, normal: [-0.5, 0.8660254037844386, 0], "
        "tangential_stiffness: 1.0e+5, normal_stiffness: 1.0e+5, friction: 0.3, preload: 50}\n"
        "  - {nodes: DAMPER, partner: RIGHT_PLATFORM, law: elastic, normal: [-0.5, -0.8660254037844386, 0], "
        "tangential_stiffness: 1.0e+5, normal_stiffness: 1.0e+5, friction: 0.3, preload: 50}");
  CHECK_OK(model_load(&s, &m));
  TEST_CHECK(m.stiffness.n == COORDINATES);
  CHECK_OK(interface_create(&s, &m, &f));
  TEST_CHECK(f.n_contacts == 2 && f.n_boundary == 4 && f.n_rows == 4);
  const double slide_left[] = {0, c, h, -c, -h, 0, 0, 0}, open_left[] = {0, -h, c, h, -c, 0, 0, 0};
  const double slide_right[] = {0, 0, 0, c, -h, -c, h, 0}, open_right[] = {0, 0, 0, -h, -c, h, c, 0};
  expect_row(&f, f.contacts[0].row_normal, open_left);
  expect_row(&f, f.contacts[0].row_tangent[0], slide_left);
  expect_row(&f, f.contacts[1].row_normal, open_right);
  expect_row(&f, f.contacts[1].row_tangent[0], slide_right);
  interface_destroy(&f);
  model_destroy(&m);
  study_destroy(&s);
}

// Rows that each law gives a point of this plane model.
static void test_laws(void) {
  static const struct {
    const char *contact;
    int normal, tangents;
  } cases[] = {
      {"{nodes: DAMPER, law: elastic, tangential_stiffness: 1, normal_stiffness: 1" FLANK "}", 1, 1},
      {"{nodes: DAMPER, law: elastic, tangential_stiffness: 1" FLANK "}", 0, 1},
      {"{nodes: DAMPER, law: elastic, tangential_stiffness: 1, normal_stiffness: 0, tangent: y}", 0, 1},
      {"{nodes: DAMPER, law: elastic, normal_stiffness: 1" FLANK "}", 1, 0},
      {"{nodes: DAMPER, law: cubic, cubic_stiffness: 1" FLANK "}", 1, 0},
      // A stiffness that is an ensemble parameter may be 0 in the study.
      {"{nodes: DAMPER, law: elastic, tangential_stiffness: 1" FLANK "}\n"
       "ensemble: {design: {type: grid, parameters: {contact.normal_stiffness: {values: [0, 1]}}}}",
       1, 1},
      {"{nodes: DAMPER, law: coulomb" FLANK "}", 0, 1},
      {"{nodes: DAMPER, law: friction" FLANK "}", 1, 1},
      {"{nodes: DAMPER, law: unilateral" FLANK "}", 1, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    reduced_model r;
    parse(cases[i].contact);
    CHECK_OK(reduce_study(&s, &r));
    const reduced_contact *p = &r.contacts[0];
    TEST_CHECK((p->row_normal >= 0) == cases[i].normal);
    TEST_CHECK((p->row_tangent[0] >= 0) + (p->row_tangent[1] >= 0) == cases[i].tangents);
    TEST_CHECK(r.n_boundary == cases[i].normal + cases[i].tangents);
    reduced_destroy(&r);
    study_destroy(&s);
  }
}

// The same reduced model, bit by bit, as with the name of the node, and a different one for each
// number.
static void test_node(void) {
  char hash[3][65];
  for (int way = 0; way < 3; way++) {
    study_scalar node;
    reduced_model r;
    parse(way == 2 ? "{nodes: 4, law: coulomb, normal: x}" : "{node: 3, law: coulomb, normal: x}");
    if (way < 2) {
      CHECK_OK(study_find_scalar(&s, "contact.node", NULL, &node));
      TEST_CHECK(node.structural && node.whole);
      TEST_CHECK(study_scalar_set(&s, &node, 3.5) == CHATTER_BAD_STUDY);
      error_clear();
      CHECK_OK(study_scalar_set(&s, &node, way ? 4 : 3));
    }
    CHECK_OK(reduce_study(&s, &r));
    TEST_CHECK(r.contacts[0].node == (way ? 4 : 3));
    memcpy(hash[way], r.hash, sizeof r.hash);
    reduced_destroy(&r);
    study_destroy(&s);
  }
  CHECK_EQUAL_TEXT(hash[1], hash[2]);
  TEST_CHECK(strcmp(hash[0], hash[1]) != 0);
}

static void test_node_refused(void) {
  study_scalar node;
  reduced_model r;
  parse("{node: 17, law: coulomb, normal: x}");
  TEST_CHECK(reduce_study(&s, &r) == CHATTER_BAD_MODEL);
  TEST_CHECK(error_count() > 0 && strstr(error_message(0), "study.yaml:7:10: the model has no node or node "
                                                           "set '17'"));
  error_clear();
  study_destroy(&s);
  parse("{nodes: DAMPER, law: coulomb, normal: x}");
  TEST_CHECK(study_find_scalar(&s, "contact.node", NULL, &node) == CHATTER_BAD_STUDY);
  TEST_CHECK(error_count() > 0 &&
             strstr(error_message(0), "'contact.node' says nothing where contact.nodes"));
  error_clear();
  study_destroy(&s);
}

// A saved model is accepted for a study with the same node and rows only.
static void test_saved(void) {
  static const struct {
    const char *contact, *message; // NULL: accepted
  } cases[] = {
      {"{node: 3, law: elastic, tangential_stiffness: 9, normal_stiffness: 7" FLANK "}", NULL},
      {"{nodes: 3, law: friction" FLANK "}", NULL}, // the same coordinates
      {"{node: 3, law: elastic, tangential_stiffness: 9" FLANK "}", "the contact law needs other directions"},
      {"{node: 4, law: elastic, tangential_stiffness: 9, normal_stiffness: 7" FLANK "}",
       "contact nodes '4'; the saved model was reduced with nodes '3' here"}};
  char file[] = "/tmp/chatter-contact-XXXXXX";
  reduced_model r;
  close(mkstemp(file));
  parse("{node: 3, law: elastic, tangential_stiffness: 1, normal_stiffness: 1" FLANK "}");
  CHECK_OK(reduce_study(&s, &r));
  CHECK_OK(reduced_save(&r, file));
  reduced_destroy(&r);
  study_destroy(&s);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    parse(cases[i].contact);
    s.model.type = MODEL_REDUCED;
    snprintf(s.model.file, sizeof s.model.file, "%s", file);
    const chatter_status status = reduce_study(&s, &r);
    TEST_CHECK(status == (cases[i].message ? CHATTER_BAD_STUDY : CHATTER_OK));
    TEST_CHECK(!cases[i].message || (error_count() > 0 && strstr(error_message(0), cases[i].message)));
    if (status == CHATTER_OK) reduced_destroy(&r);
    error_clear();
    study_destroy(&s);
  }
  unlink(file);
}

// The cache distinguishes points with and without a normal if all else is equal.
static void test_cache(void) {
  char folder[] = "/tmp/chatter-cache-XXXXXX", command[64];
  if (!mkdtemp(folder) || setenv("XDG_CACHE_HOME", folder, 1) != 0) perror(folder), exit(1);
  for (int pass = 0; pass < 4; pass++) {
    reduced_model r;
    parse(pass % 2 ? "{node: 3, law: elastic, tangential_stiffness: 1, normal_stiffness: 1" FLANK "}"
                   : "{node: 3, law: elastic, tangential_stiffness: 1" FLANK "}");
    s.reduction.cache = 1;
    CHECK_OK(reduce_study(&s, &r));
    TEST_CHECK(r.n_boundary == 1 + pass % 2);
    reduced_destroy(&r);
    study_destroy(&s);
  }
  snprintf(command, sizeof command, "rm -r %s", folder);
  TEST_CHECK(system(command) == 0);
}

int main(void) {
  log_quiet(1);
  test_rows();
  test_laws();
  test_node();
  test_node_refused();
  test_saved();
  test_cache();
  return TEST_END();
}
