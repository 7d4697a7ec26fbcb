// Small model files for tests, written to a folder that exists for one test only.
#ifndef CHATTER_TESTS_MODEL_FILES_H
#define CHATTER_TESTS_MODEL_FILES_H

#include <dirent.h>
#include <unistd.h>

#include "base/log.h"
#include "model/load.h"
#include "tests/check.h"
#include "model/model.h"

static char model_folder[] = "/tmp/chatter-test-XXXXXX";

// Makes the folder and enters it, so that messages begin with plain file names.
static inline void enter_folder(void) {
  if (!mkdtemp(model_folder) || chdir(model_folder) != 0) perror(model_folder), exit(1);
  log_quiet(1);
}

static inline void leave_folder(void) {
  DIR *folder = opendir(".");
  for (struct dirent *entry; folder && (entry = readdir(folder));)
    if (entry->d_name[0] != '.') unlink(entry->d_name);
  closedir(folder);
  if (chdir("/") != 0 || rmdir(model_folder) != 0) perror(model_folder), exit(1);
}

static inline void write_file(const char *name, const char *text) {
  FILE *file = fopen(name, "w");
  if (!file || fputs(text, file) < 0 || fclose(file) != 0) perror(name), exit(1);
}

// The model must be refused, with exactly this message first.
static inline void expect_refusal(const study *s, const char *message) {
  model m;
  chatter_status status = model_load(s, &m);
  if (status != CHATTER_BAD_MODEL || error_count() < 1 || strcmp(error_message(0), message) != 0) {
    fprintf(stderr, "expected: %s\n     got: %s (%s)\n", message,
            error_count() ? error_message(0) : "nothing", status_text(status));
    check_failures++;
  }
  if (status == CHATTER_OK) model_destroy(&m);
  TEST_CHECK(m.memory == NULL);
  error_clear();
}

#endif
