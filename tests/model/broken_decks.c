// Erroneous decks: each is refused with message and position, before ccx is started; then ccx's own
// messages are passed on.
#include <stdint.h>

#include "model/load.h"
#include "model/model_lookup.h"
#include "model_files.h"
#include "tests/hand_study.h"

static const struct {
  const char *content, *message;
} cases[] = {
    {"", "deck.inp:1:1: the deck holds no cards"},
    {"** nothing\n\n  \n", "deck.inp:1:1: the deck holds no cards"},
    {"1,0,0,0\n*NODE\n", "deck.inp:1:1: data before the first card"},
    {"*MATERIAL, NAME=A\n", "deck.inp:1:1: the deck has no nodes (*NODE)"},
    {"*NODE\n1,0,0,0\nx2,1,0,0\n", "deck.inp:3:1: 'x2' is not a node number; allowed: whole numbers from 1"},
    {"*NODE\n 0,0,0,0\n", "deck.inp:2:2: '0' is not a node number; allowed: whole numbers from 1"},
    {"*NODE\n1,0,0.1.2,0\n", "deck.inp:2:5: '0.1.2' is not a coordinate"},
    {"*NODE\n1,0,nan,0\n", "deck.inp:2:5: 'nan' is not a coordinate"},
    {"*node, nset=all\n1,0.0, 1.4851485148514851e-03,0\n",
     "deck.inp:2:8: the coordinate '1.4851485148514851e-03' has 22 characters and ccx reads 20 of them: "
     "write it shorter"},
    {"*NODE\n1,0,0,0\n2,1,0,0\n*NODE\n2,1,0,0\n1,0,0,1\n",
     "deck.inp:6:1: node 1 has other coordinates than in deck.inp:2"},
    {"*NODE\n1,0,0,0\n*NSET\n1\n", "deck.inp:3:1: *NSET without a name; expected: *NSET, NSET=NAME"},
    {"*NODE\n1,0,0,0\n*NSET, NSET=\n1\n", "deck.inp:3:13: the node set has no name; expected: NSET=NAME"},
    {"*NODE\n1,0,0,0\n*NSET, NSET=TIP\n1, 7\n",
     "deck.inp:4:4: the node set TIP names node 7, which the deck has not"},
    {"*NODE\n1,0,0,0\n*NSET, NSET=TIP\nEDGE\n",
     "deck.inp:4:1: 'EDGE' is neither a node number nor a node set defined before"},
    {"*NODE\n1,0,0,0\n*NSET, NSET=TIP, GENERATE\n1\n",
     "deck.inp:4:1: GENERATE needs: first, last[, increment]"},
    {"*NODE\n1,0,0,0\n*NSET, GENERATE, NSET=TIP\n5,1\n",
     "deck.inp:4:1: GENERATE from 5 to 1: the last is below the first"},
    {"*NODE\n1,0,0,0\n*NSET, NSET=TIP, GENERATE\n1,5,0\n",
     "deck.inp:4:5: '0' is not a node number; allowed: whole numbers from 1"},
    {"*NODE, "
     "NSET="
     "A123456789B123456789C123456789D123456789E123456789F123456789G123456789H123456789I123456789J12345\n1,0,"
     "0,0\n",
     "deck.inp:1:13: the name of the node set has 96 characters or more; allowed: 95"},
    {"*NODE\n1,0,0,0\n  *TRANSFORM, NSET=A\n1,0,0,0,1,0\n",
     "deck.inp:3:3: *TRANSFORM: local directions are not supported: the matrices must be in x, y, z"},
    {"*NODE\n1,0,0,0\n*INCLUDE, INPUT=gone.inp\n",
     "deck.inp:3:17: gone.inp: cannot be read: No such file or directory"},
    {"*NODE\n1,0,0,0\n*INCLUDE\n", "deck.inp:3:1: *INCLUDE without a file; expected: *INCLUDE, INPUT=FILE"},
    {"*INCLUDE, INPUT=deck.inp\n",
     "deck.inp:1:1: *INCLUDE nested deeper than 16 files: does a file include itself?"},
    {"*NODE\n1,0,0,0\n*BOUNDRY\n1,1,3\n", "deck.inp:3:1: unknown card *BOUNDRY (did you mean *BOUNDARY?)"},
    {"\xEF\xBB\xBF*NODE\n1,0,0,0\n*BOUNDARY\n1,1,1,0.\n1,2,2, 1e-3\n", // with a byte order mark
     "deck.inp:5:8: a prescribed displacement of 0.001: not supported. Leave the value out to hold the node, "
     "or "
     "take the line out to let it go"},
    {"*NODE\n1,0,0,0\n*STEP\n*BOUNDARY\n1,1,3,-2\n*END STEP\n",
     "deck.inp:5:7: a prescribed displacement of -2: not supported. Leave the value out to hold the node, or "
     "take "
     "the line out to let it go"},
    {"*NODE\n1,0,0,0\n*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=TIED\n1e7\n",
     "deck.inp:3:1: *SURFACEBEHAVIOR: a tied contact holds parts together that would be apart: state it as "
     "*TIE"},
    {"*NODE\n1,0,0,0\n*CONTACT PAIR, INTERACTION=I, TIED\nA,B\n",
     "deck.inp:3:1: *CONTACTPAIR: a tied contact holds parts together that would be apart: state it as *TIE"},
    {"*NODE\n1,0,0,0\n*STEP\n*STATIC\n*MODEL CHANGE, TYPE=ELEMENT, REMOVE\nE\n*END STEP\n",
     "deck.inp:5:1: *MODELCHANGE: elements that steps remove or add would be there all the time, or never: "
     "leave out of the deck those that are to be away"},
    {"*NODE\n1,0,0,0\n*ELEMENT, ELSET=E\n1,1\n",
     "deck.inp:3:1: *ELEMENT without a type; expected: *ELEMENT, TYPE=C3D10, ELSET=NAME"},
    {"*NODE\n1,0,0,0\n*ELEMENT, TYPE=C3D8H\n1,1\n",
     "deck.inp:3:16: elements of type 'C3D8H' are not supported; allowed: C3D4, C3D6, C3D8, C3D8I, C3D8R, "
     "C3D10, "
     "C3D10T, C3D15, C3D20, C3D20R, DASHPOTA, MASS, SPRING1, SPRING2, SPRINGA (did you mean 'C3D8'?)"},
    {"*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n*ELEMENT, TYPE=C3D4, ELSET=E\n1,1,2,\n3,4\n2,1,3, 5,2\n",
     "deck.inp:9:8: element 2 names node 5, which the deck has not"},
    {"*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n*ELEMENT, TYPE=C3D4, ELSET=E\n1,1,2,3\n*MATERIAL,NAME=M\n",
     "deck.inp:7:1: element 1 ends after 3 nodes; C3D4 has 4"},
    {"*NODE\n1,0,0,0\n*ELEMENT, TYPE=MASS, ELSET=E\nx,1\n",
     "deck.inp:4:1: 'x' is not an element number; allowed: whole numbers from 1"},
    {"\x1F\x8B\x08", "deck.inp: a file packed by gzip: unpack it first (gunzip --keep deck.inp)"},
    {"*Include, input=nodes.inp\n*NODE\n", "nodes.inp:2:3: 'zero' is not a coordinate"},
};

#define BRICK                                                                                                \
  "*NODE\n1,0,0,0\n2,1,0,0\n3,1,1,0\n4,0,1,0\n5,0,0,1\n6,1,0,1\n7,1,1,1\n8,0,1,1\n"                          \
  "*ELEMENT, TYPE=C3D8, ELSET=E\n1,1,2,3,4,5,6,7,8\n"

static void expect_part(const study *s, const char *begin, const char *part) {
  model m;
  TEST_CHECK(model_load(s, &m) == CHATTER_BAD_MODEL && error_count() == 1);
  if (!error_count() || strncmp(error_message(0), begin, strlen(begin)) != 0 ||
      !strstr(error_message(0), part)) {
    fprintf(stderr, "expected: %s ... %s\n     got: %s\n", begin, part,
            error_count() ? error_message(0) : "nothing");
    check_failures++;
  }
  error_clear();
}

static void expect_all(const study *s, int n, const char *const *messages) {
  model m;
  TEST_CHECK(model_load(s, &m) == CHATTER_BAD_MODEL && error_count() == n);
  for (int i = 0; i < n && i < error_count(); i++) CHECK_EQUAL_TEXT(error_message(i), messages[i]);
  error_clear();
}

// Errors in a deck and in the nodes that the study names are reported in one run, without ccx.
static void test_all_at_once(void) {
  static study s;
  hand_study(&s);
  s.model = (model_config){.type = MODEL_CALCULIX, .deck = "deck.inp"};
  s.reduction.modes = 30;
  s.n_contacts = s.n_excitations = 1, s.n_outputs = 2;
  s.contacts[0] = (contact_config){.nodes = "1 SOUTH", .partner = "99"};
  s.excitations[0] = (excitation_config){.node = "NORTH", .direction = {1, 0, 0}};
  s.outputs[0] = (output_config){.name = "a", .node = "NORTHE", .direction = {1, 0, 0}};
  s.outputs[1] = (output_config){.name = "b", .node = "NORTH", .direction = {1, 0, 0}};
  write_file("deck.inp", BRICK "*TRANSFORM, NSET=NORTH\n1,0,0,0,1,0\n*MPC\nPLANE,5,6,7,8\n"
                               "*NSET, NSET=NORTH\n5,6,7,8\n*MATERIAL, NAME=A\n*ELASTIC\n1,0.3\n"
                               "*SOLID SECTION, ELSET=E, MATERIAL=A\n*SOLID SECTION, ELSET=F, MATERIAL=B\n");
  setenv("CHATTER_CCX", "false", 1);
  expect_all(
      &s, 11,
      (const char *const[]){
          "deck.inp:12:1: *TRANSFORM: local directions are not supported: the matrices must be in x, y, z",
          "deck.inp:14:1: *MPC: its terms come out of ccx's matrices as no numbers: use *EQUATION",
          "deck.inp:18:1: material A has no *DENSITY (kg/m³)",
          "deck.inp:22:35: the deck has no material 'B'; expected: *MATERIAL, NAME=B with *ELASTIC (Pa) and "
          "*DENSITY (kg/m³)",
          "deck.inp:22:23: the deck has no element set 'F'",
          "study: the model has no node or node set 'SOUTH' (did you mean 'NORTH'?)",
          "study: the model has no node or node set '99' (sets: NORTH; ids: 1 to 8)",
          "study: the node set 'NORTH' has 4 nodes; allowed here: one, such as node 5, or all of them by "
          "'nodes' "
          "in place of 'node', each of which takes the force",
          "study: the model has no node or node set 'NORTHE' (did you mean 'NORTH'?)",
          "study: the node set 'NORTH' has 4 nodes; allowed here: one, such as node 5, or their weighted sum "
          "by "
          "'sum'",
          "study: reduction.modes is 30; allowed: less than 24, 3 for each node"});
  s.contacts[0] = (contact_config){.nodes = "1"};
  s.n_excitations = s.n_outputs = 0;
  write_file("deck.inp", BRICK);
  expect_all(&s, 2,
             (const char *const[]){"deck.inp:10:1: 1 solid element has no section, the first is element 1; "
                                   "expected: *SOLID SECTION, ELSET=SET, MATERIAL=NAME with a *MATERIAL of "
                                   "that name",
                                   "study: reduction.modes is 30; allowed: less than 24, 3 for each node"});
  unsetenv("CHATTER_CCX");
}

static void test_program(study *s) {
  write_file("deck.inp", BRICK "*MATERIAL, NAME=A\n*ELASTIC\n1,0.3\n*DENSITY\n1\n*SOLID SECTION, ELSET=E, "
                               "MATERIAL=A, ORIENTATION=B\n");
  setenv("CHATTER_CCX", "chatter-no-such-ccx", 1);
  expect_refusal(
      s,
      "deck.inp: the program 'chatter-no-such-ccx' is needed for decks and is not found; install the Debian "
      "package calculix-ccx, or name it in the environment variable CHATTER_CCX");
  setenv("CHATTER_CCX", "false", 1);
  expect_refusal(s, "deck.inp: ccx failed (exit code 1); its last lines:");
  setenv("CHATTER_CCX", "true", 1); // succeeds without output files
  expect_refusal(s, "deck.inp: ccx failed (exit code 0); its last lines:");
  unsetenv("CHATTER_CCX");
  if (system("command -v ccx >/dev/null") != 0) return;
  expect_part(s, "deck.inp: ccx failed (exit code 201); its first error:\n  *ERROR",
              "nonexistent orientation");
  write_file(
      "deck.inp", BRICK
      "*MATERIAL, NAME=A\n*ELASTIC\n1,0.3\n*DENSITY\n1\n*SOLID SECTION, ELSET=E, MATERIAL=A\n"
      "*NSET, NSET=NONE\n*STEP\n*STATIC\n*BOUNDARY\n1,1,3\n4,1,3\n5,1,3\n8,1,3\n*CLOAD\n2,1,1.\n*END STEP\n"
      "*STEP\n*STATIC\n*BOUNDARY\n2,1,3\n*END STEP\n");
  model m;
  int node;
  CHECK_OK(model_load(s, &m)); // the boundary conditions of the first step are used
  TEST_CHECK(m.stiffness.n == 12 && m.nodes[0].equation[0] == -1 && m.nodes[1].equation[0] >= 0);
  CHECK_OK(model_find_node(&m, "1", "here", &node)); // fixed: known not to move
  const int *nodes;
  TEST_CHECK(model_find_nodes(&m, "none", "a.yaml:1:2", &node, &nodes) == CHATTER_BAD_MODEL);
  CHECK_EQUAL_TEXT(error_message(0), "a.yaml:1:2: the node set 'none' is empty (deck.inp:18)");
  error_clear();
  model_destroy(&m);
  write_file("deck.inp", BRICK "*MATERIAL, NAME=A\n*ELASTIC\n1,0.3\n*DENSITY\n1\n*SOLID SECTION, ELSET=E, "
                               "MATERIAL=A\n*EQUATION\n2\n3,2,1.,2,2,-1.\n*BOUNDARY\n1,1,3\n");
  CHECK_OK(model_load(s, &m));
  TEST_CHECK(model_find_node(&m, "3", "a.yaml:1:2", &node) == CHATTER_BAD_MODEL);
  CHECK_EQUAL_TEXT(error_message(0),
                   "a.yaml:1:2: node 3 (of '3') has no equation for y though nothing fixes it: no element "
                   "has it, or it hangs on other nodes (*EQUATION, *TIE, ...); allowed: nodes that move "
                   "by themselves");
  error_clear();
  model_destroy(&m);
}

int main(void) {
  enter_folder();
  study s = {.path = "study.yaml", .model = {.type = MODEL_CALCULIX, .deck = "deck.inp"}};
  write_file("nodes.inp", "*NODE\n1,zero,0,0\n");
  expect_refusal(&s, "study.yaml: deck.inp: cannot be read: No such file or directory");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    write_file("deck.inp", cases[i].content);
    expect_refusal(&s, cases[i].message);
  }
  // The hash depends on the included file.
  char before[65], after[65];
  write_file("deck.inp", "*INCLUDE, INPUT = \"nodes.inp\"\n*STEP\n");
  CHECK_OK(model_source_hash(&s, before));
  write_file("nodes.inp", "*NODE\n1,1,0,0\n");
  CHECK_OK(model_source_hash(&s, after));
  TEST_CHECK(strcmp(before, after) != 0);
  test_all_at_once();
  test_program(&s);
  s.model.deck[0] = 0;
  expect_refusal(&s, "study.yaml: a calculix model needs a deck; expected: model: {deck: FILE.inp}");
  leave_folder();
  return TEST_END();
}
