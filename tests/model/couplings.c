// Distributing couplings: two bodies whose ends are joined by reference nodes in equations, like
// bolts, compared with the same bodies joined here. A reference node moves with the rigid motion
// that fits its surface best in weighted least squares. The modes are those of the null space of
// all conditions, by dense eigenvalues.
#include <lapacke.h>

#include "model/load.h"
#include "model/model_lookup.h"
#include "model/sparse_matrix.h"
#include "model_files.h"
#include "reduction/model_report.h"

enum {
  ALONG = 3,
  ACROSS = 3,
  SECTION = ACROSS * ACROSS,
  NODES = (ALONG + 1) * SECTION,
  MOST = 220,
  SECOND = 500
};
static const double size[3] = {0.1, 0.05, 0.04}; // of one brick
static study s = {.path = "study.yaml", .model = {.type = MODEL_CALCULIX, .deck = "deck.inp"}};
static const double at[2][3] = {{0.31, 0.06, 0.03}, {0.52, 0.02, 0.09}}; // of the reference nodes

// Writes bricks along x from `from` on; of the ends that face each other, faces with S4 or S6.
static size_t write_body(char *text, size_t used, size_t most, int first, double from, const char *name) {
  used += (size_t)snprintf(text + used, most - used, "*NODE\n");
  for (int i = 0; i < NODES; i++)
    used +=
        (size_t)snprintf(text + used, most - used, "%d,%.9g,%.9g,%.9g\n", first + i,
                         from + i / SECTION * size[0], i % SECTION / ACROSS * size[1], i % ACROSS * size[2]);
  used += (size_t)snprintf(text + used, most - used, "*ELEMENT,TYPE=C3D8,ELSET=%s\n", name);
  for (int x = 0, e = first; x < ALONG; x++)
    for (int y = 0; y < ACROSS - 1; y++)
      for (int z = 0; z < ACROSS - 1; z++, e++) {
        const int n = first + x * SECTION + y * ACROSS + z, a = ACROSS, b = SECTION;
        used += (size_t)snprintf(text + used, most - used, "%d,%d,%d,%d,%d,%d,%d,%d,%d\n", e, n, n + b,
                                 n + a + b, n + a, n + 1, n + b + 1, n + a + b + 1, n + a + 1);
      }
  return used;
}

static void write_deck(const char *joined) {
  static char text[40000];
  const size_t most = sizeof text;
  const int last = (ALONG - 1) * (ACROSS - 1) * (ACROSS - 1);
  size_t used = (size_t)snprintf(text, most, "*Heading\n*Preprint, echo=NO\n");
  used = write_body(text, used, most, 1, 0, "A");
  used = write_body(text, used, most, SECOND, 0.5, "B");
  used +=
      (size_t)snprintf(text + used, most - used,
                       "*SOLID SECTION,ELSET=A,MATERIAL=M\n*SOLID SECTION,ELSET=B,MATERIAL=M\n"
                       "*NODE\n1001,%g,%g,%g\n1002,%g,%g,%g\n*NSET,NSET=Bolt\n1001\n*NSET,NSET=Nut\n1002\n"
                       "*ELSET,ELSET=_A_S4,GENERATE\n%d,%d\n*ELSET,ELSET=_B_S6,GENERATE\n%d,%d\n"
                       "*SURFACE,NAME=FACE-A,TYPE=ELEMENT\n_A_S4,S4\n*SURFACE,NAME=FACE-B\n_B_S6,S6\n%s"
                       "*MATERIAL,NAME=M\n*DENSITY\n7800\n*ELASTIC\n2e11,0.3\n",
                       at[0][0], at[0][1], at[0][2], at[1][0], at[1][1], at[1][2], 1 + last, last + 4, SECOND,
                       SECOND + 3, joined);
  write_file("deck.inp", text);
}

// c [6][n]: the rigid motion of a reference node from the nodes of a section, weighted by their
// areas: the normal equations of least squares over (u, θ), with u at the reference node.
static void best_motion(const model *m, int first, const double *x, int linear, int n, double *c) {
  double normal[36] = {0}, farthest = 0;
  double *right = calloc((size_t)(6 * n), sizeof *right);
  lapack_int pivot[6];
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < SECTION; i++) {
      const model_node *node = &m->nodes[model_find_node_id(m, first + i)];
      double r[3], weight = (i / ACROSS == 1 ? 2 : 1) * (i % ACROSS == 1 ? 2 : 1), distance = 0;
      for (int d = 0; d < 3; d++) r[d] = node->position[d] - x[d], distance = hypot(distance, r[d]);
      if (pass == 0) farthest = fmax(farthest, distance);
      if (pass == 0) continue;
      if (linear) weight *= 1 - distance / farthest;
      double motion[3][6] = {{1, 0, 0, 0, r[2], -r[1]}, {0, 1, 0, -r[2], 0, r[0]}, {0, 0, 1, r[1], -r[0], 0}};
      for (int d = 0; d < 3; d++)
        for (int a = 0; a < 6; a++) {
          for (int b = 0; b < 6; b++) normal[6 * a + b] += weight * motion[d][a] * motion[d][b];
          right[a * n + node->equation[d]] += weight * motion[d][a];
        }
    }
  if (LAPACKE_dgesv(LAPACK_ROW_MAJOR, 6, n, normal, 6, pivot, right, n) != 0) check_failures++;
  memcpy(c, right, (size_t)(6 * n) * sizeof *c);
  free(right);
}

static void to_dense(const sparse *a, double *out) {
  for (int i = 0; i < a->n; i++)
    for (long e = a->row[i]; e < a->row[i + 1]; e++)
      out[i * a->n + a->column[e]] = out[a->column[e] * a->n + i] = a->value[e];
}

// λ of the bodies of `m` (not joined) with the conditions c [n_c][n], in the null space of c from
// its singular vectors. Returns their number.
static int joined_by_hand(const model *m, int n_c, double *c, double *lambda) {
  const int n = m->stiffness.n, left = n - n_c;
  static double k[MOST * MOST], mass[MOST * MOST], v[MOST * MOST], half[MOST * MOST], kr[MOST * MOST],
      mr[MOST * MOST];
  double values[MOST], u[36 * 4], spare[MOST];
  memset(k, 0, sizeof k), memset(mass, 0, sizeof mass);
  to_dense(&m->stiffness, k), to_dense(&m->mass, mass);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) v[i * n + j] = i == j;
  if (n_c > 0) {
    if (LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'A', 'A', n_c, n, c, n, values, u, n_c, v, n, spare) != 0)
      check_failures++;
    TEST_CHECK(values[n_c - 1] > 1e-6 * values[0]);
  }
  for (int which = 0; which < 2; which++)
    for (int i = 0; i < left; i++) {
      const double *matrix = which ? mass : k, *vi = v + (n_c + i) * n;
      for (int a = 0; a < n; a++) {
        half[a] = 0;
        for (int b = 0; b < n; b++) half[a] += matrix[a * n + b] * vi[b];
      }
      for (int j = 0; j < left; j++) {
        double sum = 0;
        for (int a = 0; a < n; a++) sum += half[a] * v[(n_c + j) * n + a];
        (which ? mr : kr)[i * left + j] = sum;
      }
    }
  if (LAPACKE_dsygvd(LAPACK_ROW_MAJOR, 1, 'N', 'U', left, kr, left, mr, left, lambda) != 0) check_failures++;
  return left;
}

// Checks that the deck with `joined` has the frequencies of the bodies under the n_c conditions.
static void compare(const char *joined, int n_c, double *c) {
  model m, plain;
  model_report r;
  double lambda[MOST];
  const double twopi = 2 * acos(-1);
  write_deck("");
  CHECK_OK(model_load(&s, &plain));
  write_deck(joined);
  CHECK_OK(model_load(&s, &m));
  CHECK_OK(model_report_compute(&m, &r));
  const int n = joined_by_hand(&plain, n_c, c, lambda);
  TEST_CHECK(n >= 10 && r.n_frequencies == 10);
  int rigid = 0;
  while (lambda[rigid] < 1e-9 * lambda[n - 1])
    rigid++; // rounding of 14 digits, some 1e-12, and that of the dense solver
  TEST_CHECK(r.n_rigid_modes == rigid && r.n_costly == 0 && r.mass_negative == 0 &&
             r.stiffness_negative == 0);
  // The entries of ccx's matrices have 14 digits; the stiffest motions are some 1e4 times as stiff
  // as the lowest.
  for (int i = rigid; i < 10; i++) CHECK_NEAR(r.frequency[i], sqrt(lambda[i]) / twopi, 0, 1e-8);
  int node; // a reference node may be loaded if it is not bound to another one
  if (strstr(joined, "Nut"))
    CHECK_OK(model_find_node_along(&m, "Nut", (const double[]){0, 0, 1}, "here", "", &node));
  if (strstr(joined, "Nut,1")) {
    CHECK_OK(model_find_node_along(&m, "Bolt", (const double[]){0, 0, 1}, "here", "", &node));
    TEST_CHECK(model_find_node_along(&m, "Bolt", (const double[]){1, 0, 0}, "here", "", &node) ==
               CHATTER_BAD_MODEL);
    error_clear();
  }
  model_destroy(&m);
  model_destroy(&plain);
}

#define COUPLE(name, node, surface, more)                                                                    \
  "*COUPLING,CONSTRAINT NAME=" name ",REF NODE=" node ",SURFACE=" surface "\n*DISTRIBUTING" more "\n"

static void refused(const char *joined, const char *part) {
  model m;
  write_deck(joined);
  if (model_load(&s, &m) != CHATTER_BAD_MODEL || !strstr(error_message(0), part)) {
    fprintf(stderr, "expected: ...%s\n     got: %s\n", part, error_count() ? error_message(0) : "nothing");
    check_failures++;
  }
  error_clear();
}

int main(void) {
  if (system("command -v ccx >/dev/null") != 0)
    TEST_SKIP("ccx (Debian package calculix-ccx) is not installed");
  enter_folder();
  model plain;
  write_deck("");
  CHECK_OK(model_load(&s, &plain));
  const int n = plain.stiffness.n, end = 1 + ALONG * SECTION;
  TEST_CHECK(n == 6 * NODES && n <= MOST);
  double *a = calloc((size_t)(6 * n), sizeof *a), *b = calloc((size_t)(6 * n), sizeof *b),
         *c = calloc((size_t)(12 * n), sizeof *c);
  best_motion(&plain, end, at[0], 0, n, a);
  best_motion(&plain, SECOND, at[1], 0, n, b);
  // A bolt and its nut: joined in all directions but the axis, along which they slide (one of the
  // seven zeros).
  for (int r = 0, row = 0; r < 6; r++)
    for (int i = 0; i < n && r != 2; i++) c[row * n + i] = a[r * n + i] - b[r * n + i], row += i == n - 1;
  compare(COUPLE("C1", "Bolt", "FACE-A", ",WEIGHTING METHOD=UNIFORM,COUPLING=STRUCTURAL")
              COUPLE("C2", "1002", "Face-B",
                     "") "*EQUATION\n2\nBolt,1,1.,Nut,1,-1.\n2\nBolt,2,1.,Nut,2,-1.\n2\nBolt,4,1.,Nut,4,-1.\n"
                         "*EQUATION\n2\nBolt,5,1.,\nNut,5,-1.\n2\nBolt,6,1.,Nut,6,-1.\n",
          5, c);
  // A fixed reference node with weights that decrease with distance; rotation about y is free.
  best_motion(&plain, end, at[0], 1, n, a);
  for (int r = 0, row = 0; r < 6; r++)
    for (int i = 0; i < n && r != 4; i++) c[row * n + i] = a[r * n + i], row += i == n - 1;
  compare(COUPLE("C1", "BOLT", "FACE-A", ",WEIGHTING METHOD=LINEAR\n1,4\n6") "*BOUNDARY\nBOLT,ENCASTRE\n", 5,
          c);
  // Only a node for loads: the bodies stay as they are.
  compare(COUPLE("C1", "Nut", "FACE-B", ""), 0, c);
  model_destroy(&plain);
  refused(COUPLE("C1", "Bolt", "FACE-C", ""), "the coupling has no surface that the deck knows");
  refused(COUPLE("C1", "A", "FACE-A", ""), "'A' is neither a node nor a node set");
  refused(COUPLE("C1", "Bolt", "FACE-A", "\n1,2"), "some displacements only");
  refused(COUPLE("C1", "Bolt", "FACE-A", "") "*EQUATION\n2\nBolt,4,1.,Nut,4,-1.\n",
          "has a rotation of node 1002");
  refused(COUPLE("C1", "Bolt", "FACE-A", "") "*SURFACE,NAME=P,TYPE=NODE\nBolt\n*TIE,NAME=T\nP,FACE-B\n",
          "*TIE binds node 1001, the reference node");
  refused("*BOUNDARY\nNut,ENCASTER\n", "(did you mean 'ENCASTRE'?)");
  free(a), free(b), free(c);
  leave_folder();
  return TEST_END();
}
