// Temporary folders for tests that write files.
#ifndef CHATTER_TESTS_SCRATCH_H
#define CHATTER_TESTS_SCRATCH_H

#include <stdlib.h>
#include <unistd.h>

#include "check.h"

static char folder[] = "/tmp/chatter_test_XXXXXX";

static inline void scratch_create(void) {
  TEST_CHECK(mkdtemp(folder) != NULL);
}

static inline void scratch_remove(void) {
  char command[64];
  snprintf(command, sizeof command, "rm -r %s", folder);
  TEST_CHECK(system(command) == 0);
}

// Returns the path of a file in the folder; up to 256 paths may be in use at once.
static inline const char *in_folder(const char *name) {
  static char text[256][96];
  static int next;
  next = (next + 1) % 256;
  snprintf(text[next], sizeof text[next], "%s/%s", folder, name);
  return text[next];
}

#endif
