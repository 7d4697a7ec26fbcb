// What ccx prints: the first error for the message of a failure, and its warnings, each once.
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "model/deck/ccx/ccx_files.h"
#include "model/scan.h"

enum { LAST_LINES = 10, MOST_WARNINGS = 10, WARNING = 300 };

// The begin of the last lines of a text.
static const char *last_lines(const scan *content) {
  const char *from = content->end;
  for (int lines = 0; from > content->begin; from--)
    if (from[-1] == '\n' && from < content->end && *from != '\n' && ++lines > LAST_LINES) break;
  return from;
}

void ccx_read_error(const char *log, char *text, size_t size, int *is_error) {
  scan content;
  text[0] = 0;
  *is_error = 0;
  if (scan_read(log, NULL, &content) != CHATTER_OK) return;
  const char *error = strstr(content.begin, "*ERROR");
  *is_error = error != NULL;
  size_t used = 0;
  int lines = 0;
  for (content.at = error ? error : last_lines(&content); !scan_at_end(&content) && lines < LAST_LINES;) {
    scan_skip_blanks(&content);
    size_t n = strcspn(content.at, "\r\n");
    if (n > 0 && used + n + 8 < size) {
      used += (size_t)snprintf(text + used, size - used, "\n  %.*s", (int)n, content.at);
      lines++;
    }
    scan_next_line(&content);
  }
  scan_destroy(&content);
}

static int is_message(const char *at) {
  return strncmp(at, "*WARNING", 8) == 0 || strncmp(at, "*ERROR", 6) == 0;
}

// Lines up to an empty one or the next message, which after a colon is a part of this one; joined with single
// blanks.
static void join_lines(scan *content, char text[WARNING]) {
  size_t n = 0;
  const char *c = content->at;
  for (; *c; c++) {
    if (*c == '\n') {
      const char *next = c + 1 + strspn(c + 1, " \t\r");
      if (*next == '\n' || *next == 0 || (is_message(next) && !(n > 0 && text[n - 1] == ':'))) break;
    }
    int blank = strchr(" \t\r\n", *c) != NULL;
    if (n + 1 < WARNING && !(blank && (n == 0 || text[n - 1] == ' '))) text[n++] = blank ? ' ' : *c;
  }
  text[n] = 0;
  content->at = c;
}

void ccx_log_warnings(const char *log, const char *deck) {
  static const char mark[] = "*WARNING";
  char known[MOST_WARNINGS][WARNING], text[WARNING];
  int n = 0, more = 0;
  scan content;
  if (scan_read(log, NULL, &content) != CHATTER_OK) {
    error_clear();
    return;
  }
  for (const char *at = content.begin; (at = strstr(at, mark));) {
    content.at = at + sizeof mark - 1;
    join_lines(&content, text);
    at = content.at;
    int seen = 0;
    for (int i = 0; i < n; i++) seen |= strcmp(known[i], text) == 0;
    if (seen) continue;
    if (n == MOST_WARNINGS) {
      more++;
      continue;
    }
    snprintf(known[n++], WARNING, "%s", text);
    log_warning("%s: ccx warns: %s", deck, text);
  }
  if (more > 0) log_warning("%s: ccx has %d more warnings", deck, more);
  scan_destroy(&content);
}
