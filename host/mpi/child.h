// Runs chatter as a child program of this rank. Its sequential MUMPS contains a stub of MPI, which
// cannot be loaded beside a real MPI.
#ifndef CHATTER_MPI_CHILD_H
#define CHATTER_MPI_CHILD_H

#include <stddef.h>

enum { CHILD_WORDS = 4096 };

typedef struct child_words {
  int n;
  char *word[CHILD_WORDS + 1]; // ends with NULL
} child_words;

void child_add(child_words *self, const char *word); // adds a copy
void child_forget(child_words *self);                // removes all words
// Finds the program beside our own, else in PATH.
const char *child_find(char *path, size_t size);
// Forwards SIGINT, SIGTERM, SIGUSR1 and SIGHUP to the child, which then leaves a checkpoint.
void child_forward_signals(void);
int child_was_signalled(void); // 1: such a signal came
// Runs the child to its end; returns its exit code, 128 + the signal that ended it, or 127 if it
// could not be started.
int child_run(const child_words *words);
// Returns the number of lines of its standard output that begin with `start`.
int child_count_lines(const child_words *words, const char *start);

#endif
