// Tables of engines: required functions exist, and functions that depend on each other exist
// together or not at all.
#include <string.h>

#include "ensemble/engine.h"
#include "tests/check.h"

// Checks that both or neither exist.
static int go_together(int a, int b) {
  return !a == !b;
}

static void required(const engine *e) {
  TEST_CHECK(e->name && e->studies.handles && e->columns.prepare && e->columns.estimate && e->columns.bind &&
             e->results.extract);
}

static void together(const engine *e) {
  const engine_messages *m = &e->messages;
  TEST_CHECK(go_together(m->doubtful != NULL, m->caution != NULL));
  TEST_CHECK(go_together(e->tally.add != NULL, e->tally.reads && e->tally.bytes > 0));
  TEST_CHECK(!e->tally.add || m->advise);
  TEST_CHECK(e->fields.motion || (!e->fields.ends && !e->fields.units));
  TEST_CHECK(!e->results.time_scale || e->results.time);
  TEST_CHECK(!e->studies.without_model || (!e->studies.needs_model && !e->studies.reduce));
}

// Checks that counts are made from the final status of trajectories.
static void reads_status(const engine *e) {
  int found = 0;
  for (const char *const *name = e->tally.reads; name && *name; name++) found |= !strcmp(*name, "status");
  TEST_CHECK(go_together(found, e->tally.add != NULL));
}

int main(void) {
  int n = 0;
  for (const engine *const *const *list = engines; *list; list++)
    for (const engine *const *e = *list; *e; e++, n++) {
      required(*e);
      together(*e);
      reads_status(*e);
    }
  TEST_CHECK(n >= 1);
  return TEST_END();
}
