// Speed reported by a resumed run: it counts its own steps only, not those of the first run in the
// checkpoint. Times of interruption are counted in calls of the question function, not in seconds.
#include "base/stop.h"
#include "run_bench.h"
#include "study/file/parse.h"
#include "study/file/storage.h"

// One mass that strikes a stop: every launch but the last has the same number of steps.
static const char impacts[] = "study: transient\n"
                              "model: {type: chain, masses: [1], springs: [100]}\n"
                              "reduction: {method: modal, damping: 0.02}\n"
                              "contact: {nodes: 1, law: unilateral, gap: 0.01, restitution: 0.6}\n"
                              "excitation: {node: 1, amplitude: 1, frequency: 1}\n"
                              "integrator: {scheme: moreau, step: 1.0e-3, duration: 10}\n"
                              "outputs: {x: {node: 1, reduce: max}}\n";

// At resonance without damping: diverges after a few launches.
static const char diverging[] = "study: transient\n"
                                "model: {type: chain, masses: [1], springs: [100]}\n"
                                "reduction: {method: modal, damping: 0}\n"
                                "excitation: {node: 1, amplitude: 1, frequency: 1.5915494}\n"
                                "integrator: {scheme: moreau, step: 1.0e-3, duration: 10, divergence: 0.15}\n"
                                "outputs: {x: {node: 1, reduce: max}}\n";

enum { STEPS = 10000, CHUNK = 1000 };

// Returns the steps of the last line of the log that reports a speed; -1: there is none.
static double steps_told(void) {
  char line[4096];
  double steps = -1;
  FILE *log = fopen(in_folder("log.json"), "re");
  TEST_CHECK(log != NULL);
  while (log && fgets(line, sizeof line, log)) {
    const char *end = strstr(line, " trajectory-steps in ");
    while (end && end > line && end[-1] != '"') end--;
    if (end) steps = strtod(end, NULL);
  }
  if (log) fclose(log);
  return steps;
}

// Returns the status of a run that is stopped at a given question and resumed. *told: steps that
// the second run reported, -1 if the first run ended before.
static chatter_status stop_and_resume(const study *of, long question, double *told) {
  run_options o = quiet("cpu");
  o.device.threads = 1;
  o.chunk = CHUNK;
  *told = -1;
  CHECK_OK(log_json_open(in_folder("log.json")));
  stop_at_question(question);
  chatter_status status = run_study(of, in_folder("cut.h5"), &o);
  stop_at_question(0);
  if (status == CHATTER_CHECKPOINTED) {
    error_clear();
    o.resume = 1;
    status = run_study(of, in_folder("cut.h5"), &o);
    *told = steps_told();
  }
  log_json_close();
  unlink(in_folder("log.json"));
  unlink(in_folder("cut.h5"));
  return status;
}

static long questions_of(const study *of) {
  run_options o = quiet("cpu");
  o.device.threads = 1;
  o.chunk = CHUNK;
  stop_at_question(0);
  CHECK_OK(run_study(of, in_folder("whole.h5"), &o));
  unlink(in_folder("whole.h5"));
  return stop_questions();
}

static void steps_of_the_second_run(void) {
  const long all = questions_of(&config);
  double before = STEPS;
  int different = 0;
  for (long q = 1; q <= all; q++) {
    double told;
    CHECK_OK(stop_and_resume(&config, q, &told));
    if (told < 0) continue;
    TEST_CHECK(told <= before && fmod(told, CHUNK) == 0);
    different += told < before;
    before = told;
  }
  TEST_CHECK(different >= STEPS / CHUNK - 1);
}

// A trajectory that failed in the first run is not counted as one that could not start.
static void failed_before(void) {
  const long all = questions_of(&config);
  int none_left = 0;
  for (long q = 1; q <= all; q++) {
    double told;
    const chatter_status status = stop_and_resume(&config, q, &told);
    CHECK_OK(status);
    none_left += told == 0;
  }
  TEST_CHECK(none_left > 0);
}

static void with_study(const char *text, void (*check)(void)) {
  study_destroy(&config);
  CHECK_OK(study_parse(text, strlen(text), "bench.yaml", 0, NULL, &config));
  check();
}

int main(void) {
  run_bench_begin();
  with_study(impacts, steps_of_the_second_run);
  with_study(diverging, failed_before);
  return run_bench_end();
}
