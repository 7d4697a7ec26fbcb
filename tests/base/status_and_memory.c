// Base layer: statuses, error list, allocation.
#include "base/log.h"
#include "base/memory.h"
#include "tests/check.h"

static chatter_status fails(void) {
  return error_raise(CHATTER_BAD_STUDY, "first %d", 1);
}
static chatter_status passes_on(void) {
  TRY(fails());
  return CHATTER_OK;
}

int main(void) {
  TEST_CHECK(passes_on() == CHATTER_BAD_STUDY);
  TEST_CHECK(error_count() == 1);
  CHECK_EQUAL_TEXT(error_message(0), "first 1");
  error_clear();
  TEST_CHECK(error_count() == 0);
  TEST_CHECK(status_exit_code(CHATTER_CHECKPOINTED) == 75);
  TEST_CHECK(status_exit_code(CHATTER_INTERRUPTED) == 130);

  TEST_CHECK(memory_array((size_t)-1, 16, __FILE__, __LINE__) == NULL);
  TEST_CHECK(error_count() == 1);
  error_clear();

  arena *memory = arena_create();
  double *numbers = arena_allocate(memory, 100000 * sizeof *numbers);
  for (int i = 0; i < 100000; i++) TEST_CHECK(numbers[i] == 0);
  CHECK_EQUAL_TEXT(arena_string(memory, "plate"), "plate");
  TEST_CHECK(arena_allocate(memory, (size_t)-1) == NULL);
  arena_destroy(memory);
  return TEST_END();
}
