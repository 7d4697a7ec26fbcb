// OpenBLAS starts a worker thread for every processor as soon as it is loaded, and where their memory is not
// to be had (ulimit -v) it hangs there for ever. Nothing here wants them: the reduction is repeatable on one
// thread only, and the ensembles bring threads of their own. OpenBLAS counts the processors this process may
// use, so the process is confined to one of them while its libraries are loaded: functions in .preinit_array
// run before any library's own.
#include <sched.h>
#include <stddef.h>

enum { MOST_PROCESSORS = 1 << 16 };
static unsigned long allowed[MOST_PROCESSORS / (8 * sizeof(unsigned long))];
static int confined;

static void confine(void) {
  enum { BITS = 8 * sizeof(unsigned long) };
  static unsigned long one[sizeof allowed / sizeof *allowed];
  if (sched_getaffinity(0, sizeof allowed, (cpu_set_t *)allowed) != 0) return;
  size_t word = 0;
  while (word + 1 < sizeof allowed / sizeof *allowed && allowed[word] == 0) word++;
  one[word] = allowed[word] & -allowed[word]; // the lowest bit
  confined = sched_setaffinity(0, sizeof one, (cpu_set_t *)one) == 0;
}

// After the libraries' own functions and before main.
__attribute__((constructor)) static void release(void) {
  if (confined) sched_setaffinity(0, sizeof allowed, (cpu_set_t *)allowed);
}

__attribute__((section(".preinit_array"), used)) static void (*const before_libraries)(void) = confine;
