// The test framework. A test is a program: silence and exit code 0 mean success, 77 means skipped.
// CHECK_* reports file, line and both values and continues; TEST_END returns the exit code.
#ifndef CHATTER_TESTS_CHECK_H
#define CHATTER_TESTS_CHECK_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_failures;

#ifndef CHATTER_SOURCE_DIR // benchmarks run in the source folder
#define CHATTER_SOURCE_DIR "."
#endif

// Returns the folder of models and data: $CHATTER_SOURCE (set by CTest and by run-tests of the
// bundle), or else the source folder.
static inline const char *source_folder(void) {
  const char *folder = getenv("CHATTER_SOURCE");
  return folder && *folder ? folder : CHATTER_SOURCE_DIR;
}

#define TEST_CHECK(condition)                                                                                \
  do {                                                                                                       \
    if (!(condition)) {                                                                                      \
      fprintf(stderr, "%s:%d: %s is false\n", __FILE__, __LINE__, #condition);                               \
      check_failures++;                                                                                      \
    }                                                                                                        \
  } while (0)

// Checks |x - reference| <= absolute + relative |reference|; NaN fails. Each use states the reason
// of its tolerance.
#define CHECK_NEAR(x, reference, absolute, relative)                                                         \
  do {                                                                                                       \
    double check_x_ = (x), check_r_ = (reference);                                                           \
    if (!(fabs(check_x_ - check_r_) <= (absolute) + (relative)*fabs(check_r_))) {                            \
      fprintf(stderr, "%s:%d: %s = %.17g, expected %.17g, off by %.3g\n", __FILE__, __LINE__, #x, check_x_,  \
              check_r_, check_x_ - check_r_);                                                                \
      check_failures++;                                                                                      \
    }                                                                                                        \
  } while (0)

#define CHECK_EQUAL_TEXT(x, reference)                                                                       \
  do {                                                                                                       \
    const char *check_a_ = (x), *check_b_ = (reference);                                                     \
    if (!check_a_ || strcmp(check_a_, check_b_) != 0) {                                                      \
      fprintf(stderr, "%s:%d: %s = '%s', expected '%s'\n", __FILE__, __LINE__, #x,                           \
              check_a_ ? check_a_ : "(null)", check_b_);                                                     \
      check_failures++;                                                                                      \
    }                                                                                                        \
  } while (0)

// Runs a host call that must succeed (include base/log.h first); the test ends if it fails.
#define CHECK_OK(call)                                                                                       \
  do {                                                                                                       \
    if ((call) != CHATTER_OK) {                                                                              \
      fprintf(stderr, "%s:%d: %s failed:\n", __FILE__, __LINE__, #call);                                     \
      log_errors();                                                                                          \
      exit(1);                                                                                               \
    }                                                                                                        \
  } while (0)

#define TEST_SKIP(reason)                                                                                    \
  do {                                                                                                       \
    printf("skipped: %s\n", reason);                                                                         \
    exit(77);                                                                                                \
  } while (0)

#define TEST_END() (check_failures ? 1 : 0)

#endif
