#include "model/deck/ccx/ccx_run.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/program.h"

enum { CCX_SECONDS = 2 * 3600 };

chatter_status ccx_run(const char *deck_path, const char *folder, const char *ending, int warns) {
  const char *name = getenv("CHATTER_CCX");
  if (!name || !*name) name = "ccx";
  const char *arguments[] = {name, "model", NULL};
  const char *environment[] = {"OMP_NUM_THREADS=1", "CCX_NPROC_STIFFNESS=1",
                               NULL}; // the same sums in every run
  char log[FOLDER_NAME + 16], file[FOLDER_NAME + 16], said[1200];
  snprintf(log, sizeof log, "%s/log", folder);
  snprintf(file, sizeof file, "%s/model.%s", folder, ending);
  program_end end;
  const program run = {.arguments = arguments,
                       .folder = folder,
                       .log = log,
                       .environment = environment,
                       .timeout = CCX_SECONDS};
  TRY(program_run(&run, &end));
  if (end.missing)
    return error_raise(
        CHATTER_BAD_MODEL,
        "%s: the program '%s' is needed for decks and is not found; install the Debian package "
        "calculix-ccx, or name it in the environment variable CHATTER_CCX",
        deck_path, name);
  int is_error;
  ccx_read_error(log, said, sizeof said, &is_error);
  const char *what = is_error ? "its first error" : "its last lines";
  if (end.timed_out)
    return error_raise(CHATTER_BAD_MODEL, "%s: ccx did not end within %d s; %s:%s", deck_path, CCX_SECONDS,
                       what, said);
  if (end.signal)
    return error_raise(CHATTER_BAD_MODEL, "%s: ccx was killed by signal %d; %s:%s", deck_path, end.signal,
                       what, said);
  if (end.exit_code != 0 || access(file, R_OK) != 0)
    return error_raise(CHATTER_BAD_MODEL, "%s: ccx failed (exit code %d); %s:%s", deck_path, end.exit_code,
                       what, said);
  if (warns) ccx_log_warnings(log, deck_path);
  return CHATTER_OK;
}

// Our own folder: whatever ccx leaves in it.
void ccx_remove_folder(const char *folder) {
  char file[FOLDER_NAME + 260];
  DIR *list = opendir(folder);
  for (struct dirent *entry; list && (entry = readdir(list));) {
    snprintf(file, sizeof file, "%s/%s", folder, entry->d_name);
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) unlink(file);
  }
  if (list) closedir(list);
  if (rmdir(folder) != 0) log_warning_here("%s: not removed: %s", folder, strerror(errno));
}

chatter_status ccx_make_folder(char folder[FOLDER_NAME]) {
  const char *base = getenv("TMPDIR");
  if (snprintf(folder, FOLDER_NAME, "%s/chatter-ccx-XXXXXX", base && *base ? base : "/tmp") < FOLDER_NAME &&
      mkdtemp(folder))
    return CHATTER_OK;
  return error_raise(CHATTER_IO, "%s: a temporary folder cannot be made: %s", folder, strerror(errno));
}
