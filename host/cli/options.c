// Parses command lines and prints help from the tables of options.
#include "cli/options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { MAX_OPTIONS = 64, MAX_NAME_LENGTH = 64 };

static chatter_status raise_bad_value(const cli_option *option, const char *text, const char *allowed) {
  return error_raise(CHATTER_USAGE, "--%s: '%s' is not %s", option->name, text, allowed);
}

static chatter_status parse_count(const cli_option *option, const char *text) {
  char *end;
  errno = 0;
  long value = strtol(text, &end, 10);
  if (end == text || *end || errno || value < 0)
    return raise_bad_value(option, text, "a whole number of 0 or more");
  *(long *)option->value = value;
  return CHATTER_OK;
}

static chatter_status parse_share(const cli_option *option, const char *text) {
  char *end;
  double value = strtod(text, &end);
  int percent = end != text && strcmp(end, "%") == 0;
  if (end == text || (*end && !percent) || !isfinite(value) || value < 0 || (percent && value > 100)) {
    return raise_bad_value(option, text, "a share such as 5% (0 to 100 %) or a number of trajectories");
  }
  if (!percent && value != floor(value))
    return raise_bad_value(option, text, "a whole number (or a share such as 5%)");
  *(double *)option->value = percent ? -value / 100 : value;
  return CHATTER_OK;
}

static chatter_status parse_duration(const cli_option *option, const char *text) {
  static const struct {
    const char *unit;
    double seconds;
  } units[] = {{"", 1}, {"s", 1}, {"m", 60}, {"min", 60}, {"h", 3600}, {"d", 86400}};
  char *end;
  double value = strtod(text, &end);
  for (size_t i = 0; end != text && isfinite(value) && value >= 0 && i < sizeof units / sizeof *units; i++) {
    if (strcmp(end, units[i].unit) == 0) {
      *(double *)option->value = value * units[i].seconds;
      return CHATTER_OK;
    }
  }
  return raise_bad_value(option, text, "a duration such as 90s, 30m, 3h or 2d");
}

chatter_status cli_store_value(const cli_option *option, const char *text) {
  switch (option->kind) {
  case CLI_FLAG:
    *(int *)option->value = 1;
    return CHATTER_OK;
  case CLI_TEXT:
    if (!*text) return raise_bad_value(option, text, "allowed: it is empty");
    *(const char **)option->value = text;
    return CHATTER_OK;
  case CLI_COUNT:
    return parse_count(option, text);
  case CLI_SHARE:
    return parse_share(option, text);
  case CLI_DURATION:
    return parse_duration(option, text);
  case CLI_LIST_TEXT: {
    cli_list *list = option->value;
    if (list->n == CLI_LIST_MAX)
      return error_raise(CHATTER_USAGE, "--%s: more than %d of them", option->name, CLI_LIST_MAX);
    list->text[list->n++] = text;
    return CHATTER_OK;
  }
  }
  return CHATTER_INTERNAL;
}

static chatter_status raise_unknown_option(const cli_command *command, const char *given) {
  const char *names[MAX_OPTIONS];
  int n = 0;
  for (const cli_option *o = command->options; o->name; o++) names[n++] = o->name;
  names[n++] = "help";
  char text[MAX_NAME_LENGTH];
  snprintf(text, sizeof text, "%.*s", (int)strcspn(given, "="), given);
  const char *nearest = strncmp(text, "--", 2) == 0 ? text_nearest(text + 2, n, names) : NULL;
  if (nearest) {
    return error_raise(CHATTER_USAGE, "unknown option '%s' (did you mean '--%s'?)", text, nearest);
  }
  return error_raise(CHATTER_USAGE, "unknown option '%s' (chatter %s --help lists them)", text,
                     command->name);
}

// Makes the tables of getopt_long from ours; words and options may mix.
static void build_getopt_tables(const cli_command *command, struct option *longs, char *shorts) {
  int n = 0;
  char *s = shorts;
  *s++ = ':'; // distinguishes a missing argument from an unknown option
  for (const cli_option *o = command->options; o->name && n < MAX_OPTIONS - 2; o++, n++) {
    longs[n] =
        (struct option){o->name, o->kind == CLI_FLAG ? no_argument : required_argument, NULL, 1000 + n};
    if (!o->letter) continue;
    *s++ = o->letter;
    if (o->kind != CLI_FLAG) *s++ = ':';
  }
  longs[n] = (struct option){"help", no_argument, NULL, 'h'};
  longs[n + 1] = (struct option){0};
  *s++ = 'h';
  *s = '\0';
}

static const cli_option *find_option(const cli_command *command, int code) {
  if (code >= 1000) return &command->options[code - 1000];
  for (const cli_option *o = command->options; o->name; o++) {
    if (o->letter && o->letter == (char)code) return o;
  }
  return NULL;
}

static chatter_status check_words(const cli_command *command, int n) {
  if (n >= command->min_words && (command->max_words < 0 || n <= command->max_words)) return CHATTER_OK;
  return error_raise(CHATTER_USAGE, "%s arguments: chatter %s %s",
                     n < command->min_words ? "missing" : "too many", command->name, command->words);
}

chatter_status cli_read_options(const cli_command *command, int argc, char **argv, cli_option_handler *take,
                                void *context, int *first, int *done) {
  struct option longs[MAX_OPTIONS];
  char shorts[2 * MAX_OPTIONS + 4];
  build_getopt_tables(command, longs, shorts);
  opterr = 0;
  optind = 0; // restarts the parser, also for a second call
  *done = 0;
  chatter_status status = CHATTER_OK;
  for (int code; (code = getopt_long(argc, argv, shorts, longs, NULL)) != -1;) {
    if (code == 'h') {
      *done = 1;
      return CHATTER_OK;
    }
    const char *given = argv[optind - 1];
    if (code == ':') {
      status = error_raise(CHATTER_USAGE, "option '%s' needs a value", given);
    } else if (code == '?') {
      char letter[3] = {'-', (char)optopt, 0};
      status = raise_unknown_option(
          command, optopt > 0 && optopt < 1000 && strncmp(given, "--", 2) != 0 ? letter : given);
    } else {
      chatter_status taken = take(find_option(command, code), optarg ? optarg : "", context);
      if (taken != CHATTER_OK) status = taken;
    }
  }
  *first = optind;
  return status;
}

void cli_option_synopsis(const cli_option *o, char *text, size_t size) {
  char letter[8] = "    ";
  if (o->letter) snprintf(letter, sizeof letter, "-%c, ", o->letter);
  snprintf(text, size, "%s--%s%s%s", letter, o->name, o->argument ? " " : "", o->argument ? o->argument : "");
}

// Prints a help text; further lines are indented like the first.
static void print_indented(FILE *stream, const char *text, int indent) {
  for (; *text; text++) {
    fputc(*text, stream);
    if (*text == '\n') fprintf(stream, "%*s", indent, "");
  }
  fputc('\n', stream);
}

void cli_print_help(const cli_command *command, FILE *stream) {
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

static chatter_status store_parsed_value(const cli_option *option, const char *text, void *context) {
  (void)context;
  return cli_store_value(option, text);
}

chatter_status cli_parse_options(const cli_command *command, int argc, char **argv, int *first, int *done) {
  TRY(cli_read_options(command, argc, argv, store_parsed_value, NULL, first, done));
  if (!*done) return check_words(command, argc - *first);
  cli_print_help(command, stdout);
  return CHATTER_OK;
}

static char command_line[4096];

static int is_not_recorded(const char *word) {
  return strcmp(word, "--resume") == 0 || strcmp(word, "--force") == 0 || strcmp(word, "-f") == 0;
}

void cli_record_command_line(int argc, char **argv) {
  size_t used = (size_t)snprintf(command_line, sizeof command_line, "chatter");
  for (int i = 1; i < argc && used < sizeof command_line; i++) {
    if (is_not_recorded(argv[i])) continue;
    const char *quote = strpbrk(argv[i], " \t'\"$*?(){}[]|&;<>") ? "'" : "";
    int n = snprintf(command_line + used, sizeof command_line - used, " %s%s%s", quote, argv[i], quote);
    used += n > 0 ? (size_t)n : 0;
  }
}

const char *cli_command_line(void) {
  return command_line;
}
