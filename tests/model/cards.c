// The table of cards, compared with ccx: a supported card changes the matrices; an ignored card
// does not, and is warned of with its line; a refused card is reported with its line. Warnings of
// ccx reach the user.
#include "model/deck/cards.h"
#include "model/deck/deck.h"
#include "model/load.h"
#include "model/sparse_matrix.h"
#include "model_files.h"

#define MESH                                                                                                 \
  "*NODE\n1,0,0,0\n2,1,0,0\n3,1,1,0\n4,0,1,0\n5,0,0,1\n6,1,0,1\n7,1,1,1\n8,0,1,1\n11,0,0,1.5\n12,1,0,1.5\n"  \
  "13,1,1,1.5\n14,0,1,1.5\n15,0,0,2\n16,1,0,2\n17,1,1,2\n18,0,1,2\n*NSET,NSET=ALL,GENERATE\n1,18\n"          \
  "*ELEMENT,TYPE=C3D8,ELSET=E\n1,1,2,3,4,5,6,7,8\n2,11,12,13,14,15,16,17,18\n"                               \
  "*SURFACE,NAME=A\n1,S2\n*SURFACE,NAME=B\n2,S1\n"
#define MATERIAL "*MATERIAL, NAME=M\n*DENSITY\n8\n*ELASTIC\n1000,0.3,0.\n2000,0.3,100.\n"
#define SECTION "*SOLID SECTION, ELSET=E, MATERIAL=M\n"

enum { TO_MESH, TO_MATERIAL, TO_END };
static const struct {
  const char *card;
  int where;
  const char *text;
} cases[] = {
    {"SPRING", TO_MESH, "*ELEMENT,TYPE=SPRINGA,ELSET=S\n9,1,7\n*SPRING,ELSET=S\n\n500.\n"},
    {"SPRING", TO_MESH, "*ELEMENT,TYPE=SPRING1,ELSET=S\n9,7\n*SPRING,ELSET=S\n2\n500.\n"},
    {"SPRING", TO_MESH, "*ELEMENT,TYPE=SPRING2,ELSET=S\n9,1,7\n*SPRING,ELSET=S\n2,2\n500.\n"},
    {"MASS", TO_MESH, "*ELEMENT,TYPE=MASS,ELSET=S\n9,7\n*MASS,ELSET=S\n500.\n"},
    {"EQUATION", TO_END, "*EQUATION\n2\n3,2,1.,2,2,-1.\n"},
    {"TIE", TO_END, "*TIE,NAME=T,POSITION TOLERANCE=0.6\nB,A\n"},
    {"BOUNDARY", TO_END, "*BOUNDARY\n1,1,3\n"},
    {"INITIALCONDITIONS", TO_END, "*INITIAL CONDITIONS,TYPE=TEMPERATURE\nALL,100.\n"},
    {"AMPLITUDE", TO_END, "*AMPLITUDE,NAME=A1\n0.,0.,1.,1.\n"},
    {"EXPANSION", TO_MATERIAL, "*EXPANSION\n1e-5\n"},
    {"CONDUCTIVITY", TO_MATERIAL, "*CONDUCTIVITY\n50\n"},
    {"SPECIFICHEAT", TO_MATERIAL, "*SPECIFIC HEAT\n500\n"},
    {"PHYSICALCONSTANTS", TO_END, "*PHYSICAL CONSTANTS,ABSOLUTE ZERO=0,STEFAN BOLTZMANN=5e-8\n"},
    {"SURFACEINTERACTION", TO_END, "*SURFACE INTERACTION,NAME=I\n*FRICTION\n0.3,10.\n"},
    {"NODEFILE", TO_END, "*STEP\n*STATIC\n*NODE FILE\nU\n*END STEP\n"},
    {"DASHPOT", TO_MESH, "*ELEMENT,TYPE=DASHPOTA,ELSET=S\n9,1,7\n*DASHPOT,ELSET=S\n\n500.\n"},
    {"DAMPING", TO_MATERIAL, "*DAMPING,ALPHA=5,BETA=0.1\n"},
    {"PLASTIC", TO_MATERIAL, "*PLASTIC\n10.,0.\n"},
    {"CREEP", TO_MATERIAL, "*CREEP\n1e-10,5.,0.\n"},
    {"CONTACTPAIR", TO_END,
     "*SURFACE INTERACTION,NAME=I\n*SURFACE BEHAVIOR,PRESSURE-OVERCLOSURE=LINEAR\n1e4\n"
     "*CONTACT PAIR,INTERACTION=I,TYPE=SURFACE TO SURFACE\nB,A\n"},
    {"DISTRIBUTING", TO_END,
     "*NODE\n20,0,0,3\n*COUPLING,CONSTRAINT NAME=C,SURFACE=B,REF NODE=20\n*DISTRIBUTING\n1,3\n"},
    {"PREPRINT", TO_END, "*PREPRINT, ECHO=NO, MODEL=NO\n"},
    {"ASSEMBLY", TO_END, "*ASSEMBLY, NAME=A\n*END ASSEMBLY\n"},
    {"DAMPINGCONTROLS", TO_END, "*STEP\n*DAMPING CONTROLS, STRUCTURAL=COMBINED\n*END STEP\n"},
    {"ENERGYOUTPUT", TO_END, "*STEP\n*STATIC\n*OUTPUT,HISTORY\n*ENERGY OUTPUT\nALLKE\n*END STEP\n"},
    {"SELECTEIGENMODES", TO_END, "*STEP\n*SELECT EIGENMODES,GENERATE\n1,20,1\n*END STEP\n"},
    {"SUBSTRUCTURELOADCASE", TO_END, "*STEP\n*SUBSTRUCTURE LOAD CASE,NAME=L\n*END STEP\n"},
    {"CLOAD", TO_END, "*STEP\n*STATIC\n*CLOAD\n2,1,1.\n*END STEP\n"},
    {"DLOAD", TO_END, "*STEP\n*STATIC\n*DLOAD\nE,GRAV,9.81,0,0,-1\n*END STEP\n"},
    {"TEMPERATURE", TO_END, "*STEP\n*STATIC\n*TEMPERATURE\nALL,100.\n*END STEP\n"},
    {"GAP", TO_MESH, "*GAP,ELSET=E\n0.1,1,0,0\n"},
    {"MPC", TO_END, "*MPC\nPLANE,5,6,7,8\n"},
    {"TRANSFORM", TO_END, "*TRANSFORM,NSET=ALL\n1,0,0,0,1,0\n"},
    {"RIGIDBODY", TO_END, "*RIGID BODY,NSET=ALL,REF NODE=1\n"},
    {"KINEMATIC", TO_END, "*COUPLING,CONSTRAINT NAME=C,SURFACE=B,REF NODE=1\n*KINEMATIC\n1,3\n"},
    {"PRE-TENSIONSECTION", TO_END, "*PRE-TENSION SECTION,SURFACE=B,NODE=20\n0,0,1\n"},
    {"MATRIXASSEMBLE", TO_END, "*MATRIX ASSEMBLE,STIFFNESS=K\n"},
    {"NONSTRUCTURALMASS", TO_END, "*NONSTRUCTURAL MASS,ELSET=E,UNITS=TOTAL MASS\n5.\n"},
    {"FOUNDATION", TO_END, "*FOUNDATION\nE,F1,5.\n"},
    {"EMBEDDEDELEMENT", TO_END, "*EMBEDDED ELEMENT,HOST ELSET=E\nE\n"},
    {"CHANGESOLIDSECTION", TO_END, "*STEP\n*STATIC\n*CHANGE SOLID SECTION,ELSET=E,MATERIAL=M\n*END STEP\n"},
    {"FIXEDMASSSCALING", TO_END, "*STEP\n*FIXED MASS SCALING,FACTOR=5.\n*END STEP\n"},
    {"SHELLSECTION", TO_END, "*SHELL SECTION,ELSET=E,MATERIAL=M\n0.1\n"},
};

// The constants of the material depend on temperature: *TEMPERATURE is refused unless it is
// ignored.
static study s = {.path = "study.yaml",
                  .model = {.type = MODEL_CALCULIX, .deck = "deck.inp", .ignore = "prestress"}};

static void write_deck(int where, const char *text) {
  char content[4000];
  snprintf(content, sizeof content, "%s%s%s%s%s%s", MESH, where == TO_MESH ? text : "", MATERIAL,
           where == TO_MATERIAL ? text : "", SECTION, where == TO_END ? text : "");
  write_file("deck.inp", content);
}

// Returns 1 if the messages since the last call contain a text.
static int was_logged(const char *text) {
  char line[4096];
  int found = 0;
  log_json_close();
  FILE *file = fopen("log.json", "r");
  while (file && fgets(line, sizeof line, file)) found |= strstr(line, text) != NULL;
  if (file) fclose(file);
  unlink("log.json");
  CHECK_OK(log_json_open("log.json"));
  return found;
}

static int same(const sparse *a, const sparse *b) {
  return a->n == b->n && a->n_entries == b->n_entries &&
         memcmp(a->value, b->value, (size_t)a->n_entries * sizeof *a->value) == 0;
}

static void check_case(size_t i, const model *plain) {
  model m;
  const char *reason = NULL;
  char mark[80];
  card_treatment kind = deck_find_treatment(cases[i].card, &reason);
  int failures = check_failures;
  write_deck(cases[i].where, cases[i].text);
  was_logged("");
  chatter_status status = model_load(&s, &m);
  // A card that ccx does not know is not passed to ccx.
  snprintf(mark, sizeof mark, "%s%s%s", kind == CARD_DROPPED ? "" : ":1: *", cases[i].card,
           kind == CARD_DROPPED ? "" : ": ");
  if (kind == CARD_REFUSED) {
    TEST_CHECK(status == CHATTER_BAD_MODEL && strstr(error_message(0), mark) &&
               strstr(error_message(0), reason));
    error_clear();
  } else {
    CHECK_OK(status);
    int changes = !same(&m.stiffness, &plain->stiffness) || !same(&m.mass, &plain->mass);
    TEST_CHECK(changes == (kind == CARD_IMPORTED));
    TEST_CHECK(was_logged(mark) == (kind == CARD_WARNED));
    model_destroy(&m);
  }
  TEST_CHECK(kind != CARD_UNKNOWN);
  if (check_failures > failures) fprintf(stderr, "  %s\n", cases[i].card);
}

static void expect_warning(int where, const char *text, const char *warning) {
  model m;
  write_deck(where, text);
  was_logged("");
  CHECK_OK(model_load(&s, &m));
  model_destroy(&m);
  if (!was_logged(warning)) {
    fprintf(stderr, "no warning '%s'\n", warning);
    check_failures++;
  }
}

int main(void) {
  if (system("command -v ccx >/dev/null") != 0)
    TEST_SKIP("ccx (Debian package calculix-ccx) is not installed");
  enter_folder();
  CHECK_OK(log_json_open("log.json"));
  model plain;
  write_deck(TO_END, "");
  CHECK_OK(model_load(&s, &plain));
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_case(i, &plain);
  model_destroy(&plain);
  expect_warning(TO_END, "*FOREIGN THING\n", "deck.inp:34:1: *FOREIGNTHING: a card unknown here");
  expect_warning(TO_END, "*INITIAL CONDITIONS,TYPE=STRESS\n1,1,5.,0,0,0,0,0\n",
                 "other than TYPE=TEMPERATURE");
  expect_warning(TO_END, "*STEP\n*END STEP\n*STEP\n*BOUNDARY\n2,1\n*END STEP\n",
                 "*BOUNDARY after the first step");
  // ccx's own warning of an unknown parameter.
  expect_warning(TO_END, "*ORIENTATION,NAME=O,SYSTM=X\n1,0,0,0,1,0\n",
                 "deck.inp: ccx warns: reading *ORIENTATION: parameter not recognized: SYSTM=X");
  expect_warning(TO_END, "*MATERIAL,NAME=N\n*ELASTIC\n2.1e5,0.3\n*DENSITY\n7.8e-9\n",
                 "this looks like mm, t, MPa");
  expect_warning(TO_END, "*MATERIAL,NAME=N\n*DENSITY\n7850\n*ELASTIC\n2.1e5,0.3\n", "a modulus of 210000");
  log_json_close();
  leave_folder();
  return TEST_END();
}
