// Surface elements of a mesh generator as surfaces for pressures: the faces of the bodies on which
// they lie, with the integrals of the shape functions of those faces, for any orientation and order
// of nodes. Sets of lines, of faces between two bodies, and of faces beside bodies are no surfaces.
#include "model/load.h"
#include "model/model_lookup.h"
#include "model_files.h"
#include "tests/hand_study.h"

static const char bricks[] =
    "*NODE\n1,0,0,0\n2,1,0,0\n3,1,1,0\n4,0,1,0\n5,0,0,1\n6,1,0,1\n7,1,1,1\n8,0,1,1\n15,0,0,3\n16,1,0,3\n"
    "17,1,1,3\n18,0,1,3\n"
    "*ELEMENT, type=T3D2, ELSET=Line1\n30,1,2\n"
    "*ELEMENT, type=CPS4, ELSET=Bottom\n31,1,2,3,4\n" // its normal points into the body
    "*ELEMENT, type=CPS3, ELSET=Half\n32,15,16,17\n"  // half of a face
    "*ELEMENT, type=CPS4, ELSET=Between\n33,5,6,7,8\n"
    "*ELEMENT, type=S4R, ELSET=Sides\n34,6,2,1,5\n35,5,6,16,15\n"
    "*ELEMENT, type=C3D8, ELSET=E\n1,1,2,3,4,5,6,7,8\n2,5,6,7,8,15,16,17,18\n"
    "*ELSET, ELSET=Ends\n31\n"
    "*SOLID SECTION,ELSET=E,MATERIAL=M\n*MATERIAL,NAME=M\n*DENSITY\n7830\n*ELASTIC\n2.1e11,0.3\n"
    "*BOUNDARY\n15,1,3\n16,1,3\n17,1,3\n18,1,3\n";
// The face x + y + z = 1 of a tetrahedron with midside nodes, by triangles of three and of six
// nodes.
static const char tetrahedron[] =
    "*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n5,.5,0,0\n6,.5,.5,0\n7,0,.5,0\n8,0,0,.5\n9,.5,0,.5\n"
    "10,0,.5,.5\n*ELEMENT, type=CPS6, ELSET=Six\n31,2,3,4,6,10,9\n*ELEMENT, type=CPS3, "
    "ELSET=Three\n32,3,2,4\n"
    "*ELEMENT, type=C3D10, ELSET=E\n1,1,2,3,4,5,6,7,8,9,10\n"
    "*SOLID SECTION,ELSET=E,MATERIAL=M\n*MATERIAL,NAME=M\n*DENSITY\n7830\n*ELASTIC\n2.1e11,0.3\n"
    "*BOUNDARY\n1,1,3\n5,1,3\n7,1,3\n8,1,3\n";

static void load(const char *deck, const char *pressed, study *s, model *m) {
  write_file("deck.inp", deck);
  hand_study(s);
  s->model = (model_config){.type = MODEL_CALCULIX, .deck = "deck.inp"};
  s->n_excitations = 1;
  s->excitations[0] = (excitation_config){.type = EXCITATION_CONSTANT, .is_pressure = 1, .pressure = 1};
  strcpy(s->excitations[0].nodes, pressed);
  CHECK_OK(model_load(s, m));
}

// Checks the share of each node in the area and in the inward normal times area; 1e-15 is rounding.
static void check_surface(const model *m, const char *name, int n, const long *ids, double area,
                          const double inward[3]) {
  const model_surface *surface;
  CHECK_OK(model_find_surface(m, name, "here", &surface));
  TEST_CHECK(surface->n == n);
  for (int k = 0; k < surface->n && k < n; k++) {
    TEST_CHECK(m->nodes[surface->node[k]].id == ids[k]);
    CHECK_NEAR(surface->area[k], area, 1e-15, 0);
    for (int d = 0; d < 3; d++) CHECK_NEAR(surface->inward[k][d], inward[d], 1e-15, 0);
  }
}

static void check_absent(const model *m, const char *name) {
  const model_surface *surface;
  TEST_CHECK(model_find_surface(m, name, "a.yaml:1:2", &surface) == CHATTER_BAD_STUDY);
  TEST_CHECK(strstr(error_message(0), "a.yaml:1:2: the model has no surface") != NULL);
  error_clear();
}

int main(void) {
  if (system("command -v ccx >/dev/null") != 0)
    TEST_SKIP("ccx (Debian package calculix-ccx) is not installed");
  enter_folder();
  static study s;
  model m;
  load(bricks, "BOTTOM", &s, &m);
  check_surface(&m, "bottom", 4, (const long[]){1, 2, 3, 4}, 0.25, (const double[]){0, 0, 0.25});
  check_surface(&m, "Ends", 4, (const long[]){1, 2, 3, 4}, 0.25, (const double[]){0, 0, 0.25});
  const model_surface *sides;
  CHECK_OK(model_find_surface(&m, "SIDES", "here", &sides));
  TEST_CHECK(sides->n == 6);
  for (int k = 0; k < sides->n; k++) { // faces of 1 and 2 m², normal along y into the body
    const long id = m.nodes[sides->node[k]].id;
    const double share = id < 5 ? 0.25 : id < 9 ? 0.75 : 0.5;
    CHECK_NEAR(sides->area[k], share, 1e-15, 0);
    CHECK_NEAR(sides->inward[k][1], share, 1e-15, 0);
  }
  check_absent(&m, "Between");
  check_absent(&m, "Half");
  check_absent(&m, "Line1");
  model_destroy(&m);
  load(tetrahedron, "SIX", &s, &m);
  const char *const sets[] = {"SIX", "THREE"};
  const double share = sqrt(3) / 2 / 3, along = -0.5 / 3;
  for (int k = 0; k < 2; k++) { // ∫ N dA: 0 at the corners, 1/3 at each midpoint
    const model_surface *face;
    CHECK_OK(model_find_surface(&m, sets[k], "here", &face));
    for (int i = 0; i < face->n; i++) {
      const double amid = m.nodes[face->node[i]].id > 4;
      CHECK_NEAR(face->area[i], amid * share, 1e-15, 0);
      for (int d = 0; d < 3; d++) CHECK_NEAR(face->inward[i][d], amid * along, 1e-15, 0);
    }
  }
  model_destroy(&m);
  leave_folder();
  return TEST_END();
}
