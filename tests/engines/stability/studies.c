// Complete stability studies: over positions with fixed outputs, all eigenvalues and responses as
// results, values at the contact, the same bits with any number of threads; a position off the
// target, and messages of invalid studies.
#include "engines/stability/coupled/coupled_roots.h"
#include "base/log.h"
#include "ensemble/batch/batch_results.h"
#include "ensemble/eval.h"
#include "engines/stability/stability_engine.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "study/samples/design.h"
#include "study/samples/samples.h"
#include "tests/engines/eval_value.h"
#include "tests/engines/stability/beams.h"

static const char *head; // the bodies, from the model of the study

static void evaluate(const char *rest, int threads, eval_table *out) {
  char text[16384];
  study config;
  samples values;
  device_set devices;
  snprintf(text, sizeof text, "%s%s", head, rest);
  CHECK_OK(study_parse(text, strlen(text), "studies.yaml", 0, NULL, &config));
  CHECK_OK(samples_from_design(&config, &values));
  CHECK_OK(devices_open(&(device_choice){.device = "cpu", .threads = threads}, &devices));
  CHECK_OK(eval_samples(&config, &values, &devices, 0, out));
  devices_close(&devices);
  samples_destroy(&values);
  study_destroy(&config);
}

static void outputs_agree(void) {
  static const char rest[] =
      "stability: {modes: 8}\n"
      "ensemble: {design: {type: grid, parameters: {stability.position: {values: [0.0137, 0.0625, 0.2]},\n"
      "  stability.deformed: {values: [0, 1]}}}}\n"
      "outputs: {max_growth: {}, frequency: {}, g: {quantity: growth, index: 8},\n"
      "  f: {quantity: eigenfrequency, index: 8}, normal_force: {}, angle: {quantity: contact_angle}, "
      "growths: {},\n"
      "  tip: {node: target.303, direction: y}, sum: {quantity: receptance, sum: [{node: target.303, "
      "direction: y,\n"
      "    weight: 2}]}, x: {quantity: accelerance, node: target.303, direction: -y}}\n";
  eval_table one, two;
  beams b;
  double complex value[8];
  coupled_roots roots = {.value = value};
  evaluate(rest, 1, &one);
  evaluate(rest, 3, &two);
  TEST_CHECK(one.n == 6 && one.n_outputs == 9); // growths is not a single number
  for (long i = 0; i < 6; i++) {
    TEST_CHECK(one.status[i] == (i < 4 ? TRAJECTORY_OK : TRAJECTORY_OFF_TARGET) &&
               two.status[i] == one.status[i]);
    TEST_CHECK(isnan(eval_value(&one, i, "max_growth")) == (i >= 4));
  }
  TEST_CHECK(memcmp(one.value, two.value, sizeof(double) * 4 * 9) == 0);
  beams_open(&b, "stability.yaml");
  for (long i = 0; i < 4; i++) {
    const stability_place place = beams_at(&b, i < 2 ? 0.0137 : 0.0625, 0.3, (double)(i % 2));
    CHECK_OK(coupled_eigenvalues(&place.system, 8, 1, &roots));
    int best = 0;
    for (int k = 1; k < 8; k++)
      if (creal(value[k]) > creal(value[best])) best = k;
    // The same numbers of the same reduced model.
    CHECK_NEAR(eval_value(&one, i, "max_growth"), creal(value[best]), 0, 1e-12);
    CHECK_NEAR(eval_value(&one, i, "frequency"), cimag(value[best]) / (2 * M_PI), 0, 1e-12);
    CHECK_NEAR(eval_value(&one, i, "g"), creal(value[7]), 0, 1e-12);
    CHECK_NEAR(eval_value(&one, i, "f"), cimag(value[7]) / (2 * M_PI), 0, 1e-12);
    // The preload equals the contact force along y, λ (cos γ − μ sin γ), except for damping.
    const double gamma = place.contact.gamma;
    CHECK_NEAR(eval_value(&one, i, "normal_force"), 0.1 / (cos(gamma) - 0.3 * sin(gamma)), 1e-6, 0);
    CHECK_NEAR(eval_value(&one, i, "angle"), gamma, 1e-15, 0);
    TEST_CHECK(i != 3 || gamma < -5e-3);                                // pressed down
    const double tip = eval_value(&one, i, "tip"), s = 2 * M_PI * 1000; // the default frequency
    CHECK_NEAR(eval_value(&one, i, "sum"), 2 * tip / (s * s), 0, 1e-12);
    CHECK_NEAR(eval_value(&one, i, "x"), tip, 0, 1e-12);
  }
  pair_contact end; // the length of the path is a rounded sum
  TEST_CHECK(pair_at_arc(&b.pair, 0.1, &end) && pair_at_arc(&b.pair, 0.1 * (1 + 1e-14), &end));
  TEST_CHECK(end.element == 99 && !pair_at_arc(&b.pair, 0.1 * (1 + 1e-11), &end));
  beams_close(&b);
  eval_destroy(&one), eval_destroy(&two);
}

static void refused(const char *rest, const char *words) {
  char text[16384];
  study config;
  eval_table table;
  samples values = {.n = 1};
  device_set devices;
  snprintf(text, sizeof text, "%s%s", head, rest);
  chatter_status status = study_parse(text, strlen(text), "studies.yaml", 0, NULL, &config);
  if (status == CHATTER_OK) {
    CHECK_OK(devices_open(&(device_choice){.device = "cpu"}, &devices));
    CHECK_OK(eval_own_values(&config, &values));
    status = eval_samples(&config, &values, &devices, 0, &table);
    samples_destroy(&values);
    devices_close(&devices);
    study_destroy(&config);
  }
  TEST_CHECK(status == CHATTER_BAD_STUDY);
  if (error_count() != 1 || !strstr(error_message(0), words)) {
    log_errors();
    TEST_CHECK(!"the message that was expected");
  }
  error_clear();
}

int main(void) {
  head = beams_head();
  outputs_agree();
  refused("outputs: {slip: {quantity: slip_velocity}}\n",
          "output 'slip': this quantity does not belong to a stability study");
  refused("stability: {modes: 5}\noutputs: {g: {quantity: growth, index: 6}}\n",
          "output 'g': eigenvalue 6 of 5 (allowed: 1 to 5)");
  refused("stability: {deformed: 0.5}\noutputs: {max_growth: {}}\n", "stability.deformed");
  refused("stability: {from: 0.05, to: 0.01}\noutputs: {max_growth: {}}\n",
          "stability.to: 0.01 m is not beyond stability.from, 0.05 m");
  refused("sliding: {step: 1e-8}\noutputs: {max_growth: {}}\n",
          "'sliding' does not belong to a study of kind stability");
  refused("outputs: {max_growth: {reduce: rms}}\n", "outputs.max_growth.reduce: a stability study computes "
                                                    "eigenvalues and has no time history: leave it out");
  refused("outputs: {max_growth: {}, normal_force: {band: [1, 2]}}\n",
          "outputs.normal_force.band: a stability study computes eigenvalues and has no time history: leave "
          "it out");
  refused("outputs: {tip: {node: 303, direction: y}}\n", "'303' names no body");
  return TEST_END();
}
