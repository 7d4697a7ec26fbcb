// A bar on mounts whose stiffness is 1e-7 of the bar's: the reductions accept it, and its contact
// points have the compliance of the textbook. The mounts are springs to ground, equal at the four
// corners of both ends.
#include "model/load.h"
#include "reduction/reduce.h"
#include "tests/model/bar_deck.h"
#include "tests/model/model_files.h"

int main(void) {
  if (system("command -v ccx >/dev/null") != 0)
    TEST_SKIP("ccx (Debian package calculix-ccx) is not installed");
  enter_folder();
  static study s;
  model m;
  const bar_shape shape = {.cells = {20, 4, 2}, .length = {0.1, 0.01, 0.005}};
  const double spring = 10;
  char more[1500] = "";
  int id = 100000;
  for (int d = 1; d <= 3; d++) {
    size_t used = strlen(more);
    used += (size_t)snprintf(more + used, sizeof more - used, "*ELEMENT,TYPE=SPRING1,ELSET=S%d\n", d);
    for (int c = 0; c < 8; c++)
      used += (size_t)snprintf(more + used, sizeof more - used, "%d,%d\n", ++id,
                               bar_node(&shape, (int[]){c & 1 ? 40 : 0, c & 2 ? 8 : 0, c & 4 ? 4 : 0}));
    snprintf(more + used, sizeof more - used, "*SPRING,ELSET=S%d\n%d\n%g.\n", d, d, spring);
  }
  size_t used = strlen(more);
  snprintf(more + used, sizeof more - used, "*NSET,NSET=THREE\n%d,%d,%d\n",
           bar_node(&shape, (int[]){0, 0, 0}), bar_node(&shape, (int[]){40, 0, 0}),
           bar_node(&shape, (int[]){40, 8, 0}));
  write_bar("deck.inp", "C3D8", BAR_BRICK, 0, &shape, 0.3, more);
  contact_config foot;
  s = (study){.path = "study.yaml",
              .model = {.type = MODEL_CALCULIX, .deck = "deck.inp"},
              .n_contacts = 1,
              .contacts = &foot};
  s.contacts[0] = (contact_config){.nodes = "THREE", .law = LAW_FRICTION, .normal = {0, 0, 1}};
  CHECK_OK(model_load(&s, &m));
  for (int method = REDUCTION_CRAIG_BAMPTON; method <= REDUCTION_RUBIN; method++) {
    if (method == REDUCTION_MACNEAL)
      continue; // refused with a message: it needs the flexibility
                // that the mount hides
    reduced_model r = {.memory = arena_create()};
    s.reduction = (reduction_config){.method = method, .modes = 10};
    CHECK_OK(reduce_model(&s, &m, &r));
    for (int p = 0; p < 3; p++)
      for (int d = 0; d < 3; d++) {
        // A unit force at a corner shifts the body by 1/(8 k) and turns it about its centre, about
        // two axes, by the lever over k_φ = 8 k (a² + b²)/4. With the levers a/2, b/2 of the corner
        // each adds a²/4 / (2 k (a² + b²)).
        const int axis = d == 0 ? 2 : d - 1; // rows: z, x, y
        const double *l = shape.length, a = l[(axis + 1) % 3], b = l[(axis + 2) % 3], x = l[axis];
        double expected = (1 + a * a / (a * a + x * x) + b * b / (b * b + x * x)) / (8 * spring),
               sum = r.flexibility[(3 * p + d) * r.n_boundary + 3 * p + d];
        for (int k = 0; k < r.n_modes; k++) sum += pow(r.phi_b[(3 * p + d) * r.n_modes + k], 2) / r.omega2[k];
        // The bar's own compliance is 1e-7 of the total. K has 14 digits: entries of 1e10 N/m are
        // rounded by some 1e-3, beside a mount of 80 N/m.
        CHECK_NEAR(sum, expected, 0, 1e-4);
      }
    reduced_destroy(&r);
  }
  model_destroy(&m);
  leave_folder();
  return TEST_END();
}
