// Nearest names, and strict parsing of numbers.
#include <unistd.h>

#include "base/printable.h"
#include "base/text.h"
#include "base/log.h"
#include "tests/check.h"

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
  const char *const parts[] = {"energy_kinetic", "energy_total", "contact_velocity_y"};
  CHECK_EQUAL_TEXT(text_did_you_mean("kinetic_energy", 3, parts, hint, sizeof hint),
                   " (did you mean 'energy_kinetic'?)");
  CHECK_EQUAL_TEXT(text_did_you_mean("Velocity-y-contact", 3, parts, hint, sizeof hint),
                   " (did you mean 'contact_velocity_y'?)");
  CHECK_EQUAL_TEXT(text_did_you_mean("kinetic_enthalp", 3, parts, hint, sizeof hint), "");
  const char *const few[] = {"x", "first_other"};
  CHECK_EQUAL_TEXT(text_did_you_mean("X", 2, few, hint, sizeof hint),
                   " (did you mean 'x'?)"); // differs in case only
  CHECK_EQUAL_TEXT(text_did_you_mean("first_first", 2, few, hint, sizeof hint),
                   ""); // all parts of the name are asked for, not only some
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

static void test_printable(void) {
  static const struct {
    const char *text, *shown;
  } cases[] = {
      {"plain, \t\n ≥ 0 and 😀", "plain, \t\n ≥ 0 and 😀"},
      {"\033[31mred\177", "\\x1B[31mred\\x7F"},
      {"\xFF\xFE", "\\xFF\\xFE"},
      {"\xC2\x9B"
       "2J",
       "\\xC2\\x9B2J"},                                        // the one-character escape of terminals
      {"\xC0\xAF \xE0\x80\xAF", "\\xC0\\xAF \\xE0\\x80\\xAF"}, // overlong
      {"\xED\xA0\x80", "\\xED\\xA0\\x80"},                     // a surrogate
      {"cut \xE2\x89", "cut \\xE2\\x89"},
  };
  char shown[64];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    CHECK_EQUAL_TEXT(text_printable(cases[i].text, shown, sizeof shown), cases[i].shown);
  CHECK_EQUAL_TEXT(text_printable("ab≥", shown, 5), "ab"); // no partial characters
  const double numbers[] = {0.1, 1e-320, 1.0 / 3, -2e300, 5e-324};
  const char *const texts[] = {"0.1", "1e-320", "0.3333333333333333", "-2e+300", "5e-324"};
  for (int i = 0; i < 5; i++)
    CHECK_EQUAL_TEXT(text_number_digits(numbers[i], 1, 17, shown, sizeof shown), texts[i]);
}

// Files of 10 to 14 bytes against a limit of 12, read by name and through a pipe, whose size is
// unknown.
static void check_join(const char *a, const char *b, const char *both) {
  char *forth = text_join_lines(a, b), *back = text_join_lines(b, a);
  TEST_CHECK(forth && strcmp(forth, both) == 0 && back && strcmp(back, both) == 0);
  free(forth);
  free(back);
}

// Distinct lines, in any order of arrival.
static void test_lines(void) {
  check_join("", "", "");
  check_join("a", "", "a");
  check_join("b\na", "a\n\nab", "a\nab\nb");
  check_join("b\nb\n", "b", "b");
}

// Warnings are recorded from log_keep on, by the thread that issues them.
static void keep_warnings(void) {
  char *kept = log_kept(), *caught;
  TEST_CHECK(kept && *kept == 0);
  free(kept);
  log_warning("not kept");
  log_keep(1);
  log_warning("two\nlines");
  log_catch_begin();
  log_warning("b %d", 1);
  log_warning_here("of this session");
  log_warning("b %d", 1);
  caught = log_catch_end();
  TEST_CHECK(caught && strcmp(caught, "b 1") == 0);
  free(caught);
  log_keep_lines("a\nb 1");
  kept = log_kept();
  TEST_CHECK(kept && strcmp(kept, "a\nb 1\ntwo lines") == 0);
  free(kept);
  for (int i = 0; i < 20000; i++)
    log_keep_lines("a"); // a line that is already stored takes no
                         // room
  for (int i = 0; i < 100; i++) {
    char line[1000];
    snprintf(line, sizeof line, "%0900d", i);
    log_keep_lines(line);
  }
  kept = log_kept();
  TEST_CHECK(kept && strlen(kept) <= 30000 && strstr(kept, "two lines"));
  free(kept);
  log_keep(0);
  kept = log_kept();
  TEST_CHECK(kept && *kept == 0);
  free(kept);
}

static void test_bounded(void) {
  char name[] = "/tmp/chatter-text-XXXXXX", command[64], *text;
  size_t length;
  const int file = mkstemp(name);
  for (int n = 10; n <= 14; n++) {
    TEST_CHECK(ftruncate(file, 0) == 0 && pwrite(file, "123456789012345", (size_t)n, 0) == n);
    for (int pipe = 0; pipe < 2; pipe++) {
      snprintf(command, sizeof command, "cat %s", name);
      FILE *through = pipe ? popen(command, "r") : NULL;
      if (through) snprintf(command, sizeof command, "/dev/fd/%d", fileno(through));
      chatter_status status =
          text_read_bounded(pipe ? command : name, 12, CHATTER_IO, CHATTER_BAD_MODEL, &text, &length);
      TEST_CHECK(status == (n <= 12 ? CHATTER_OK : CHATTER_BAD_MODEL) && (n > 12 || length == (size_t)n));
      free(text);
      error_clear();
      if (through) pclose(through);
    }
  }
  close(file);
  unlink(name);
  TEST_CHECK(text_read_bounded("/dev/zero", 1 << 30, CHATTER_IO, CHATTER_BAD_MODEL, &text, &length) ==
             CHATTER_OK);
  TEST_CHECK(length < 1 << 24 && text[0] == 0); // the first block, not a gigabyte
  free(text);
}

// A full list ends with a mark after a whole word.
static void test_list(void) {
  char list[14] = "";
  text_list_add(list, sizeof list, "a");
  CHECK_EQUAL_TEXT(list, "a");
  text_list_add(list, sizeof list, "bc");
  CHECK_EQUAL_TEXT(list, "a, bc");
  text_list_add(list, sizeof list, "def");
  CHECK_EQUAL_TEXT(list, "a, bc, …");
  text_list_add(list, sizeof list, "g");
  CHECK_EQUAL_TEXT(list, "a, bc, …");
  list[0] = 0;
  text_list_add(list, sizeof list, "longer than that");
  CHECK_EQUAL_TEXT(list, "…");
}

int main(void) {
  test_printable();
  test_list();
  test_bounded();
  test_lines();
  keep_warnings();
  test_names();
  test_numbers();
  return TEST_END();
}
