// The event-exact regime engine through a study: one system in three descriptions, monitored
// coordinates, a finite-element bar compared with the exact bar, and refused studies.
#include "regime_study.h"

#define OUTPUTS                                                                                              \
  "outputs: {regime: {}, stops_per_cycle: {}, amplitude: {}, cycle_dissipation: {}, regime_stick_fraction: " \
  "{}, "                                                                                                     \
  "beta_lim: {}, beta_lim_s1: {}, beta_nomotion: {}, x1: {node: 1, reduce: half_peak_to_peak}, "             \
  "x2: {node: 2, reduce: half_peak_to_peak}, top: {node: 2, reduce: max}, low: {node: 2, reduce: min}}\n"

static const char ratios[] =
    "study: regimes\nregimes: {wall: ground, contact_mass: 2, gamma: [0.5], kappa: [2], cycles: 60, window: "
    "10}\n"
    "ensemble: {design: {type: grid, parameters: {regimes.r1: {values: [0.6, 1.1, 1.9]}, "
    "regimes.beta: {values: [0.1, 0.5, 2.5]}}}}\n" OUTPUTS;
static const char masses[] =
    "study: regimes\nmodel: {type: chain, masses: [2, 1], springs: [50, 100]}\n"
    "regimes: {wall: ground, contact_mass: 2, cycles: 60, window: 10}\n"
    "ensemble: {design: {type: grid, parameters: {regimes.r1: {values: [0.6, 1.1, 1.9]}, "
    "regimes.beta: {values: [0.1, 0.5, 2.5]}}}}\n" OUTPUTS;
// k1 Y = 0.5 N with Y = 1 cm; ω = 5 r1 rad/s; friction force 0.5 β.
static const char physical[] =
    "study: regimes\nmodel: {type: chain, masses: [2, 1], springs: [50, 100]}\n"
    "reduction: {method: modal}\ncontact: {nodes: 2, law: coulomb, preload: 0.5, friction: 0.1}\n"
    "excitation: {node: 1, amplitude: 0.5, frequency: 1, phase: cos}\n"
    "regimes: {cycles: 60, window: 10}\n"
    "ensemble: {design: {type: grid, parameters: {excitation.frequency: {values: "
    "[0.477464829275686, 0.8753521870054244, 1.5119719593730057]}, "
    "contact.friction: {values: [0.1, 0.5, 2.5]}}}}\n" OUTPUTS;

static void three_descriptions(void) {
  eval_table a = regime_run(ratios, NULL), b = regime_run(masses, NULL), c = regime_run(physical, NULL);
  int seen[3] = {0};
  TEST_CHECK(a.n == 9 && b.n == 9 && c.n == 9);
  for (long i = 0; i < 9; i++) {
    TEST_CHECK(memcmp(&a.value[i * a.n_outputs], &b.value[i * b.n_outputs],
                      sizeof(double) * (size_t)a.n_outputs) == 0);
    seen[(int)eval_value(&a, i, "regime")]++;
    static const struct {
      const char *name;
      double unit;
    } SAME[] = {{"regime", 1},
                {"stops_per_cycle", 1},
                {"amplitude", 0.01},
                {"cycle_dissipation", 0.005},
                {"regime_stick_fraction", 1},
                {"beta_lim", 0.5},
                {"beta_nomotion", 0.5},
                {"x1", 0.01}};
    for (size_t k = 0; k < sizeof SAME / sizeof *SAME;
         k++) // other modes and scaling: rounding, amplified over 60 cycles
      CHECK_NEAR(eval_value(&c, i, SAME[k].name), SAME[k].unit * eval_value(&a, i, SAME[k].name), 1e-10,
                 1e-8);
    // The monitored coordinate of the rubbing mass is that of the contact.
    CHECK_NEAR(eval_value(&a, i, "x2"), eval_value(&a, i, "amplitude"), 1e-12, 1e-9);
    CHECK_NEAR(eval_value(&a, i, "x2"), 0.5 * (eval_value(&a, i, "top") - eval_value(&a, i, "low")), 1e-14,
               1e-14);
  }
  TEST_CHECK(seen[0] > 0 && seen[1] > 0 && seen[2] > 0);
  eval_destroy(&a), eval_destroy(&b), eval_destroy(&c);
}

// Continuous periodic slip: friction dissipates the work of the base; with the contact at rest
// nothing is lost.
static void energy(void) {
  eval_table t = regime_run(ratios, "regimes.cycles=3000");
  for (long i = 0; i < t.n; i++) {
    const double amplitude = eval_value(&t, i, "amplitude"), lost = eval_value(&t, i, "cycle_dissipation");
    const double beta = (double[]){0.1, 0.5, 2.5}[i % 3];
    if (eval_value(&t, i, "regime") == 2)
      CHECK_NEAR(lost, 4 * beta * amplitude, 0, 1e-6); // two strokes of 2 A
    TEST_CHECK(lost >= 0 && lost <= 40 * beta * (amplitude + 1e-9));
  }
  eval_destroy(&t);
}

static const char bar[] =
    "study: regimes\nmodel: {type: bar, youngs_modulus: 2.1e11, density: 7850, length: 1, area: 1e-4, "
    "elements: 100, clamped: lower}\n"
    "reduction: {method: rubin, modes: 12}\n"
    "contact: {nodes: UPPER, law: coulomb, preload: 100, friction: 0.3}\n"
    "excitation: {node: 51, amplitude: 100, frequency: 900, phase: cos}\n"
    "regimes: {cycles: 80, window: 10}\n"
    "ensemble: {design: {type: grid, parameters: {excitation.frequency: {values: [300, 900, 2000, 4000]}}}}\n"
    "outputs: {regime: {}, beta_nomotion: {}, beta_lim: {}}\n";

static void finite_elements(void) {
  eval_table t = regime_run(bar, NULL);
  const double frequency[4] = {300, 900, 2000, 4000};
  for (long i = 0; i < 4; i++) { // bar held at both ends, driven in the middle: P / (2 cos(ωL/2c))
    const double held = 100 / (2 * fabs(cos(M_PI * frequency[i] / sqrt(2.1e11 / 7850))));
    CHECK_NEAR(eval_value(&t, i, "beta_nomotion"), held, 0,
               2e-3); // 100 elements, 12 modes: (kh)²/24 and truncation
    TEST_CHECK(t.status[i] == TRAJECTORY_OK && eval_value(&t, i, "regime") >= 1);
  }
  eval_destroy(&t);
}

static void refusals(void) {
  regime_refused(bar, "reduction.method=macneal", CHATTER_BAD_STUDY, "jump at every reversal");
  regime_refused(bar, "contact.law=friction", CHATTER_BAD_STUDY, "");
  regime_refused(bar, "contact.wall_velocity=0.1", CHATTER_BAD_STUDY, "wall at rest");
  regime_refused(bar, "model.clamped=none", CHATTER_BAD_STUDY, "rigid-body");
  regime_refused(ratios, "regimes.r1=0", CHATTER_BAD_STUDY, "regimes.r1");
  regime_refused(ratios, "regimes.contact_mass=3", CHATTER_BAD_STUDY, "no contact at mass 3");
  regime_refused(ratios, "regimes.gamma=[-0.5]", CHATTER_BAD_STUDY, "gamma");
  regime_refused(masses, "model.masses=[2, -1]", CHATTER_BAD_STUDY, "masses");
  regime_refused(masses, "model.dashpots=[1, 1]", CHATTER_BAD_STUDY, "dashpots couple the modes");
  regime_refused(ratios, "regimes.window=61", CHATTER_BAD_STUDY, "window");
  regime_refused(ratios, "outputs.x1.node=7", CHATTER_BAD_STUDY, "no mass '7'");
  regime_refused(ratios, "outputs.x1.reduce=rms", CHATTER_BAD_STUDY, "half_peak_to_peak");
  regime_refused(ratios, "ensemble.design.parameters.regimes.r1.values=[]", CHATTER_BAD_STUDY, "");
  regime_refused(masses, "reduction.damping=1", CHATTER_BAD_STUDY, "damping");
}

int main(void) {
  three_descriptions();
  energy();
  finite_elements();
  refusals();
  return TEST_END();
}
