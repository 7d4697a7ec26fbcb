// Replaces or escapes bytes that are unsafe to show.
#include "base/printable.h"

#include <string.h>

// Returns the bytes of the character at `c`; 0 for a control character or invalid UTF-8 (RFC 3629).
static int printable_length(const unsigned char *c) {
  if (c[0] < 0x80) return (c[0] >= 0x20 && c[0] != 0x7F) || c[0] == '\n' || c[0] == '\t';
  int n = c[0] >= 0xC2 && c[0] < 0xE0   ? 2
          : c[0] >= 0xE0 && c[0] < 0xF0 ? 3
          : c[0] >= 0xF0 && c[0] < 0xF5 ? 4
                                        : 0;
  for (int i = 1; i < n; i++)
    if ((c[i] & 0xC0) != 0x80) return 0;
  if ((c[0] == 0xC2 && c[1] < 0xA0) || (c[0] == 0xE0 && c[1] < 0xA0) || (c[0] == 0xED && c[1] >= 0xA0) ||
      (c[0] == 0xF0 && c[1] < 0x90) || (c[0] == 0xF4 && c[1] >= 0x90))
    return 0; // C1 controls, overlong forms, surrogates, beyond Unicode
  return n;
}

const char *text_printable(const char *text, char *buffer, size_t size) {
  size_t used = 0;
  for (const unsigned char *c = (const unsigned char *)text; *c;) {
    int n = printable_length(c);
    if (used + (n ? (size_t)n : 4) >= size) break;
    if (n)
      memcpy(buffer + used, c, (size_t)n);
    else
      snprintf(buffer + used, 5, "\\x%02X", *c);
    used += n ? (size_t)n : 4;
    c += n ? n : 1;
  }
  buffer[used] = 0;
  return buffer;
}

void text_escape(FILE *out, const char *text) {
  for (const unsigned char *c = (const unsigned char *)text; *c; c++) switch (*c) {
    case '&':
      fputs("&amp;", out);
      break;
    case '<':
      fputs("&lt;", out);
      break;
    case '>':
      fputs("&gt;", out);
      break;
    case '"':
      fputs("&quot;", out);
      break;
    case '\'':
      fputs("&#39;", out);
      break;
    default:
      if (*c < ' ' && *c != '\n' && *c != '\t')
        fputs("\xEF\xBF\xBD", out);
      else
        putc(*c, out);
    }
}
