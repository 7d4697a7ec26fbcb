// Binding of a handle: a row gives the same bits as on a newly opened handle, whatever was
// evaluated before. The test changes structural values and inputs, and uses more sets of both than
// a handle keeps. An error in one row does not affect other rows.
#include <math.h>

#include "api_bench.h"

static const char *path;

static void check_same(chatter_study *study, double f, double stiffness) {
  double bound[2], fresh[2];
  int status = -1;
  TEST_CHECK(api_row(study, f, stiffness, bound, &status) == 0 && status == 0);
  api_fresh_row(path, f, stiffness, fresh);
  TEST_CHECK(bound[0] == fresh[0] && bound[1] == fresh[1]);
}

static void check_many_models(void) {
  enum { SETS = 12 }; // more sets than a handle keeps
  chatter_study *study = api_open(path, NULL);
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < SETS; i++) check_same(study, 1.5, 80 + 4 * i);
  check_same(study, 0.7, 80);
  // Evaluates all sets in one call, each of them twice.
  static const char *const names[] = {"stiffness"};
  double inputs[2 * SETS], outputs[2 * SETS][2], one[2];
  for (int i = 0; i < 2 * SETS; i++) inputs[i] = 80 + 4 * (i % SETS);
  TEST_CHECK(chatter_evaluate(study, 2 * SETS, 1, names, inputs, 2, outputs[0], NULL) == 0);
  for (int i = 0; i < SETS; i++) {
    TEST_CHECK(api_row(study, 1.5, inputs[i], one, NULL) == 0);
    TEST_CHECK(outputs[i][0] == one[0] && outputs[i + SETS][0] == one[0]);
  }
  TEST_CHECK(outputs[0][0] != outputs[1][0]);
  chatter_close(study);
}

// The list of inputs may change from call to call. A call that fails leaves the binding unchanged.
static void check_other_inputs(void) {
  chatter_study *study = api_open(path, NULL);
  double out[2], again[2];
  static const char *const damping[] = {"reduction.damping"}, *const gap[] = {"contact.gap"};
  const double some = 0.03, wide = 1;
  check_same(study, 1.5, 100);
  TEST_CHECK(chatter_evaluate(study, 1, 1, damping, &some, 2, out, NULL) == 0);
  TEST_CHECK(chatter_evaluate(study, 1, 1, gap, &wide, 2, again, NULL) == 0 && again[1] == 0);
  TEST_CHECK(out[0] != again[0]);
  TEST_CHECK(api_row(study, -1, 100, again, NULL) == 3 && strstr(chatter_error(), "row 0"));
  TEST_CHECK(api_row(study, 1.5, -100, again, NULL) == 3);
  check_same(study, 1.5, 100);
  chatter_close(study);
}

static void check_bad_rows(void) {
  static const char *const names[] = {"f", "stiffness"};
  const double inputs[] = {1.5, 100, -1, 100, NAN, 100, 1.5, INFINITY, 1.2, 100};
  chatter_options options = chatter_options_default();
  double outputs[5][2], good[2];
  int status[5];
  options.bad_rows = "row";
  chatter_study *study = api_open(path, &options);
  TEST_CHECK(chatter_evaluate(study, 5, 2, names, inputs, 2, outputs[0], status) == 0);
  for (int i = 1; i < 4; i++) {
    TEST_CHECK(isnan(outputs[i][0]) && isnan(outputs[i][1]));
    CHECK_EQUAL_TEXT(chatter_status_word(status[i]), "out_of_range");
  }
  for (int i = 0; i < 5; i += 4) {
    api_fresh_row(path, inputs[2 * i], 100, good);
    TEST_CHECK(status[i] == 0 && outputs[i][0] == good[0] && outputs[i][1] == good[1]);
  }
  // no row is valid
  TEST_CHECK(chatter_evaluate(study, 1, 2, names, inputs + 2, 2, outputs[0], status) == 0);
  TEST_CHECK(isnan(outputs[0][0]) && status[0] == status[1]);
  chatter_close(study);
  options.bad_rows = "rows";
  TEST_CHECK(chatter_open(path, &options, &study) == 2 && !study && strstr(chatter_error(), "'rows'"));
}

// Checks the option structs of callers that were compiled with an older header.
static void check_options(void) {
  struct {
    chatter_options known;
    long later;
  } newer = {.known = chatter_options_default()};
  chatter_options older = chatter_options_default();
  chatter_study *study;
  newer.known.size = sizeof newer;
  TEST_CHECK(chatter_open(path, &newer.known, &study) == 0);
  chatter_close(study);
  newer.later = 1;
  TEST_CHECK(chatter_open(path, &newer.known, &study) == 2 && strstr(chatter_error(), "newer"));
  older.size = offsetof(chatter_options, bad_rows);
  older.bad_rows = "unread";
  TEST_CHECK(chatter_open(path, &older, &study) == 0);
  chatter_close(study);
  older.size = 0;
  TEST_CHECK(chatter_open(path, &older, &study) == 2);
  // The options of version 1 began with `device`, a pointer or NULL.
  static const char *const device = "cpu";
  memcpy(&older.size, &device, sizeof older.size);
  TEST_CHECK(chatter_open(path, &older, &study) == 2 && strstr(chatter_error(), "version 1"));
}

static void check_what_is_known(void) {
  chatter_study *study = api_open(path, NULL);
  chatter_input input = {.size = sizeof input};
  TEST_CHECK(chatter_find_input(study, "f", &input) == 0);
  CHECK_EQUAL_TEXT(input.path, "excitation.frequency");
  CHECK_EQUAL_TEXT(input.unit, "Hz");
  TEST_CHECK(input.value == 1.5 && input.minimum > 0 && input.minimum < 1e-300 && isinf(input.maximum));
  TEST_CHECK(!input.whole && !input.structural);
  TEST_CHECK(chatter_find_input(study, "stiffness", &input) == 0 && input.structural && input.value == 100);
  TEST_CHECK(chatter_find_input(study, "integrator.steps_per_period", &input) == 0 && input.value == 200);
  TEST_CHECK(chatter_find_input(study, "stifness", &input) == 3 && strstr(chatter_error(), "'stiffness'"));
  input.size = 0;
  TEST_CHECK(chatter_find_input(study, "f", &input) == 2);
  CHECK_EQUAL_TEXT(chatter_output_unit(study, 0), "m");
  CHECK_EQUAL_TEXT(chatter_output_unit(study, 1), "N s");
  TEST_CHECK(chatter_output_unit(study, 2) == NULL); // a series is not an output of a row
  chatter_close(study);
}

static void check_run(void) {
  chatter_study *study = api_open(path, NULL);
  TEST_CHECK(chatter_run(study, in_folder("out.h5"), 0) == 0);
  TEST_CHECK(access(in_folder("out.h5"), R_OK) == 0);
  TEST_CHECK(chatter_run(study, in_folder("out.h5"), 0) == 6 && strstr(chatter_error(), "exists"));
  TEST_CHECK(chatter_run(study, in_folder("out.h5"), 1) == 0);
  TEST_CHECK(chatter_run(study, NULL, 0) == 2);
  chatter_close(study);
}

int main(void) {
  scratch_create();
  setenv("XDG_CACHE_HOME", in_folder("cache"), 1);
  path = api_study("wall.yaml");
  check_many_models();
  check_other_inputs();
  check_bad_rows();
  check_options();
  check_what_is_known();
  check_run();
  scratch_remove();
  return check_failures > 0;
}
