// Scenarios of the GPU launcher on the stand-in driver: each is a process, because a program loads its driver
// once.
#ifndef CHATTER_TESTS_CUDA_SCENARIOS_H
#define CHATTER_TESTS_CUDA_SCENARIOS_H

#include "tests/machines/batch_case.h"
#include "machines/cuda/cuda_cache.h"
#include "machines/cuda/cuda_program.h"

#include <sys/wait.h>
#include <unistd.h>

static char cache[] = "/tmp/chatter_fake_XXXXXX";

static inline backend_result gpu_open(int team, int single, backend *b) {
  backend_options options = backend_default();
  options.team = team, options.single_precision = single, options.cache_dir = cache;
  return backend_open("cuda", options, b);
}

static inline batch_case small_case(void) {
  kernel_sizes sizes;
  case_sizes(&kernel_leapfrog, 4, 2, POINT_LAYOUT_NORMAL, &sizes);
  return case_create(sizes, 19, 120, 7);
}

// Launches once; result and message must be as expected.
static inline void launch_gives(backend_result expected, const char *words) {
  batch_case c = small_case();
  backend b;
  device_case device;
  TEST_CHECK(gpu_open(32, 0, &b) == BACKEND_OK);
  case_to_device(&b, &c, &device);
  backend_result result = b.launch(&b, &device.batch);
  if (result != expected || (words && !strstr(b.message, words))) {
    fprintf(stderr, "launch gave %d '%s', expected %d with '%s'\n", result, b.message, expected,
            words ? words : "");
    check_failures++;
  }
  case_release(&b, &device);
  b.close(&b);
  case_free(&c);
}

// Sets name=value pairs and runs the scenario in its own process. Returns 0 if it was skipped.
static inline int scenario(const char *name, void (*run)(void), const char *const *environment) {
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    check_failures = 0; // only those of this scenario
    for (; environment && *environment; environment += 2) setenv(environment[0], environment[1], 1);
    run();
    exit(TEST_END());
  }
  int status;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return 1;
  fprintf(stderr, "scenario %s failed\n", name);
  check_failures++;
  return 1;
}

#define SCENARIO(run, ...) scenario(#run, run, (const char *const[]){__VA_ARGS__ __VA_OPT__(, ) NULL})

static inline int scenarios_begin(void) {
  setenv("CHATTER_LIBCUDA", FAKE_LIBCUDA, 1);
  return access(FAKE_LIBCUDA, R_OK) == 0 && mkdtemp(cache);
}
static inline int scenarios_end(void) {
  char command[80];
  snprintf(command, sizeof command, "rm -rf %s", cache);
  return system(command) == 0 ? TEST_END() : 1;
}

#endif
