// The plate's K and M from ccx, entry by entry, compared with an 8-node brick with 2x2x2 full
// integration and consistent mass programmed here; its total mass, node sets and numbering,
// compared with its dimensions.
#include "base/log.h"
#include "brick.h"
#include "model/load.h"
#include "model/model_lookup.h"
#include "model/sparse_matrix.h"
#include "tests/check.h"
#include "model/model.h"

enum { NX = 101, NY = 8, NZ = 20, N_NODES = (NX + 1) * (NY + 1) * (NZ + 1) };
static const double RHO = 8220, LX = 0.150, LY = 0.008, LZ = 0.040;

// Reference blocks of node a with its 27 neighbours, 3 x 3 each, for K and M.
typedef double blocks[27][3][3];
static int node_at(int i, int j, int k) {
  return k + (NZ + 1) * (j + (NY + 1) * i);
}
static int neighbour(const int a[3], const int b[3]) {
  return (b[0] - a[0] + 1) * 9 + (b[1] - a[1] + 1) * 3 + b[2] - a[2] + 1;
}

static void add_element(const double x[CORNERS][3], const int at[CORNERS][3], blocks *k, blocks *m) {
  double ke[CORNERS][CORNERS][3][3], me[CORNERS][CORNERS];
  brick(x, 184e9, 0.33, RHO, ke, me);
  for (int a = 0; a < CORNERS; a++)
    for (int b = 0; b < CORNERS; b++) {
      int row = node_at(at[a][0], at[a][1], at[a][2]), place = neighbour(at[a], at[b]);
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) k[row][place][i][j] += ke[a][b][i][j];
        m[row][place][i][i] += me[a][b];
      }
    }
}

static void position(const int at[3], double x[3]) {
  x[0] = LX * at[0] / NX, x[1] = LY * at[1] / NY, x[2] = LZ * at[2] / NZ;
}

static void coordinates(int node, int at[3]) {
  at[0] = node / ((NY + 1) * (NZ + 1)), at[1] = node / (NZ + 1) % (NY + 1), at[2] = node % (NZ + 1);
}

static void make_reference(blocks *k, blocks *m) {
  for (int e = 0; e < NX * NY * NZ; e++) {
    int at[CORNERS][3];
    double x[CORNERS][3];
    for (int a = 0; a < CORNERS; a++) {
      at[a][0] = e / (NY * NZ) + corner[a][0];
      at[a][1] = e / NZ % NY + corner[a][1];
      at[a][2] = e % NZ + corner[a][2];
      position(at[a], x[a]);
    }
    add_element((const double(*)[3])x, (const int(*)[3])at, k, m);
  }
}

// Returns the largest difference over sqrt(a_ii a_jj), over the stored entries and the reference
// entries that are not stored.
static double compare(const model *loaded, const sparse *a, blocks *reference) {
  double worst = 0, *scale = malloc((size_t)a->n * sizeof *scale);
  int(*place)[2] = malloc((size_t)a->n * sizeof *place);
  for (int node = 0; node < N_NODES; node++)
    for (int d = 0; d < 3; d++) {
      int row = loaded->nodes[node].equation[d];
      if (row < 0) continue;
      place[row][0] = node, place[row][1] = d;
      scale[row] = sqrt(reference[node][13][d][d]);
    }
  for (int r = 0; r < a->n; r++)
    for (long e = a->row[r]; e < a->row[r + 1]; e++) {
      int c = a->column[e], p[3], q[3];
      coordinates(place[r][0], p), coordinates(place[c][0], q);
      for (int d = 0; d < 3; d++)
        if (abs(p[d] - q[d]) > 1) return INFINITY;
      double *x = &reference[place[r][0]][neighbour(p, q)][place[r][1]][place[c][1]];
      worst = fmax(worst, fabs(a->value[e] - *x) / (scale[r] * scale[c]));
      *x = 0;
      reference[place[c][0]][neighbour(q, p)][place[c][1]][place[r][1]] = 0;
    }
  for (int node = 0; node < N_NODES; node++)
    for (int p = 0; p < 27; p++) {
      int at[3], other[3];
      coordinates(node, at);
      other[0] = at[0] + p / 9 - 1, other[1] = at[1] + p / 3 % 3 - 1, other[2] = at[2] + p % 3 - 1;
      if (at[0] == 0 || other[0] <= 0 || other[0] > NX) continue; // clamped, or outside
      double s = scale[loaded->nodes[node].equation[0]];
      for (int d = 0; d < 9; d++) worst = fmax(worst, fabs(reference[node][p][d / 3][d % 3]) / (s * s));
    }
  free(scale), free(place);
  return worst;
}

static void check_set(const model *m, const char *name, int n, const int expected[][3]) {
  const int *nodes;
  int n_found;
  CHECK_OK(model_find_nodes(m, name, "test", &n_found, &nodes));
  TEST_CHECK(n_found == n);
  for (int i = 0; i < n && i < n_found; i++)
    TEST_CHECK(nodes[i] == node_at(expected[i][0], expected[i][1], expected[i][2]));
}

int main(void) {
  if (system("command -v ccx >/dev/null") != 0)
    TEST_SKIP("ccx (Debian package calculix-ccx) is not installed");
  study s = {.model = {.type = MODEL_CALCULIX, .deck = "plate.inp"}};
  snprintf(s.path, sizeof s.path, "%s/models/plate/steady.yaml", source_folder());
  model m;
  log_quiet(1);
  CHECK_OK(model_load(&s, &m));
  TEST_CHECK(m.n_nodes == N_NODES && m.stiffness.n == 57267 && m.mass.n == 57267);
  for (int node = 0; node < N_NODES; node++) {
    int at[3];
    double x[3];
    coordinates(node, at), position(at, x);
    TEST_CHECK(m.nodes[node].id == node + 1 && (m.nodes[node].equation[1] >= 0) == (at[0] > 0));
    TEST_CHECK(m.nodes[node].unknown == 0);
    for (int d = 0; d < 3; d++)
      CHECK_NEAR(m.nodes[node].position[d], x[d], 0, 1e-12); // the deck has 17 decimals
  }
  blocks *k = calloc(N_NODES, sizeof *k), *mass = calloc(N_NODES, sizeof *mass);
  make_reference(k, mass);
  double wrong_k = compare(&m, &m.stiffness, k), wrong_m = compare(&m, &m.mass, mass);
  // ccx stores entries with 14 digits.
  CHECK_NEAR(wrong_k, 0, 1e-12, 0);
  CHECK_NEAR(wrong_m, 0, 1e-12, 0);

  // 1ᵀ M 1 of the free nodes: N decreases linearly to 0 in the clamped row of elements, where ∫N² =
  // h/3.
  double *ones = calloc(57267, sizeof *ones), *product = calloc(57267, sizeof *product);
  for (int d = 0; d < 3; d++) {
    double total = 0;
    for (int node = 0; node < N_NODES; node++)
      for (int e = 0; e < 3; e++)
        if (m.nodes[node].equation[e] >= 0) ones[m.nodes[node].equation[e]] = e == d;
    sparse_multiply(&m.mass, ones, product);
    for (int r = 0; r < 57267; r++) total += ones[r] * product[r];
    CHECK_NEAR(total, RHO * LY * LZ * (LX - LX / NX * 2 / 3), 0,
               1e-11); // 14 digits of the entries, summed
  }
  check_set(&m, "TIP_EDGE", 3, (const int[][3]){{NX, 0, 0}, {NX, 0, 5}, {NX, 0, 10}});
  check_set(&m, "FORCE", 1, (const int[][3]){{NX, NY, 10}});
  check_set(&m, "response", 1, (const int[][3]){{NX, NY, 20}});
  free(k), free(mass), free(ones), free(product);
  model_destroy(&m);
  return TEST_END();
}
