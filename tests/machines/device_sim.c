// The simulated device: the same bits as the CPU for the same batch, in one launch and in parts.
// The host cannot read its memory. Transfers outside an allocation, host pointers in a batch, too
// much memory and a lost device are refused with a message.
#include "batch_case.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static backend open_backend(const char *name) {
  backend_options options = backend_default();
  backend b;
  options.threads = 1;
  if (backend_open(name, options, &b) != BACKEND_OK) {
    fprintf(stderr, "%s: %s\n", name, b.message);
    exit(1);
  }
  return b;
}

static void check_equal(int layout) {
  kernel_sizes sizes;
  case_sizes(&kernel_leapfrog, 6, 3, layout, &sizes);
  batch_case c = case_create(sizes, 21, 1200, 7);
  backend cpu = open_backend("cpu"), sim = open_backend("device_sim");
  case_result a = case_run(&cpu, &c, 1), b = case_run(&sim, &c, 1), parts = case_run(&sim, &c, 5);
  case_check_events(&c, &a);
  TEST_CHECK(case_compare(&c, &a, &b, "cpu, device_sim") == 0);
  TEST_CHECK(case_compare(&c, &a, &parts, "cpu, device_sim in 5 launches") == 0);
  case_result_free(&a), case_result_free(&b), case_result_free(&parts);
  cpu.close(&cpu), sim.close(&sim);
  case_free(&c);
}

// Returns the signal that ends a child which reads (or writes) one byte of device memory at
// `offset`.
static int fault(char *pointer, long offset, int write) {
  pid_t child = fork();
  if (child == 0) {
    signal(SIGSEGV, SIG_DFL);
    volatile char *byte = (volatile char *)pointer + offset;
    if (write)
      *byte = 1;
    else
      (void)*byte;
    _exit(0);
  }
  int status;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void check_memory(void) {
  backend b = open_backend("device_sim");
  void *p = NULL, *q = NULL;
  double in[100], out[100];
  for (int i = 0; i < 100; i++) in[i] = i;
  TEST_CHECK(b.allocate(&b, sizeof in, &p) == BACKEND_OK && b.allocate(&b, 8, &q) == BACKEND_OK);
  TEST_CHECK((uintptr_t)p % 64 == 0 && (uintptr_t)q % 64 == 0);
  // allocated memory is zero
  TEST_CHECK(b.download(&b, out, p, sizeof out) == BACKEND_OK && out[99] == 0);
  TEST_CHECK(b.upload(&b, p, in, sizeof in) == BACKEND_OK);
  TEST_CHECK(b.download(&b, out, p, sizeof out) == BACKEND_OK && memcmp(in, out, sizeof in) == 0);
  TEST_CHECK(fault(p, 0, 0) == SIGSEGV && fault(p, 799, 1) == SIGSEGV && fault(q, 0, 0) == SIGSEGV);
  TEST_CHECK(b.upload(&b, (char *)p + 8, in, sizeof in) == BACKEND_FAILED && strstr(b.message, "leaves"));
  TEST_CHECK(b.upload(&b, p, q, 8) == BACKEND_FAILED && strstr(b.message, "host side"));
  const size_t before = b.memory_free(&b);
  b.release(&b, p);
  TEST_CHECK(b.memory_free(&b) == before + 832); // 800 bytes in units of 64
  TEST_CHECK(b.allocate(&b, b.memory_free(&b) + 64, &p) == BACKEND_OUT_OF_MEMORY && !p &&
             strstr(b.message, "free"));
  TEST_CHECK(b.allocate(&b, (size_t)-1, &p) == BACKEND_OUT_OF_MEMORY);
  kernel_batch batch = {.n_trajectories = 1, .stride = 16, .model = in};
  TEST_CHECK(b.launch(&b, &batch) == BACKEND_FAILED && strstr(b.message, "'model'"));
  b.close(&b);
}

static void check_lost(void) {
  kernel_sizes sizes;
  case_sizes(&kernel_leapfrog, 4, 1, POINT_LAYOUT_NORMAL, &sizes);
  batch_case c = case_create(sizes, 16, 100, 3);
  setenv("CHATTER_DEVICE_SIM_LOST", "2", 1);
  backend b = open_backend("device_sim");
  unsetenv("CHATTER_DEVICE_SIM_LOST");
  device_case device;
  case_to_device(&b, &c, &device);
  device.batch.step_end = 50;
  TEST_CHECK(b.launch(&b, &device.batch) == BACKEND_OK);
  device.batch.step_end = 100;
  TEST_CHECK(b.launch(&b, &device.batch) == BACKEND_FAILED && strstr(b.message, "--resume"));
  double x;
  TEST_CHECK(b.download(&b, &x, device.batch.state, sizeof x) == BACKEND_FAILED); // and stays lost
  b.close(&b);
  case_free(&c);
}

int main(void) {
  check_equal(POINT_LAYOUT_NORMAL);
  check_equal(POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS);
  check_equal(POINT_LAYOUT_TANGENT);
  check_memory();
  check_lost();
  return TEST_END();
}
