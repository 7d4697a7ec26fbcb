// SHA-256 against the answers of FIPS 180-4 and its message schedule tests (also printed by sha256sum).
#include "base/sha256.h"
#include "tests/check.h"

static void check_text(const char *text, int repeat, size_t piece, const char *expected) {
  sha256 hash;
  char hex[65];
  sha256_begin(&hash);
  for (int i = 0; i < repeat; i++)
    for (size_t at = 0, n = strlen(text); at < n; at += piece)
      sha256_add(&hash, text + at, n - at < piece ? n - at : piece);
  sha256_end(&hash, hex);
  CHECK_EQUAL_TEXT(hex, expected);
}

int main(void) {
  const char *two_blocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  const char *million = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
  check_text("", 1, 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  check_text("abc", 1, 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  for (size_t piece = 1; piece < 60; piece++)
    check_text(two_blocks, 1, piece, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  check_text("aaaaaaaaaaaaaaaaaaaa", 50000, 20, million);
  check_text("aaaaaaaaaaaaaaaaaaaa", 50000, 7, million);

  char hex[65];
  TEST_CHECK(sha256_file("/nonexistent", hex) == CHATTER_IO);
  sha256 a, b;
  char hex_a[65], hex_b[65];
  sha256_begin(&a), sha256_begin(&b);
  sha256_add_text(&a, "ab"), sha256_add_text(&a, "c");
  sha256_add_text(&b, "a"), sha256_add_text(&b, "bc");
  sha256_end(&a, hex_a), sha256_end(&b, hex_b);
  TEST_CHECK(strcmp(hex_a, hex_b) != 0);
  return TEST_END();
}
