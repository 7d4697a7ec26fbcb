// CSV tables: every accepted form, and every error with its position.
#include "base/csv.h"
#include "base/log.h"
#include "tests/check.h"

static void parse(const char *text, csv_table *table) {
  CHECK_OK(csv_parse(text, strlen(text), "s.csv", CHATTER_BAD_STUDY, table));
}

static void test_reading(void) {
  csv_table t;
  double x = 0;
  long k = 0;
  parse("\xEF\xBB\xBFsample_id, dt ,\"note, long\"\r\na,1e-3,\"say \"\"hi\"\"\"\r\n\r\n \xC3\xA4 , 2 "
        ",\"two\nlines\" \r\nc,-.5,",
        &t);
  TEST_CHECK(t.n_columns == 3 && t.n_rows == 3);
  TEST_CHECK(csv_find(&t, "dt") == 1 && csv_find(&t, "Dt") == -1);
  CHECK_EQUAL_TEXT(t.header[2].text, "note, long");
  CHECK_EQUAL_TEXT(csv_text(&t, 0, 2), "say \"hi\"");
  CHECK_EQUAL_TEXT(csv_text(&t, 1, 0), "\xC3\xA4");
  CHECK_EQUAL_TEXT(csv_text(&t, 1, 2), "two\nlines");
  CHECK_EQUAL_TEXT(csv_text(&t, 2, 2), "");
  TEST_CHECK(csv_at(&t, 1, 1)->line == 4 &&
             csv_at(&t, 1, 1)->column == 6); // the two bytes of ä are one character
  TEST_CHECK(csv_at(&t, 2, 0)->line == 6);   // after the cell of two lines
  CHECK_OK(csv_number(&t, 0, 1, &x));
  TEST_CHECK(x == 1e-3);
  CHECK_OK(csv_number(&t, 2, 1, &x));
  TEST_CHECK(x == -0.5);
  CHECK_OK(csv_integer(&t, 1, 1, &k));
  TEST_CHECK(k == 2);
  csv_destroy(&t);
}

// Checks the syntax errors of a text: all messages, joined by '|'.
static void expect(const char *text, size_t length, const char *messages) {
  csv_table t;
  char all[2000] = "";
  TEST_CHECK(csv_parse(text, length, "s.csv", CHATTER_BAD_MODEL, &t) == CHATTER_BAD_MODEL);
  for (int i = 0; i < error_count(); i++) {
    if (i) strncat(all, "|", sizeof all - strlen(all) - 1);
    strncat(all, error_message(i), sizeof all - strlen(all) - 1);
  }
  CHECK_EQUAL_TEXT(all, messages);
  error_clear();
  csv_destroy(&t);
}

static void test_mistakes(void) {
  const struct {
    const char *text, *messages;
  } table[] = {
      {"", "s.csv:1:1: the file is empty: a header line with column names is expected"},
      {"\n\n", "s.csv:1:1: the file is empty: a header line with column names is expected"},
      {"a,b\n1\n1,2,3\n", "s.csv:2:1: this row has 1 cell, the header names 2|s.csv:3:1: this row has 3 "
                          "cells, the header names 2"},
      {"a, a\n1,2\n", "s.csv:1:4: column 'a' is there twice (first at 1:1)"},
      {"a,,c\n", "s.csv:1:3: this column has no name"},
      {"a,b\n1,\"2\n3,4\n", "s.csv:2:3: the quote that opens here is never closed"},
      {"a,b\n\"1\"x,2\n", "s.csv:2:4: text after a closing quote (write \"\" for a quote within quotes)"},
      {"a,b\n1\"2,2\n", "s.csv:2:2: a quote inside a cell that does not begin with one"},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    expect(table[i].text, strlen(table[i].text), table[i].messages);
  expect("a,b\n1,\0", 7, "s.csv:2:3: a zero byte: this is not a text file (UTF-8 is expected)");
}

static void test_cells(void) {
  const struct {
    const char *cell, *message;
  } table[] = {
      {"", "s.csv:2:3: gap: the cell is empty, a number is expected"},
      {"1,5", "s.csv:2:3: gap: '1,5' is not a number"},
      {"0x10", "s.csv:2:3: gap: '0x10' is not a number"},
      {"1e", "s.csv:2:3: gap: '1e' is not a number"},
      {"-nan", "s.csv:2:3: gap: '-nan' is not a finite number"},
      {"INF", "s.csv:2:3: gap: 'INF' is not a finite number"},
      {"1e999", "s.csv:2:3: gap: '1e999' is not a finite number"},
      {"2.5", "s.csv:2:3: gap: '2.5' is not a whole number"},
      {"1e300", "s.csv:2:3: gap: '1e300' is not a whole number"},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    char text[100];
    csv_table t;
    long k = 0;
    snprintf(text, sizeof text, "a,gap\n1,\"%s\"\n", table[i].cell);
    parse(text, &t);
    TEST_CHECK(csv_integer(&t, 0, 1, &k) == CHATTER_BAD_STUDY);
    CHECK_EQUAL_TEXT(error_message(0), table[i].message);
    error_clear();
    csv_destroy(&t);
  }
  csv_table t;
  int column = 0;
  parse("eq,node,doff\n", &t);
  TEST_CHECK(csv_require(&t, "dof", &column) == CHATTER_BAD_STUDY);
  CHECK_EQUAL_TEXT(error_message(0),
                   "s.csv:1:1: column 'dof' is missing; there are: eq, node, doff (is 'doff' meant for it?)");
  error_clear();
  csv_destroy(&t);
  TEST_CHECK(csv_read("/nonexistent.csv", CHATTER_IO, CHATTER_BAD_STUDY, &t) == CHATTER_IO);
  CHECK_EQUAL_TEXT(error_message(0), "/nonexistent.csv: cannot open: No such file or directory");
  error_clear();
}

int main(void) {
  test_reading();
  test_mistakes();
  test_cells();
  return TEST_END();
}
