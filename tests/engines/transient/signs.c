// Signs as in the reference page: slip is the velocity of the body minus that of the wall, friction
// on the body opposes it, a wall that moves along +tangent drags the body along.
#include "tests/engines/eval_value.h"

// A mass at rest on a belt under a constant normal load of 2 N with μ = 0.5: friction of 1 N
// accelerates it to the velocity of the belt, which it keeps. tangent, wall_velocity: those of the
// study.
static void check_belt(const char *tangent, double along, double wall) {
  char text[1024];
  eval_table t;
  snprintf(text, sizeof text,
           "study: transient\n"
           "model: {type: chain, masses: [4], springs: [0]}\n"
           "contact: {nodes: 1, law: coulomb, preload: 2, friction: 0.5, tangent: %s, wall_velocity: %g}\n"
           "integrator: {scheme: moreau, step: 1e-3, duration: 4, half_step: false}\n"
           "outputs:\n"
           "  speed: {quantity: velocity, node: 1, direction: x}\n"
           "  slip_most: {quantity: slip_velocity, reduce: max}\n"
           "  slip_least: {quantity: slip_velocity, reduce: min}\n"
           "  slip: {quantity: slip_velocity}\n"
           "  pull_most: {quantity: tangential_force, reduce: max}\n"
           "  pull_least: {quantity: tangential_force, reduce: min}\n",
           tangent, wall);
  CHECK_OK(eval_text(text, "belt.yaml", &t));
  const double begin = wall < 0 ? eval_value(&t, 0, "slip_most") : eval_value(&t, 0, "slip_least");
  const double pull = wall < 0 ? eval_value(&t, 0, "pull_least") : eval_value(&t, 0, "pull_most");
  CHECK_NEAR(begin, -wall, 3e-4, 0); // 0 - wall, after the first step of 0.25 m/s² · 1 ms
  CHECK_NEAR(pull, wall < 0 ? -1 : 1, 1e-12, 0);
  CHECK_NEAR(eval_value(&t, 0, "slip"), 0, 1e-12, 0);
  CHECK_NEAR(eval_value(&t, 0, "speed"), along * wall, 1e-9, 0); // along x
  eval_destroy(&t);
}

// The cantilever of models/matrices pressed onto a wall that moves along z: friction of μ N = 30 N
// bends its tip that way, as a force would; with massless boundary and with mass.
static void check_wall(const char *method, const char *scheme, double wall) {
  char text[1600], path[512];
  eval_table t;
  snprintf(path, sizeof path, "%s/models/matrices/wall.yaml", source_folder());
  snprintf(text, sizeof text,
           "study: transient\n"
           "model: {type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv, nodes: nodes.csv}\n"
           "reduction: {method: %s, modes: 6, damping: 0.2}\n"
           "contact: {nodes: 25, law: friction, normal: y, tangent: z, preload: 100, friction: 0.3,\n"
           "  wall_velocity: [%g, 0]}\n"
           "excitation: {type: constant, node: 26, direction: y, amplitude: 0}\n"
           "integrator: {scheme: %s, step: 1e-6, duration: 0.03}\n"
           "outputs:\n"
           "  z: {node: 25, direction: z}\n"
           "  slip: {quantity: slip_velocity}\n"
           "  pull: {quantity: tangential_force}\n",
           method, wall, scheme);
  CHECK_OK(eval_text(text, path, &t));
  const double sign = wall < 0 ? -1 : 1;
  TEST_CHECK(sign * eval_value(&t, 0, "z") > 1e-5); // 30 N bend the steel bar by some 5e-5 m
  // Two directions of friction: magnitudes.
  CHECK_NEAR(eval_value(&t, 0, "slip"), fabs(wall), 0.02, 0); // the vibration has decayed
  CHECK_NEAR(eval_value(&t, 0, "pull"), 30, 3, 0);            // the normal force has changed
                                                              // slightly
  eval_destroy(&t);
}

int main(void) {
  log_quiet(1);
  check_belt("x", 1, 0.5);
  check_belt("x", 1, -0.5);
  check_belt("-x", -1, 0.5);
  check_wall("macneal", "leapfrog", 1);
  check_wall("macneal", "leapfrog", -1);
  check_wall("rubin", "moreau", 1);
  return TEST_END();
}
