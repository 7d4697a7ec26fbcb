// Interrupted launches: a launch that is ended between groups of trajectories is continued by the
// next one. Each launch does at least one group, even if it is interrupted at once. The final
// result equals that of one launch.
#include "batch_case.h"

static int always(void *context) {
  return (void)context, 1;
}

static void check(long n, long most_launches) {
  kernel_sizes sizes;
  case_sizes(&kernel_leapfrog, 5, 3, 3, &sizes);
  batch_case c = case_create(sizes, n, 200, 1);
  backend_options options = backend_default();
  backend b;
  device_case device;
  options.threads = 1, options.lanes = 1;
  TEST_CHECK(backend_cpu_open(options, &b) == BACKEND_OK);
  case_result whole = case_run(&b, &c, 1);
  b.interrupt = (launch_interrupt){.ask = always};
  case_to_device(&b, &c, &device);
  long launches = 1;
  while (b.launch(&b, &device.batch) == BACKEND_INTERRUPTED && launches <= most_launches) launches++;
  TEST_CHECK(launches <= most_launches);
  case_result parts = {case_download(&b, device.batch.state, c.n_state),
                       case_download(&b, device.batch.windows, c.n_windows),
                       case_download(&b, device.batch.series, c.n_series)};
  TEST_CHECK(case_compare(&c, &whole, &parts, "interrupted") == 0);
  case_release(&b, &device);
  b.close(&b);
  case_result_free(&whole), case_result_free(&parts), case_free(&c);
}

int main(void) {
  check(1, 1); // its one group is done: nothing is left
  check(5, 5);
  return TEST_END();
}
