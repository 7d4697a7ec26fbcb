// Element connectivity of models, checked by VTK's rules alone: the corners span the volume or area
// of the body, all with the same orientation, and midpoints lie in the middle of the edge that VTK
// prescribes.
#include <math.h>

#include "bar_deck.h"
#include "base/cells.h"
#include "base/log.h"
#include "model/load.h"
#include "model/model.h"
#include "tests/hand_study.h"
#include "tests/scratch.h"

// VTK's cells: corners, outward faces as fans, edges in the order of their midpoints
// (vtkQuadraticTetra, ...Wedge, ...Hexahedron).
typedef struct vtk_cell {
  int type, corners, n_faces, n_edges;
  int face[6][4]; // the fourth is -1 for a triangle
  int edge[12][2];
} vtk_cell;
static const vtk_cell tetrahedron = {.corners = 4,
                                     .n_faces = 4,
                                     .n_edges = 6,
                                     .face = {{0, 2, 1, -1}, {0, 1, 3, -1}, {1, 2, 3, -1}, {2, 0, 3, -1}},
                                     .edge = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}};
static const vtk_cell wedge = {
    .corners = 6,
    .n_faces = 5,
    .n_edges = 9,
    .face = {{0, 2, 1, -1}, {3, 4, 5, -1}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}},
    .edge = {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}}};
static const vtk_cell hexahedron = {
    .corners = 8,
    .n_faces = 6,
    .n_edges = 12,
    .face = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}},
    .edge = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6}, {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}}};

static double triple(const double *a, const double *b, const double *c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
         a[2] * (b[0] * c[1] - b[1] * c[0]);
}

// Volume by the divergence theorem, with faces as fans of triangles.
static double volume(const model *m, const vtk_cell *v, const int *node) {
  double sum = 0;
  for (int f = 0; f < v->n_faces; f++)
    for (int i = 1; i < 3 && v->face[f][i + 1] >= 0; i++)
      sum += triple(m->nodes[node[v->face[f][0]]].position, m->nodes[node[v->face[f][i]]].position,
                    m->nodes[node[v->face[f][i + 1]]].position) /
             6;
  return sum;
}

static void check_middles(const model *m, const vtk_cell *v, const int *node) {
  for (int e = 0; e < v->n_edges; e++)
    for (int d = 0; d < 3; d++)
      CHECK_NEAR(m->nodes[node[v->corners + e]].position[d],
                 (m->nodes[node[v->edge[e][0]]].position[d] + m->nodes[node[v->edge[e][1]]].position[d]) / 2,
                 1e-9, 0);
}

static const struct {
  const char *type;
  int corners, middles, cell;
  const vtk_cell *vtk;
} solids[] = {{"C3D8", BAR_BRICK, 0, 9, &hexahedron},
              {"C3D8I", BAR_BRICK, 0, 9, &hexahedron},
              {"C3D8R", BAR_BRICK, 0, 9, &hexahedron},
              {"C3D20", BAR_BRICK, 1, 48, &hexahedron},
              {"C3D20R", BAR_BRICK, 1, 48, &hexahedron},
              {"C3D6", BAR_WEDGE, 0, 8, &wedge},
              {"C3D15", BAR_WEDGE, 1, 40, &wedge},
              {"C3D4", BAR_TETRAHEDRON, 0, 6, &tetrahedron},
              {"C3D10", BAR_TETRAHEDRON, 1, 38, &tetrahedron}};

static void check_solids(void) {
  static const bar_shape bar = {{2, 2, 1}, {0.5, 0.2, 0.1}};
  static study s;
  model m;
  for (size_t i = 0; i < sizeof solids / sizeof *solids; i++) {
    hand_study(&s);
    snprintf(s.path, sizeof s.path, "%s", in_folder("study.yaml"));
    s.model.type = MODEL_CALCULIX;
    snprintf(s.model.deck, sizeof s.model.deck, "bar.inp");
    // A mass, which is not a cell.
    write_bar(in_folder("bar.inp"), solids[i].type, solids[i].corners, solids[i].middles, &bar, 0.3,
              "*ELEMENT, TYPE=MASS, ELSET=POINT\n9001,1\n*MASS, ELSET=POINT\n2.5\n*BOUNDARY\nLEFT,1,3\n");
    CHECK_OK(model_load(&s, &m));
    double sum = 0;
    cell one;
    for (size_t at = 0; cells_next(m.cells, (size_t)m.n_cells, &at, &one);) {
      TEST_CHECK(one.type == solids[i].cell);
      const double part = volume(&m, solids[i].vtk, one.node);
      TEST_CHECK(part > 0);
      sum += part;
      if (solids[i].middles) check_middles(&m, solids[i].vtk, one.node);
    }
    CHECK_NEAR(sum, 0.5 * 0.2 * 0.1, 0, 1e-8); // digits of the deck
    model_destroy(&m);
  }
}

static void check_plane(void) {
  static study s;
  model m;
  hand_study(&s);
  s.model = (model_config){.type = MODEL_PLANE,
                           .youngs_modulus = 2e11,
                           .poisson_ratio = 0.3,
                           .density = 7800,
                           .length = 0.3,
                           .height = 0.02,
                           .width = 0.01,
                           .elements = 7,
                           .elements_across = 3};
  CHECK_OK(model_load(&s, &m));
  TEST_CHECK(m.n_cells == 5 * 21);
  double sum = 0;
  for (long c = 0; c < m.n_cells; c += 5) {
    double area = 0; // counter-clockwise areas are positive
    for (int k = 0; k < 4; k++) {
      const double *a = m.nodes[m.cells[c + 1 + k]].position,
                   *b = m.nodes[m.cells[c + 1 + (k + 1) % 4]].position;
      area += (a[0] * b[1] - a[1] * b[0]) / 2;
    }
    TEST_CHECK(m.cells[c] == 5 && area > 0);
    sum += area;
  }
  CHECK_NEAR(sum, 0.3 * 0.02, 0, 1e-12);
  model_destroy(&m);
}

static void check_lines(int type) {
  static study s;
  model m;
  double sum = 0;
  hand_study(&s);
  s.model = (model_config){.type = type,
                           .youngs_modulus = 2e11,
                           .density = 7800,
                           .length = 0.7,
                           .area = 1e-4,
                           .height = 0.01,
                           .width = 0.01,
                           .elements = 9};
  CHECK_OK(model_load(&s, &m));
  TEST_CHECK(m.n_cells == 4 * 9);
  for (long c = 0; c < m.n_cells; c += 4) {
    TEST_CHECK(m.cells[c] == 2 && m.cells[c + 1] == 2);
    sum += m.nodes[m.cells[c + 3]].position[0] - m.nodes[m.cells[c + 2]].position[0];
  }
  CHECK_NEAR(sum, 0.7, 0, 1e-14);
  model_destroy(&m);
}

static void check_points(void) {
  static study s;
  model m;
  for (int type = 0; type < 2; type++) {
    hand_study(&s);
    snprintf(s.path, sizeof s.path, "%s/models/matrices/study.yaml", source_folder());
    s.model = (model_config){.type = MODEL_MATRICES,
                             .stiffness = "K.mtx",
                             .mass = "M.mtx",
                             .dof = "dof.csv",
                             .nodes = "nodes.csv"};
    if (type) {
      s.model = (model_config){.type = MODEL_CHAIN};
      s.model.masses = NUMBERS(1, 2, 3);
      s.model.springs = NUMBERS(1, 1, 1);
    }
    CHECK_OK(model_load(&s, &m));
    TEST_CHECK(m.n_nodes > 1 && m.n_cells == 2 + m.n_nodes && m.cells[0] == 1 && m.cells[1] == m.n_nodes);
    for (int i = 0; i < m.n_nodes; i++) TEST_CHECK(m.cells[2 + i] == i);
    model_destroy(&m);
  }
}

int main(void) {
  scratch_create();
  log_quiet(1);
  check_solids();
  check_plane();
  check_lines(MODEL_BAR);
  check_lines(MODEL_BEAM);
  check_points();
  scratch_remove();
  return TEST_END();
}
