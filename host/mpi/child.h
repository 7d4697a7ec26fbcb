// chatter as a program of its own, which this rank runs: the sequential MUMPS in it brings an MPI of its own,
// which no process can hold beside a real one.
#ifndef CHATTER_MPI_CHILD_H
#define CHATTER_MPI_CHILD_H

#include <stddef.h>

enum { CHILD_WORDS = 4096 };

typedef struct child_words {
  int n;
  char *word[CHILD_WORDS + 1]; // NULL behind the last
} child_words;

void child_add(child_words *self, const char *word); // a copy of it
void child_forget(child_words *self);                // none again
// Beside our own program, else the first in PATH.
const char *child_find(char *path, size_t size);
// From here on SIGINT, SIGTERM, SIGUSR1 and SIGHUP go to the program that runs, which leaves a checkpoint.
void child_forward_signals(void);
int child_was_signalled(void); // 1: one of them came
// Runs it to its end; gives its exit code, 128 + the signal that ended it, 127 where it could not be started.
int child_run(const child_words *words);
// The lines of its standard output that begin with `start`: how many.
int child_count_lines(const child_words *words, const char *start);

#endif
