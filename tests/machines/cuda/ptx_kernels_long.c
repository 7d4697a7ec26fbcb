// Cases of the PTX machine with every pair of their properties (ptx_covering.h): in lockstep with
// the race detector, unless the quick test did it, then each thread alone, last first, or in a
// random order.
#include "ptx_covering.h"

static char cache[CACHE_PATH];

static int check(const ptx_case *c, int index) {
  int failed = 0;
  setenv("PTX_RACE", index % 2 ? "2" : "1", 1);
  if (!c->quick) failed |= ptx_case_check(c, cache, 0);
  if (c->switches & CASE_GENERIC) return failed;
  setenv("PTX_RACE", "0", 1);
  return failed | ptx_case_check(c, cache, index / 2 % 2 ? 1 : 2 + (unsigned)index);
}

int main(void) {
  const ptx_case *list[PTX_N_CASES];
  if (!ptx_cases_begin(cache)) TEST_SKIP("no NVRTC found");
  const int n = ptx_covering(list);
  TEST_CHECK(n >= 60 && n < PTX_N_CASES && ptx_cases_run(list, n, check) == 0);
  return TEST_END();
}
