// All tests of a folder in one program: `tests NAME` runs NAME.c, whose main the build has renamed;
// without a name it lists them. tests/CMakeLists.txt writes TEST_LIST.
#include <stdio.h>
#include <string.h>

// No prototypes: the main function of a test takes arguments or none.
#define TEST(name) int test_main_##name();
#include TEST_LIST
#undef TEST

static const struct {
  const char *name;
  int (*run)();
} TESTS[] = {
#define TEST(name) {#name, test_main_##name},
#include TEST_LIST
#undef TEST
};

int main(int argc, char **argv) {
  for (size_t i = 0; i < sizeof TESTS / sizeof *TESTS; i++) {
    if (argc > 1 && strcmp(argv[1], TESTS[i].name) == 0) return TESTS[i].run(argc - 1, argv + 1);
    if (argc < 2) puts(TESTS[i].name);
  }
  if (argc > 1) fprintf(stderr, "%s: no test '%s'\n", argv[0], argv[1]);
  return argc > 1 ? 2 : 0;
}
