// Ranks: their hosts and devices, and waiting without using a processor.
#ifndef CHATTER_MPI_RANKS_H
#define CHATTER_MPI_RANKS_H

typedef struct ranks {
  int rank, n;
  int local, n_local; // rank and number of ranks on this host
  int n_sharing;      // ranks on the same processors
  char host[256];
} ranks;

void ranks_begin(int *argc, char ***argv, ranks *out);
void ranks_end(void);
// Returns the largest value of all ranks, on all of them; they sleep until the last one calls.
int ranks_largest(int value);
// Returns rank 0's value, on all ranks.
int ranks_of_first(int value);
// Prints each rank's text of at most RANKS_TEXT bytes on rank 0, in order, as "rank I  HOST  TEXT".
enum { RANKS_TEXT = 128 };
void ranks_print(const ranks *self, const char *text);

#endif
