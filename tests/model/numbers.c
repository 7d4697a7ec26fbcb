// The number reader of model files, compared with the C library's strtod bit by bit.
#include <stdint.h>

#include "model/number.h"
#include "tests/check.h"

static uint64_t state = 88172645463325252u;
static uint64_t next(void) { // xorshift64
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

static void compare(const char *text) {
  double value = 0, reference = strtod(text, NULL);
  const char *after = number_read(text, text + strlen(text), &value);
  if (!isfinite(reference)) {
    TEST_CHECK(after == NULL);
    return;
  }
  if (after != text + strlen(text) || memcmp(&value, &reference, sizeof value) != 0) {
    fprintf(stderr, "'%s': %.17g, strtod %.17g\n", text, value, reference);
    check_failures++;
  }
}

int main(void) {
  char text[400];
  for (int i = 0; i < 300000; i++) {
    double x;
    uint64_t bits = next();
    memcpy(&x, &bits, sizeof x);
    if (!isfinite(x)) continue;
    snprintf(text, sizeof text, i % 3 ? "%.*e" : "%.*g", (int)(next() % 20), x);
    compare(text);
    snprintf(text, sizeof text, "%s%llu.%0*lluE%+d", i % 2 ? "-" : "+", (unsigned long long)next() % 100000,
             (int)(next() % 25), (unsigned long long)next() % 10000000000u, (int)(next() % 60) - 30);
    compare(text);
  }
  const char *const special[] = {"0",
                                 "-0",
                                 "0e5",
                                 "000.000",
                                 ".5",
                                 "5.",
                                 "1e400",
                                 "1e-400",
                                 "4.9e-324",
                                 "2.4e-324",
                                 "1.7976931348623157e308",
                                 "1.7976931348623159e308",
                                 "9007199254740993",
                                 "9007199254740992",
                                 "9007199254740993e0",
                                 "1e22",
                                 "1e23",
                                 "123456789012345678901234567890",
                                 "0.00000000000000000000000000000000000000000000001",
                                 "100000000000000000000000000000000000000e-38",
                                 "2.2250738585072011e-308",
                                 "1e999999999999999999999",
                                 "0e999999999999999999999"};
  for (size_t i = 0; i < sizeof special / sizeof *special; i++) compare(special[i]);

  double value;
  long whole;
  const char *const wrong[] = {"", "-", "+", ".", "e5", "1e", "1e+", "nan", "inf", "-.e3", "x", "--1"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    TEST_CHECK(number_read(wrong[i], wrong[i] + strlen(wrong[i]), &value) == NULL);
  const char *fortran = "1.25D-3", *hexadecimal = "0x10";
  TEST_CHECK(number_read(fortran, fortran + 7, &value) == fortran + 7 && value == 1.25e-3);
  fortran = "-1.2345678901234567d+100";
  TEST_CHECK(number_read(fortran, fortran + 24, &value) == fortran + 24 && value == -1.2345678901234567e+100);
  TEST_CHECK(number_read(hexadecimal, hexadecimal + 4, &value) == hexadecimal + 1 && value == 0);
  const char *large = "9223372036854775808", *fits = "-9223372036854775807";
  TEST_CHECK(number_read_whole(large, large + 19, &whole) == NULL);
  TEST_CHECK(number_read_whole(fits, fits + 20, &whole) == fits + 20 && whole == -9223372036854775807);
  return TEST_END();
}
