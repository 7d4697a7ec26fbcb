// Every case of the PTX machine (ptx_kernels_long takes a selection): in lockstep with the race
// detector, then each thread alone, last first, and in random orders.
#include "ptx_cases.h"

static char cache[CACHE_PATH];

static int check(const ptx_case *c, int index) {
  int failed = 0;
  setenv("PTX_RACE", index % 2 ? "2" : "1", 1);
  failed |= ptx_case_check(c, cache, 0);
  if (c->switches & CASE_GENERIC) return failed;
  setenv("PTX_RACE", "0", 1);
  return failed | ptx_case_check(c, cache, 1) | ptx_case_check(c, cache, 2 + (unsigned)index);
}

int main(void) {
  const ptx_case *all[PTX_N_CASES];
  if (!ptx_cases_begin(cache)) TEST_SKIP("no NVRTC found");
  for (int i = 0; i < PTX_N_CASES; i++) all[i] = &PTX_CASES[i];
  TEST_CHECK(PTX_N_CASES >= 80 && ptx_cases_run(all, PTX_N_CASES, check) == 0);
  return TEST_END();
}
