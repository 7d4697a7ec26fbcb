// Decks with parts and instances, translated and rotated, with local systems and names of supports,
// compared with flat decks with the final positions of the nodes; and decks with surface elements
// left by mesh generators.
#include "model/deck/deck.h"
#include "model/deck/deck_nodes.h"
#include "model/deck/deck_read.h"
#include "model/load.h"
#include "model/sparse_matrix.h"
#include "model_files.h"

static study s = {.path = "study.yaml", .model = {.type = MODEL_CALCULIX, .deck = "deck.inp"}};

// A brick with sides 2, 1, 0.5 at the origin and node 8 displaced; in a part.
static const double corner[8][3] = {{0, 0, 0},   {2, 0, 0},   {2, 1, 0},   {0, 1, 0},
                                    {0, 0, 0.5}, {2, 0, 0.5}, {2, 1, 0.5}, {0.1, 1.2, 0.6}};
#define BRICK                                                                                                \
  "*Node\n1,0,0,0\n2,2,0,0\n3,2,1,0\n4,0,1,0\n5,0,0,.5\n6,2,0,.5\n7,2,1,.5\n8,.1,1.2,.6\n"                   \
  "*Element, type=C3D8, elset=All\n1,1,2,3,4,\n5,6,7,8\n*Nset, nset=Top\n5,6,\n7,8\n*Nset, nset=Low, "       \
  "generate\n1,4\n"                                                                                          \
  "*Nset, nset=Both\nLow,Top\n"                                                                              \
  "*Solid Section, elset=All, material=M\n,\n"
#define STEEL "*Material, name=M\n*Density\n7800\n*Elastic\n2e11,0.3\n"

// The second brick: moved by (5, 1, 0), then turned by 90 degrees about the axis along y through (5, 0, 1):
// (x, y, z) goes to (5 + (z - 1), y, 1 - (x - 5)).
static const char parts[] =
    "*Heading\n*Part, name=Brick\n" BRICK "*Surface, type=ELEMENT, name=Lid\nAll, S2\n*End Part\n"
    "*Part, name=Point\n*Node\n1,0,0,0\n*End Part\n"
    "*Assembly, name=Assembly\n*Instance, name=A-1, part=Brick\n*End Instance\n"
    "*Instance, name=B-1, part=Brick\n5,1,0\n5,0,1,5,7,1,90\n*End Instance\n"
    "*Node\n1,9,9,9\n"
    "*Nset, nset=Feet, internal, instance=B-1\n1,2\n*Nset, nset=Feet, instance=A-1\n3\n*Nset, "
    "nset=Mixed\nB-1.Top, "
    "A-1.4\n*Element, type=SPRING2, elset=S\n1, A-1.7, B-1.7\n*Spring, elset=S\n1,1\n1.e9\n"
    "*Equation\n2\nB-1.Top,1,1.,B-1.Top,3,-1.\n"
    "*End Assembly\n" STEEL "*Step, perturbation\n*Frequency\n5\n*Boundary\nFeet, ENCASTRE\nA-1.Low, "
    "ZSYMM\n*Boundary\nA-1.6, YASYMM\n"
    "*End Step\n";

static void print_bricks(char *text, size_t most, const double (*second)[3]) {
  size_t used = (size_t)snprintf(text, most, "*NODE\n");
  for (int b = 0; b < 2; b++)
    for (int i = 0; i < 8; i++) {
      const double *x = b ? second[i] : corner[i];
      used +=
          (size_t)snprintf(text + used, most - used, "%d,%.9g,%.9g,%.9g\n", 8 * b + i + 1, x[0], x[1], x[2]);
    }
  snprintf(
      text + used, most - used,
      "*NODE\n17,9,9,9\n*ELEMENT,TYPE=C3D8,ELSET=E\n1,1,2,3,4,5,6,7,8\n2,9,10,11,12,13,14,15,16\n"
      "*ELEMENT,TYPE=SPRING2,ELSET=S\n3,7,15\n*SPRING,ELSET=S\n1,1\n1.e9\n"
      "*EQUATION\n2\n13,1,1.,13,3,-1.\n2\n14,1,1.,14,3,-1.\n2\n15,1,1.,15,3,-1.\n2\n16,1,1.,16,3,-1.\n" STEEL
      "*SOLID SECTION,ELSET=E,MATERIAL=M\n"
      "*BOUNDARY\n9,1,3\n10,1,3\n3,1,3\n1,3\n2,3\n4,3\n6,1\n6,3\n");
}

static double largest(const sparse *a) {
  double most = 0;
  for (long e = 0; e < a->n_entries; e++) most = fmax(most, fabs(a->value[e]));
  return most;
}

// Compares entry by entry; coordinates of 9 to 13 digits and entries of 14 digits give some 1e-12
// of the largest.
static void compare(const sparse *a, const sparse *b, double allowed) {
  double off = 0;
  double *x = calloc((size_t)a->n + 1, sizeof *x), *y = calloc((size_t)a->n + 1, sizeof *x),
         *z = calloc((size_t)a->n + 1, sizeof *x);
  TEST_CHECK(a->n == b->n);
  for (int i = 0; i < a->n && a->n == b->n; i++) {
    x[i] = 1;
    sparse_multiply(a, x, y);
    sparse_multiply(b, x, z);
    x[i] = 0;
    for (int k = 0; k < a->n; k++) off = fmax(off, fabs(y[k] - z[k]));
  }
  if (!(off <= allowed * largest(a))) fprintf(stderr, "off by %g of %g\n", off, largest(a)), check_failures++;
  free(x), free(y), free(z);
}

static void check_same(const char *one, const char *other, double allowed, model *kept) {
  model m;
  write_file("deck.inp", one);
  CHECK_OK(model_load(&s, kept));
  write_file("deck.inp", other);
  CHECK_OK(model_load(&s, &m));
  compare(&kept->stiffness, &m.stiffness, allowed);
  compare(&kept->mass, &m.mass, allowed);
  TEST_CHECK(kept->n_nodes == m.n_nodes);
  for (int i = 0; i < m.n_nodes && kept->n_nodes == m.n_nodes; i++) {
    TEST_CHECK(kept->nodes[i].id == m.nodes[i].id && kept->nodes[i].unknown == m.nodes[i].unknown);
    for (int d = 0; d < 3; d++) {
      TEST_CHECK(kept->nodes[i].equation[d] == m.nodes[i].equation[d]);
      CHECK_NEAR(kept->nodes[i].position[d], m.nodes[i].position[d], 1e-11, 0); // 13 digits of some 10 m
    }
  }
  model_destroy(&m);
}

static void check_set(const model *m, const char *name, int n, const long *ids) {
  int found = 0;
  for (int k = 0; k < m->n_sets; k++) {
    if (strcmp(m->sets[k].name, name) != 0) continue;
    found = 1;
    TEST_CHECK(m->sets[k].n == n);
    for (int i = 0; i < n && i < m->sets[k].n; i++) TEST_CHECK(m->nodes[m->sets[k].node[i]].id == ids[i]);
  }
  if (!found) fprintf(stderr, "no set %s\n", name), check_failures++;
}

static void check_instances(void) {
  char flat[3000];
  double second[8][3];
  model m;
  for (int i = 0; i < 8; i++) {
    const double x = corner[i][0] + 5, y = corner[i][1] + 1, z = corner[i][2];
    second[i][0] = 5 + (z - 1), second[i][1] = y, second[i][2] = 1 - (x - 5);
  }
  print_bricks(flat, sizeof flat, second);
  check_same(parts, flat, 1e-11, &m);
  check_set(&m, "B-1.TOP", 4, (const long[]){13, 14, 15, 16});
  check_set(&m, "A-1.BOTH", 8, (const long[]){1, 2, 3, 4, 5, 6, 7, 8});
  check_set(&m, "FEET", 3, (const long[]){9, 10, 3});
  check_set(&m, "MIXED", 5, (const long[]){13, 14, 15, 16, 4});
  model_destroy(&m);
}

// A node in polar coordinates (radius, degrees, z) of a system whose axes are given by three
// points; one with x, y, z in a system with unchanged z; one in the global system.
static void check_systems(void) {
  model m;
  static const double expected[4][3] = {{1, 2, 3}, {1, 2 + 3, 3 + 4}, {1 - 2, 1 + 1, 5 + 3}, {7, 8, 9}};
  deck d;
  const char text[] = "*System\n1,2,3, 1,3,3\n1,2,9\n*Node, system=C\n1,0,0,0\n2,5,53.13010235415598,0\n"
                      "*System\n1,1,5,1,2,77\n*Node\n3,1,2,3\n*System\n*Node\n4,7,8,9\n";
  m = (model){.memory = arena_create()};
  CHECK_OK(deck_read_memory("test.inp", text, sizeof text - 1, &d));
  CHECK_OK(deck_read_nodes(&d, &m));
  TEST_CHECK(m.n_nodes == 4);
  for (int i = 0; i < m.n_nodes; i++)
    for (int k = 0; k < 3; k++) CHECK_NEAR(m.nodes[i].position[k], expected[i][k], 1e-12, 0);
  deck_destroy(&d);
  arena_destroy(m.memory);
}

#define MESH "*NODE\n1,0,0,0\n2,2,0,0\n3,2,1,0\n4,0,1,0\n5,0,0,.5\n6,2,0,.5\n7,2,1,.5\n8,.1,1.2,.6\n9,0,0,9\n"
#define SOLID "*ELEMENT, TYPE=C3D8, ELSET=Volume1\n7,1,2,3,4,5,6,7,8\n"
#define REST(fixed) STEEL "*SOLID SECTION, ELSET=Volume1, MATERIAL=M\n*BOUNDARY\n" fixed

static void check_skin(void) {
  model m;
  check_same(
      MESH
      "*ELEMENT, type=T3D2, ELSET=Line1\n1,1,2\n*ELEMENT, type=CPS4, ELSET=Surface2\n2,1,2,3,4\n3,5,6,7,8\n"
      "*ELEMENT, type=CPS3, ELSET=Surface3\n4,1,2,6\n" SOLID "*ELSET, ELSET=Clamp\n2,\n4\n"
      "*ELSET, ELSET=Whole\n7,3\n" REST("Clamp,1,3\n"),
      MESH SOLID REST("1,1,3\n2,1,3\n3,1,3\n4,1,3\n6,1,3\n"), 0, &m);
  check_set(&m, "CLAMP", 5, (const long[]){1, 2, 3, 4, 6});
  check_set(&m, "SURFACE3", 3, (const long[]){1, 2, 6});
  check_set(&m, "LINE1", 2, (const long[]){1, 2});
  model_destroy(&m);
  write_file("deck.inp", MESH "*ELEMENT, type=CPS3, ELSET=S\n4,1,2,9\n" SOLID REST("1,1,3\n"));
  expect_refusal(
      &s, "deck.inp:11:1: CPS3 are surface or line elements, and node 9 of them belongs to no solid element: "
          "decks are of bodies. Mesh the volume too (gmsh: -3), or leave these elements out");
  write_file("deck.inp", "*PART,NAME=P\n*NODE\n1,0,0,0\n*END PART\n*INSTANCE,NAME=I,PART=Q\n*END INSTANCE\n");
  expect_refusal(&s, "deck.inp:5:1: *INSTANCE of a part 'Q', which the deck has not");
}

// The retained nodes of a substructure are not fixed in it, although its fixed-interface modes have
// them fixed.
static void check_retained(void) {
  model m;
  check_same(MESH SOLID STEEL
             "*SOLID SECTION, ELSET=Volume1, MATERIAL=M\n*STEP\n*FREQUENCY\n5\n*BOUNDARY\n1,ENCASTRE\n"
             "2,PINNED\n3,1,2\n*END STEP\n*STEP\n*SUBSTRUCTURE GENERATE\n*SELECT EIGENMODES\n1,5\n"
             "*RETAINED NODAL DOFS\n2,1,3\n3,2\n*SUBSTRUCTURE LOAD CASE, NAME=L\n*END STEP\n",
             MESH SOLID REST("1,1,3\n3,1\n"), 0, &m);
  model_destroy(&m);
}

int main(void) {
  check_systems();
  if (system("command -v ccx >/dev/null") != 0)
    TEST_SKIP("ccx (Debian package calculix-ccx) is not installed");
  enter_folder();
  check_instances();
  check_skin();
  check_retained();
  leave_folder();
  return TEST_END();
}
