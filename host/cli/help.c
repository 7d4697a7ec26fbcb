#include "cli/help.h"

#include <string.h>

void cli_option_synopsis(const cli_option *o, char *text, size_t size) {
  char letter[8] = "    ";
  if (o->letter) snprintf(letter, sizeof letter, "-%c, ", o->letter);
  snprintf(text, size, "%s--%s%s%s", letter, o->name, o->argument ? " " : "", o->argument ? o->argument : "");
}

// Help texts may have several lines; the later ones are indented like the first.
static void print_indented(FILE *stream, const char *text, int indent) {
  for (; *text; text++) {
    fputc(*text, stream);
    if (*text == '\n') fprintf(stream, "%*s", indent, "");
  }
  fputc('\n', stream);
}

void cli_help(const cli_command *command, FILE *stream) {
  fprintf(stream, "Examples:\n%s\n", command->examples);
  fprintf(stream, "Usage: chatter %s %s%s[options]\n%s\n", command->name, command->words,
          *command->words ? " " : "", command->summary);
  if (*command->details) fprintf(stream, "\n%s", command->details);
  fputs("\nOptions:\n", stream);
  for (const cli_option *o = command->options; o->name; o++) {
    char synopsis[80];
    cli_option_synopsis(o, synopsis, sizeof synopsis);
    fprintf(stream, "  %-30s", synopsis);
    if (strlen(synopsis) > 29) fprintf(stream, "\n%32s", "");
    print_indented(stream, o->help, 32);
  }
  fprintf(stream, "  %-30sthis text\n", "-h, --help");
}
