// Common parts of commands: options of a study and of devices, names of files.
#ifndef CHATTER_CLI_SHARED_H
#define CHATTER_CLI_SHARED_H

#include "cli/options.h"
#include "ensemble/batch/devices.h"
#include "study/samples/samples.h"
#include "study/study.h"

#define CLI_SET_OPTION(list)                                                                                 \
  { "set", 0, CLI_LIST_TEXT, "PATH=VALUE", &(list), "replaces a value of the study; may be repeated" }

#define CLI_DEVICE_OPTIONS(choice) CLI_DEVICE_OPTIONS_AS('d', choice)
#define CLI_DEVICE_OPTIONS_AS(letter, choice)                                                                \
  {"device",                                                                                                 \
   letter,                                                                                                   \
   CLI_TEXT,                                                                                                 \
   "NAME",                                                                                                   \
   &(choice).device,                                                                                         \
   "auto (every usable GPU, else the CPU), cpu, cpu_scalar, device_sim,\ncuda, cuda:N, cuda:all"},           \
      {"threads", 't', CLI_COUNT, "N", &(choice).threads, "CPU threads (0: all this process may use)"},      \
      {"lanes", 0, CLI_COUNT, "N", &(choice).lanes, "trajectories per CPU thread: 1, 4, 8 (0: as fits)"},    \
      {"team",         0,                                                                                    \
       CLI_COUNT,      "N",                                                                                  \
       &(choice).team, "GPU threads per trajectory: 1, 4, 8, 16, 32, 128 (0: chosen)"},                      \
  {                                                                                                          \
    "precision", 0, CLI_TEXT, "WORD", &(choice).precision, "double (default) or single"                      \
  }

// Loads the study with its --set texts and notes all its files as inputs, which no output may
// overwrite. Then opens the log (NULL: none), also for a wrong study, whose mistakes are logged.
chatter_status cli_load_study(const char *path, const cli_list *set, const char *log_json, study *out);
chatter_status cli_load_study_for_samples(const char *path, const cli_list *set, const char *log_json,
                                          study *out); // samples are read afterwards
// Warns of --set texts without effect: those of sections (names separated by blanks) that `command`
// does not use.
void cli_warn_unused_set(const study *config, const cli_list *set, const char *command, const char *sections);
// Message at the first Ctrl-C of a command without anything to keep.
extern const char cli_stopping_message[];

// Checks that the study's figure can be drawn from a run of these samples; CHATTER_IO otherwise.
chatter_status cli_check_figure(const study *config, const samples *values, long shard, long n_shards);
// Joins the --set texts, one a line, as results store them.
const char *cli_join_set_texts(const cli_list *set, char *text, size_t size);

// Checks an output before hours of work: refuses an existing file (unless `force`), an input, and a
// folder where no file can be made.
chatter_status cli_check_writable(const char *path, int force);

#endif
