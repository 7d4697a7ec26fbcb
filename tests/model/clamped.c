// Inertial forces of clamped structures: the share of an element's mass at the fixed nodes stays
// there, and the free nodes carry all of their own, by the integrals of their shape functions.
// Linear elements of a bar and cubic elements of a beam are then exact at their nodes under their
// own weight.
#include "bar_deck.h"
#include "model/load.h"
#include "model_files.h"
#include "reduction/reduce.h"
#include "reduction/reduced.h"
#include "tests/hand_study.h"

static const double E = 210e9, RHO = 7830, LENGTH = 0.2, WIDTH = 0.02, HEIGHT = 0.01;

static void rod_study(study *s, int type, int elements, int clamped) {
  hand_study(s);
  s->model = (model_config){.type = type,
                            .youngs_modulus = E,
                            .density = RHO,
                            .length = LENGTH,
                            .area = WIDTH * HEIGHT,
                            .height = HEIGHT,
                            .width = WIDTH,
                            .elements = elements,
                            .elements_across = 2,
                            .clamped = clamped};
  s->reduction.method = REDUCTION_MODAL;
}

// Returns the displacement of the node under unit gravity, or relative to a base of unit
// acceleration.
static double deflection(study *s, const char *node, int direction, int type) {
  reduced_model r;
  double sum = 0;
  s->n_excitations = s->n_outputs = 1;
  s->excitations[0] = (excitation_config){.type = type};
  s->excitations[0].direction[direction] = 1;
  s->outputs[0] = (output_config){.name = "u"};
  snprintf(s->outputs[0].node, sizeof s->outputs[0].node, "%s", node);
  s->outputs[0].direction[direction] = 1;
  CHECK_OK(reduce_study(s, &r));
  for (int k = 0; k < r.n_modes; k++) sum += r.phi_y[k] * r.phi_f[k] / r.omega2[k];
  reduced_destroy(&r);
  return sum;
}

// u = ρ/E (L x - x²/2) if fixed at x = 0, ρ/2E (L x - x²) if fixed at both ends. The plane without
// Poisson's ratio is the same bar. 1e-11: rounding times the ratio of the largest to the smallest
// ω², 40 for the bars and 2e3 for the plane.
static void test_bars(void) {
  static study s;
  for (int n = 1; n <= 4; n++) {
    rod_study(&s, MODEL_BAR, n, CLAMPED_LOWER);
    CHECK_NEAR(deflection(&s, "UPPER", 0, EXCITATION_GRAVITY), RHO / E * LENGTH * LENGTH / 2, 0, 1e-11);
    rod_study(&s, MODEL_BAR, n, CLAMPED_UPPER);
    CHECK_NEAR(deflection(&s, "LOWER", 0, EXCITATION_BASE), -RHO / E * LENGTH * LENGTH / 2, 0, 1e-11);
  }
  rod_study(&s, MODEL_BAR, 4, CLAMPED_BOTH);
  CHECK_NEAR(deflection(&s, "2", 0, EXCITATION_GRAVITY), RHO / E * LENGTH * LENGTH * 3 / 32, 0, 1e-11);
  rod_study(&s, MODEL_PLANE, 4, CLAMPED_LEFT);
  CHECK_NEAR(deflection(&s, "14", 0, EXCITATION_BASE), -RHO / E * LENGTH * LENGTH / 2, 0, 1e-11);
}

// v = ρA/EI x² (6 L² - 4 L x + x²)/24 if fixed at x = 0, ρA/EI x² (L - x)²/24 if fixed at both
// ends; EI/A = E h²/12. The largest ω² is 1e5 times the smallest.
static void test_beams(void) {
  static study s;
  const double unit = RHO / (E * HEIGHT * HEIGHT / 12) * pow(LENGTH, 4);
  for (int n = 1; n <= 4; n++) {
    rod_study(&s, MODEL_BEAM, n, CLAMPED_LEFT);
    CHECK_NEAR(deflection(&s, "RIGHT", 1, EXCITATION_GRAVITY), unit / 8, 0, 1e-10);
    rod_study(&s, MODEL_BEAM, n, CLAMPED_RIGHT);
    CHECK_NEAR(deflection(&s, "LEFT", 1, EXCITATION_BASE), -unit / 8, 0, 1e-10);
  }
  rod_study(&s, MODEL_BEAM, 4, CLAMPED_BOTH);
  CHECK_NEAR(deflection(&s, "1", 1, EXCITATION_BASE), -unit * 9 / 256 / 24, 0, 1e-10);
}

// ∫ ρ N of the shape function of every node: in a plane, a quarter of each adjacent rectangle.
static void test_plane_rows(void) {
  static study s;
  model m;
  double along[18 * 2], force[18 * 2];
  rod_study(&s, MODEL_PLANE, 5, CLAMPED_BOTH);
  CHECK_OK(model_load(&s, &m));
  TEST_CHECK(m.n_nodes == 18 && m.mass.n == 24);
  const double quarter = RHO * LENGTH / 5 * HEIGHT / 2 * WIDTH / 4, turned[] = {0.6, -0.8, 0};
  CHECK_OK(model_inertia_force(&m, turned, along, force));
  for (int i = 3; i < 15; i++)
    for (int d = 0; d < 2; d++)
      CHECK_NEAR(force[m.nodes[i].equation[d]], turned[d] * quarter * (i % 3 == 1 ? 4 : 2), 0, 1e-14);
  model_destroy(&m);
}

// ∫ ρ N over a brick is 1/8 of its mass for 8 nodes; for 20 nodes -1/8 at the corners and 1/6 at
// the midpoints. In the deck with 8 nodes, LEFT is fixed along x and z before the step and along y
// in it, and the neighbour of node 1 along z only: nodes fixed along z still move along x. 1e-10:
// ccx writes its matrices with 13 digits.
static void test_deck(const char *type, int middles) {
  static const bar_shape shape = {.cells = {2, 1, 1}, .length = {0.2, 0.02, 0.01}};
  study s = {.path = "study.yaml", .model = {.type = MODEL_CALCULIX, .deck = "deck.inp"}};
  excitation_config load = {.type = EXCITATION_BASE, .direction = {1, 0, 0}};
  model m;
  write_bar("deck.inp", type, BAR_BRICK, middles, &shape, 0.3,
            "*BOUNDARY\nLEFT,1\nLEFT,3\n19,3\n*STEP\n*FREQUENCY\n1\n*BOUNDARY\nLEFT,2\n*END STEP\n");
  s.n_excitations = 1;
  s.excitations = &load;
  CHECK_OK(model_load(&s, &m));
  const int n = m.mass.n;
  double *along = calloc((size_t)n, sizeof *along), *force = calloc((size_t)n, sizeof *force), sum = 0;
  const double brick = 7850 * 0.1 * 0.02 * 0.01;
  for (int d = 0; d < 3; d++) {
    const double unit[] = {d == 0, d == 1, d == 2};
    memset(along, 0, (size_t)n * sizeof *along);
    CHECK_OK(model_inertia_force(&m, unit, along, force));
    for (int i = 0; i < m.n_nodes; i++) {
      const int row = m.nodes[i].equation[d], x = (int)lround(m.nodes[i].position[0] / 0.05);
      const int y = (int)lround(m.nodes[i].position[1] / 0.01),
                z = (int)lround(m.nodes[i].position[2] / 0.005);
      const int middle = x % 2 || y == 1 || z == 1;
      if (row < 0) continue;
      CHECK_NEAR(force[row],
                 brick *
                     (middle    ? 1. / 6
                      : middles ? -0.125
                                : 0.125) *
                     (x == 2 ? 2 : 1),
                 0, 1e-10);
      sum += 1;
    }
  }
  TEST_CHECK(sum == 3 * (m.n_nodes - (middles ? 8 : 4)) - 1);
  free(along), free(force);
  model_destroy(&m);
}

int main(void) {
  test_bars();
  test_beams();
  test_plane_rows();
  if (system("command -v ccx >/dev/null") != 0) return TEST_END();
  enter_folder();
  test_deck("C3D8", 0);
  test_deck("C3D8I", 0);
  test_deck("C3D20", 1);
  leave_folder();
  return TEST_END();
}
