// Programs run without a shell: output, exit codes, signals, missing ones, timeouts, environment, folder.
#include <time.h>
#include <unistd.h>

#include "base/log.h"
#include "base/program.h"
#include "base/text.h"
#include "tests/check.h"

static program_end run(double timeout, const char *log, const char *folder, const char *const *arguments) {
  const char *const environment[] = {"CHATTER_TEST=new", "HOME=/nowhere", NULL};
  const program it = {
      .arguments = arguments, .log = log, .folder = folder, .timeout = timeout, .environment = environment};
  program_end end;
  CHECK_OK(program_run(&it, &end));
  return end;
}

int main(void) {
  char folder[] = "/tmp/chatter-test-XXXXXX", log[64], *text;
  size_t n;
  TEST_CHECK(mkdtemp(folder) != NULL);
  snprintf(log, sizeof log, "%s/log", folder);
  setenv("CHATTER_TEST", "old", 1);

  program_end end =
      run(0, log, folder, (const char *[]){"sh", "-c", "pwd; echo $CHATTER_TEST $HOME >&2; exit 7", NULL});
  TEST_CHECK(end.exit_code == 7 && !end.missing && !end.timed_out && !end.signal);
  CHECK_OK(text_read_file(log, CHATTER_IO, &text, &n));
  char expected[128];
  snprintf(expected, sizeof expected, "%s\nnew /nowhere\n", folder);
  CHECK_EQUAL_TEXT(text, expected);
  free(text);

  // Arguments are not interpreted by a shell.
  end = run(0, NULL, NULL, (const char *[]){"test", "a b;$(x)", "=", "a b;$(x)", NULL});
  TEST_CHECK(end.exit_code == 0);

  end = run(0, NULL, NULL, (const char *[]){"chatter-no-such-program", NULL});
  TEST_CHECK(end.missing && end.exit_code == -1);

  end = run(0, NULL, NULL, (const char *[]){"sh", "-c", "kill -9 $$", NULL});
  TEST_CHECK(end.signal == 9 && end.exit_code == -1 && !end.timed_out);

  time_t before = time(NULL);
  end = run(0.2, NULL, NULL, (const char *[]){"sleep", "30", NULL});
  TEST_CHECK(end.timed_out && time(NULL) - before < 20);

  const program nowhere = {.arguments = (const char *[]){"true", NULL}, .folder = "/no/such/folder"};
  TEST_CHECK(program_run(&nowhere, &end) == CHATTER_IO && error_count() == 1);
  error_clear();
  unlink(log), rmdir(folder);
  return TEST_END();
}
