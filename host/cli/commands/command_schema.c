// Command `chatter schema`: prints the keys of study files.
#include "cli/commands.h"
#include "study/schema/schema_json.h"
#include "study/schema/schema_reference.h"

static int markdown;

static chatter_status run_command(int n_words, char **words) {
  (void)n_words, (void)words;
  return markdown ? schema_print_reference() : schema_print_json();
}

static const cli_option command_options[] = {
    {"markdown", 0, CLI_FLAG, NULL, &markdown, "the reference page of all keys, in Markdown"},
    {0},
};

const cli_command command_schema = {
    "schema",
    "",
    0,
    0,
    "what a study file may contain, as JSON Schema",
    "  chatter schema > chatter.schema.json      for editors that complete and check YAML\n"
    "  chatter schema --markdown > reference.md\n",
    "",
    command_options,
    run_command};
