// Figures of small meshes: visible faces, positions in the figure, values, and hidden parts.
#include <math.h>

#include "figure_data.h"

enum { SERIES = 2, INSTANTS = 3, NODES = 64 };

// A field of one coordinate with one shape: the coordinate is 1, 2 and -3 at 0, 10 and 20 ms in
// trajectory 4, and 5 at the only instant of trajectory 9.
typedef struct mesh {
  int n, n_entries;
  double position[3 * NODES];
  int entry[300];
} mesh;

static void *add(result_set *set, const char *name, const char *ending, result_type type, const char *dims,
                 const size_t *sizes, const char *units) {
  char whole[80], text[300] = "", *copy = strdup(dims), *rest = NULL;
  snprintf(whole, sizeof whole, "%s_%s", name, ending);
  for (char *word = strtok_r(copy, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
    if (*text) strcat(text, ",");
    if (strcmp(word, "series") != 0) strcat(strcat(text, name), "_");
    strcat(text, word);
  }
  free(copy);
  return result_set_add(set, *ending ? whole : name, type, text, sizes, units, "");
}

static double coordinate(int row, int instant) {
  static const double value[SERIES][INSTANTS] = {{1, 2, -3}, {5, NAN, NAN}};
  return value[row][instant];
}

// shape: [n][components].
static void add_field(result_set *set, const char *name, const mesh *m, int components, const char *units,
                      const double *shape) {
  const size_t n = (size_t)m->n, c = (size_t)components, entries = (size_t)m->n_entries;
  double *value =
      add(set, name, "", RESULT_DOUBLE, "series,instant,coordinate", (size_t[]){SERIES, INSTANTS, 1}, "1");
  result_set_role(set, name, RESULT_FIELD);
  double *time = add(set, name, "time", RESULT_DOUBLE, "series,instant", (size_t[]){SERIES, INSTANTS}, "s");
  char of_time[80];
  snprintf(of_time, sizeof of_time, "%s_time", name);
  result_set_role(set, of_time, RESULT_TIME);
  for (int r = 0; r < SERIES; r++)
    for (int i = 0; i < INSTANTS; i++)
      value[r * INSTANTS + i] = coordinate(r, i), time[r * INSTANTS + i] = 0.01 * i;
  int *node = add(set, name, "node", RESULT_INT, "node", &n, "1");
  for (int i = 0; i < m->n; i++) node[i] = 10 * i;
  memcpy(add(set, name, "basis", RESULT_DOUBLE, "coordinate,node,component", (size_t[]){1, n, c}, units),
         shape, n * c * sizeof *shape);
  memcpy(add(set, name, "position", RESULT_DOUBLE, "node,axis", (size_t[]){n, 3}, "m"), m->position,
         3 * n * sizeof(double));
  memcpy(add(set, name, "cells", RESULT_INT, "cell_entry", &entries, "1"), m->entry, entries * sizeof(int));
}

static result_set *begin_mesh(void) {
  const size_t n = SERIES;
  result_set *set = begin(10, "A part");
  int *series = result_set_add(set, "series", RESULT_INT, "series", &n, "1", "");
  series[0] = 4, series[1] = 9;
  return set;
}

static void add_node(mesh *m, double x, double y, double z) {
  double *p = m->position + 3 * m->n++;
  p[0] = x, p[1] = y, p[2] = z;
}

static void add_cell(mesh *m, int type, int n, int first) {
  m->entry[m->n_entries++] = type;
  for (int i = 0; i < n; i++) m->entry[m->n_entries++] = first + i;
}

// Adds a cube centred at (x, y, z).
static void add_cube(mesh *m, double x, double y, double z, double side) {
  static const int at[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                               {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  add_cell(m, 9, 8, m->n);
  for (int i = 0; i < 8; i++)
    add_node(m, x + side * (at[i][0] - 0.5), y + side * (at[i][1] - 0.5), z + side * (at[i][2] - 0.5));
}

// 2 m by 1 m in the plane, stretched along x by 1 mm per metre.
static result_set *plane(mesh *m) {
  double stretch[12] = {0};
  *m = (mesh){.n = 0};
  add_node(m, 0, 0, 0), add_node(m, 2, 0, 0), add_node(m, 2, 1, 0), add_node(m, 0, 1, 0);
  add_cell(m, 5, 4, 0);
  stretch[3] = stretch[6] = 2e-3;
  result_set *set = begin_mesh();
  add_field(set, "sway", m, 3, "m", stretch);
  return set;
}

// The displacement is largest at 20 ms: 6 mm in a part of size sqrt(5) m, so that a tenth of the
// size is 37 times as much, 40 in one digit. The scale is 700 pixels for the undeformed length of 2
// m, because the part is shortened. 36 faces.
static void check_plane(void) {
  static double value[4000];
  mesh m;
  figure_data f = draw_figure(plane(&m), "plane", "kind: shape3d");
  check_script(&f, "Trajectory 4 at 20 ms, deformation × 40'");
  check_script(&f, "set cblabel 'Displacement (mm)'");
  check_script(&f, "set cbrange [0:6]");
  TEST_CHECK(read_block(&f, 1, 4000, value) == 3 * 4 * 36);
  for (int i = 0; i < 36; i++) {
    double x = 0;
    for (int k = 0; k < 4; k++) x += value[12 * i + 3 * k] / 4;
    CHECK_NEAR(value[12 * i + 2], 3 * x / 350 / (1 - 40 * 3e-3), 2e-4, 0);
  }
  TEST_CHECK(read_block(&f, 0, 4000, value) == 16); // the four undeformed edges
  CHECK_NEAR(value[2], 700, 0.01, 0);
  TEST_CHECK(read_block(&f, 3, 4000, value) == 16);
  CHECK_NEAR(fmax(value[0], value[2]), 700 * (1 - 0.12), 0.01, 0);
  drop_figure(&f);
  f = draw_figure(plane(&m), "soon", "kind: shape3d, instant: 0.006, colour_range: [1.0e-3, 5.0e-3]");
  check_script(&f, "Trajectory 4 at 10 ms, deformation × 60'");
  check_script(&f, "set cbrange [1:5]");
  drop_figure(&f);
  f = draw_figure(plane(&m), "other", "kind: shape3d, instant: 0.02, trajectories: [9]");
  check_script(&f, "Trajectory 9 at 0 s"); // the nearest available instant
  drop_figure(&f);
}

// A small cube directly behind a large one, seen along (1, -1, 1): three faces of each, the far
// ones first, and only the nine edges of the large one. Stresses alone give no deformation.
static result_set *cubes(mesh *m) {
  double stress[16 * 6] = {0};
  *m = (mesh){.n = 0};
  add_cube(m, 0, 0, 0, 1), add_cube(m, -2, 2, -2, 0.4);
  // von Mises stress of uniaxial tension
  for (int i = 0; i < 16; i++) stress[6 * i + i % 3] = i < 8 ? 2e6 : 1e6;
  result_set *set = begin_mesh();
  add_field(set, "load", m, 6, "Pa", stress);
  return set;
}

static void check_cubes(void) {
  static double value[9000];
  mesh m;
  figure_data f = draw_figure(cubes(&m), "cubes", "kind: shape3d");
  check_script(&f, "Trajectory 4 at 20 ms'");
  check_script(&f, "set cblabel 'von Mises stress (MPa)'");
  TEST_CHECK(read_block(&f, 0, 9000, value) == 3 * 4 * 36 * 6);
  for (int i = 0; i < 216; i++) CHECK_NEAR(value[12 * i + 2], i < 108 ? 3 : 6, 1e-9, 0);
  TEST_CHECK(read_block(&f, 2, 9000, value) == 4 * 9);
  drop_figure(&f);
}

// With a displacement at the same nodes and instants the part is drawn deformed. View along z: y is
// up in the figure.
static void check_both(void) {
  static double rest[400], now[400];
  double up[48] = {0};
  mesh m;
  result_set *set = cubes(&m);
  for (int i = 0; i < 16; i++) up[3 * i + 2] = 1e-3;
  add_field(set, "sway", &m, 3, "m", up);
  figure_data f = draw_figure(set, "both", "kind: shape3d, y: load");
  check_script(&f, ", deformation × 200'"); // 3 mm of 4.7 m
  check_script(&f, "set cblabel 'von Mises stress (MPa)'");
  TEST_CHECK(read_block(&f, 0, 400, rest) == 4 * 24 && read_block(&f, 3, 400, now) == 4 * 9);
  drop_figure(&f);
}

// Forces of 5 N downwards and 2.5 N to the right end at their points of application; arrows are an
// eighth of the part.
static void check_forces(void) {
  double value[100];
  mesh m;
  result_set *set = plane(&m);
  double *force = add(set, "sway", "force", RESULT_DOUBLE, "series,instant,force_row",
                      (size_t[]){SERIES, INSTANTS, 9}, "N");
  int *at = add(set, "sway", "force_node", RESULT_INT, "point", (size_t[]){3}, "1");
  at[0] = 2, at[1] = 3, at[2] = -1;
  force[2 * 9 + 1] = -5, force[2 * 9 + 3] = 2.5, force[2 * 9 + 6] = 100;
  figure_data f = draw_figure(set, "forces", "kind: shape3d");
  check_script(&f, "deformation × 40, contact forces up to 5 N'");
  TEST_CHECK(read_block(&f, 4, 100, value) == 8);
  CHECK_NEAR(value[2], 0, 0.02, 0);
  CHECK_NEAR(value[3], 2 * value[6] * -1, 0.03, 0);
  CHECK_NEAR(value[4], 0, 0.02, 0); // from the left border of the panel to the leftmost node
  drop_figure(&f);
}

// Lines and masses on a line, and quadratic tetrahedra drawn by their corners.
static void check_others(void) {
  static double value[2000];
  double shape[36] = {0};
  mesh m = {.n = 0};
  for (int i = 0; i < 3; i++) add_node(&m, i, 0, 0), shape[3 * i + 1] = 1e-3 * i;
  memcpy(m.entry, (int[]){2, 2, 0, 1, 2, 2, 1, 2, 1, 1, 2}, 11 * sizeof(int));
  m.n_entries = 11;
  result_set *set = begin_mesh();
  add_field(set, "sway", &m, 3, "m", shape);
  figure_data f = draw_figure(set, "lines", "");
  TEST_CHECK(read_block(&f, 1, 2000, value) == 2 * 8 * 4 * 3); // chosen automatically
  TEST_CHECK(read_block(&f, 2, 2000, value) == 3);
  CHECK_NEAR(value[2], 6, 1e-9, 0);
  drop_figure(&f);
  m = (mesh){.n = 0};
  static const int corner[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int i = 0; i < 10; i++) add_node(&m, corner[i % 4][0], corner[i % 4][1], corner[i % 4][2]);
  add_cell(&m, 38, 10, 0);
  set = begin_mesh();
  add_field(set, "sway", &m, 3, "m", shape);
  f = draw_figure(set, "tet", "kind: shape3d");
  // The oblique face with normal (1, 1, 1) and the face y = 0 are visible; x = 0 and z = 0 are
  // behind.
  TEST_CHECK(read_block(&f, 1, 2000, value) == 2 * 36 * 3 * 3);
  drop_figure(&f);
}

static void check_same(void) {
  mesh m;
  figure_data a = draw_figure(cubes(&m), "one", "kind: shape3d"),
              b = draw_figure(cubes(&m), "one", "kind: shape3d");
  TEST_CHECK(strcmp(a.data, b.data) == 0 && strcmp(a.script, b.script) == 0);
  drop_figure(&a), drop_figure(&b);
  static const char *const texts[] = {"A part", "Displacement (mm)", "Trajectory 4", NULL, NULL};
  check_figure(plane(&m), "drawn", texts);
}

static void check_lacks(void) {
  mesh m;
  check_refused(begin(3, "nothing"), "kind: shape3d", "a figure of a mesh needs a field");
  check_refused(plane(&m), "kind: shape3d, y: swaj",
                "no variable 'swaj' that is a field in the results (did you mean 'sway'?)");
  check_refused(plane(&m), "kind: shape3d, trajectories: [5]",
                "no field 'sway' of trajectory 5 (there are: 4, 9)");
  check_refused(plane(&m), "kind: shape3d, trajectories: [4, 9]",
                "a mesh is drawn of one trajectory, not of 2");
  check_refused(plane(&m), "kind: shape3d, x: sway", "plot.x does not belong to a figure of kind shape3d");
  check_refused(plane(&m), "kind: scatter, instant: 1",
                "plot.instant does not belong to a figure of kind scatter");
  result_set *set = plane(&m);
  ((int *)result_set_find(set, "sway_cells")->own)[2] = 4;
  check_refused(set, "kind: shape3d", "the cells of the field 'sway' are damaged");
  set = plane(&m);
  ((double *)result_set_find(set, "sway_position")->own)[4] = NAN;
  check_refused(set, "kind: shape3d", "the field 'sway' or its mesh holds what are no numbers");
  set = plane(&m);
  for (int i = 0; i < INSTANTS; i++) ((double *)result_set_find(set, "sway")->own)[i] = NAN;
  check_refused(set, "kind: shape3d", "the trajectory reached no instant of the field 'sway'");
}

int main(void) {
  if (system("command -v gnuplot >/dev/null 2>&1")) TEST_SKIP("gnuplot is not installed");
  scratch_create();
  log_quiet(1);
  check_plane();
  check_cubes();
  check_both();
  check_forces();
  check_others();
  check_same();
  check_lacks();
  scratch_remove();
  return TEST_END();
}
