// Starts the child program and forwards signals to it.
#include "mpi/child.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t running; // process id; 0: none
static volatile sig_atomic_t signalled;

void child_add(child_words *self, const char *word) {
  if (self->n == CHILD_WORDS) {
    fprintf(stderr, "chatter-mpi: more than %d words\n", CHILD_WORDS);
    exit(2);
  }
  self->word[self->n] = strdup(word);
  if (!self->word[self->n++]) {
    fprintf(stderr, "chatter-mpi: out of memory for a command line\n");
    exit(5);
  }
  self->word[self->n] = NULL;
}

void child_forget(child_words *self) {
  for (int i = 0; i < self->n; i++) free(self->word[i]);
  *self = (child_words){0};
}

const char *child_find(char *path, size_t size) {
  const ssize_t n = readlink("/proc/self/exe", path, size - 1);
  char *slash = NULL;
  if (n > 0) path[n] = 0, slash = strrchr(path, '/');
  if (slash && (size_t)(slash - path) + sizeof "/chatter" <= size) {
    strcpy(slash, "/chatter");
    if (access(path, X_OK) == 0) return path;
  }
  return "chatter";
}

static void forward_signal(int number) {
  const int before = errno;
  signalled = 1;
  if (running > 0) kill((pid_t)running, number);
  errno = before;
}

void child_forward_signals(void) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGUSR1, SIGHUP};
  const struct sigaction action = {.sa_handler = forward_signal, .sa_flags = SA_RESTART};
  struct sigaction before;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (sigaction(numbers[i], NULL, &before) != 0 ||
        before.sa_handler != SIG_IGN) // nohup: SIGHUP stays ignored
      sigaction(numbers[i], &action, NULL);
}

int child_was_signalled(void) {
  return signalled;
}

// Starts the child in its own process group: a terminal's Ctrl-C would reach it twice, and the
// second one ends it at once. Signals are blocked from the fork until the child's id is known.
static pid_t start_child(const child_words *words, int output) {
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &before);
  const pid_t pid = fork();
  running = (sig_atomic_t)(pid > 0 ? pid : 0);
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (pid != 0) return pid;
  setpgid(0, 0);
  if (output >= 0) dup2(output, STDOUT_FILENO);
  execvp(words->word[0], words->word);
  fprintf(stderr, "chatter-mpi: %s cannot be started: %s\n", words->word[0], strerror(errno));
  _exit(127);
}

static int wait_for_child(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return 127;
  running = 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int child_run(const child_words *words) {
  const pid_t pid = start_child(words, -1);
  return pid < 0 ? 127 : wait_for_child(pid);
}

int child_count_lines(const child_words *words, const char *start_of_line) {
  int pipes[2], count = 0;
  char line[4096];
  if (pipe(pipes) != 0) return 0;
  const pid_t pid = start_child(words, pipes[1]);
  close(pipes[1]);
  FILE *lines = fdopen(pipes[0], "r");
  while (lines && fgets(line, sizeof line, lines))
    count += strncmp(line, start_of_line, strlen(start_of_line)) == 0;
  if (lines) fclose(lines);
  if (pid > 0) wait_for_child(pid);
  return count;
}
