// Keeps OpenBLAS from starting a worker thread for every processor when it is loaded; without
// memory for them (ulimit -v) it hangs for ever. They are not needed: the reduction is repeatable
// on one thread only, and ensembles have their own threads. OpenBLAS counts the processors
// available to the process, so the process is confined to one of them while its libraries are
// loaded: functions in .preinit_array run before those of any library.
#include <sched.h>
#include <stddef.h>

enum { MOST_PROCESSORS = 1 << 16 };
static unsigned long allowed_processors[MOST_PROCESSORS / (8 * sizeof(unsigned long))];
static int is_confined;

static void confine_to_one_processor(void) {
  enum { BITS = 8 * sizeof(unsigned long) };
  static unsigned long one[sizeof allowed_processors / sizeof *allowed_processors];
  if (sched_getaffinity(0, sizeof allowed_processors, (cpu_set_t *)allowed_processors) != 0) return;
  size_t word = 0;
  while (word + 1 < sizeof allowed_processors / sizeof *allowed_processors && allowed_processors[word] == 0)
    word++;
  one[word] = allowed_processors[word] & -allowed_processors[word]; // the lowest bit
  is_confined = sched_setaffinity(0, sizeof one, (cpu_set_t *)one) == 0;
}

// Runs after the libraries' functions and before main.
__attribute__((constructor)) static void release_processors(void) {
  if (is_confined) sched_setaffinity(0, sizeof allowed_processors, (cpu_set_t *)allowed_processors);
}

__attribute__((section(".preinit_array"),
               used)) static void (*const before_libraries)(void) = confine_to_one_processor;
