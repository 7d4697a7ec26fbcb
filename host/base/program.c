// Starts programs and waits for them.
#include "base/program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/stop.h"

extern char **environ;

static int same_variable(const char *a, const char *b) {
  size_t n = strcspn(a, "=");
  return strncmp(a, b, n + 1) == 0;
}

// Returns our environment with the additions in front and without those that they replace; only the
// array is new.
static char **merged_environment(const char *const *additions) {
  size_t n_ours = 0, n_added = 0, n = 0;
  while (environ[n_ours]) n_ours++;
  while (additions && additions[n_added]) n_added++;
  char **merged = calloc(n_ours + n_added + 1, sizeof *merged);
  if (!merged) return NULL;
  for (size_t i = 0; i < n_added; i++) memcpy(&merged[n++], &additions[i], sizeof *merged);
  for (size_t i = 0; i < n_ours; i++) {
    int replaced = 0;
    for (size_t j = 0; j < n_added; j++) replaced |= same_variable(additions[j], environ[i]);
    if (!replaced) merged[n++] = environ[i];
  }
  return merged;
}

// Starts a program. grouped: in its own process group, which a terminal's Ctrl-C does not reach; we
// end it ourselves.
static int start_program(const program *run, char **environment, int grouped, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, usual;
  char *const *arguments;
  memcpy(&arguments, &run->arguments, sizeof arguments); // exec modifies neither, although its type allows it
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  sigemptyset(&none);
  sigemptyset(&usual);
  sigaddset(&usual, SIGXFSZ); // ignored by our program
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, (short)(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                                (grouped ? POSIX_SPAWN_SETPGROUP : 0)));
  int wrong = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  const char *log = run->log ? run->log : "/dev/null";
  if (!wrong) wrong = posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (!wrong) wrong = posix_spawn_file_actions_adddup2(&actions, 1, 2);
  if (!wrong && run->folder) wrong = posix_spawn_file_actions_addchdir_np(&actions, run->folder);
  if (!wrong) wrong = posix_spawnp(pid, run->arguments[0], &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return wrong;
}

static chatter_status await_program(const program *run, pid_t pid, int grouped, program_end *end) {
  double started = clock_seconds();
  struct timespec pause = {.tv_nsec = 1000000};
  int outcome = 0, killed = 0;
  for (;;) {
    pid_t got = waitpid(pid, &outcome, WNOHANG);
    if (got == pid) break;
    if (got < 0 && errno != EINTR)
      return error_raise(CHATTER_IO, "%s: cannot be waited for: %s", run->arguments[0], strerror(errno));
    end->timed_out |= run->timeout > 0 && !killed && clock_seconds() - started > run->timeout;
    if (!killed && (end->timed_out || stop_signalled())) {
      kill(grouped ? -pid : pid, SIGKILL);
      killed = 1;
    }
    nanosleep(&pause, NULL);
    if (pause.tv_nsec < 20000000)
      pause.tv_nsec *= 2; // short programs are noticed soon, long ones polled rarely
  }
  end->exit_code = WIFEXITED(outcome) ? WEXITSTATUS(outcome) : -1;
  end->signal = WIFSIGNALED(outcome) ? WTERMSIG(outcome) : 0;
  return stop_check();
}

chatter_status program_run(const program *run, program_end *end) {
  *end = (program_end){.exit_code = -1};
  char **environment = merged_environment(run->environment);
  if (!environment) return error_raise(CHATTER_DEVICE, "out of memory to run %s", run->arguments[0]);
  pid_t pid = 0;
  int grouped = stop_is_active(), wrong = start_program(run, environment, grouped, &pid);
  free(environment);
  if (wrong == ENOENT && (!run->folder || access(run->folder, X_OK) == 0)) {
    end->missing = 1;
    return CHATTER_OK;
  }
  if (wrong) return error_raise(CHATTER_IO, "%s: cannot be run: %s", run->arguments[0], strerror(wrong));
  if (grouped) stop_guard_child(pid);
  chatter_status status = await_program(run, pid, grouped, end);
  stop_guard_child(0);
  return status;
}
