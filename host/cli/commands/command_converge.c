// Command `chatter converge`: which modes, steps and harmonics of a study are fine enough.
#include <math.h>
#include <string.h>

#include "base/inputs.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/stop.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/shared.h"
#include "ensemble/observe/output_checks.h"
#include "ensemble/refine/refine_print.h"
#include "study/file/storage.h"

static struct {
  device_choice device;
  cli_list set, over;
  const char *tolerance;
  long levels, count;
  int csv, json, quiet;
} given = {.levels = 3};

// Reads a tolerance: a number such as 0.01, or 1%.
static chatter_status read_tolerance(double *tolerance) {
  char text[64];
  *tolerance = 0.01;
  if (!given.tolerance) return CHATTER_OK;
  const size_t n = strlen(given.tolerance);
  const int is_percent = n > 0 && given.tolerance[n - 1] == '%';
  snprintf(text, sizeof text, "%.*s", (int)n - is_percent, given.tolerance);
  if (n >= sizeof text || text_number(text, tolerance) != NUMBER_OK || !(*tolerance > 0))
    return error_raise(CHATTER_USAGE, "--tolerance: '%s' is no number above 0 (such as 0.01, or 1%%)",
                       given.tolerance);
  if (is_percent) *tolerance /= 100;
  return CHATTER_OK;
}

static chatter_status check_options(void) {
  if (given.csv && given.json)
    return error_raise(CHATTER_USAGE, "--csv and --json are two formats: give one");
  if (given.levels < 2 || given.levels > REFINE_LEVELS)
    return error_raise(CHATTER_USAGE, "--levels: %ld is out of range (allowed: 2 to %d)", given.levels,
                       REFINE_LEVELS);
  return CHATTER_OK;
}

// Reads the keys of one --over, separated by commas.
static chatter_status read_keys(const study *config, const char *text, int *n, refine_key *key) {
  char path[STUDY_PATH];
  for (; *text; text += strcspn(text, ","), text += *text == ',') {
    snprintf(path, sizeof path, "%.*s", (int)strcspn(text, ","), text);
    if (*n == REFINE_KEYS) return error_raise(CHATTER_USAGE, "--over: more than %d keys", REFINE_KEYS);
    TRY(refine_find_key(config, path, &key[*n]));
    int again = 0;
    for (int i = 0; i < *n; i++) again |= strcmp(key[i].path, key[*n].path) == 0;
    *n += !again;
  }
  return CHATTER_OK;
}

static chatter_status find_keys(const study *config, int *n, refine_key key[REFINE_KEYS]) {
  char list[1024] = "";
  *n = 0;
  for (int i = 0; i < given.over.n; i++) TRY(read_keys(config, given.over.text[i], n, key));
  if (given.over.n > 0) return CHATTER_OK;
  TRY(refine_find_default_keys(config, n, key));
  for (int i = 0; i < *n; i++) text_list_add(list, sizeof list, key[i].path);
  log_info("Varied: %s (--over names others)", list);
  return CHATTER_OK;
}

static chatter_status print_all(const refine_own *own, int n, const refine_judgement *judgement) {
  if (given.json) return refine_print_json(own, n, judgement, stdout);
  if (given.csv)
    refine_print_csv(n, judgement, stdout);
  else
    refine_print_table(own, n, judgement, stdout);
  return CHATTER_OK;
}

static chatter_status run_keys(const refine_own *own, const refine_options *options, device_set *devices,
                               double tolerance, int n, const refine_key *key) {
  refine_levels *levels;
  static refine_judgement judgement[REFINE_KEYS];
  chatter_status status = CHATTER_OK;
  int run = 0, judged = 0;
  ALLOCATE(levels, n + 1);
  while (run < n && status == CHATTER_OK) {
    status = refine_run_levels(own, options, devices, &key[run], &levels[run]);
    run++;
  }
  for (; judged < n && status == CHATTER_OK; judged++)
    status = refine_judge(own, &levels[judged], tolerance, &judgement[judged]);
  if (status == CHATTER_OK) status = print_all(own, n, judgement);
  for (int i = 0; i < judged; i++) refine_judgement_destroy(&judgement[i]);
  for (int i = 0; i < run; i++) refine_levels_destroy(&levels[i]);
  memory_free(levels);
  return status;
}

static chatter_status converge_loaded(const study *config, const char *path, double tolerance) {
  static refine_key key[REFINE_KEYS];
  int n;
  device_set devices;
  refine_own own;
  TRY(find_keys(config, &n, key));
  const refine_options options = {.path = path,
                                  .n_sets = given.set.n,
                                  .sets = given.set.text,
                                  .levels = (int)given.levels,
                                  .count = given.count,
                                  .progress = !given.quiet};
  TRY(devices_open_for(&given.device, given.count, &devices));
  chatter_status status = refine_run_own(config, &options, &devices, &own);
  if (status == CHATTER_OK) {
    status = run_keys(&own, &options, &devices, tolerance, n, key);
    refine_own_destroy(&own);
  }
  devices_close(&devices);
  return status;
}

static chatter_status run_command(int n_words, char **words) {
  (void)n_words;
  study config;
  double tolerance;
  log_quiet(given.quiet);
  TRY(check_options());
  TRY(read_tolerance(&tolerance));
  TRY(cli_load_study(words[0], &given.set, NULL, &config));
  outputs_warn(&config);
  stop_begin(0, cli_stopping_message);
  const chatter_status status = converge_loaded(&config, words[0], tolerance);
  stop_end();
  study_destroy(&config);
  return status;
}

static const cli_option command_options[] = {
    {"over", 0, CLI_LIST_TEXT, "KEY,KEY", &given.over,
     "the numbers to halve and double, dotted paths or names of inputs\n(default: what the study has of "
     "modes, "
     "time step, periods,\nharmonics, cycles, increments)"},
    {"tolerance", 0, CLI_TEXT, "SHARE", &given.tolerance,
     "relative error that suffices: 0.001, 2% (default 1%)"},
    {"levels", 0, CLI_COUNT, "N", &given.levels,
     "values of each key (default 3: coarser by a factor of 2, the\nstudy's own, finer by 2); further ones "
     "are "
     "finer; 2: no coarser one,\nand no order"},
    {"count", 0, CLI_COUNT, "N", &given.count,
     "only N trajectories, spread evenly over the ensemble (default:\nall); they keep their numbers"},
    {"csv", 0, CLI_FLAG, NULL, &given.csv, "as CSV: a line per key, output and level"},
    {"json", 0, CLI_FLAG, NULL, &given.json, "the same as JSON, with what suffices"},
    CLI_SET_OPTION(given.set),
    CLI_DEVICE_OPTIONS(given.device),
    {"quiet", 'q', CLI_FLAG, NULL, &given.quiet, "only warnings and errors"},
    {0},
};

const cli_command command_converge = {
    "converge",
    "STUDY",
    1,
    1,
    "halve and double modes, steps and harmonics of a study, and say what suffices",
    "  chatter converge models/plate/steady.yaml\n"
    "  chatter converge plate.yaml --over reduction.modes,integrator.step --tolerance 0.5%\n"
    "  chatter converge plate.yaml --count 16 --levels 4 --csv > levels.csv\n",
    "Runs the study as it is, then with one number at a time halved and doubled, all others at the study's "
    "values, and\ncompares every output that has one number per trajectory. Differences are relative to the "
    "finest level, of each\ntrajectory by itself (at least to a tenth of the median of all): the largest, "
    "and "
    "the median.\nThe observed order p is that of an error C h^p: log2 of the ratio of the last two "
    "differences from level to level\n(medians over the trajectories). A level suffices where the largest "
    "difference and what the finest level has left by\nthat order are within the tolerance together, there "
    "and at all finer levels.\nOutputs whose differences do not fall, or are still above 30 %, are named: "
    "chaotic motions, and numbers that have no\nlimit, such as the force in a rigid impact. A level that is "
    "refused (a step above the largest stable one, more modes than\nthere are) is replaced by one on the "
    "other "
    "side. Numbers that results should depend on, such as a gap, are refused.\n",
    command_options,
    run_command};
