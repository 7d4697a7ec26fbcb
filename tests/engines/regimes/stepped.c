// Moreau's stepped regime maps, compared with the event-exact engine: the amplitude converges to it
// with the step, the classes of a map agree, and with two contacts each has its own class.
#include "regime_study.h"

#define ONE(scheme, grid)                                                                                    \
  "study: regimes\nmodel: {type: chain, masses: [1, 1], springs: [1, 1]}\nreduction: {method: modal}\n"      \
  "contact: {nodes: 2, law: coulomb, preload: 1, friction: 0.3}\n"                                           \
  "excitation: {node: 1, amplitude: 1, frequency: 0.2, phase: cos}\n" scheme                                 \
  "regimes: {cycles: 60, window: 10}\n" grid                                                                 \
  "outputs: {regime: {}, amplitude2: {node: 2, reduce: half_peak_to_peak}}\n"
#define STEPPED "integrator: {scheme: moreau, steps_per_period: 4000}\n"
#define MAP                                                                                                  \
  "ensemble: {design: {type: grid, parameters: {excitation.frequency: {from: 0.063, to: 0.35, count: 12}, "  \
  "contact.friction: {from: 0.06, to: 1.1, count: 9}}}}\n"

static double amplitude(const char *text, const char *set) {
  eval_table t = regime_run(text, set);
  const double x = eval_value(&t, 0, "amplitude2");
  eval_destroy(&t);
  return x;
}

static void converges(void) {
  const double exact = amplitude(ONE("", ""), NULL);
  const double coarse = fabs(amplitude(ONE(STEPPED, ""), "integrator.steps_per_period=500") - exact);
  const double middle = fabs(amplitude(ONE(STEPPED, ""), "integrator.steps_per_period=2000") - exact);
  const double fine = fabs(amplitude(ONE(STEPPED, ""), "integrator.steps_per_period=8000") - exact);
  // At least first order: Moreau's scheme applies the reversal at the end of a step. Sixteen times
  // the steps give a factor of 16; half of it allows for the position of a reversal in its step.
  TEST_CHECK(coarse > 0 && fine < coarse / 8 && middle < coarse / 2);
  TEST_CHECK(fine < 1e-3 * exact);
}

static void classes_agree(void) {
  eval_table exact = regime_run(ONE("", MAP), NULL), stepped = regime_run(ONE(STEPPED, MAP), NULL);
  int same = 0, seen[3] = {0};
  for (long i = 0; i < exact.n; i++) {
    const int a = (int)eval_value(&exact, i, "regime"), b = (int)eval_value(&stepped, i, "regime");
    seen[a]++, same += a == b;
  }
  TEST_CHECK(seen[0] > 5 && seen[1] > 5 && seen[2] > 5);
  // Cells on a boundary may differ: stops shorter than two steps, micro-slip below the rounding of
  // the solver.
  if (same < 0.95 * (double)exact.n) fprintf(stderr, "%d of %ld agree\n", same, exact.n);
  TEST_CHECK(same >= 0.95 * (double)exact.n);
  eval_destroy(&exact), eval_destroy(&stepped);
}

#define TWO(scheme)                                                                                          \
  "study: regimes\nmodel: {type: chain, masses: [1, 1, 1], springs: [1, 1, 1]}\nreduction: {method: "        \
  "modal}\n"                                                                                                 \
  "contact:\n  - {nodes: 2, law: coulomb, preload: 1, friction: 0.1}\n"                                      \
  "  - {nodes: 3, law: coulomb, preload: 1, friction: 5}\n"                                                  \
  "excitation: {node: 1, amplitude: 1, frequency: 0.2, phase: cos}\n" scheme                                 \
  "regimes: {cycles: 60, window: 10}\n"                                                                      \
  "outputs: {first: {quantity: regime, contact: 0}, second: {quantity: regime, contact: 1}, "                \
  "stuck: {quantity: regime_stick_fraction, contact: 1}, x2: {node: 2, reduce: half_peak_to_peak}}\n"
static const char two[] = TWO(STEPPED);
// With the third mass held by its friction, a chain of two between two walls remains.
static const char held[] =
    "study: regimes\nmodel: {type: chain, masses: [1, 1], springs: [1, 1, 1]}\nreduction: {method: modal}\n"
    "contact: {nodes: 2, law: coulomb, preload: 1, friction: 0.1}\n"
    "excitation: {node: 1, amplitude: 1, frequency: 0.2, phase: cos}\n"
    "regimes: {cycles: 60, window: 10}\n"
    "outputs: {regime: {}, x2: {node: 2, reduce: half_peak_to_peak}}\n";

static void two_contacts(void) {
  eval_table t = regime_run(two, NULL), h = regime_run(held, NULL);
  TEST_CHECK(eval_value(&t, 0, "second") == 0 && eval_value(&t, 0, "stuck") == 1);
  TEST_CHECK(eval_value(&t, 0, "first") == eval_value(&h, 0, "regime"));
  CHECK_NEAR(eval_value(&t, 0, "x2"), eval_value(&h, 0, "x2"), 0,
             5e-3); // first order, 4000 steps per cycle
  eval_destroy(&t), eval_destroy(&h);
  regime_refused(TWO(""), NULL, CHATTER_BAD_STUDY, "exactly one friction coordinate");
  regime_refused(two, "integrator.scheme=leapfrog", CHATTER_BAD_STUDY, "an event-exact map has no steps");
  regime_refused(two, "outputs.second.contact=2", CHATTER_BAD_STUDY, "no contact 2");
}

// Each trajectory is classified by its own load and step, independent of the others: without
// friction both move all the time.
static void judged_by_themselves(void) {
  eval_table t = regime_run(ONE(STEPPED, "ensemble: {design: {type: grid, parameters: {excitation.amplitude: "
                                         "{values: [1.0e-4, 1.0e4]}, integrator.steps_per_period: {values: "
                                         "[400, 4000]}}}}\n"),
                            "contact.friction=0");
  TEST_CHECK(t.n == 4);
  for (long i = 0; i < t.n; i++) CHECK_NEAR(eval_value(&t, i, "regime"), 2, 0, 0);
  eval_destroy(&t);
}

int main(void) {
  judged_by_themselves();
  converges();
  classes_agree();
  two_contacts();
  return TEST_END();
}
