// Centrifugal loads of decks, compared with ccx's static displacement, by the deck's *DLOAD and by
// the study's keys; refused decks; pressures on surfaces.
#include "reduction/reduce.h"
#include "study/file/entries.h"
#include "tests/model/bar_deck.h"
#include "tests/model/model_files.h"
#include "reduction/reduced.h"
#include "tests/hand_study.h"

static const bar_shape bar = {.cells = {2, 1, 1}, .length = {0.2, 0.03, 0.01}};
#define HELD "*BOUNDARY\nLEFT,1,3\n"
#define STATIC(load) HELD "*STEP\n*STATIC\n" load "*NODE PRINT, NSET=RIGHT\nU\n*END STEP\n"
// ω² = 250000 about an oblique axis that does not meet the bar; its point has no special position.
#define CENTRIF "*DLOAD\nBAR,CENTRIF,250000.,-0.05,0.02,0.03,0.,3.,4.\n"

// Reads the displacements of the nodes of RIGHT as ccx prints them, with seven digits. Returns how
// many.
static int ask_ccx(long *node, double (*u)[3]) {
  char line[300];
  int n = 0;
  CHECK_OK(system("ccx deck >/dev/null") == 0 ? CHATTER_OK : CHATTER_IO);
  FILE *file = fopen("deck.dat", "r");
  while (file && n < 60 && fgets(line, sizeof line, file))
    n += sscanf(line, "%ld %lf %lf %lf", &node[n], &u[n][0], &u[n][1], &u[n][2]) == 4;
  if (file) fclose(file);
  return n;
}

// Static displacement of the load by all modes of the model. Returns the error of ccx's, relative
// to the largest.
static double compare(excitation_config load, int n, const long *node, double (*u)[3]) {
  study s;
  reduced_model r;
  double largest = 0, off = 0;
  hand_study(&s);
  snprintf(s.path, sizeof s.path, "study.yaml");
  s.model = (model_config){.type = MODEL_CALCULIX, .deck = "deck.inp"};
  s.reduction.method = REDUCTION_MODAL;
  s.n_excitations = 1;
  s.excitations[0] = load;
  for (int i = 0; i < n && s.n_outputs + 3 <= HAND_OUTPUTS; i++)
    for (int d = 0; d < 3; d++) {
      output_config *o = &s.outputs[s.n_outputs++];
      *o = (output_config){.name = "u"};
      snprintf(o->node, sizeof o->node, "%ld", node[i]);
      o->direction[d] = 1;
    }
  CHECK_OK(reduce_study(&s, &r));
  for (int y = 0; y < s.n_outputs; y++) {
    double sum = 0;
    for (int k = 0; k < r.n_modes; k++)
      sum += r.phi_y[(long)y * r.n_modes + k] * r.phi_f[k] / r.omega2[k] * study_load_size(&load);
    largest = fmax(largest, fabs(u[y / 3][y % 3]));
    off = fmax(off, fabs(sum - u[y / 3][y % 3]));
  }
  reduced_destroy(&r);
  TEST_CHECK(largest > 0);
  return off / largest;
}

// A node that stays in the middle between a fixed and a free node.
#define MIDDLE "*EQUATION\n3\n19,1,2.,37,1,-1.,1,1,-1.\n3\n27,2,2.,\n45,2,-1.,9,2,-1.\n"

typedef struct deck_case {
  const char *type;
  int corners, middles, cells[3];
  const char *more;
} deck_case;

// Returns the larger difference, by the deck's own rotation and by the same rotation of the study.
static double off_by(const deck_case *c) {
  long node[60];
  double u[60][3];
  excitation_config deck = {.type = EXCITATION_CENTRIFUGAL, .from_deck = 1};
  excitation_config own = {.type = EXCITATION_CENTRIFUGAL,
                           .direction = {0, 0.6, 0.8},
                           .rotation = 500 / (2 * M_PI),
                           .origin = NUMBERS(-0.05, 0.02 - 3, 0.03 - 4)};
  char more[600];
  bar_shape shape = {.length = {0.2, 0.03, 0.01}};
  memcpy(shape.cells, c->cells, sizeof shape.cells);
  snprintf(more, sizeof more, "%s" STATIC(CENTRIF), c->more);
  write_bar("deck.inp", c->type, c->corners, c->middles, &shape, 0.3, more);
  const int n = ask_ccx(node, u);
  TEST_CHECK(n >= 3);
  return fmax(compare(deck, n, node, u), compare(own, n, node, u));
}

// 2e-6: digits printed by ccx. For C3D8I ccx applies the load to the incompatible modes too, which
// M r does not. Compared with a fine mesh of C3D20 the errors of both are equal, and their
// difference decreases with the square of the element size: 16 times or more from 2 to 8 elements;
// 12 is required.
static void test_types(void) {
  static const deck_case same[] = {{"C3D8", BAR_BRICK, 0, {2, 1, 1}, ""},
                                   {"C3D20", BAR_BRICK, 1, {2, 1, 1}, ""},
                                   {"C3D20R", BAR_BRICK, 1, {2, 2, 2}, ""},
                                   {"C3D4", BAR_TETRAHEDRON, 0, {2, 1, 1}, ""},
                                   {"C3D10", BAR_TETRAHEDRON, 1, {2, 1, 1}, ""},
                                   {"C3D6", BAR_WEDGE, 0, {2, 1, 1}, ""},
                                   {"C3D15", BAR_WEDGE, 1, {2, 1, 1}, ""},
                                   {"C3D8", BAR_BRICK, 0, {2, 1, 1}, MIDDLE}},
                         incompatible[] = {{"C3D8I", BAR_BRICK, 0, {2, 1, 1}, ""},
                                           {"C3D8I", BAR_BRICK, 0, {8, 1, 1}, ""}};
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    const double off = off_by(&same[i]);
    if (!(off < 2e-6)) printf("%s: %g\n", same[i].type, off);
    TEST_CHECK(off < 2e-6);
  }
  const double coarse = off_by(&incompatible[0]), fine = off_by(&incompatible[1]);
  TEST_CHECK(coarse < 0.1 && fine < coarse / 12);
}

// Pressures on faces of all elements, inner ones too, as *SURFACE and as *DLOAD. 2e-6: digits
// printed by ccx.
static void test_pressure(void) {
  static const struct {
    const char *type;
    int corners, middles;
  } cases[] = {{"C3D8I", BAR_BRICK, 0},
               {"C3D20", BAR_BRICK, 1},
               {"C3D10", BAR_TETRAHEDRON, 1},
               {"C3D15", BAR_WEDGE, 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (int face = 1; face <= 4; face++) {
      long node[60];
      double u[60][3];
      char more[600];
      snprintf(more, sizeof more,
               "*SURFACE, NAME=PRESSED, TYPE=ELEMENT\nBAR,S%d\n" STATIC("*DLOAD\nBAR,P%d,3.e6\n"), face,
               face);
      write_bar("deck.inp", cases[i].type, cases[i].corners, cases[i].middles, &bar, 0.3, more);
      const int n = ask_ccx(node, u);
      TEST_CHECK(n >= 4);
      const excitation_config load = {
          .type = EXCITATION_CONSTANT, .nodes = "pressed", .is_pressure = 1, .pressure = 3e6};
      const double off = compare(load, n, node, u);
      if (!(off < 2e-6)) printf("%s S%d: %g\n", cases[i].type, face, off);
      TEST_CHECK(off < 2e-6);
    }
}

static void expect_refused(const char *more, excitation_config load, const char *message) {
  study s;
  reduced_model r;
  int found = 0;
  hand_study(&s);
  write_bar("deck.inp", "C3D8I", BAR_BRICK, 0, &bar, 0.3, more);
  snprintf(s.path, sizeof s.path, "study.yaml");
  s.model = (model_config){.type = MODEL_CALCULIX, .deck = "deck.inp"};
  s.reduction.method = REDUCTION_MODAL;
  s.n_excitations = 1;
  s.excitations[0] = load;
  TEST_CHECK(reduce_study(&s, &r) != CHATTER_OK);
  for (int e = 0; e < error_count(); e++) found |= strstr(error_message(e), message) != NULL;
  if (!found) printf("%s\n", error_count() ? error_message(0) : "no message");
  TEST_CHECK(found);
  error_clear();
}

static void test_refused(void) {
  const excitation_config of_deck = {.type = EXCITATION_CENTRIFUGAL, .from_deck = 1},
                          about_z = {.type = EXCITATION_CENTRIFUGAL, .direction = {0, 0, 1}, .rotation = 1},
                          pressed = {
                              .type = EXCITATION_CONSTANT, .nodes = "END", .is_pressure = 1, .pressure = 1};
  expect_refused(STATIC(""), of_deck, "the model has no rotation of its own");
  expect_refused("*ELSET, ELSET=PART\n1\n" STATIC("*DLOAD\nPART,CENTRIF,1.,0.,0.,0.,0.,0.,1.\n"), of_deck,
                 "element 2 does not turn with the others");
  expect_refused(STATIC("*DLOAD\nBAR,CENTRIF,1.,0.,0.,0.,0.,0.,1.\nBAR,CENTRIF,2.,0.,0.,0.,0.,0.,1.\n"),
                 of_deck, "another rotation than that of a line before");
  expect_refused(STATIC("*DLOAD\nBAR,CENTRIF,1.,0.,0.,0.,0.,0.\n"), of_deck,
                 "CENTRIF needs: element set, CENTRIF");
  expect_refused(STATIC("*DLOAD\nBAT,CENTRIF,1.,0.,0.,0.,0.,0.,1.\n"), of_deck,
                 "'BAT' is neither an element nor an element set");
  // S4 of brick 2 is the end RIGHT.
  expect_refused("*SURFACE, NAME=END\n2,S4\n*EQUATION\n2\n37,1,1.,39,1,-1.\n" STATIC(""), pressed,
                 "node 37 of the surface 'END' hangs on other nodes along x");
  expect_refused("*SURFACE, NAME=END, TYPE=NODE\nRIGHT\n" STATIC(""), pressed,
                 "the model has no surface 'END'");
  // Two nodes that move equally, at different distances from the axis z.
  expect_refused("*EQUATION\n2\n37,1,1.,19,1,-1.\n*STEP\n*STATIC\n*END STEP\n", about_z,
                 "the equation binds places at different distances");
}

int main(void) {
  if (system("command -v ccx >/dev/null") != 0) return 77;
  enter_folder();
  test_types();
  test_pressure();
  test_refused();
  leave_folder();
  return TEST_END();
}
