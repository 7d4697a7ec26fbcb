// Free bodies with a stiffness that resists rigid motions. Bricks of reduced integration, whose
// hourglass control resists rotation if they are distorted, are reported with the frequencies.
// Stiffnesses rounded to 14 digits, as ccx writes them, are no reason to refuse a static solution.
#include "model/load.h"
#include "reduction_oracle.h"

#include <unistd.h>

#include "model/sparse_matrix.h"
#include "reduction/model_report.h"
#include "reduction/algebra/rigid_motions.h"
#include "reduction/reduce.h"
#include "tests/hand_study.h"

enum { CELLS = 6, LINKS = 6000 };

// Writes a bar of bricks, with nodes shifted by up to 1/7 of a side.
static void write_bar(const char *type) {
  FILE *file = fopen("deck.inp", "w");
  if (!file) perror("deck.inp"), exit(1);
  oracle_state = 5;
  fprintf(file, "*NODE\n");
  for (int i = 0; i < 9 * (CELLS + 1); i++)
    fprintf(file, "%d,%.9f,%.9f,%.9f\n", i + 1, i / 9 + 0.15 * random_number(),
            i % 9 / 3 + 0.15 * random_number(), i % 3 + 0.15 * random_number());
  fprintf(file, "*ELEMENT,TYPE=%s,ELSET=E\n", type);
  for (int x = 0, e = 1; x < CELLS; x++)
    for (int y = 0; y < 2; y++)
      for (int z = 0; z < 2; z++, e++) {
        const int n = 1 + 9 * x + 3 * y + z;
        fprintf(file, "%d,%d,%d,%d,%d,%d,%d,%d,%d\n", e, n, n + 9, n + 12, n + 3, n + 1, n + 10, n + 13,
                n + 4);
      }
  fprintf(file, "*MATERIAL,NAME=M\n*ELASTIC\n2e11,0.3\n*DENSITY\n7800\n*SOLID SECTION,ELSET=E,MATERIAL=M\n");
  fclose(file);
}

// Gets up to ten frequencies from ccx's own *FREQUENCY of the same deck. Returns how many.
static int ask_ccx(double frequency[10]) {
  char line[200];
  int n = 0;
  if (system("(cat deck.inp; printf '*STEP\\n*FREQUENCY\\n10\\n*END STEP\\n') >free.inp; OMP_NUM_THREADS=1 "
             "ccx free "
             ">log 2>&1") != 0)
    check_failures++;
  FILE *file = fopen("free.dat", "r");
  while (file && n < 10 && fgets(line, sizeof line, file)) {
    int mode;
    double lambda, omega;
    if (sscanf(line, "%d %lf %lf %lf", &mode, &lambda, &omega, &frequency[n]) == 4 && mode == n + 1) n++;
    if (strstr(line, "P A R T I C I P A T I O N")) break;
  }
  if (file) fclose(file);
  return n;
}

static double rotation_energy(const model *m, int axis, const sparse *matrix) {
  double *q = zeros(m->stiffness.n), *image = zeros(m->stiffness.n), sum = 0;
  const int j = (axis + 1) % 3, k = (axis + 2) % 3;
  for (int i = 0; i < m->n_nodes; i++) {
    q[m->nodes[i].equation[k]] = m->nodes[i].position[j] - 1;
    q[m->nodes[i].equation[j]] = -(m->nodes[i].position[k] - 1);
  }
  sparse_multiply(matrix, q, image);
  for (int i = 0; i < m->stiffness.n; i++) sum += q[i] * image[i];
  free(q), free(image);
  return sum;
}

static void check_bar(const char *type, int costly) {
  static study s;
  model m;
  model_report r;
  char text[700];
  hand_study(&s);
  snprintf(s.path, sizeof s.path, "study.yaml");
  s.model = (model_config){.type = MODEL_CALCULIX, .deck = "deck.inp"};
  write_bar(type);
  CHECK_OK(model_load(&s, &m));
  CHECK_OK(model_report_compute(&m, &r));
  TEST_CHECK(r.mass_negative == 0 && r.stiffness_negative == 0 && r.n_frequencies == 10);
  TEST_CHECK((r.n_costly > 0) == costly && r.n_rigid_modes + r.n_costly == 6);
  for (int k = 0; k < r.n_costly; k++) CHECK_NEAR(r.costly[k], r.frequency[r.n_rigid_modes + k], 0, 1e-12);
  double by_ccx[10];
  TEST_CHECK(ask_ccx(by_ccx) == 10);
  for (int k = r.n_rigid_modes; k < 10; k++)
    CHECK_NEAR(r.frequency[k], by_ccx[k], 0, 1e-6); // 7 digits are printed
  // Rayleigh: the quotient of a rotation is at least the lowest reported value, and 0 if none is
  // reported.
  double least = INFINITY;
  for (int axis = 0; axis < 3; axis++) {
    const double cost = rotation_energy(&m, axis, &m.stiffness), inertia = rotation_energy(&m, axis, &m.mass);
    least = fmin(least, sqrt(fabs(cost / inertia)) / (2 * acos(-1)));
  }
  if (costly) TEST_CHECK(least >= r.costly[0] * (1 - 1e-9));
  rigid_costly_text(&m, r.n_costly, r.costly, text, sizeof text);
  TEST_CHECK(!costly || (strstr(text, "The deck has C3D8R") && strstr(text, "take C3D8I")));
  if ((r.n_costly > 0) != costly)
    fprintf(stderr, "%s: %d rigid, %d cost energy\n", type, r.n_rigid_modes, r.n_costly);
  model_destroy(&m);
}

// Makes a free chain of equal masses. In one half the springs are 1/3; with 14 digits,
// 0.33333333333333 is subtracted from 0.66666666666667, so that each row misses equilibrium by
// 1e-14. `exact`: with exact sums.
static void make_chain(model *m, int exact) {
  int *row = malloc(2 * (LINKS + 1) * sizeof *row), *column = malloc(2 * (LINKS + 1) * sizeof *column);
  double *k = zeros(2 * LINKS + 2), *mass = zeros(LINKS + 1);
  const int n = LINKS + 1;
  long used = 0;
  char text[40];
  *m = (model){.memory = arena_create(), .n_nodes = n};
  m->nodes = arena_allocate(m->memory, (size_t)n * sizeof *m->nodes);
  m->node_index = arena_allocate(m->memory, (size_t)n * sizeof *m->node_index);
  for (int i = 0; i < n; i++) {
    const double before = i == 0           ? 0
                          : i <= LINKS / 2 ? 1.0 / 3
                                           : 0.25,
                 behind = i == LINKS      ? 0
                          : i < LINKS / 2 ? 1.0 / 3
                                          : 0.25;
    m->node_index[i] = i;
    m->nodes[i] = (model_node){.id = i + 1, .position = {i}, .equation = {i, -1, -1}};
    mass[i] = 1;
    for (int part = 0; part < 2 && i + part < n; part++) {
      snprintf(text, sizeof text, "%.13e", part ? -behind : before + behind);
      row[used] = i, column[used] = i + part;
      k[used++] = exact ? (part ? -behind : before + behind) : atof(text);
    }
  }
  CHECK_OK(sparse_from_triplets(m->memory, n, used, row, column, k, &m->stiffness));
  for (int i = 0; i < n; i++) row[i] = column[i] = i;
  CHECK_OK(sparse_from_triplets(m->memory, n, n, row, column, mass, &m->mass));
  free(row), free(column), free(k), free(mass);
}

static void reduce_chain(int method, int exact, reduced_model *out) {
  static study s;
  model m;
  hand_study(&s);
  make_chain(&m, exact);
  s.reduction = (reduction_config){.method = method, .modes = 8};
  s.n_contacts = 1;
  s.contacts[0] = (contact_config){.nodes = "1", .normal = {1, 0, 0}};
  *out = (reduced_model){.memory = arena_create()};
  CHECK_OK(reduce_model(&s, &m, out));
  model_destroy(&m);
}

static void check_digits(int method) {
  reduced_model rounded, exact;
  reduce_chain(method, 0, &rounded);
  reduce_chain(method, 1, &exact);
  // Each eigenvalue moves by at most the imbalance of the rows, and by Lanczos' 1e-14 of the
  // shifted eigenvalue.
  for (int k = 1; k < 8 && rounded.n_modes >= 8; k++)
    CHECK_NEAR(rounded.omega2[k], exact.omega2[k], 3e-14, 1e-10);
  TEST_CHECK(rounded.omega2[0] == 0);
  reduced_destroy(&rounded);
  reduced_destroy(&exact);
}

int main(void) {
  log_quiet(1);
  char folder[] = "/tmp/chatter-test-XXXXXX";
  if (!mkdtemp(folder) || chdir(folder) != 0) perror(folder), exit(1);
  check_digits(REDUCTION_RUBIN);
  check_digits(REDUCTION_MACNEAL);
  if (system("command -v ccx >/dev/null") == 0) {
    check_bar("C3D8R", 1);
    check_bar("C3D8", 0);
    check_bar("C3D8I", 0);
  }
  char command[100];
  snprintf(command, sizeof command, "rm -r %s", folder);
  if (chdir("/") != 0 || system(command) != 0) perror(folder), exit(1);
  return TEST_END();
}
