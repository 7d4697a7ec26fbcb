// Decks whose steps prestress the structure by loads or temperatures: refused with the line of the
// step, unless the study ignores prestress. Decks whose matrices are right nevertheless are
// accepted. ccx uses the prestressed state only for a *STEP, PERTURBATION after a loaded step.
#include "model/load.h"
#include "model_files.h"

#define BODY                                                                                                 \
  "*NODE, NSET=ALL\n1,0,0,0\n2,1,0,0\n3,1,1,0\n4,0,1,0\n5,0,0,1\n6,1,0,1\n7,1,1,1\n8,0,1,1\n"                \
  "*ELEMENT, TYPE=C3D8, ELSET=E\n1,1,2,3,4,5,6,7,8\n*BOUNDARY\n1,1,3\n4,1,3\n5,1,3\n8,1,3\n"                 \
  "*SOLID SECTION, ELSET=E, MATERIAL=M\n*MATERIAL, NAME=M\n*DENSITY\n8\n*ELASTIC\n1000,0.3\n" // 22 lines
#define WARM                                                                                                 \
  "*MATERIAL, NAME=M\n*DENSITY\n8\n*ELASTIC\n1000,0.3,0\n400,0.3,500\n*SOLID SECTION, ELSET=E, MATERIAL=M\n"
#define FREQUENCY "*FREQUENCY\n2\n*END STEP\n"
#define LOADED "*STEP\n*STATIC\n*CLOAD\n2,1,-5.\n*END STEP\n"
#define SMALL(loads) "*STEP, PERTURBATION\n*STATIC\n" loads "*END STEP\n"
#define HEATED "*STEP\n*STATIC\n*TEMPERATURE\nALL,500\n*END STEP\n"
#define INITIAL(t) "*INITIAL CONDITIONS, TYPE=TEMPERATURE\nALL," t "\n"

static const struct {
  const char *steps, *refused; // the begin of the message; NULL: taken
} cases[] = {
    {"*STEP\n" FREQUENCY, NULL},
    {LOADED "*STEP\n" FREQUENCY, NULL},
    {LOADED "*STEP, PERTURBATION\n" FREQUENCY,
     "deck.inp:28:1: *STEP, PERTURBATION asks for small motions about the body loaded by *CLOAD "
     "(deck.inp:25)"},
    {LOADED " *step , Inc=5, perturbation\n" FREQUENCY, "deck.inp:28:2: *STEP, PERTURBATION asks"},
    {"*STEP\n*STATIC\n*DLOAD\nE,GRAV,9.81,0,0,-1\n*END STEP\n*STEP, PERTURBATION\n" FREQUENCY,
     "deck.inp:28:1: *STEP, PERTURBATION asks"},
    {"*STEP\n*STATIC\n*DLOAD\nE,CENTRIF,0.,0,0,0,0,0,1\n*END STEP\n*STEP, PERTURBATION\n" FREQUENCY, NULL},
    // ccx also uses the stress of a static step with PERTURBATION, the last one.
    {SMALL("*CLOAD\n2,1,1.\n") "*STEP, PERTURBATION\n" FREQUENCY,
     "deck.inp:28:1: *STEP, PERTURBATION asks for small motions about the body loaded by *CLOAD "
     "(deck.inp:25)"},
    {"*STEP, PERTURBATION\n*CLOAD\n2,1,1.\n*STATIC\n*END STEP\n*STEP, PERTURBATION\n" FREQUENCY,
     "deck.inp:28:1: *STEP, PERTURBATION asks"},
    {SMALL("*CLOAD\n2,1,1.\n") "*STEP\n*STATIC\n*END STEP\n*STEP, PERTURBATION\n" FREQUENCY,
     "deck.inp:31:1: *STEP, PERTURBATION asks"},
    {SMALL("*CLOAD\n2,1,1.\n") SMALL("") "*STEP, PERTURBATION\n" FREQUENCY, NULL},
    {SMALL("*CLOAD\n2,1,1.\n") "*STEP\n" FREQUENCY, NULL},
    {"*STEP, PERTURBATION\n" FREQUENCY SMALL("*CLOAD\n2,1,1.\n"), NULL},
    {"*STEP\n*FREQUENCY\n2\n*CLOAD\n2,1,1.\n*END STEP\n*STEP, PERTURBATION\n" FREQUENCY, NULL},
    {LOADED "*STEP\n*STATIC\n*CLOAD, OP=NEW\n*END STEP\n*STEP, PERTURBATION\n" FREQUENCY, NULL},
    {LOADED "*STEP\n*STATIC\n*CLOAD, OP=MOD\n*END STEP\n*STEP, PERTURBATION\n" FREQUENCY,
     "deck.inp:32:1: *STEP, PERTURBATION asks"},
    {"*STEP\n*STATIC\n*END STEP\n*STEP\n*STATIC\n*BOUNDARY\n2,1,1,0.1\n*END STEP\n*STEP, "
     "PERTURBATION\n" FREQUENCY,
     "deck.inp:31:1: *STEP, PERTURBATION asks for small motions about the body loaded by *BOUNDARY"},
    {"*INITIAL CONDITIONS, TYPE=STRESS\n1,1,5.,0,0,0,0,0\n*STEP\n*STATIC\n*END STEP\n"
     "*STEP, PERTURBATION\n" FREQUENCY,
     "deck.inp:28:1: *STEP, PERTURBATION asks for small motions about the body loaded by *INITIAL COND"},
    {HEATED "*STEP, PERTURBATION\n" FREQUENCY, "deck.inp:28:1: *STEP, PERTURBATION asks"},
    {INITIAL("500") HEATED "*STEP, PERTURBATION\n" FREQUENCY, NULL},
    // Constants that depend on temperature.
    {WARM "*STEP\n" FREQUENCY, NULL},
    {WARM INITIAL("500") HEATED "*STEP\n" FREQUENCY, NULL},
    {WARM INITIAL("20") HEATED "*STEP\n" FREQUENCY,
     "deck.inp:35:1: this brings about another temperature than the initial one, and constants of material M "
     "depend on it (deck.inp:26): the matrices"},
    {WARM "*STEP\n*FREQUENCY\n2\n*TEMPERATURE\n3,100.\n*END STEP\n", "deck.inp:34:1: this brings about"},
    {WARM "*STEP\n*HEAT TRANSFER\n1,1\n*END STEP\n", "deck.inp:31:1: this brings about"},
    // not used by any section
    {"*MATERIAL, NAME=OTHER\n*ELASTIC\n1,0.3,0\n2,0.3,100\n" HEATED, NULL},
    {"*MATERIAL, NAME=M\n*ELASTIC\n1,0.3,0\n1,0.3,100\n" HEATED, NULL}, // constant nevertheless
    {"*MATERIAL, NAME=M\n*DENSITY\n8,0\n7,100\n" HEATED, "deck.inp:30:1: this brings about"},
    {"*MATERIAL, NAME=M\n*ELASTIC, TYPE=ORTHO\n1,0,1,0,0,1,1,1,\n1,0\n" HEATED, NULL},
    {"*MATERIAL, NAME=M\n*ELASTIC, TYPE=ORTHO\n1,0,1,0,0,1,1,1,\n1,0\n2,0,2,0,0,2,1,1,\n1,100\n" HEATED,
     "deck.inp:32:1: this brings about"},
};

int main(void) {
  if (system("command -v ccx >/dev/null") != 0)
    TEST_SKIP("ccx (Debian package calculix-ccx) is not installed");
  enter_folder();
  study s = {.path = "study.yaml", .model = {.type = MODEL_CALCULIX, .deck = "deck.inp"}};
  const study ignoring = {.path = "study.yaml",
                          .model = {.type = MODEL_CALCULIX, .deck = "deck.inp", .ignore = "prestress"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[4000];
    model m;
    snprintf(text, sizeof text, "%s%s", BODY, cases[i].steps);
    write_file("deck.inp", text);
    const int failures = check_failures;
    if (cases[i].refused) {
      TEST_CHECK(model_load(&s, &m) == CHATTER_BAD_MODEL && error_count() == 1);
      const char *said = error_count() ? error_message(0) : "nothing";
      TEST_CHECK(strncmp(said, cases[i].refused, strlen(cases[i].refused)) == 0);
      TEST_CHECK(strstr(said, "model.ignore: [prestress]") != NULL);
      if (check_failures > failures) fprintf(stderr, "%s", said);
      error_clear();
    }
    CHECK_OK(model_load(cases[i].refused ? &ignoring : &s, &m));
    model_destroy(&m);
    if (check_failures > failures) fprintf(stderr, "in case %zu:\n%s", i, cases[i].steps);
  }
  leave_folder();
  return TEST_END();
}
