// Ranks: where they are, which device each takes, and waiting for each other without burning a processor.
#ifndef CHATTER_MPI_RANKS_H
#define CHATTER_MPI_RANKS_H

typedef struct ranks {
  int rank, n;
  int local, n_local; // on this host
  int n_sharing;      // of them on the same processors
  char host[256];
} ranks;

void ranks_begin(int *argc, char ***argv, ranks *out);
void ranks_end(void);
// The largest of all ranks' values, for all of them; they sleep until the last has come.
int ranks_largest(int value);
// Rank 0's value, for all of them.
int ranks_of_first(int value);
// Each rank's text of at most RANKS_TEXT bytes, printed by rank 0 in their order as "rank I  HOST  TEXT".
enum { RANKS_TEXT = 128 };
void ranks_print(const ranks *self, const char *text);

#endif
