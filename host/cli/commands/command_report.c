// Command `chatter report`: results as an HTML page.
#include "base/inputs.h"
#include "base/log.h"
#include "base/stop.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/shared.h"
#include "report/report.h"

#include <string.h>

static struct {
  const char *output;
  cli_list set;
  int force;
} given;

// Makes RESULTS.html from the first file's name.
static const char *page_path(const char *results, char *path, size_t size) {
  size_t n = strlen(results);
  if (given.output) return given.output;
  if (n > 3 && strcmp(results + n - 3, ".h5") == 0) n -= 3;
  snprintf(path, size, "%.*s.html", (int)n, results);
  return path;
}

static chatter_status run_command(int n_words, char **words) {
  char path[4096];
  const char *page = page_path(words[0], path, sizeof path);
  for (int i = 0; i < n_words; i++) inputs_note(words[i]);
  stop_begin(0, cli_stopping_message);
  const chatter_status status =
      report_write(n_words, (const char *const *)words, page, given.force, given.set.n, given.set.text);
  stop_end();
  TRY(status);
  log_info("Report: %s", page);
  return CHATTER_OK;
}

static const cli_option command_options[] = {
    {"output", 'o', CLI_TEXT, "REPORT.html", &given.output,
     "the page, - for standard output (default: the first results' name + .html)"},
    {"set", 0, CLI_LIST_TEXT, "plot.KEY=VALUE", &given.set,
     "another kind, x, y, colour, … of the first figure than in the plot\nsection of the study; may be "
     "repeated, "
     "the results stay as they are"},
    {"force", 'f', CLI_FLAG, NULL, &given.force, "replace an existing page"},
    {0},
};

const cli_command command_report = {
    "report",
    "OUT.h5...",
    1,
    -1,
    "one HTML page of results: figures, numbers, outcomes with advice, the study to run it again",
    "  chatter report plate.h5                        plate.html\n"
    "  chatter report smooth.h5 rough.h5 -o both.html\n",
    "The page needs a browser and nothing else: no network, no server. Figures have values under the "
    "pointer; drag over\n"
    "them to look closer, a double click shows all again, a click in the legend switches a curve off and on. "
    "It follows the\n"
    "browser's light or dark colours and prints.\n",
    command_options,
    run_command};
