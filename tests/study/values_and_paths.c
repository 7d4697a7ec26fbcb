// A whole study: every kind of value, defaults, equivalent forms, dotted paths.
#include "base/log.h"
#include "study/file/entries.h"
#include "study/file/key_place.h"
#include "study/file/parse.h"
#include "study/file/scalar.h"
#include "study/file/storage.h"
#include "tests/check.h"
#include "engines/transient/transient_engine.h"

static const char transient[] =
    "\xEF\xBB\xBF# all forms\r\n"
    "study: transient\r\n"
    "title: 'Bar: a drop'\r\n"
    "model: {type: chain, masses: [1, 2.5], springs: [1e3, 2e3, 3e3]}\r\n"
    "reduction: {rayleigh: {mass: 0.5}, modes: 2}\r\n"
    "contact:\r\n"
    "  - {nodes: 1, law: unilateral, gap: -1.0e-4, merge: 0.2}\r\n"
    "  - {nodes: 2, law: coulomb, mu: 0.3, preload: 5, wall_velocity: [0.1, -0.2], tangent: [3, 0, 4]}\r\n"
    "excitation: {node: 2, direction: -x, amplitude: 2, frequency: 7, phase: cos, sweep: {from: 3, rate: "
    "0.5}}\r\n"
    "integrator: {step: 1e-3, duration: 2, half_step: false}\r\n"
    "initial: {shape: [1, -1], velocity: 0.25}\r\n"
    "inputs: {dt: integrator.step, k2: model.springs.1, mu: contact.1.friction}\r\n"
    "outputs:\r\n"
    "  apex: {index: 3}\r\n"
    "  energy_drift: {quantity: energy_total, reduce: drift}\r\n"
    "  tip: {node: 2}\r\n";

static study s;

static double value_of(const char *path) {
  study_scalar scalar;
  CHECK_OK(study_find_scalar(&s, path, NULL, &scalar));
  return study_scalar_value(&s, &scalar);
}

static void check_transient(void) {
  CHECK_OK(study_parse(transient, sizeof transient - 1, "models/bar/drop.yaml", 0, NULL, &s));
  CHECK_EQUAL_TEXT(s.name, "drop");
  CHECK_EQUAL_TEXT(s.title, "Bar: a drop");
  CHECK_EQUAL_TEXT(study_file_text(&s), transient);
  TEST_CHECK(s.kind == &transient_kind && s.model.type == MODEL_CHAIN &&
             s.reduction.method == REDUCTION_MODAL);
  TEST_CHECK(s.model.masses.n == 2 && s.model.springs.n == 3 && s.model.springs.value[2] == 3e3);
  TEST_CHECK(s.reduction.rayleigh_mass == 0.5 && s.reduction.cache == 1 && s.model.area == 1);
  TEST_CHECK(s.n_contacts == 2 && s.contacts[0].law == LAW_UNILATERAL && s.contacts[1].law == LAW_COULOMB);
  TEST_CHECK(s.contacts[0].gap == -1e-4 && s.contacts[0].normal[0] == 1 && s.contacts[1].gap == 0);
  CHECK_EQUAL_TEXT(s.contacts[1].nodes, "2");
  CHECK_NEAR(s.contacts[1].tangent[2], 0.8, 1e-15, 0); // 3-4-5 triangle: rounding only
  TEST_CHECK(s.contacts[1].wall_velocity[1] == -0.2);
  CHECK_NEAR(s.excitations[0].phase, 1.5707963267948966, 0, 1e-16);
  TEST_CHECK(s.excitations[0].sweep_from == 3 && s.excitations[0].direction[0] == -1);
  TEST_CHECK(integrator_of(&s)->half_step == 0 && integrator_of(&s)->windows == 1 &&
             integrator_of(&s)->max_iterations == 1000);
  TEST_CHECK(strcmp(s.outputs[0].quantity->word, "apex") == 0 && s.outputs[0].index == 3);
  TEST_CHECK(s.outputs[1].reduce == REDUCE_DRIFT && s.outputs[2].quantity->place == QUANTITY_OF_NODE);
  TEST_CHECK(s.outputs[2].direction[0] == 1);
}

static void check_paths(void) {
  study_scalar a, b;
  TEST_CHECK(value_of("dt") == 1e-3 && value_of("k2") == 2e3 && value_of("model.springs.2") == 3e3);
  TEST_CHECK(value_of("contact.1.mu") == 0.3 && value_of("contact.0.gap") == -1e-4);
  TEST_CHECK(value_of("contact.1.wall_velocity.1") == -0.2 && value_of("initial.shape.1") == -1);
  CHECK_OK(study_find_scalar(&s, "excitation.0.sweep.from", NULL, &a));
  CHECK_OK(study_find_scalar(&s, "excitation.sweep_from", NULL, &b));
  TEST_CHECK(a.offset == b.offset && !a.structural);
  CHECK_EQUAL_TEXT(a.path, "excitation.sweep_from");
  CHECK_EQUAL_TEXT(a.unit, "Hz");
  CHECK_OK(study_find_scalar(&s, "k2", NULL, &a));
  TEST_CHECK(a.structural);
  CHECK_EQUAL_TEXT(a.path, "model.springs.1");
  CHECK_OK(study_scalar_set(&s, &a, 12));
  TEST_CHECK(s.model.springs.value[1] == 12);
  TEST_CHECK(study_scalar_set(&s, &a, -1) == CHATTER_BAD_STUDY && s.model.springs.value[1] == 12);
  CHECK_EQUAL_TEXT(error_message(0), "model.springs.1: -1 N/m is out of range (allowed: at least 0 N/m)");
  error_clear();
  TEST_CHECK(study_scalar_set(&s, &a, (double)NAN) == CHATTER_BAD_STUDY);
  error_clear();
  CHECK_EQUAL_TEXT(study_place(&s, "contact.1.friction"), "models/bar/drop.yaml:8:34");
  CHECK_EQUAL_TEXT(study_place(&s, "mu"), "models/bar/drop.yaml:8:34");
  CHECK_EQUAL_TEXT(study_place(&s, "contact.0.preload"), "models/bar/drop.yaml:7:5"); // its entry
  CHECK_EQUAL_TEXT(study_place(&s, "plot.title"), "models/bar/drop.yaml");
  CHECK_EQUAL_TEXT(study_place(&s, "excitation.sweep.rate"), "models/bar/drop.yaml:9:101");
}

static void check_overrides(void) {
  const char *set[] = {"dt=2e-3",
                       "contact.0.gap=5",
                       "excitation.sweep.from=2",
                       "model.springs=[1, 2]",
                       "outputs.tip.reduce=max",
                       "initial=null"};
  study_destroy(&s);
  CHECK_OK(study_parse(transient, sizeof transient - 1, "drop.yaml", 6, set, &s));
  TEST_CHECK(integrator_of(&s)->step == 2e-3 && s.contacts[0].gap == 5 && s.contacts[1].gap == 0);
  TEST_CHECK(s.excitations[0].sweep_from == 2 && s.excitations[0].sweep_rate == 0.5);
  TEST_CHECK(s.model.springs.n == 2 && s.outputs[2].reduce == REDUCE_MAX && s.initial.shape.n == 0);
  CHECK_EQUAL_TEXT(study_place(&s, "dt"), "--set dt=2e-3");
  study_destroy(&s);
}

int main(void) {
  char text[64];
  check_transient();
  check_paths();
  check_overrides();
  study_direction_text((const double[3]){0, -1, 0}, text, sizeof text);
  CHECK_EQUAL_TEXT(text, "-y");
  study_direction_text((const double[3]){0.6, 0.8, -0.0}, text, sizeof text);
  CHECK_EQUAL_TEXT(text, "(0.6,0.8,0)");
  return TEST_END();
}
