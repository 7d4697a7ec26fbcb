// Prints all commands: the overview of --help, the man page, the bash completion.
#include "cli/overview.h"

#include <string.h>

#include "cli/commands.h"

static const char exit_codes[] = "  0 ok, 1 internal error, 2 usage, 3 invalid study, 4 model import, 5 "
                                 "device or memory, 6 input or output,\n"
                                 "  7 too many failed trajectories (--max-failed), 75 checkpointed (continue "
                                 "with --resume), 130 interrupted\n";

static const char places[] =
    "  ~/.cache/chatter          reduced models by their content, compiled GPU kernels "
    "($XDG_CACHE_HOME/chatter where\n"
    "                            that is set), and what ccx made of decks; may be removed at any time\n"
    "  CHATTER_CACHE_GB          how much each of these three keeps, in 10⁹ bytes (default 10): what was not "
    "used for\n"
    "                            longest is removed\n"
    "  TMPDIR                    where ccx works (default /tmp)\n"
    "  CHATTER_CCX               the program that makes the matrices of decks (default ccx)\n"
    "  CUDA_VISIBLE_DEVICES      the GPUs that may be used\n";

void cli_print_first_screen(FILE *stream) {
  fputs(
      "chatter: ensembles of vibrating structures in frictional and impacting contact\n\n"
      "  chatter check models/bar/massless.yaml    what a run would do, and what it would need\n"
      "  chatter run models/bar/massless.yaml      integrate the study's ensemble: massless.h5\n"
      "  chatter plot massless.h5                  draw it: massless.svg\n"
      "\nFirst steps: \"A first study\" in README.md; docs/tutorials/index.md. All keys: docs/reference.md\n"
      "They are in the source tree or bundle; installed, in share/doc/chatter (models: share/chatter).\n"
      "All commands: chatter --help. The options of one, with examples: chatter COMMAND --help\n",
      stream);
}

void cli_print_overview(FILE *stream) {
  fputs("Examples:\n"
        "  chatter run models/plate/resonance.yaml      integrate the ensemble of a study: resonance.h5\n"
        "  chatter plot resonance.h5                    draw it: resonance.svg, resonance.png\n"
        "  chatter check models/plate/resonance.yaml    what a run would do, and what it would need\n"
        "  chatter eval models/plate/steady.yaml -i samples.csv -o results.csv\n"
        "\nUsage: chatter COMMAND [words and options]\n"
        "Ensembles of vibrating structures in frictional and impacting contact.\n\nCommands:\n",
        stream);
  for (int i = 0; cli_command_at(i); i++)
    fprintf(stream, "  %-12s%s\n", cli_command_at(i)->name, cli_command_at(i)->summary);
  fputs("\n`chatter COMMAND --help` starts with examples. Also: --version (-V), --man (the manual page, "
        "roff),\n"
        "--completion (for bash: source <(chatter --completion)).\n\nExit codes:\n",
        stream);
  fputs(exit_codes, stream);
  fputs("\nFiles and environment:\n", stream);
  fputs(places, stream);
}

// Prints a text for roff: a leading dot or quote would be a request; hyphens and backslashes stay
// literal.
static void print_roff(FILE *stream, const char *text) {
  int line_start = 1;
  for (; *text; text++) {
    if (line_start && (*text == '.' || *text == '\'')) fputs("\\&", stream);
    line_start = *text == '\n';
    if (*text == '\\') {
      fputs("\\e", stream);
    } else if (*text == '-') {
      fputs("\\-", stream);
    } else {
      fputc(*text, stream);
    }
  }
}

static void print_man_section(FILE *stream, const cli_command *command) {
  fputs(".SS ", stream);
  print_roff(stream, command->name);
  fputc(' ', stream);
  print_roff(stream, command->words);
  fputs("\n", stream);
  print_roff(stream, command->summary);
  fputs("\n.PP\n", stream);
  print_roff(stream, command->details);
  for (const cli_option *o = command->options; o->name; o++) {
    char synopsis[80];
    cli_option_synopsis(o, synopsis, sizeof synopsis);
    fputs(".TP\n.B ", stream);
    print_roff(stream, synopsis + strspn(synopsis, " "));
    fputc('\n', stream);
    print_roff(stream, o->help);
    fputc('\n', stream);
  }
  fputs(".PP\n.nf\n", stream);
  print_roff(stream, command->examples);
  fputs(".fi\n", stream);
}

void cli_print_man_page(FILE *stream) {
  fprintf(stream, ".TH CHATTER 1 \"\" \"chatter %s\" \"User Commands\"\n", CHATTER_VERSION);
  fputs(".SH NAME\nchatter \\- ensembles of vibrating structures in frictional and impacting contact\n"
        ".SH SYNOPSIS\n.B chatter\n.I COMMAND\n[words and options]\n.SH COMMANDS\n",
        stream);
  for (int i = 0; cli_command_at(i); i++) print_man_section(stream, cli_command_at(i));
  fputs(".SH EXIT STATUS\n.nf\n", stream);
  print_roff(stream, exit_codes);
  fputs(".fi\n.SH FILES AND ENVIRONMENT\n.nf\n", stream);
  print_roff(stream, places);
  fputs(".fi\n", stream);
}

void cli_print_bash_completion(FILE *stream) {
  fputs("_chatter() {\n  local word=${COMP_WORDS[COMP_CWORD]} words=\n  case ${COMP_WORDS[1]} in\n", stream);
  for (int i = 0; cli_command_at(i); i++) {
    fprintf(stream, "    %s) words='", cli_command_at(i)->name);
    for (const cli_option *o = cli_command_at(i)->options; o->name; o++) fprintf(stream, "--%s ", o->name);
    fputs("--help' ;;\n", stream);
  }
  fputs("  esac\n  if [ \"$COMP_CWORD\" = 1 ]; then\n    words='", stream);
  for (int i = 0; cli_command_at(i); i++) fprintf(stream, "%s ", cli_command_at(i)->name);
  fputs("--help --version'\n    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
        "  elif [[ $word == -* ]]; then\n    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
        "  else\n    mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n  fi\n}\n"
        "complete -o filenames -F _chatter chatter\n",
        stream);
}
