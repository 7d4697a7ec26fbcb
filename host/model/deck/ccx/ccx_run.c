// Runs ccx and reads its messages.
#include "model/deck/ccx/ccx_run.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/program.h"
#include "model/deck/ccx/ccx_files.h"
#include "model/scan.h"

enum { CCX_TIMEOUT_SECONDS = 2 * 3600 };

chatter_status ccx_run(const char *deck_path, const char *folder, const char *ending, int warns) {
  const char *name = getenv("CHATTER_CCX");
  if (!name || !*name) name = "ccx";
  const char *arguments[] = {name, "model", NULL};
  const char *environment[] = {"OMP_NUM_THREADS=1", "CCX_NPROC_STIFFNESS=1",
                               NULL}; // one thread: the same order of summation in every run
  char log[CCX_FOLDER + 16], file[CCX_FOLDER + 16], said[1200];
  snprintf(log, sizeof log, "%s/log", folder);
  snprintf(file, sizeof file, "%s/model.%s", folder, ending);
  program_end end;
  const program run = {.arguments = arguments,
                       .folder = folder,
                       .log = log,
                       .environment = environment,
                       .timeout = CCX_TIMEOUT_SECONDS};
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
    return error_raise(CHATTER_BAD_MODEL, "%s: ccx did not end within %d s; %s:%s", deck_path,
                       CCX_TIMEOUT_SECONDS, what, said);
  if (end.signal)
    return error_raise(CHATTER_BAD_MODEL, "%s: ccx was killed by signal %d; %s:%s", deck_path, end.signal,
                       what, said);
  if (end.exit_code != 0 || access(file, R_OK) != 0)
    return error_raise(CHATTER_BAD_MODEL, "%s: ccx failed (exit code %d); %s:%s", deck_path, end.exit_code,
                       what, said);
  if (warns) ccx_log_warnings(log, deck_path);
  return CHATTER_OK;
}

// Removes a folder that ccx_run used, with all files in it.
void ccx_remove_folder(const char *folder) {
  char file[CCX_FOLDER + 260];
  DIR *list = opendir(folder);
  for (struct dirent *entry; list && (entry = readdir(list));) {
    snprintf(file, sizeof file, "%s/%s", folder, entry->d_name);
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) unlink(file);
  }
  if (list) closedir(list);
  if (rmdir(folder) != 0) log_warning_here("%s: not removed: %s", folder, strerror(errno));
}

chatter_status ccx_make_folder(char folder[CCX_FOLDER]) {
  const char *base = getenv("TMPDIR");
  if (snprintf(folder, CCX_FOLDER, "%s/chatter-ccx-XXXXXX", base && *base ? base : "/tmp") < CCX_FOLDER &&
      mkdtemp(folder))
    return CHATTER_OK;
  return error_raise(CHATTER_IO, "%s: a temporary folder cannot be made: %s", folder, strerror(errno));
}

enum { MAX_ERROR_LINES = 10, MAX_WARNINGS = 10, WARNING_LENGTH = 300 };

// Returns the start of the last lines of a text.
static const char *find_last_lines(const scan *content) {
  const char *from = content->end;
  for (int lines = 0; from > content->begin; from--)
    if (from[-1] == '\n' && from < content->end && *from != '\n' && ++lines > MAX_ERROR_LINES) break;
  return from;
}

void ccx_read_error(const char *log, char *text, size_t size, int *is_error) {
  scan content;
  text[0] = 0;
  *is_error = 0;
  if (scan_read(log, NULL, &content) != CHATTER_OK) return;
  const char *error = strstr(content.begin, "*ERROR");
  *is_error = error != NULL;
  size_t used = 0;
  int lines = 0;
  for (content.at = error ? error : find_last_lines(&content);
       !scan_at_end(&content) && lines < MAX_ERROR_LINES;) {
    scan_skip_blanks(&content);
    size_t n = strcspn(content.at, "\r\n");
    if (n > 0 && used + n + 8 < size) {
      used += (size_t)snprintf(text + used, size - used, "\n  %.*s", (int)n, content.at);
      lines++;
    }
    scan_next_line(&content);
  }
  scan_destroy(&content);
}

static int is_ccx_message(const char *at) {
  return strncmp(at, "*WARNING", 8) == 0 || strncmp(at, "*ERROR", 6) == 0;
}

// Joins the lines of a message with single blanks, up to an empty line or the next message. A
// message after a colon belongs to this one.
static void join_message_lines(scan *content, char text[WARNING_LENGTH]) {
  size_t n = 0;
  const char *c = content->at;
  for (; *c; c++) {
    if (*c == '\n') {
      const char *next = c + 1 + strspn(c + 1, " \t\r");
      if (*next == '\n' || *next == 0 || (is_ccx_message(next) && !(n > 0 && text[n - 1] == ':'))) break;
    }
    int blank = strchr(" \t\r\n", *c) != NULL;
    if (n + 1 < WARNING_LENGTH && !(blank && (n == 0 || text[n - 1] == ' '))) text[n++] = blank ? ' ' : *c;
  }
  text[n] = 0;
  content->at = c;
}

void ccx_log_warnings(const char *log, const char *deck) {
  static const char mark[] = "*WARNING";
  char known[MAX_WARNINGS][WARNING_LENGTH], text[WARNING_LENGTH];
  int n = 0, more = 0;
  scan content;
  if (scan_read(log, NULL, &content) != CHATTER_OK) {
    error_clear();
    return;
  }
  for (const char *at = content.begin; (at = strstr(at, mark));) {
    content.at = at + sizeof mark - 1;
    join_message_lines(&content, text);
    at = content.at;
    int seen = 0;
    for (int i = 0; i < n; i++) seen |= strcmp(known[i], text) == 0;
    if (seen) continue;
    if (n == MAX_WARNINGS) {
      more++;
      continue;
    }
    snprintf(known[n++], WARNING_LENGTH, "%s", text);
    log_warning("%s: ccx warns: %s", deck, text);
  }
  if (more > 0) log_warning("%s: ccx has %d more warnings", deck, more);
  scan_destroy(&content);
}
