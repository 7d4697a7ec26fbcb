// Commands on results files: plot, info, export, merge.
#include <string.h>
#include <unistd.h>

#include "base/inputs.h"
#include "base/log.h"
#include "base/stop.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/shared.h"
#include "plot/file_word.h"
#include "plot/plot.h"
#include "results/csv/csv_export.h"
#include "results/join/results_merge.h"
#include "results/mesh/mesh_export.h"
#include "results/read/results_info.h"
#include "results/result_set.h"

static struct {
  const char *output, *mesh, *field;
  long trajectory;
  cli_list set;
  int force;
} given = {.trajectory = -1};

// Replaces the ending of RESULTS.h5.
static void replace_ending(const char *path, const char *end, char *out, size_t size) {
  size_t n = strlen(path);
  if (n > 3 && strcmp(path + n - 3, ".h5") == 0) n -= 3;
  snprintf(out, size, "%.*s%s", (int)n, path, end);
}

static chatter_status run_plot(int n_words, char **words) {
  char figure[4096], file[4096];
  double number[FILE_WORD_MAX_TRAJECTORIES];
  int n;
  snprintf(file, sizeof file, "%.*s", (int)file_word_parse(words[0], number, &n), words[0]);
  replace_ending(file, ".svg", figure, sizeof figure);
  const char *path = given.output ? given.output : figure;
  for (int i = 0; i < n_words; i++) {
    snprintf(file, sizeof file, "%.*s", (int)file_word_parse(words[i], number, &n), words[i]);
    inputs_note(file);
  }
  stop_begin(0, cli_stopping_message);
  chatter_status status =
      plot_files(n_words, (const char *const *)words, path, given.force, given.set.n, given.set.text);
  stop_end();
  TRY(status);
  log_info("Figure: %s", path);
  return CHATTER_OK;
}

static const cli_option plot_options[] = {
    {"output", 'o', CLI_TEXT, "FIGURE", &given.output,
     "FIGURE.svg, .png or .pdf, or .json for the figure as data (default: the results' name + .svg)"},
    {"set", 0, CLI_LIST_TEXT, "plot.KEY=VALUE", &given.set,
     "another kind, x, y, colour, … than in the plot section of the study;\nmay be repeated, the file stays "
     "as it is"},
    {"force", 'f', CLI_FLAG, NULL, &given.force, "replace an existing figure"},
    {0},
};
const cli_command command_plot = {
    "plot",
    "OUT.h5[:N,...]...",
    1,
    -1,
    "draw the figure of a results file, or of several side by side (gnuplot; script and data are kept)",
    "  chatter plot plate.h5                 plate.svg\n"
    "  chatter plot plate.h5 -o plate.png --force\n"
    "  chatter plot plate.h5 -o plate.json   panels, axes and numbers for other programs\n"
    "  chatter plot plate.h5 -o gap.svg --set plot.kind=scatter --set plot.x=contact.gap\n"
    "  chatter plot smooth.h5 rough.h5 -o both.svg --set plot.kind=spectrogram --set 'plot.y_range=[0, "
    "2e4]'\n"
    "  chatter plot coarse.h5:2 fine.h5:0 -o both.svg --set plot.kind=series --set plot.overlay=true --set "
    "'plot.names=[100 elements, 150 elements]'\n",
    "OUT.h5:2,3 draws trajectories 2 and 3 of that file alone.\n",
    plot_options,
    run_plot};

static chatter_status run_info(int n_words, char **words) {
  (void)n_words;
  return results_print_info(words[0], stdout);
}

static const cli_option no_options[] = {{0}};
const cli_command command_info = {"info",
                                  "OUT.h5",
                                  1,
                                  1,
                                  "what a results file holds and where it comes from",
                                  "  chatter info plate.h5\n",
                                  "",
                                  no_options,
                                  run_info};

static chatter_status run_export(int n_words, char **words) {
  (void)n_words;
  inputs_note(words[0]);
  if (given.mesh && given.output)
    return error_raise(CHATTER_USAGE, "--output names the tables, --mesh the mesh: give one of them");
  if (!given.mesh && (given.field || given.trajectory >= 0))
    return error_raise(CHATTER_USAGE,
                       "--field and --trajectory choose what goes into a mesh: give --mesh too");
  if (given.mesh)
    return results_export_mesh(words[0], given.mesh, given.field, given.trajectory, given.force);
  TRY(inputs_refuse_open(STDOUT_FILENO));
  return results_export(words[0], given.output, given.force);
}

static const cli_option export_options[] = {
    {"output", 'o', CLI_TEXT, "OUT.csv", &given.output,
     "file, - for standard output (default: the results' name + .csv)"},
    {"mesh", 'm', CLI_TEXT, "OUT.xdmf", &given.mesh,
     "instead of tables a field on its mesh over time, for ParaView\nand meshio; its numbers go to OUT.h5"},
    {"field", 0, CLI_TEXT, "NAME", &given.field,
     "of --mesh: this output (default: the first field); fields of\nother quantities at the same nodes and "
     "instants come with it"},
    {"trajectory", 0, CLI_COUNT, "N", &given.trajectory,
     "of --mesh: that trajectory (default: the first that has a field)"},
    {"force", 'f', CLI_FLAG, NULL, &given.force, "replace existing files"},
    {0},
};
const cli_command command_export = {
    "export",
    "OUT.h5",
    1,
    1,
    "results as CSV tables, fields on their mesh as XDMF",
    "  chatter export plate.h5                  plate.csv, and plate-window.csv where there are windows\n  "
    "chatter export plate.h5 -o - | head      the table per trajectory on standard output\n"
    "  chatter export plate.h5 --mesh motion.xdmf --trajectory 7\n",
    "Of a mesh: displacement and velocity are vectors, stress a tensor beside its scalar von_mises, "
    "contact_force "
    "the\nforce on the nodes, node their ids.\n",
    export_options,
    run_export};

static chatter_status run_merge(int n_words, char **words) {
  for (int i = 1; i < n_words; i++) inputs_note(words[i]);
  TRY(results_merge(words[0], given.force, n_words - 1, (const char *const *)(words + 1)));
  log_info("Results: %s", words[0]);
  return CHATTER_OK;
}

static const cli_option merge_options[] = {
    {"force", 'f', CLI_FLAG, NULL, &given.force, "replace an existing OUT.h5"},
    {0},
};
const cli_command command_merge = {"merge",
                                   "OUT.h5 SHARD.h5...",
                                   2,
                                   -1,
                                   "put shards (or unfinished runs) of one study together",
                                   "  chatter merge plate.h5 plate.shard-*.h5\n",
                                   "Refuses shards of another study, reduced model or precision, and "
                                   "trajectories that are missing or there twice.\n",
                                   merge_options,
                                   run_merge};
