#include "cli/commands.h"

#include <string.h>

static char line[4096];

static int is_left_out(const char *word) {
  return strcmp(word, "--resume") == 0 || strcmp(word, "--force") == 0 || strcmp(word, "-f") == 0;
}

void cli_remember_command_line(int argc, char **argv) {
  size_t used = (size_t)snprintf(line, sizeof line, "chatter");
  for (int i = 1; i < argc && used < sizeof line; i++) {
    if (is_left_out(argv[i])) continue;
    const char *quote = strpbrk(argv[i], " \t'\"$*?(){}[]|&;<>") ? "'" : "";
    int n = snprintf(line + used, sizeof line - used, " %s%s%s", quote, argv[i], quote);
    used += n > 0 ? (size_t)n : 0;
  }
}

const char *cli_command_line(void) {
  return line;
}
