// Launches a test's own kernel (team_program.h), all of whose numbers lie in one struct: in the
// emulator and on the PTX machine it gives the bits of the CPU. Define the struct `launch` before.
#ifndef CHATTER_TESTS_TEAM_LAUNCH_H
#define CHATTER_TESTS_TEAM_LAUNCH_H

#include "tests/machines/cuda/standin/emulator.h"
#include "tests/machines/cuda/team_program.h"

enum { TEAM_ARGUMENTS = 10 };   // at most
static launch expected, result; // of the CPU and of the machine

static int inside_result(uint64_t address, size_t bytes) {
  const uint64_t first = (uint64_t)(uintptr_t)&result;
  return address >= first && address - first + bytes <= sizeof result;
}

static void compare_launch(const char *name, const char *machine, int build, unsigned order) {
  if (memcmp(&expected, &result, sizeof result) == 0) return;
  fprintf(stderr, "%s, %s, team %d, %s, order %u: other bits than the CPU\n", name, machine,
          BUILD[build].team, BUILD[build].single ? "single" : "double", order);
  check_failures++;
}

static void emulate_launch(const char *name, int build, const void *const *arguments, unsigned shared,
                           unsigned order) {
  char problem[300] = "";
  if (!emulator_run(BUILD[build].run, arguments, 1, (unsigned)BUILD[build].team, shared, order, problem,
                    sizeof problem)) {
    fprintf(stderr, "%s, team %d: %s\n", name, BUILD[build].team, problem);
    check_failures++;
  }
  compare_launch(name, "emulator", build, order);
}

// place[n]: the arguments of the kernel.
static void ptx_launch(const char *name, ptx_module *module, int build, void **place, int n, unsigned shared,
                       unsigned order) {
  const ptx_options options = {.schedule = order,
                               .race = order == 0 ? PTX_RACE_BARRIERS : PTX_RACE_OFF,
                               .random_nan = 1,
                               .inside = inside_result};
  void *arguments[TEAM_ARGUMENTS];
  char problem[300] = "";
  for (int i = 0; i < n; i++) arguments[i] = &place[i];
  const int error = ptx_run(ptx_function_find(module, TEAM_KERNEL), arguments, 1, (unsigned)BUILD[build].team,
                            shared, &options, problem, sizeof problem);
  if (error != PTX_OK) fprintf(stderr, "%s, team %d: %s\n", name, BUILD[build].team, problem);
  TEST_CHECK(error == PTX_OK);
  compare_launch(name, "PTX", build, order);
}

#endif
