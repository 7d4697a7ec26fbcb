// Communication between ranks.
#define OMPI_SKIP_MPICXX
#include "mpi/ranks.h"

#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Waits by sleeping: MPI's own waiting spins on processors that working ranks need.
static void sleep_until(MPI_Request *request) {
  const struct timespec moment = {.tv_nsec = 10000000};
  for (int done = 0; MPI_Test(request, &done, MPI_STATUS_IGNORE), !done;) nanosleep(&moment, NULL);
}

// Counts the ranks of this host with the same set of processors.
static int count_sharing(MPI_Comm host, int n_local) {
  cpu_set_t own, *all = calloc((size_t)n_local, sizeof *all);
  int n = 0;
  CPU_ZERO(&own);
  sched_getaffinity(0, sizeof own, &own);
  if (!all) return n_local;
  MPI_Allgather(&own, (int)sizeof own, MPI_BYTE, all, (int)sizeof own, MPI_BYTE, host);
  for (int i = 0; i < n_local; i++) n += CPU_EQUAL(&own, &all[i]);
  free(all);
  return n;
}

void ranks_begin(int *argc, char ***argv, ranks *out) {
  MPI_Comm host;
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &out->rank);
  MPI_Comm_size(MPI_COMM_WORLD, &out->n);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, out->rank, MPI_INFO_NULL, &host);
  MPI_Comm_rank(host, &out->local);
  MPI_Comm_size(host, &out->n_local);
  out->n_sharing = count_sharing(host, out->n_local);
  MPI_Comm_free(&host);
  if (gethostname(out->host, sizeof out->host) != 0) strcpy(out->host, "?");
  out->host[sizeof out->host - 1] = 0;
}

void ranks_end(void) {
  MPI_Finalize();
}

int ranks_largest(int value) {
  int largest = value;
  MPI_Request request;
  MPI_Iallreduce(&value, &largest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &request);
  sleep_until(&request);
  return largest;
}

int ranks_of_first(int value) {
  MPI_Request request;
  MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  sleep_until(&request);
  return value;
}

void ranks_print(const ranks *self, const char *text) {
  char own[256 + RANKS_TEXT + 3], *all = self->rank ? NULL : calloc((size_t)self->n, sizeof own);
  MPI_Request request;
  snprintf(own, sizeof own, "%s  %.*s", self->host, RANKS_TEXT, text);
  MPI_Igather(own, (int)sizeof own, MPI_CHAR, all, (int)sizeof own, MPI_CHAR, 0, MPI_COMM_WORLD, &request);
  sleep_until(&request);
  for (int i = 0; all && i < self->n; i++) fprintf(stderr, "rank %d  %s\n", i, all + (size_t)i * sizeof own);
  free(all);
}
