// A signal at any moment (planning, binding, launches, results, the final file): what asks whether an end is
// wanted does no more work behind the answer, and --resume gives the bits of a run that nobody disturbed,
// with other lanes and threads too. Moments are counted in questions, not in seconds.
#include "base/stop.h"
#include "run_bench.h"
#include "tests/processor.h"

// Questions behind the one that is answered with yes: each of the two threads may have begun a piece, and
// every layer that it goes back through (launch, batch, results, assignment, run) asks once or twice to find
// its own end.
enum { MOST_QUESTIONS = 16, MOMENTS = 15 };

static int n_checkpointed, n_whole;

static chatter_status stop_at(long question, run_options *o) {
  stop_at_question(question);
  const chatter_status status = run_study(&config, in_folder("cut.h5"), o);
  const long behind = stop_questions() - question;
  stop_at_question(0);
  error_clear();
  if (status == CHATTER_CHECKPOINTED && behind > MOST_QUESTIONS) {
    fprintf(stderr, "stopped at question %ld: %ld more were asked\n", question, behind);
    check_failures++;
  }
  return status;
}

// Stops again and again, `pace` questions after each beginning, with another number of lanes every time.
static void stop_all_the_way(long pace) {
  static const int lanes[] = {1, 4, 8};
  run_options o = quiet("cpu");
  chatter_status status = CHATTER_CHECKPOINTED;
  o.batch = 16;
  o.chunk = 300;
  for (int round = 0; status == CHATTER_CHECKPOINTED; round++) {
    o.device.lanes = round % 2 || !processor_has(lanes[round % 3]) ? 1 : lanes[round % 3];
    o.device.threads = 1 + round % 2;
    status = stop_at(round < 40 ? pace : 0, &o); // a pace that is too short for a whole batch comes nowhere
    n_checkpointed += status == CHATTER_CHECKPOINTED;
    o.resume = 1;
  }
  CHECK_OK(status);
  if (status != CHATTER_OK) return;
  n_whole++;
  SAME("whole.h5", "cut.h5");
  unlink(in_folder("cut.h5"));
}

int main(void) {
  run_options o = quiet("cpu");
  run_bench_begin();
  stop_at_question(0);
  o.batch = 16;
  o.chunk = 300;
  CHECK_OK(run_study(&config, in_folder("whole.h5"), &o));
  const long all = stop_questions();
  for (int i = 1; i <= MOMENTS; i++) stop_all_the_way(1 + i * (all - 2) / MOMENTS);
  TEST_CHECK(all > 2 * MOMENTS && n_whole == MOMENTS && n_checkpointed >= MOMENTS);
  return run_bench_end();
}
