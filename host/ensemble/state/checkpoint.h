// Checkpoint of a running batch on disk: the step, and for every trajectory whose results are not
// in a part yet its column (batch/batch_column.h). One file per batch in the run's .parts folder,
// replaced atomically and removed when the batch's last part is closed.
#ifndef CHATTER_ENSEMBLE_CHECKPOINT_H
#define CHATTER_ENSEMBLE_CHECKPOINT_H

#include "ensemble/batch/batch_job.h"

// Identity of a run: all that must be equal to continue with the same bits. Messages name the
// member that differs.
typedef struct run_identity {
  char study[65];  // SHA-256 of the study's text
  char values[65]; // SHA-256 of --set texts, all samples and files with values
  char shard[32];  // "1/1"
  char team[16], precision[16], state[8], version[32];
} run_identity;

// Refuses with CHATTER_IO, naming the difference between `path`'s run and this one.
chatter_status run_identity_compare(const run_identity *self, const run_identity *found, const char *path);

// Write and read FOLDER/run, the identity alone, so that a resume is refused before anything is
// computed. Reading gives *found = 0 if there is none.
chatter_status run_identity_write(const run_identity *self, const char *folder);
chatter_status run_identity_read(const char *folder, run_identity *out, int *found);

// Returns the seconds between checkpoints: as asked for, but at least so many that checkpoints of
// `cost` seconds take at most about a twentieth of the time.
double checkpoint_pause(double every, double cost);
// Writes a checkpoint of a fetched batch. The file is named after the batch's number.
chatter_status checkpoint_write(const char *folder, const run_identity *identity, batch_job *job);
chatter_status checkpoint_remove(const char *folder, const batch_job *job);

// A checkpoint that was read and is not yet in a batch.
typedef struct checkpoint {
  char path[1024];
  run_identity identity;
  char reduced[65]; // hash of the reduced model
  char kernel[32];  // its name
  int dim[KERNEL_MAX_DIMS];
  double step, heading;
  long number, n;
  long *trajectory; // [n]
  size_t *place;    // [n] start of each in `bytes`
  size_t *size;     // [n] length of each
  unsigned char *bytes;
} checkpoint;

// Reads all checkpoints of a folder, by name. A truncated or altered file is refused by its hash.
chatter_status checkpoint_read_all(const char *folder, const run_identity *identity, int *n,
                                   checkpoint **out);
// Drops finished trajectories, done[trajectory], which a part holds if a kill came between the two.
void checkpoint_leave_out(checkpoint *self, long n_total, const unsigned char *done);
void checkpoint_destroy(checkpoint *self);
void checkpoint_destroy_all(int n, checkpoint *all);
// Puts the checkpoint into a batch created for its trajectories; another reduced model is refused
// by name.
chatter_status checkpoint_restore(const checkpoint *self, batch_job *job);

#endif
