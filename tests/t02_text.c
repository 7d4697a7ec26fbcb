// Nearest names, and numbers read strictly.
#include "base/log.h"
#include "base/text.h"
#include "check.h"

static void test_names(void) {
  const char *const keys[] = {"mu", "friction", "frequency", "amplitude", "gap"};
  const int n = sizeof keys / sizeof *keys;
  char hint[100];
  TEST_CHECK(text_distance("", "abc") == 3);
  TEST_CHECK(text_distance("kitten", "sitting") == 3);
  TEST_CHECK(text_distance("frequnecy", "frequency") == 1); // a swap counts once
  TEST_CHECK(text_distance("GAP", "gap") == 0);
  CHECK_EQUAL_TEXT(text_did_you_mean("muu", n, keys, hint, sizeof hint), " (did you mean 'mu'?)");
  CHECK_EQUAL_TEXT(text_did_you_mean("freqency", n, keys, hint, sizeof hint), " (did you mean 'frequency'?)");
  CHECK_EQUAL_TEXT(text_did_you_mean("zzz", n, keys, hint, sizeof hint), "");
  CHECK_EQUAL_TEXT(text_did_you_mean("x", n, keys, hint, sizeof hint), "");
  CHECK_EQUAL_TEXT(text_did_you_mean("", n, keys, hint, sizeof hint), "");
}

static void test_numbers(void) {
  double x = 0;
  TEST_CHECK(text_number("1.0e-4", &x) == NUMBER_OK && x == 1e-4);
  TEST_CHECK(text_number("+5.", &x) == NUMBER_OK && x == 5);
  const char *const none[] = {"", "-", ".", "1 ", " 1", "1e", "1e+", "0x1p3", "1,0", "e5", "--1", "1d0"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) TEST_CHECK(text_number(none[i], &x) == NUMBER_NONE);
  const char *const endless[] = {".nan", "-.inf", "NaN", "+Infinity", "-1e400"};
  for (size_t i = 0; i < sizeof endless / sizeof *endless; i++)
    TEST_CHECK(text_number(endless[i], &x) == NUMBER_NOT_FINITE);
}

int main(void) {
  test_names();
  test_numbers();
  return TEST_END();
}
