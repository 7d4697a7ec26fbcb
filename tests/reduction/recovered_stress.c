// Displacement and stress recovered from the coordinates of a reduced model, compared with ccx's
// static step with the same force, for every shape of solid element: all modes, few modes (which
// converge), a massless boundary with exact static shapes, nodes in *EQUATION, and a saved model.
#include <math.h>
#include <unistd.h>

#include "../model/bar_deck.h"
#include "reduction/recovery/recovery.h"
#include "reduction/reduce.h"
#include "reduction/store/reduced_io.h"
#include "reduction_cases.h"
#include "study/study_kind.h"

static const study_quantity field = {.word = "field", .place = QUANTITY_OF_FIELD};
enum { MOST = 4000 }; // largest node number here
static char folder[] = "/tmp/chatter-stress-XXXXXX";
static const double FORCE = 100;

typedef struct shape {
  const char *type;
  int corners, middles;
} shape;

static const bar_shape bar = {{3, 1, 2}, {0.3, 0.04, 0.05}};

// ccx's results, as text of six digits: columns 13 to 25, 25 to 37, ... of lines that begin with
// -1.
static double answer[2][MOST][6];
static void solve(const char *deck) {
  char command[256], line[256];
  int block = -1;
  memset(answer, 0, sizeof answer);
  snprintf(command, sizeof command, "cd %s && OMP_NUM_THREADS=1 ccx %s >log 2>&1", folder, deck);
  TEST_CHECK(system(command) == 0);
  snprintf(command, sizeof command, "%s/%s.frd", folder, deck);
  FILE *file = fopen(command, "r");
  TEST_CHECK(file != NULL);
  while (file && fgets(line, sizeof line, file)) {
    if (strncmp(line, " -4", 3) == 0) block = strstr(line, "DISP") ? 0 : strstr(line, "STRESS") ? 1 : -1;
    if (block < 0 || strncmp(line, " -1", 3) != 0) continue;
    for (int i = 0; i < (block ? 6 : 3); i++) {
      char number[13] = "";
      memcpy(number, line + 13 + 12 * i, 12);
      answer[block][atoi(line + 3)][i] = atof(number);
    }
  }
  if (file) fclose(file);
}

// Finds the largest difference relative to the largest number: displacement, stress.
static void compare(const reduced_model *m, const double *x, double off[2]) {
  const recovery *r = m->recovery;
  for (int kind = 0; kind < 2; kind++) {
    const int width = kind ? 6 : 3;
    const double *fields = kind ? r->stress : r->displacement;
    double largest = 0;
    off[kind] = 0;
    for (int i = 0; i < r->n_nodes; i++)
      for (int c = 0; c < width; c++) {
        double sum = 0;
        for (int k = 0; k < r->n_coordinates; k++)
          sum += x[k] * fields[((long)k * r->n_nodes + i) * width + c];
        off[kind] = fmax(off[kind], fabs(sum - answer[kind][r->id[i]][c]));
        largest = fmax(largest, fabs(answer[kind][r->id[i]][c]));
      }
    off[kind] /= largest;
  }
}

// Static coordinates under a force at the tip: as a load, or as the force on row 0.
static void rest(const reduced_model *m, int on_row, double *x) {
  memset(x, 0, (size_t)(m->n_modes + m->n_boundary) * sizeof *x);
  for (int k = 0; k < m->n_modes; k++) x[k] = FORCE * (on_row ? m->phi_b : m->phi_f)[k] / m->omega2[k];
  if (on_row) x[m->n_modes] = FORCE;
}

// A study of the deck with its tip node, the last of RIGHT, loaded along y and in contact there.
static void deck_study(study *s, const char *deck, int method, double modes) {
  static char tip[16];
  const int corner[3] = {2 * bar.cells[0], 2 * bar.cells[1], 2 * bar.cells[2]};
  snprintf(tip, sizeof tip, "%d", bar_node(&bar, corner));
  hand_study(s);
  snprintf(s->path, sizeof s->path, "%s/study.yaml", folder);
  s->model.type = MODEL_CALCULIX;
  snprintf(s->model.deck, sizeof s->model.deck, "%s.inp", deck);
  s->reduction = (reduction_config){.method = method, .modes = modes};
  s->n_contacts = method != REDUCTION_MODAL;
  s->contacts[0] = (contact_config){.law = LAW_UNILATERAL, .normal = {0, 1, 0}};
  snprintf(s->contacts[0].nodes, STUDY_NAME, "%s", tip);
  s->n_excitations = 1;
  s->excitations[0] = (excitation_config){.direction = {0, 1, 0}};
  snprintf(s->excitations[0].node, STUDY_NAME, "%s", tip);
  s->n_outputs = 1;
  s->outputs[0] = (output_config){.name = "s", .quantity = &field, .of = FIELD_OF_STRESS};
}

// Writes the deck, and another one with a step for ccx: a force, or the first mode.
static void write_deck(const shape *e, const char *more, int of_mode) {
  char path[128], text[512], step[64];
  const int corner[3] = {2 * bar.cells[0], 2 * bar.cells[1], 2 * bar.cells[2]};
  snprintf(step, sizeof step, "*STATIC\n*CLOAD\n%d,2,%g\n", bar_node(&bar, corner), FORCE);
  for (int solved = 0; solved < 2; solved++) {
    snprintf(path, sizeof path, "%s/%s.inp", folder, solved ? "solved" : e->type);
    snprintf(text, sizeof text, "%s*BOUNDARY\nLEFT,1,3\n*STEP\n%s*NODE FILE\nU\n*EL FILE\nS\n*END STEP\n",
             more,
             !solved   ? "*STATIC\n"
             : of_mode ? "*FREQUENCY\n1\n"
                       : step);
    write_bar(path, e->type, e->corners, e->middles, &bar, 0.3, text);
  }
  solve("solved");
}

static void check(const char *what, const char *deck, int method, double modes, double allowed,
                  double off[2]) {
  static study s;
  reduced_model m;
  double x[4000];
  deck_study(&s, deck, method, modes);
  CHECK_OK(reduce_study(&s, &m));
  TEST_CHECK(m.recovery && m.recovery->stress && m.n_modes + m.n_boundary < 4000);
  rest(&m, method != REDUCTION_MODAL, x);
  compare(&m, x, off);
  printf("%-8s %-22s %3d modes: displacement %.1e, stress %.1e\n", deck, what, m.n_modes, off[0], off[1]);
  TEST_CHECK(off[0] <= allowed && off[1] <= allowed);
  reduced_destroy(&m);
}

// One mode of unit modal mass and arbitrary sign. Incompatible modes have inertia in ccx's own
// modes of C3D8I, and none in the recovery: a difference of (ω · element / speed of sound)², here
// 1.2e-2 for three elements along the bar.
static void check_mode(const shape *e) {
  static study s;
  reduced_model m;
  double off[2][2];
  const double allowed = strcmp(e->type, "C3D8I") == 0 ? 2e-2 : 1e-5;
  write_deck(e, "", 1);
  deck_study(&s, e->type, REDUCTION_MODAL, 1);
  CHECK_OK(reduce_study(&s, &m));
  for (int sign = 0; sign < 2; sign++) compare(&m, &(double){sign ? -1 : 1}, off[sign]);
  const double *least = off[off[1][0] < off[0][0]];
  printf("%-8s %-22s   1 mode:  displacement %.1e, stress %.1e\n", e->type, "ccx's first mode", least[0],
         least[1]);
  TEST_CHECK(least[0] <= 1e-5 && least[1] <= allowed);
  reduced_destroy(&m);
}

enum {
  RADIAL = 8,
  AROUND = 10
}; // bricks of a quarter of a plate with a hole, and one through its
   // thickness

static int hole_node(int i, int j, int k) {
  return 1 + i + (RADIAL + 1) * (j + (AROUND + 1) * k);
}

// Writes a square with a hole of a fifth of its width, pulled along x and held in its planes of
// symmetry.
static void write_hole(const char *path, int loaded) {
  FILE *file = fopen(path, "w");
  TEST_CHECK(file != NULL);
  if (!file) return;
  fprintf(file, "*NODE\n");
  for (int k = 0; k < 2; k++)
    for (int j = 0; j <= AROUND; j++)
      for (int i = 0; i <= RADIAL; i++) {
        const double angle = M_PI / 2 * j / AROUND, c = cos(angle), s = sin(angle);
        const double edge = 0.05 / fmax(c, s), r = 0.01 + (edge - 0.01) * pow((double)i / RADIAL, 1.5);
        fprintf(file, "%d, %.9g, %.9g, %g\n", hole_node(i, j, k), r * c, r * s, 0.005 * k);
      }
  fprintf(file, "*ELEMENT, TYPE=C3D8, ELSET=ALL\n");
  for (int j = 0, n = 1; j < AROUND; j++)
    for (int i = 0; i < RADIAL; i++, n++) {
      fprintf(file, "%d", n);
      for (int k = 0; k < 2; k++)
        fprintf(file, ", %d, %d, %d, %d", hole_node(i, j, k), hole_node(i + 1, j, k),
                hole_node(i + 1, j + 1, k), hole_node(i, j + 1, k));
      fprintf(file, "\n");
    }
  fprintf(file, "*MATERIAL, NAME=STEEL\n*ELASTIC\n2.1e11, 0.3\n*DENSITY\n7850\n"
                "*SOLID SECTION, ELSET=ALL, MATERIAL=STEEL\n*NSET, NSET=PULLED\n");
  for (int j = 0; j <= AROUND / 2; j++)
    fprintf(file, "%d, %d\n", hole_node(RADIAL, j, 0), hole_node(RADIAL, j, 1));
  fprintf(file, "*BOUNDARY\n");
  for (int k = 0; k < 2; k++)
    for (int i = 0; i <= RADIAL; i++)
      fprintf(file, "%d, 2\n%d, 1\n", hole_node(i, 0, k), hole_node(i, AROUND, k));
  for (int j = 0; j <= AROUND; j++)
    for (int i = 0; i <= RADIAL; i++) fprintf(file, "%d, 3\n", hole_node(i, j, 0));
  fprintf(file, "*STEP\n*STATIC\n");
  if (loaded) fprintf(file, "*CLOAD\nPULLED, 1, %g\n", FORCE);
  fprintf(file, "*NODE FILE\nU\n*EL FILE\nS\n*END STEP\n");
  fclose(file);
}

static void check_hole(void) {
  static study s;
  static double x[4000];
  reduced_model m;
  double off[2];
  char path[128];
  for (int loaded = 0; loaded < 2; loaded++) {
    snprintf(path, sizeof path, "%s/%s.inp", folder, loaded ? "loaded" : "hole");
    write_hole(path, loaded);
  }
  solve("loaded");
  deck_study(&s, "hole", REDUCTION_MODAL, 0);
  s.excitations[0] = (excitation_config){.direction = {1, 0, 0}, .nodes = "PULLED"};
  CHECK_OK(reduce_study(&s, &m));
  TEST_CHECK(m.recovery && m.recovery->stress && m.n_modes < 4000);
  rest(&m, 0, x);
  compare(&m, x, off);
  printf("plate with a hole, all %d modes: displacement %.1e, stress %.1e\n", m.n_modes, off[0], off[1]);
  TEST_CHECK(off[0] <= 1e-5 && off[1] <= 1e-5);
  reduced_destroy(&m);
}

static void check_saved(void) {
  static study s;
  reduced_model m, loaded;
  deck_study(&s, "C3D8", REDUCTION_MACNEAL, 3);
  CHECK_OK(reduce_study(&s, &m));
  snprintf(s.model.file, sizeof s.model.file, "%s/saved.h5", folder);
  CHECK_OK(reduced_save(&m, s.model.file));
  s.model.type = MODEL_REDUCED;
  CHECK_OK(reduce_study(&s, &loaded));
  const size_t n = (size_t)m.recovery->n_coordinates * (size_t)m.recovery->n_nodes * 6;
  TEST_CHECK(loaded.recovery && memcmp(loaded.recovery->stress, m.recovery->stress, n * sizeof(double)) == 0);
  reduced_destroy(&m), reduced_destroy(&loaded);
}

int main(void) {
  static const shape shapes[] = {{"C3D8", BAR_BRICK, 0},        {"C3D8I", BAR_BRICK, 0},
                                 {"C3D20", BAR_BRICK, 1},       {"C3D20R", BAR_BRICK, 1},
                                 {"C3D15", BAR_WEDGE, 1},       {"C3D6", BAR_WEDGE, 0},
                                 {"C3D10", BAR_TETRAHEDRON, 1}, {"C3D4", BAR_TETRAHEDRON, 0}};
  double off[2], few[2], more[2];
  if (!mkdtemp(folder)) return 1;
  log_quiet(1);
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    write_deck(&shapes[i], "", 0);
    check("static boundary", shapes[i].type, REDUCTION_MACNEAL, 3, 1e-5, off);
    check_mode(&shapes[i]);
    if (i != 0 && i != 2) continue; // the other rows have singular mass (C3D20R)
    write_deck(&shapes[i], "", 0);
    check("few modes", shapes[i].type, REDUCTION_MODAL, 4, 1, few);
    check("more modes", shapes[i].type, REDUCTION_MODAL, 30, 1, more);
    check("all modes", shapes[i].type, REDUCTION_MODAL, 0, 1e-5, off);
    TEST_CHECK(few[0] > more[0] && more[0] > off[0] && few[1] > more[1] && more[1] > off[1]);
  }
  const int middle[3] = {6, 0, 0}, corner[3] = {6, 0, 4}; // y of two corners of the free end is
                                                          // coupled
  char equation[128];
  snprintf(equation, sizeof equation, "*EQUATION\n2\n%d,2,1.,%d,2,-1.\n", bar_node(&bar, middle),
           bar_node(&bar, corner));
  write_deck(&shapes[0], equation, 0);
  check("bound node", "C3D8", REDUCTION_MACNEAL, 3, 1e-5, off);
  check_saved();
  check_hole();
  char command[64];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  TEST_CHECK(system(command) == 0);
  return TEST_END();
}
